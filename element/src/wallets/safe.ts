// Safe, when the page runs inside of it: the protocol of Safe apps, spoken with the page around ours (docs/spec/page-wallets.md section 6,
// docs/spec/decisions.md 24). It is an EIP-1193 provider for the engine and nobody else; what is sent is a proposal, and its hash no
// transaction's.

import type { PageWallet } from '../engine/border';
import { adaptEip1193, type Eip1193Like } from './eip1193';

/** taken with this chunk; the page may exchange its own later */
const host = window.parent;
const own_host = 'app.safe.global';
/** of who is no Safe; its own SDK waits for ever */
const info_wait_ms = 1_000;
const poll_ms = 2_000;

interface Info {
  safeAddress: string;
  chainId: number;
  isReadOnly?: boolean;
}

type Params = readonly unknown[];

const fault = (code: number, message: string) => Object.assign(new Error(message), { code });

/** One label of a name for each `*`, and a port only where one is named (docs/spec/services.md A5). */
export function isOfHost(pattern: string, { hostname, port }: URL): boolean {
  const [name = '', wanted = ''] = pattern.toLowerCase().split(/:(?=\d+$)/);
  const [labels, own] = [name.split('.'), hostname.split('.')];
  const isOwn = (label: string, i: number) => label == '*' || label == own[i];
  return wanted == port && labels.length == own.length && labels.every(isOwn);
}

/** The origin of the page around ours, where it is one that may be a Safe. */
export function originOfSafe(allowed: unknown): string | null {
  if (host == window) return null;
  try {
    const url = new URL(location.ancestorOrigins?.[0] ?? document.referrer);
    const isSafeWay = url.protocol == 'https:' || /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
    const names = [own_host, ...(Array.isArray(allowed) ? allowed.map(String) : [])];
    return isSafeWay && names.some((name) => isOfHost(name, url)) ? url.origin : null;
  } catch {
    return null;
  }
}

/** Asks the page around ours: only what comes from it, from that origin, to a question that is open, is an answer. */
function connection(origin: string, gone: AbortSignal) {
  const open = new Map<string, { settle(data: unknown): void; fail(error: Error): void }>();
  addEventListener(
    'message',
    ({ source, origin: from, data }: MessageEvent) => {
      if (source != host || from != origin || typeof data != 'object' || !data) return;
      const { id, success, error, version } = data as Record<string, unknown>;
      const asked = typeof id == 'string' && parseInt(`${version}`) >= 1 && open.get(id);
      if (!asked) return;
      open.delete(id);
      if (success === true) return asked.settle((data as { data?: unknown }).data);
      const words = typeof error == 'string' ? error.slice(0, 200) : 'Safe has failed';
      // it has words alone
      asked.fail(fault(/reject|declin|cancel/i.test(words) ? 4001 : -32603, words));
    },
    { signal: gone },
  );
  return <T>(method: string, params?: unknown): Promise<T> =>
    new Promise((settle, fail) => {
      const id = [...crypto.getRandomValues(new Uint8Array(5))]
        .map((byte) => byte.toString(16).padStart(2, '0'))
        .join('');
      open.set(id, { settle: settle as (data: unknown) => void, fail });
      gone.addEventListener('abort', () => fail(fault(4900, 'the page has ended it')), { once: true });
      host.postMessage({ id, method, params, env: { sdkVersion: '9.1.0' } }, origin);
    });
}
type Ask = ReturnType<typeof connection>;

const hash_pattern = /^0x[0-9a-f]{64}$/i;
const bytes_pattern = /^0x([0-9a-f]{2})*$/i;

const hashOf = (data: unknown, name: string): string | undefined => {
  const hash = (data as Record<string, unknown> | null)?.[name];
  return typeof hash == 'string' && hash_pattern.test(hash) ? hash : undefined;
};
const needed = <T>(value: T | undefined): T => {
  if (value === undefined) throw fault(-32603, 'the answer of Safe cannot be read');
  return value;
};

/** The text that a message is; Safe signs no other bytes. */
function textOf(hex: unknown): string {
  if (typeof hex != 'string' || !bytes_pattern.test(hex)) throw fault(-32602, 'the message is no hex');
  const bytes = Uint8Array.from(hex.slice(2).match(/../g) ?? [], (byte) => parseInt(byte, 16));
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw fault(4200, 'Safe signs text alone');
  }
}

interface Call {
  to?: unknown;
  value?: unknown;
  data?: unknown;
}

/** As Safe takes it: the value in decimals. */
function toCall({ to, value, data }: Call): object {
  // a contract is created by a call of one that does that
  if (typeof to != 'string') throw fault(4200, 'Safe has no transaction without a receiver');
  return { to, value: BigInt((value as string | undefined) ?? 0).toString(), data: data ?? '0x' };
}

/** What became of a proposal, by EIP-5792. */
const statuses: Record<string, number> = {
  __proto__: null as never,
  AWAITING_CONFIRMATIONS: 100,
  AWAITING_EXECUTION: 100,
  SUCCESS: 200,
  CANCELLED: 400,
  FAILED: 500,
};

interface Proposal {
  txStatus?: unknown;
  txHash?: unknown;
}

/** Safe as a provider. */
export function providerOf(
  ask: Ask,
  { safeAddress, chainId, isReadOnly }: Info,
  gone: AbortSignal,
): Eip1193Like {
  const hexChain = `0x${chainId.toString(16)}`;
  const nextLook = () => new Promise((resolve) => setTimeout(resolve, poll_ms));
  const proposal = (safeTxHash: string) => ask<Proposal>('getTxBySafeTxHash', { safeTxHash });

  const send = async (calls: readonly Call[]): Promise<string> => {
    if (!calls.length) throw fault(-32602, 'no calls');
    return needed(hashOf(await ask('sendTransactions', { txs: calls.map(toCall) }), 'safeTxHash'));
  };

  /** Signed off the chain once enough owners have; on the chain there is no signature, and the contract says yes. */
  const sign = async (method: string, params: object): Promise<string> => {
    await ask('rpcCall', { call: 'safe_setSettings', params: [{ offChainSigning: true }] }).catch(() => {});
    const answer = await ask<{ signature?: unknown }>(method, params);
    const { signature } = answer ?? {};
    if (typeof signature == 'string' && signature.length > 2 && bytes_pattern.test(signature))
      return signature;
    const [message, safeTxHash] = [hashOf(answer, 'messageHash'), hashOf(answer, 'safeTxHash')];
    while (!gone.aborted) {
      if (message) {
        const signed = await ask<unknown>('getOffChainSignature', message);
        if (typeof signed == 'string' && signed.length > 2 && bytes_pattern.test(signed)) return signed;
      } else {
        const { txStatus } = await proposal(needed(safeTxHash));
        if (txStatus == 'SUCCESS') return '0x';
        if (txStatus == 'CANCELLED' || txStatus == 'FAILED')
          throw fault(4001, 'the owners have not signed it');
      }
      await nextLook();
    }
    throw fault(4900, 'the page has ended it');
  };

  const callsStatus = async (id: unknown) => {
    if (typeof id != 'string' || !hash_pattern.test(id)) throw fault(5730, 'no such calls');
    const found = await proposal(id);
    const transactionHash = hashOf(found, 'txHash');
    const status = statuses[`${found?.txStatus}`] ?? 100;
    const receipt = { transactionHash, status: status == 200 ? '0x1' : '0x0' };
    return {
      version: '2.0.0',
      id,
      chainId: hexChain,
      atomic: true,
      // in a block, and its hash not known yet
      status: status == 200 && !transactionHash ? 100 : status,
      ...(transactionHash && status >= 200 ? { receipts: [receipt] } : {}),
    };
  };

  const signing = (run: () => Promise<unknown>): Promise<unknown> => {
    if (isReadOnly) throw fault(4100, 'This Safe can only be looked at');
    return run();
  };

  const asked = (method: string, params: Params): unknown => {
    const [first, second] = params as [Record<string, unknown> | undefined, unknown];
    switch (method) {
      case 'eth_accounts':
      case 'eth_requestAccounts':
        return [safeAddress];
      case 'eth_chainId':
        return hexChain;
      case 'wallet_revokePermissions':
        return null;
      case 'wallet_switchEthereumChain':
        if (Number(first?.chainId) == chainId) return null;
        throw fault(4902, 'change the network in Safe');
      case 'wallet_getCapabilities':
        return { [hexChain]: { atomic: { status: 'supported' } } };
      case 'eth_sendTransaction':
        return signing(() => send([first ?? {}]));
      case 'wallet_sendCalls':
        return signing(async () => ({ id: await send((first?.calls ?? []) as Call[]) }));
      case 'wallet_getCallsStatus':
        return callsStatus(first);
      case 'personal_sign':
        return signing(() => sign('signMessage', { message: textOf(first) }));
      case 'eth_signTypedData_v4': {
        const typedData: unknown = typeof second == 'string' ? JSON.parse(second) : second;
        return signing(() => sign('signTypedMessage', { typedData }));
      }
    }
    throw fault(4200, 'Safe has no such method');
  };
  return {
    request: async ({ method, params }) => asked(method, Array.isArray(params) ? params : []),
  };
}

const isInfo = (info: Info | null): info is Info =>
  /^0x[0-9a-f]{40}$/i.test(`${info?.safeAddress}`) &&
  Number.isSafeInteger(info?.chainId) &&
  info!.chainId > 0;

export async function findSafe(
  announce: (wallet: PageWallet) => boolean,
  gone: AbortSignal,
  safeHosts: unknown,
): Promise<void> {
  const origin = originOfSafe(safeHosts);
  if (!origin) return;
  const ask = connection(origin, gone);
  const late = new Promise<null>((resolve) => setTimeout(resolve, info_wait_ms, null));
  const info = await Promise.race([ask<Info>('getSafeInfo').catch(() => null), late]);
  if (gone.aborted || !isInfo(info)) return;
  const provider = providerOf(ask, info, gone);
  announce({
    id: 'safe',
    name: 'Safe',
    icon: null,
    rdns: null,
    namespaces: ['eip155'],
    type: 'SAFE',
    provider,
    ...adaptEip1193(provider),
  });
}
