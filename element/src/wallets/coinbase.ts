// Coinbase Wallet without its extension: its window, called through the protocol of docs/spec/page-wallets.md 7.1 (Base Account uses the
// same window). It is an EIP-1193 provider for the engine only. It contacts no server before a click, and only if the page has turned it
// on (option `enableCoinbase`, decision 82, "Coinbase without an extension").

import type { PageWallet } from '../engine/border';
import {
  add,
  after,
  apply,
  Bytes,
  call,
  filterItems,
  cut,
  decoded,
  findItem,
  matches,
  get,
  builtIn,
  isArray,
  keys,
  listen,
  method as methodIn,
  own,
  parse,
  delay,
  isFrom,
  size,
  Unique,
  stringify,
  head,
  vow,
  Vow,
} from '../captured';
import { randomBytes, toHex } from './bytes';
import { readList } from './standard';
import { written } from '../written';
import { announced } from './announced';
import {
  canEncrypt,
  forget,
  keep,
  load,
  newKey,
  readKey,
  seal,
  unseal,
  written as writtenKey,
  type Session,
} from './coinbase-session';
import { adaptEip1193, toQuantity, type Eip1193Like } from './eip1193';
import { fault, attempt, unreadable } from './foreign';
import type { PageContext } from './index';

const own_url = 'https://keys.coinbase.com/connect';
const rdns = 'com.coinbase.wallet';
const name = 'Coinbase Wallet';
/** the version of the protocol; older windows check it */
const version = '4.4.0';
const width = 420;
const height = 540;
/** a window without a message by then has failed to load */
const load_wait_ms = 30_000;
const closed_poll_ms = 300;
/** a response might still arrive after its window has closed */
const closed_grace_ms = 150;
/** how long a window can take to close after its response; a request sent meanwhile would be lost */
const leave_ms = 1_000;
/** a window that can't be reached counts as closed from the start */
const unreachable_ms = 1_000;
const node_wait_ms = 10_000;
const node_bytes_max = 64 * 1024;
const chains_max = 200;
const accounts_max = 64;

const openWindow = builtIn<() => unknown>('open');

/** Requests that the window handles. Other requests go to the network's node. */
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
/** The URL of the window, parsed once. */
type Address = { href: string; origin: string };

const uuid = (): string => {
  const bytes = randomBytes(16);
  bytes[6] = (bytes[6]! & 15) | 64;
  bytes[8] = (bytes[8]! & 63) | 128;
  const hex = toHex(bytes);
  return `${cut(hex, 0, 8)}-${cut(hex, 8, 12)}-${cut(hex, 12, 16)}-${cut(hex, 16, 20)}-${cut(hex, 20)}`;
};

const closed = () => fault(4001, 'The window was closed');

/**
 * The window. Only messages that the browser delivered from it and from that origin count. When it closes, open requests are rejected. A
 * send that had reached the window might have been confirmed, so its outcome is unknown.
 */
function windowAt(url: Address, hello: () => object, gone: AbortSignal) {
  interface Question {
    settle(message: Message): void;
    fail(error: Error): void;
    isSend: boolean;
  }
  const questions: Record<string, Question> = { __proto__: null as never };
  let opened: Window | null = null;
  let loaded: Promise<void> = vow(() => undefined);
  let hear: ((message: Message) => void) | undefined;
  let answeredAt = -Infinity;
  /** counts windows, so that an earlier one is ignored */
  let turn = 0;

  const end = (error?: Error): void => {
    turn++;
    opened = null;
    const ids = keys(questions);
    for (let i = 0; i < ids.length; i++) {
      const id = ids[i]!;
      const { fail, isSend } = questions[id]!;
      delete questions[id];
      fail(error ?? (isSend ? new Error('The window was closed before it responded') : closed()));
    }
  };
  listen<MessageEvent>(
    'message',
    (event) => {
      const data = isFrom(event, opened, url.origin)?.data;
      if (typeof data != 'object' || !data) return;
      const message = data as Message;
      if (message.event == 'PopupLoaded') hear?.(message);
      if (message.event == 'PopupUnload') return end();
      const id = message.requestId;
      const question = typeof id == 'string' && questions[id];
      if (!question) return;
      delete questions[id];
      if (message.content) answeredAt = performance.now();
      question.settle(message);
    },
    gone,
  );
  call(gone, 'addEventListener', [
    'abort',
    () => {
      opened?.close();
      end(fault(4900, 'The page disconnected'));
    },
  ]);

  const ready = async (): Promise<void> => {
    while (opened && !opened.closed && performance.now() - answeredAt < leave_ms) await delay(50);
    if (opened && !opened.closed) {
      opened.focus();
      return loaded;
    }
    end();
    const left = screenX + (innerWidth - width) / 2;
    const top = screenY + (innerHeight - height) / 2;
    const place = `popup,width=${width},height=${height},left=${left},top=${top}`;
    opened = apply(openWindow, window, [url.href, `wallet_${uuid()}`, place]) as Window | null;
    if (!opened) throw fault(-32603, 'The browser blocked the window. Allow pop-ups for this page');
    const mine = opened;
    const began = performance.now();
    return (loaded = new Vow((resolve, reject) => {
      const late = setTimeout(() => {
        mine.close();
        if (opened == mine) end();
        reject(fault(-32603, "The window didn't respond"));
      }, load_wait_ms);
      hear = ({ id }) => {
        hear = undefined;
        clearTimeout(late);
        // eslint-disable-next-line no-restricted-syntax -- a window of another origin: a script of this page can't change its methods
        mine.postMessage({ requestId: id, data: hello() }, url.origin);
        resolve();
      };
      const mine_turn = ++turn;
      const look = (): void => {
        if (mine_turn != turn) return;
        if (!mine.closed) return void setTimeout(look, closed_poll_ms);
        clearTimeout(late);
        const isUnreachable = hear && performance.now() - began < unreachable_ms;
        const error = isUnreachable
          ? fault(
              -32603,
              "Couldn't reach the window. Check whether this page's Cross-Origin-Opener-Policy is same-origin",
            )
          : closed();
        setTimeout(() => {
          reject(error);
          if (opened == mine) end();
        }, closed_grace_ms);
      };
      setTimeout(look, closed_poll_ms);
    }));
  };

  return {
    /** Opens it, or brings it to the front. Call it in the click. */
    ready,
    /** Sends a request; the response is foreign data. */
    ask: (message: { id: string }, isSend = false): Promise<Message> =>
      new Vow((settle, fail) => {
        if (!opened || opened.closed) return fail(closed());
        questions[message.id] = { settle, fail, isSend };
        // eslint-disable-next-line no-restricted-syntax -- the same window
        opened.postMessage(message, url.origin);
      }),
  };
}

const isAccount = (value: unknown): value is string =>
  typeof value == 'string' && matches(/^0x[0-9a-f]{40}$/i, value);
const isNode = (url: unknown): url is string =>
  typeof url == 'string' && matches(/^(https:|http:\/\/(localhost|127\.0\.0\.1)[:/])/, url);

/** The networks that the window says it serves, with their RPC URLs. */
function chainsOf(data: unknown): Record<string, string> | undefined {
  if (typeof data != 'object' || !data) return undefined;
  const chains: Record<string, string> = { __proto__: null as never };
  const ids = keys(data);
  for (let i = 0; i < ids.length && i < chains_max; i++) {
    const url = (data as Fields)[ids[i]!];
    if (matches(/^[1-9]\d{0,14}$/, ids[i]!)) chains[ids[i]!] = isNode(url) ? url : '';
  }
  return chains;
}

const setBytes = methodIn('Typed', 'set');
const fetchNative = builtIn<typeof fetch>('fetch');
const timeout = own<typeof AbortSignal.timeout>('AbortSignal', 'timeout');

/** Reads the response in chunks, because a node might never stop sending. */
async function askNode(url: string, method: string, params: unknown): Promise<unknown> {
  const answer = await apply(fetchNative, undefined, [
    url,
    {
      __proto__: null,
      method: 'POST',
      headers: { __proto__: null, 'content-type': 'application/json' },
      body: `{"id":1,"jsonrpc":"2.0","method":${stringify(method)},"params":${written(params)!}}`,
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      signal: apply(timeout, builtIn('AbortSignal'), [node_wait_ms]),
    } as never,
  ]);
  const reader = call<ReadableStreamDefaultReader<Uint8Array>>(get(answer, 'body'), 'getReader', []);
  const bytes = new Bytes(node_bytes_max);
  let length = 0;
  for (;;) {
    const { done, value } = await call<Promise<{ done: boolean; value?: Uint8Array }>>(reader, 'read', []);
    if (done) break;
    if (length + size(value!) > node_bytes_max) {
      void call(reader, 'cancel', []);
      throw unreadable();
    }
    apply(setBytes, bytes, [value, length] as never);
    length += size(value!);
  }
  const { result, error } = parse(decoded(head(bytes, length), length)) as {
    result?: unknown;
    error?: { code?: unknown; message?: unknown };
  };
  if (error) throw fault(+`${error.code}` || -32603, `${error.message}`);
  return result;
}

/** The window as a provider. `isRemembered`: the accounts come only from storage, and the window hasn't responded in this page. */
function providerOf(
  url: Address,
  around: PageContext,
  signal: AbortSignal,
): { provider: Eip1193Like; isRemembered: () => boolean } {
  const { options } = around;
  const preference = { options: options.coinbasePreference ?? 'all' };
  const metadata = () => {
    const { name: appName, icons } = (options.metadata ?? {}) as { name?: unknown; icons?: unknown };
    const ids: number[] = [];
    const networks = around.networks();
    for (let i = 0; i < networks.length; i++)
      if (networks[i]!.chainNamespace == 'eip155') add(ids, +networks[i]!.id);
    return {
      appName: `${appName || document.title || location.host}`,
      appLogoUrl: isArray(icons) && typeof icons[0] == 'string' ? icons[0] : null,
      appChainIds: ids,
    };
  };
  const hello = () => ({
    version,
    metadata: metadata(),
    preference,
    location: location.origin + location.pathname,
  });
  const popup = windowAt(url, hello, signal);

  let session: Session | undefined;
  let isNamed = false;
  const restored =
    options.storage == 'memory' ? vow(() => undefined) : after(load(), (kept) => void (session ??= kept));
  const listeners: Record<string, Unique<(value: unknown) => void>> = { __proto__: null as never };
  const tell = (event: string, value: unknown): void => listeners[event]?.each((fn) => fn(value));

  const hold = (next: Session | undefined): void => {
    session = next;
    if (options.storage != 'memory') void (next ? keep(next) : forget());
  };
  const leave = (): void => {
    hold(undefined);
    tell('accountsChanged', []);
  };
  const currentSession = (): Session => {
    if (!session) throw fault(4100, "Coinbase Wallet isn't connected");
    return session;
  };

  const message = async (own: CryptoKeyPair, content: object) => ({
    id: uuid(),
    sender: await writtenKey(own.publicKey),
    content,
    timestamp: new Date(),
  });

  /** Reads a response, and stores everything else in it. */
  const readResponse = async (keys: Pick<Session, 'own' | 'peer'>, { content }: Message) => {
    if (content?.failure) throw faultOf(content.failure);
    const answer = parse(await unseal(keys, content?.encrypted)) as { result?: Fields; data?: Fields };
    const { error } = answer.result ?? {};
    if (error) throw faultOf(error);
    return { value: answer.result?.value, data: answer.data };
  };
  const faultOf = (of: unknown): Error => {
    const { code, message: words } = of as { code?: unknown; message?: unknown };
    if (code == 4100) leave();
    const text = typeof words == 'string' ? cut(words, 0, 200) : 'Coinbase Wallet has failed';
    return typeof code == 'number' ? fault(code, text) : new Error(text);
  };

  const connect = async (): Promise<readonly string[]> => {
    if (!canEncrypt()) throw fault(-32603, 'Coinbase Wallet requires HTTPS');
    await popup.ready();
    const handshakeRequest = { method: 'eth_requestAccounts' };
    const signer = await popup.ask({
      id: uuid(),
      event: 'selectSignerType',
      data: { ...preference, handshakeRequest },
    } as { id: string });
    if (signer.data != 'scw') throw fault(4200, 'The Coinbase app connects through WalletConnect');
    const own = await newKey();
    const handshake = { ...handshakeRequest, params: metadata() };
    const answer = await popup.ask(await message(own, { handshake }));
    if (answer.content?.failure) throw faultOf(answer.content.failure);
    const peer = await readKey(answer.sender);
    const { value, data } = await readResponse({ own, peer }, answer);
    const accounts = filterItems(readList(value, accounts_max), isAccount);
    if (!accounts.length) throw unreadable();
    const chains = chainsOf(data?.chains) ?? {};
    const wantedChains = metadata().appChainIds;
    const chainId = findItem(wantedChains, (id) => id in chains) ?? wantedChains[0] ?? 1;
    hold({ own, peer, accounts, chainId, chains, capabilities: data?.capabilities });
    isNamed = true;
    return accounts;
  };

  const ask = async (method: string, params: unknown): Promise<unknown> => {
    const of = currentSession();
    const clear = `{"action":{"method":${stringify(method)},"params":${written(params)!}},"chainId":${of.chainId}}`;
    // Opens the window first, while the click is active.
    const ready = popup.ready();
    const sealed = seal(of, clear);
    // An early failure is also thrown by the later await.
    void after(sealed, undefined, () => {});
    await ready;
    const encrypted = await sealed;
    const { value, data } = await readResponse(
      of,
      await popup.ask(await message(of.own, { encrypted }), matches(sends, method)),
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
    const chainId = +`${(params[0] as { chainId?: unknown } | undefined)?.chainId}`;
    const { chains } = currentSession();
    if (!(chainId >= 1 && chainId <= 2 ** 53 - 1) || chainId % 1)
      throw fault(-32602, 'chainId must be a positive whole number');
    if (!(chainId in chains) && (await ask('wallet_switchEthereumChain', params)) !== null)
      throw fault(4902, "Coinbase Wallet doesn't support this network");
    hold({ ...currentSession(), chainId });
    tell('chainChanged', toQuantity(chainId));
    return null;
  };

  const answer = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    if (matches(asked_there, method)) return await ask(method, params);
    switch (method) {
      case 'eth_requestAccounts':
        return await connect();
      case 'eth_accounts':
        await restored;
        return session?.accounts ?? [];
      case 'eth_chainId':
        return toQuantity(currentSession().chainId);
      case 'wallet_getPermissions':
        return session ? [{ parentCapability: 'eth_accounts' }] : [];
      case 'wallet_revokePermissions':
        hold(undefined);
        return null;
      case 'wallet_switchEthereumChain':
        return await move(params);
      case 'wallet_getCapabilities':
        return currentSession().capabilities ?? {};
      case 'wallet_getCallsStatus': {
        // Only the network's own node knows the result.
        const { chains, chainId } = currentSession();
        if (chains[chainId]) return await askNode(chains[chainId], method, params);
      }
    }
    throw fault(4200, "Coinbase Wallet doesn't support this method");
  };
  const provider: Eip1193Like = {
    request: ({ method, params }) => answer(method, isArray(params) ? params : []),
    on: (event, fn) => (listeners[event] ??= new Unique()).add(fn),
    removeListener: (event, fn) => listeners[event]?.delete(fn),
  };
  return { provider, isRemembered: () => !isNamed };
}

/** Whether the extension has announced itself; then the extension is used. */
const isInstalled = (): boolean => !!findItem(announced(), ({ info }) => info.rdns?.value == rdns);

export function findCoinbase(
  announce: (wallet: PageWallet) => boolean,
  signal: AbortSignal,
  around: PageContext,
): void {
  const { options } = around;
  const of = attempt(
    () => new (builtIn<typeof URL>('URL'))(`${(options.coinbaseKeysUrl as string | undefined) ?? own_url}`),
  );
  if (options.coinbasePreference == 'eoaOnly' || isInstalled() || !of || !isNode(get(of, 'href'))) return;
  const search = get(of, 'searchParams');
  call(search, 'set', ['sdkName', 'wallet-modal']);
  call(search, 'set', ['sdkVersion', version]);
  call(search, 'set', ['origin', location.origin]);
  call(search, 'set', ['coop', 'null']);
  const url = { href: get(of, 'href') as string, origin: get(of, 'origin') as string };
  const { provider, isRemembered } = providerOf(url, around, signal);
  announce({
    id: 'coinbase',
    name,
    icon: null,
    rdns,
    namespaces: ['eip155'],
    type: 'EXTERNAL',
    provider,
    ...adaptEip1193(provider, provider.request, isRemembered),
  });
}
