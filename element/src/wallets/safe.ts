// Safe, if the page runs inside it: the protocol of Safe apps, spoken with the page around ours (docs/spec/page-wallets.md section 6,
// decision 24, "Safe"). It is an EIP-1193 provider for the engine only. A send is a proposal, and its hash isn't a transaction's.

import type { PageWallet } from '../engine/border';
import {
  add,
  after,
  Bytes,
  call,
  filterItems,
  cut,
  decoded,
  matches,
  findItem,
  get,
  builtIn,
  isArray,
  keys,
  listen,
  lower,
  mapped,
  parse,
  delay,
  isFrom,
  size,
  Vow,
  vow,
  within,
} from '../captured';
import { randomBytes, toHex } from './bytes';
import { adaptEip1193, toQuantity, type Eip1193Like } from './eip1193';
import { fault, attempt, unreadable } from './foreign';
import type { PageContext } from './index';

const host = builtIn<Window>('parent');
const own_host = 'app.safe.global';
/** how long to wait for a response if the frame isn't a Safe; Safe's own SDK waits forever */
const info_wait_ms = 1_000;
const poll_ms = 2_000;
/** the user's time limit for a request (decision 27, "Time for a request") */
const sign_wait_ms = 900_000;

interface Info {
  safeAddress: string;
  chainId: number;
  isReadOnly?: boolean;
}

type Params = readonly unknown[];

const ended = () => fault(4900, 'The page disconnected');

/** Whether a host matches a pattern. Each `*` is one label, and a port only matches if the pattern has it (docs/spec/services.md A5). */
export function isOfHost(pattern: string, { hostname, port }: { hostname: string; port: string }): boolean {
  let name = '';
  let allowedHost = '';
  const text = lower(pattern);
  for (let i = 0; i < text.length; i++)
    if (text[i] == ':' && matches(/^\d+$/, cut(text, i + 1))) {
      allowedHost = cut(text, i + 1);
      break;
    } else name += text[i]!;
  const labels = labelsOf(name);
  const own = labelsOf(hostname);
  const isOther = (label: string, i: number) => label != '*' && label != own[i];
  return allowedHost == port && labels.length == own.length && !filterItems(labels, isOther).length;
}

function labelsOf(name: string): string[] {
  const labels = [''];
  for (let i = 0; i < name.length; i++)
    if (name[i] == '.') add(labels, '');
    else labels[labels.length - 1] += name[i]!;
  return labels;
}

/** The origin of the page around ours, if it might be a Safe. */
export function originOfSafe(allowed: unknown): string | null {
  if (host == window) return null;
  const of = attempt(
    () =>
      new (builtIn<typeof URL>('URL'))(
        location.ancestorOrigins?.[0] ?? (get(document, 'referrer') as string),
      ),
  );
  if (!of) return null;
  const part = (name: 'hostname' | 'port' | 'protocol' | 'origin') => get(of, name) as string;
  const url = { hostname: part('hostname'), port: part('port') };
  if (!(part('protocol') == 'https:' || matches(/^(localhost|127\.0\.0\.1|\[::1\])$/, url.hostname)))
    return null;
  const names = mapped(isArray(allowed) ? (allowed as unknown[]) : [], (name) => `${name as string}`);
  const isNamed = findItem(names, (name) => isOfHost(name, url)) !== undefined;
  return isNamed || isOfHost(own_host, url) ? part('origin') : null;
}

/** The message for a declined proposal: nothing was proposed. Any other message leaves the outcome unknown. */
const rejected = /^transaction (was )?rejected\.?$/i;
/** for a message to sign, either error loses nothing */
const declined = /reject|declin|cancel/i;

/**
 * Calls the page around ours. A response counts only if the browser delivered it from that window and origin, for an open request: a
 * script of this page can create a similar event.
 */
function connection(origin: string, gone: AbortSignal) {
  type Question = { method: string; settle(data: unknown): void; fail(error: Error): void };
  const open: Record<string, Question> = { __proto__: null as never };
  listen<MessageEvent>(
    'message',
    (event) => {
      const data = isFrom(event, host, origin)?.data;
      if (typeof data != 'object' || !data) return;
      const { id, success, error, version } = data as Record<string, unknown>;
      const request = typeof id == 'string' && matches(/^[1-9]/, `${version}`) && open[id];
      if (!request) return;
      delete open[id];
      if (success === true) return request.settle((data as { data?: unknown }).data);
      // its errors only have a message
      const words = typeof error == 'string' ? cut(error, 0, 200) : 'Safe has failed';
      const isNo = matches(request.method == 'sendTransactions' ? rejected : declined, words);
      request.fail(isNo ? fault(4001, words) : new Error(words));
    },
    gone,
  );
  call(gone, 'addEventListener', [
    'abort',
    () => {
      const ids = keys(open);
      for (let i = 0; i < ids.length; i++) {
        open[ids[i]!]!.fail(ended());
        delete open[ids[i]!];
      }
    },
  ]);
  return <T>(method: string, params?: unknown): Promise<T> =>
    new Vow((settle, fail) => {
      if (gone.aborted) return fail(ended());
      const id = toHex(randomBytes(5));
      open[id] = { method, settle: settle as (data: unknown) => void, fail };
      // eslint-disable-next-line no-restricted-syntax -- a window of another origin: a script of this page can't change its methods
      host.postMessage({ id, method, params, env: { sdkVersion: '9.1.0' } }, origin);
    });
}
type Ask = ReturnType<typeof connection>;

const hash_pattern = /^0x[0-9a-f]{64}$/i;
const bytes_pattern = /^0x([0-9a-f]{2})*$/i;

const hashOf = (data: unknown, name: string): string | undefined => {
  const hash = (data as Record<string, unknown> | null)?.[name];
  return typeof hash == 'string' && matches(hash_pattern, hash) ? hash : undefined;
};
const needed = <T>(value: T | undefined): T => {
  if (value === undefined) throw unreadable();
  return value;
};
const isSignature = (value: unknown): value is string =>
  typeof value == 'string' && value.length > 2 && matches(bytes_pattern, value);

// On the way to Safe, nothing that the page can replace is called (docs/spec/security.md T2).
const digits = '0123456789abcdef';
function digitOf(letter: string | undefined): number {
  for (let i = 0; i < digits.length; i++)
    if (digits[i] == letter || (i > 9 && 'ABCDEF'[i - 10] == letter)) return i;
  throw fault(-32602, 'Expected a hex string');
}

/** Converts a hex quantity to decimal. */
export function toDecimal(hex: string): string {
  if (hex[0] != '0' || hex[1] != 'x') throw fault(-32602, 'Expected a hex string');
  // the lowest first, seven digits each
  const limbs = [0];
  for (let i = 2; i < hex.length; i++) {
    let carry = digitOf(hex[i]);
    for (let at = 0; at < limbs.length; at++) {
      const sum = limbs[at]! * 16 + carry;
      limbs[at] = sum % 1e7;
      carry = (sum - limbs[at]!) / 1e7;
    }
    if (carry) add(limbs, carry);
  }
  let text = '';
  for (let at = 0; at < limbs.length; at++) {
    let rest = limbs[at]!;
    const isHighest = at == limbs.length - 1;
    for (let n = 0; n < 7 && (!isHighest || rest || !text); n++) {
      text = digits[rest % 10]! + text;
      rest = (rest / 10) | 0;
    }
  }
  return text;
}

/** The text of a message; Safe can't sign other bytes. */
function textOf(hex: unknown): string {
  if (typeof hex != 'string' || hex[0] != '0' || hex[1] != 'x' || hex.length % 2)
    throw fault(-32602, 'The message must be a hex string');
  const bytes = new Bytes(hex.length / 2 - 1);
  const length = size(bytes);
  for (let i = 0; i < length; i++) bytes[i] = digitOf(hex[2 * i + 2]) * 16 + digitOf(hex[2 * i + 3]);
  const text = decoded(bytes, length);
  for (let i = 0; i < text.length; i++)
    if (text[i] == '\ufffd') throw fault(4200, 'Safe can only sign text messages');
  return text;
}

interface Call {
  to?: unknown;
  value?: unknown;
  data?: unknown;
}

/** In Safe's format: the value is decimal. */
function toCall({ to, value, data }: Call): object {
  // contracts can only be created by calling a factory contract
  if (typeof to != 'string') throw fault(4200, 'Safe transactions need a recipient');
  return { to, value: value === undefined ? '0' : toDecimal(value as string), data: data ?? '0x' };
}

/** The status of a proposal, by the codes of EIP-5792. */
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
function providerOf(ask: Ask, { safeAddress, chainId, isReadOnly }: Info): Eip1193Like {
  const hexChain = toQuantity(chainId);
  const nextLook = () => delay(poll_ms);
  const proposal = (safeTxHash: string) => ask<Proposal | null>('getTxBySafeTxHash', { safeTxHash });

  const send = async (calls: readonly Call[]): Promise<string> => {
    if (!calls.length) throw fault(-32602, 'calls must not be empty');
    const txs: object[] = [];
    for (let i = 0; i < calls.length; i++) add(txs, toCall(calls[i]!));
    return needed(hashOf(await ask('sendTransactions', { txs }), 'safeTxHash'));
  };

  /**
   * Off-chain, the signature is complete once enough owners have signed. On-chain there is no signature; the contract confirms the
   * message.
   */
  const sign = async (method: string, params: object): Promise<string> => {
    const settings = ask('rpcCall', { call: 'safe_setSettings', params: [{ offChainSigning: true }] });
    await after(settings, undefined, () => {});
    const answer = await ask<{ signature?: unknown } | null>(method, params);
    if (isSignature(answer?.signature)) return answer.signature;
    const message = hashOf(answer, 'messageHash');
    const safeTxHash = hashOf(answer, 'safeTxHash');
    // The caller of an older request no longer waits.
    for (const until = performance.now() + sign_wait_ms; performance.now() < until;) {
      if (message) {
        const signed = await ask<unknown>('getOffChainSignature', message);
        if (isSignature(signed)) return signed;
      } else {
        const txStatus = (await proposal(needed(safeTxHash)))?.txStatus;
        if (txStatus == 'SUCCESS') return '0x';
        if (txStatus == 'CANCELLED' || txStatus == 'FAILED')
          throw fault(4001, "The Safe's owners didn't sign the transaction");
      }
      await nextLook();
    }
    throw fault(-32603, "The Safe's owners didn't respond");
  };

  const callsStatus = async (id: unknown) => {
    if (typeof id != 'string' || !matches(hash_pattern, id)) throw fault(5730, 'Unknown call batch');
    const state = await proposal(id);
    const transactionHash = hashOf(state, 'txHash');
    const status = statuses[`${state?.txStatus}`] ?? 100;
    const receipt = { transactionHash, status: status == 200 ? '0x1' : '0x0' };
    return {
      version: '2.0.0',
      id,
      chainId: hexChain,
      atomic: true,
      // in a block, but its hash isn't known yet
      status: status == 200 && !transactionHash ? 100 : status,
      ...(transactionHash && status >= 200 ? { receipts: [receipt] } : {}),
    };
  };

  const signing = (run: () => Promise<unknown>): Promise<unknown> => {
    if (isReadOnly) throw fault(4100, 'This Safe is read-only');
    return run();
  };

  const respond = (method: string, params: Params): unknown => {
    const first = params[0] as Record<string, unknown> | undefined;
    const second = params[1];
    switch (method) {
      case 'eth_accounts':
      case 'eth_requestAccounts':
        return [safeAddress];
      case 'eth_chainId':
        return hexChain;
      case 'wallet_revokePermissions':
        return null;
      case 'wallet_switchEthereumChain':
        if (+`${first?.chainId}` == chainId) return null;
        throw fault(4902, 'Change the network in Safe');
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
        const typedData: unknown = typeof second == 'string' ? parse(second) : second;
        return signing(() => sign('signTypedMessage', { typedData }));
      }
    }
    throw fault(4200, "Safe doesn't support this method");
  };
  return {
    request: ({ method, params }) => vow(() => respond(method, isArray(params) ? params : [])),
  };
}

const isChain = (id: unknown): boolean => typeof id == 'number' && id > 0 && id % 1 == 0 && id <= 2 ** 53 - 1;
const isInfo = (info: Info | null): info is Info =>
  matches(/^0x[0-9a-f]{40}$/i, `${info?.safeAddress}`) && isChain(info!.chainId);

export async function findSafe(
  announce: (wallet: PageWallet) => boolean,
  signal: AbortSignal,
  { options }: PageContext,
): Promise<void> {
  const origin = originOfSafe(options.safeHosts);
  if (!origin) return;
  const ask = connection(origin, signal);
  let isFound = false;
  let isLooking = false;
  const look = async (): Promise<void> => {
    if (isFound || isLooking) return;
    isLooking = true;
    const request = ask<Info | null>('getSafeInfo');
    // A page that loads slowly responds late. Its response counts whenever it arrives, and the request can be repeated meanwhile.
    const info = await within(info_wait_ms, request);
    isLooking = false;
    if (isInfo(info)) return take(info);
    void after(
      request,
      (late) => isInfo(late) && take(late),
      () => undefined,
    );
  };
  const take = (info: Info): void => {
    if (signal.aborted || isFound) return;
    isFound = true;
    const provider = providerOf(ask, info);
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
  };
  // Each opening, and each intent to open, requests announcements again (wallets/announced.ts): the Safe might have been slow.
  listen('eip6963:requestProvider', () => void look(), signal);
  await look();
}
