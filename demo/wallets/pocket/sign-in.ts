/**
 * Sign-in together with a session. `@reown/walletkit` 1.2.10 is the last SDK with an open license and older than this part of the
 * protocol: it passes on the proposal's `requests` unchanged, and omits the responses from the message that settles the session.
 */
import type { AuthTypes, ProposalTypes } from '@walletconnect/types';

/** A proposal with the fields that the SDK has no type for. */
export type Asking = ProposalTypes.Struct & { requests?: { authentication?: AuthTypes.PayloadParams[] } };

interface Approval {
  proposal: { id: number };
  sessionSettleRequest: object;
}
/** The engine inside an SDK's client. */
interface Client {
  engine: { sendApproveSession: (approval: Approval) => Promise<void> };
}

/** Sends these signatures with the approval of the proposal. Later calls replace earlier ones. */
export function signInWith(client: unknown, id: number, authentication: readonly object[]): void {
  const { engine } = client as Client;
  const send = engine.sendApproveSession;
  engine.sendApproveSession = (approval) => {
    if (approval.proposal.id != id) return send(approval);
    const sessionSettleRequest = {
      ...approval.sessionSettleRequest,
      proposalRequestsResponses: { authentication },
    };
    return send({ ...approval, sessionSettleRequest });
  };
}
