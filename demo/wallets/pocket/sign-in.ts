/**
 * Sign-in that comes along with a session. `@reown/walletkit` 1.2.10 is the last SDK under an open license, and it is older than this part of
 * the protocol: it hands out the proposal's `requests` as they came, and leaves the responses out of the message that settles the session.
 */
import type { AuthTypes, ProposalTypes } from '@walletconnect/types';

/** A proposal with what the SDK has no type for. */
export type Asking = ProposalTypes.Struct & { requests?: { authentication?: AuthTypes.PayloadParams[] } };

interface Approval {
  proposal: { id: number };
  sessionSettleRequest: object;
}
/** The engine inside of the SDK; of an SDK's client. */
interface Client {
  engine: { sendApproveSession: (approval: Approval) => Promise<void> };
}

/** Sends these signatures when the proposal is approved. Later calls replace earlier ones. */
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
