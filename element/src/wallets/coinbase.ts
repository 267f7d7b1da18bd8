// Coinbase's wallet without an extension: its own window, spoken with by the protocol of docs/spec/page-wallets.md 7.1 (Base Account is the same
// window). It is an EIP-1193 provider for the engine and nobody else. Nobody is contacted before a person presses it, and only where the page
// has switched it on (option `enableCoinbase`, docs/spec/decisions.md 82).

import type { PageWallet } from '../engine/border';
import { apply, global, keys, listen, parse, saidBy, stringify } from '../captured';
import { written } from '../written';
import { heard } from './announced';
import {
  canEncrypt,
  forget,
  keep,
  load,
  newKey,
  randomBytes,
  readKey,
  seal,
  toHex,
  unseal,
  written as writtenKey,
  type Session,
} from './coinbase-session';
import { adaptEip1193, type Eip1193Like } from './eip1193';
import { fault, tried, unreadable } from './foreign';
import type { Around } from './index';

const own_url = 'https://keys.coinbase.com/connect';
const rdns = 'com.coinbase.wallet';
const name = 'Coinbase Wallet';
/** the protocol's own; older windows look at it */
const version = '4.4.0';
const [width, height] = [420, 540];
/** a window that has said nothing by then never will */
const load_wait_ms = 30_000;
const closed_poll_ms = 300;
/** an answer may be on its way when its window is gone */
const closed_grace_ms = 150;
/** so long a window may take to go by itself after an answer: what it was asked meanwhile would go with it */
const leave_ms = 1_000;
/** a window that cannot be reached reads as closed from the start */
const unreachable_ms = 1_000;
const node_wait_ms = 10_000;
const node_bytes_max = 64 * 1024;

const openWindow = global<() => unknown>('open');

/** What its window decides on; what is not here is read from the network's own node. */
const asked_there =
  /^(personal_sign|eth_(sendTransaction|signTypedData_v4)|wallet_(sendCalls|showCallsStatus|grantPermissions|addEthereumChain|watchAsset))$/;
const sends = /^(eth_sendTransaction|wallet_sendCalls)$/;

interface Message {
  id?: unknown;
  event?: unknown;
  requestId?: unknown;
  data?: unknown;
  sender?: unknown;
  content?: { failure?: { code?: unknown; message?: unknown }; encrypted?: unknown };
}
type Fields = Record<string, unknown>;

const uuid = (): string => {
  const bytes = randomBytes(16);
  bytes[6] = (bytes[6]! & 15) | 64;
  bytes[8] = (bytes[8]! & 63) | 128;
  const hex = toHex(bytes);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};

const closed = () => fault(4001, 'The window was closed');

/**
 * The window. Only what the browser itself brought from it, from that origin, counts. Closed, it answers each open question with a no; a send that
 * had reached it may have been confirmed, so that of one nothing is known.
 */
function windowAt(url: URL, hello: () => object, gone: AbortSignal) {
  interface Question {
    settle(message: Message): void;
    fail(error: Error): void;
    isSend: boolean;
  }
  const questions: Record<string, Question> = { __proto__: null as never };
  let opened: Window | null = null;
  let loaded: Promise<void> = Promise.resolve();
  let hear: ((message: Message) => void) | undefined;
  let answered = -Infinity;
  let poll: ReturnType<typeof setInterval> | undefined;

  const end = (error?: Error): void => {
    clearInterval(poll);
    opened = null;
    const ids = keys(questions);
    for (let i = 0; i < ids.length; i++) {
      const id = ids[i]!;
      const { fail, isSend } = questions[id]!;
      delete questions[id];
      fail(error ?? (isSend ? new Error('The window was closed before it answered') : closed()));
    }
  };
  listen<MessageEvent>(
    'message',
    (event) => {
      const data = saidBy(event, opened, url.origin)?.data;
      if (typeof data != 'object' || !data) return;
      const message = data as Message;
      if (message.event == 'PopupLoaded') hear?.(message);
      if (message.event == 'PopupUnload') return end();
      const id = message.requestId;
      const question = typeof id == 'string' && questions[id];
      if (!question) return;
      delete questions[id];
      if (message.content) answered = performance.now();
      question.settle(message);
    },
    gone,
  );
  gone.addEventListener('abort', () => {
    opened?.close();
    end(fault(4900, 'the page has ended it'));
  });

  const ready = async (): Promise<void> => {
    while (opened && !opened.closed && performance.now() - answered < leave_ms)
      await new Promise((resolve) => setTimeout(resolve, 50));
    if (opened && !opened.closed) {
      opened.focus();
      return loaded;
    }
    end();
    const left = screenX + (innerWidth - width) / 2;
    const top = screenY + (innerHeight - height) / 2;
    const place = `popup,width=${width},height=${height},left=${left},top=${top}`;
    opened = apply(openWindow, window, [url.href, `wallet_${uuid()}`, place]) as Window | null;
    if (!opened) throw fault(-32603, 'The browser blocked the window: allow pop-ups for this page');
    const mine = opened;
    const began = performance.now();
    return (loaded = new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        mine.close();
        if (opened == mine) end();
        reject(fault(-32603, 'The window did not answer'));
      }, load_wait_ms);
      hear = ({ id }) => {
        hear = undefined;
        clearTimeout(late);
        mine.postMessage({ requestId: id, data: hello() }, url.origin);
        resolve();
      };
      clearInterval(poll);
      poll = setInterval(() => {
        if (!mine.closed) return;
        clearInterval(poll);
        clearTimeout(late);
        const isUnreachable = hear && performance.now() - began < unreachable_ms;
        const error = isUnreachable
          ? fault(
              -32603,
              'The window cannot be reached: is Cross-Origin-Opener-Policy of this page same-origin?',
            )
          : closed();
        setTimeout(() => {
          reject(error);
          if (opened == mine) end();
        }, closed_grace_ms);
      }, closed_poll_ms);
    }));
  };

  return {
    /** Opens it, or brings it to the front; call it in the tap. */
    ready,
    /** Asks it; the answer is foreign. */
    ask: (message: { id: string }, isSend = false): Promise<Message> =>
      new Promise((settle, fail) => {
        if (!opened || opened.closed) return fail(closed());
        questions[message.id] = { settle, fail, isSend };
        opened.postMessage(message, url.origin);
      }),
  };
}

const isAccount = (value: unknown): value is string =>
  typeof value == 'string' && /^0x[0-9a-f]{40}$/i.test(value);
const isNode = (url: unknown): url is string =>
  typeof url == 'string' && /^(https:|http:\/\/(localhost|127\.0\.0\.1)[:/])/.test(url);

/** The networks that its window says it serves, with the node of each. */
function chainsOf(data: unknown): Record<string, string> | undefined {
  if (typeof data != 'object' || !data) return undefined;
  const chains: Record<string, string> = {};
  for (const [id, url] of Object.entries(data).slice(0, 200))
    if (/^[1-9]\d{0,14}$/.test(id)) chains[id] = isNode(url) ? url : '';
  return chains;
}

/** Read as it comes: a node may answer without an end. */
async function askNode(url: string, method: string, params: unknown): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: `{"id":1,"jsonrpc":"2.0","method":${stringify(method)},"params":${written(params)!}}`,
    credentials: 'omit',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(node_wait_ms),
  });
  const reader = answer.body!.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let bytes = 0; ;) {
    const { done, value } = await reader.read();
    if (done) break;
    if ((bytes += value.length) > node_bytes_max) {
      void reader.cancel();
      throw unreadable();
    }
    text += decoder.decode(value, { stream: true });
  }
  const { result, error } = parse(text) as {
    result?: unknown;
    error?: { code?: unknown; message?: unknown };
  };
  if (error) throw fault(Number(error.code) || -32603, `${error.message}`);
  return result;
}

/** Its window as a provider. */
function providerOf(url: URL, around: Around, gone: AbortSignal): Eip1193Like {
  const { options } = around;
  const preference = { options: options.coinbasePreference ?? 'all' };
  const metadata = () => {
    const { name: appName, icons } = (options.metadata ?? {}) as { name?: unknown; icons?: unknown };
    const ids: number[] = [];
    for (const { chainNamespace, id } of around.networks())
      if (chainNamespace == 'eip155') ids.push(Number(id));
    return {
      appName: `${appName || document.title || location.host}`,
      appLogoUrl: Array.isArray(icons) && typeof icons[0] == 'string' ? icons[0] : null,
      appChainIds: ids,
    };
  };
  const hello = () => ({
    version,
    metadata: metadata(),
    preference,
    location: location.origin + location.pathname,
  });
  const popup = windowAt(url, hello, gone);

  let session: Session | undefined;
  const restored =
    options.storage == 'memory' ? Promise.resolve() : load().then((kept) => void (session ??= kept));
  const listeners: Record<string, Set<(value: unknown) => void>> = {};
  const tell = (event: string, value: unknown): void => listeners[event]?.forEach((fn) => fn(value));

  const hold = (next: Session | undefined): void => {
    session = next;
    if (options.storage != 'memory') void (next ? keep(next) : forget());
  };
  const leave = (): void => {
    hold(undefined);
    tell('accountsChanged', []);
  };
  const held = (): Session => {
    if (!session) throw fault(4100, 'Coinbase Wallet is not connected');
    return session;
  };
  const hexChain = (id: number): string => `0x${id.toString(16)}`;

  const message = async (own: CryptoKeyPair, content: object) => ({
    id: uuid(),
    sender: await writtenKey(own.publicKey),
    content,
    timestamp: new Date(),
  });

  /** What an answer says; whatever else it brings is kept. */
  const said = async (keys: Pick<Session, 'own' | 'peer'>, { content }: Message) => {
    if (content?.failure) throw faultOf(content.failure);
    const answer = parse(await unseal(keys, content?.encrypted)) as { result?: Fields; data?: Fields };
    const { error } = answer.result ?? {};
    if (error) throw faultOf(error);
    return { value: answer.result?.value, data: answer.data };
  };
  const faultOf = (of: unknown): Error => {
    const { code, message: words } = of as { code?: unknown; message?: unknown };
    if (code == 4100) leave();
    const text = typeof words == 'string' ? words.slice(0, 200) : 'Coinbase Wallet has failed';
    return typeof code == 'number' ? fault(code, text) : new Error(text);
  };

  const connect = async (): Promise<readonly string[]> => {
    if (!canEncrypt()) throw fault(-32603, 'Coinbase Wallet needs a page of https');
    await popup.ready();
    const handshakeRequest = { method: 'eth_requestAccounts' };
    const chosen = await popup.ask({
      id: uuid(),
      event: 'selectSignerType',
      data: { ...preference, handshakeRequest },
    } as { id: string });
    if (chosen.data != 'scw') throw fault(4200, 'Coinbase’s app connects by WalletConnect');
    const own = await newKey();
    const handshake = { ...handshakeRequest, params: metadata() };
    const answer = await popup.ask(await message(own, { handshake }));
    if (answer.content?.failure) throw faultOf(answer.content.failure);
    const peer = await readKey(answer.sender);
    const { value, data } = await said({ own, peer }, answer);
    const accounts = (Array.isArray(value) ? value.slice(0, 64) : []).filter(isAccount);
    if (!accounts.length) throw unreadable();
    const chains = chainsOf(data?.chains) ?? {};
    const wanted = metadata().appChainIds;
    const chainId = wanted.find((id) => id in chains) ?? wanted[0] ?? 1;
    hold({ own, peer, accounts, chainId, chains, capabilities: data?.capabilities });
    return accounts;
  };

  const ask = async (method: string, params: unknown): Promise<unknown> => {
    const of = held();
    const clear = `{"action":{"method":${stringify(method)},"params":${written(params)!}},"chainId":${of.chainId}}`;
    // The window first, while there is the tap.
    const [, encrypted] = await Promise.all([popup.ready(), seal(of, clear)]);
    const { value, data } = await said(
      of,
      await popup.ask(await message(of.own, { encrypted }), sends.test(method)),
    );
    const chains = chainsOf(data?.chains);
    if (session && (chains || data?.capabilities))
      hold({
        ...session,
        ...(chains && { chains }),
        capabilities: data?.capabilities ?? session.capabilities,
      });
    return value;
  };

  const move = async (params: readonly unknown[]): Promise<null> => {
    const chainId = Number((params[0] as { chainId?: unknown } | undefined)?.chainId);
    const { chains } = held();
    if (!Number.isSafeInteger(chainId) || chainId < 1) throw fault(-32602, 'this is no chain');
    if (!(chainId in chains) && (await ask('wallet_switchEthereumChain', params)) !== null)
      throw fault(4902, 'Coinbase Wallet does not know this network');
    hold({ ...held(), chainId });
    tell('chainChanged', hexChain(chainId));
    return null;
  };

  const answer = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    if (asked_there.test(method)) return ask(method, params);
    switch (method) {
      case 'eth_requestAccounts':
        return connect();
      case 'eth_accounts':
        await restored;
        return session?.accounts ?? [];
      case 'eth_chainId':
        return hexChain(held().chainId);
      case 'wallet_revokePermissions':
        hold(undefined);
        return null;
      case 'wallet_switchEthereumChain':
        return move(params);
      case 'wallet_getCapabilities':
        return held().capabilities ?? {};
      case 'wallet_getCallsStatus': {
        // Only its own node knows.
        const { chains, chainId } = held();
        if (chains[chainId]) return askNode(chains[chainId], method, params);
      }
    }
    throw fault(4200, 'Coinbase Wallet has no such method');
  };
  return {
    request: ({ method, params }) => answer(method, Array.isArray(params) ? params : []),
    on: (event, fn) => (listeners[event] ??= new Set()).add(fn),
    removeListener: (event, fn) => listeners[event]?.delete(fn),
  };
}

/** Whether its extension has announced itself: then that one is asked. */
const isInstalled = (): boolean => heard().some(({ info }) => info.rdns?.value == rdns);

export function findCoinbase(
  announce: (wallet: PageWallet) => boolean,
  gone: AbortSignal,
  around: Around,
): void {
  const { options } = around;
  const url = tried(() => new URL(`${(options.coinbaseKeysUrl as string | undefined) ?? own_url}`));
  if (options.coinbasePreference == 'eoaOnly' || isInstalled() || !isNode(url?.href)) return;
  url!.searchParams.set('sdkName', 'wallet-modal');
  url!.searchParams.set('sdkVersion', version);
  url!.searchParams.set('origin', location.origin);
  url!.searchParams.set('coop', 'null');
  const provider = providerOf(url!, around, gone);
  announce({
    id: 'coinbase',
    name,
    icon: null,
    rdns,
    namespaces: ['eip155'],
    type: 'EXTERNAL',
    provider,
    ...adaptEip1193(provider),
  });
}
