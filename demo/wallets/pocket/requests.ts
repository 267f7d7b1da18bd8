/** Requests of a connected site. Their descriptions are those of the demo wallet's window (../confirm/requests.ts). */
import { formatJsonRpcError, formatJsonRpcResult } from '@walletconnect/jsonrpc-utils';
import type { SignClientTypes } from '@walletconnect/types';
import { isRecord } from '../confirm/channel';
import { problem, rejected, WalletRefusal } from '../confirm/errors';
import { describe } from '../confirm/requests';
import { ask } from './ask';
import { tellChain } from './sessions';
import type { Wallet } from './wallet';

type Request = SignClientTypes.EventArguments['session_request'];

export function listenToRequests(wallet: Wallet, changed: () => void): void {
  const pending = new Map<number, AbortController>();
  wallet.on('session_request_expire', ({ id }) => pending.get(id)?.abort());
  wallet.on('session_request', (request) => {
    const gone = new AbortController();
    pending.set(request.id, gone);
    void answer(wallet, request, gone.signal).finally(() => (pending.delete(request.id), changed()));
  });
}

async function answer(wallet: Wallet, { id, topic, params }: Request, gone: AbortSignal): Promise<void> {
  const respond = (
    response: ReturnType<typeof formatJsonRpcResult> | ReturnType<typeof formatJsonRpcError>,
  ) => wallet.respondSessionRequest({ topic, response });
  try {
    const session = wallet.getActiveSessions()[topic];
    if (!session) return;
    const asked: unknown = params.request.params;
    const list = Array.isArray(asked) ? asked : [];
    const granted = Object.values(session.namespaces).flatMap((namespace) => namespace.accounts);
    expectGranted(params.request.method, list, params.chainId, granted);
    const chainId = `0x${Number(params.chainId.split(':')[1]).toString(16)}`;
    const question = await describe({
      method: params.request.method,
      params: list,
      chain: { chainId },
      locked: false,
    });
    const { name, url } = session.peer.metadata;
    const network = question.network === undefined ? '' : ` on ${question.network}`;
    const confirmed = await ask({ ...question, site: `${name} (${url})${network}` }, gone);
    if (gone.aborted) return;
    if (!confirmed) return await respond(formatJsonRpcError(id, rejected()));
    const result = await question.approve();
    await respond(formatJsonRpcResult(id, result));
    if (params.request.method === 'wallet_switchEthereumChain' && isRecord(list[0])) {
      await tellChain(wallet, topic, Number(list[0]['chainId']));
    }
  } catch (error) {
    await respond(formatJsonRpcError(id, problem(error)));
  }
}

/** The position of the account in each method's parameters. */
const ACCOUNT_AT: Record<string, (params: readonly unknown[]) => unknown> = {
  personal_sign: (params) => params[1],
  eth_signTypedData_v4: (params) => params[0],
  eth_sendTransaction: (params) => (isRecord(params[0]) ? params[0]['from'] : undefined),
};

/** Rejects a request for an account that the site wasn't given on this chain. */
function expectGranted(
  method: string,
  params: readonly unknown[],
  chain: string,
  granted: readonly string[],
): void {
  const named = Object.hasOwn(ACCOUNT_AT, method) ? ACCOUNT_AT[method] : undefined;
  if (!named) return;
  const wanted = `${chain}:${String(named(params))}`.toLowerCase();
  if (!granted.some((account) => account.toLowerCase() === wanted)) {
    throw new WalletRefusal(4100, 'This site was not given that account');
  }
}
