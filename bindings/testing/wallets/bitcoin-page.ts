// The in-page part of a Bitcoin wallet, in each of its dialects. The function can't use anything outside it. docs/spec/page-wallets.md 2 and 3
// define the shapes. Read from: @sats-connect/core at 031f1f7 (src/types.ts, codes of `sats`); @keplr-wallet/provider 0.12.313
// (src/inject.ts, BitcoinProvider) and unisat-wallet/extension at 016a2a7 (src/content-script/pageProvider/pushEventHandlers.ts) for `unisat`;
// `leather` names its files below. The errors of `standard`, `jwt` and `phantom` for a declined request are a guess. ../habits.ts names the
// source of each habit.
import type { BitcoinHabit } from '../habits';

export interface BitcoinInPage {
  binding: string;
  dialect: 'standard' | 'sats' | 'unisat' | 'leather' | 'jwt' | 'phantom';
  name: string;
  delayMs: number;
  habits: readonly BitcoinHabit[];
}

export function bitcoinInPage({ binding, dialect, name, delayMs, habits }: BitcoinInPage): void {
  if (window.top !== window) return;
  type State = { chain: string; accounts: { address: string; publicKey: string; purpose: string }[] } | null;
  type Listener = (said: unknown) => void;
  const memory = `scripted:bitcoin:${dialect}:${name}`;
  const names = [
    ['bip122:000000000019d6689c085ae165831e93', 'bitcoin:mainnet', 'Mainnet', 'BITCOIN_MAINNET', 'mainnet'],
    ['bip122:000000000933ea01ad0ee984209779ba', 'bitcoin:testnet', 'Testnet', 'BITCOIN_TESTNET', 'testnet'],
    ['bip122:0f9188f13cb7b2c71f2a335e3a4fc328', 'bitcoin:regtest', 'Regtest', 'BITCOIN_REGTEST', 'devnet'],
  ];
  const nameOf = (chain: string, column: number) => names.find(([of]) => of == chain)![column]!;
  const chainOf = (text: string, column: number) => names.find((row) => row[column] == text)![0]!;
  /** its state, as last reported */
  let state = JSON.parse(localStorage.getItem(memory) ?? 'null') as State;
  const keep = (now: State) => localStorage.setItem(memory, JSON.stringify((state = now)));
  const listeners = new Map<string, Set<Listener>>();
  const tell = (event: string, said?: unknown) => listeners.get(event)?.forEach((listener) => listener(said));
  const hear = (event: string, listener: Listener) => {
    listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
    return () => listeners.get(event)!.delete(listener);
  };

  type Answer<T> = { result?: T; error?: { code?: number; message: string } };
  const ask = async <T>(method: string, more: object = {}): Promise<T> => {
    const { [binding]: node } = window as unknown as Record<string, (text: string) => Promise<Answer<T>>>;
    const { result, error } = await node!(JSON.stringify({ method, ...more }));
    if (error) throw Object.assign(new Error(error.message), error);
    return result!;
  };
  const asks = async (method: string, more: object = {}): Promise<NonNullable<State>> => {
    const answer = await ask<State>(method, more);
    keep(answer);
    return answer!;
  };
  const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const textOf = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));
  const hexOf = (bytes: Uint8Array) =>
    Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const fromHex = (hex: string) => Uint8Array.from(hex.match(/../g)!, (byte) => parseInt(byte, 16));

  const standard = (): void => {
    const own = new Map<string, object>();
    const accounts = () =>
      (state?.accounts ?? []).map(({ address, publicKey, purpose }) => {
        const object = own.get(address) ?? {
          address,
          publicKey: fromHex(publicKey),
          purpose,
          chains: [nameOf(state!.chain, 1)],
          features: [],
        };
        own.set(address, object);
        return object;
      });
    type Input = {
      account: { address: string };
      message: Uint8Array;
      psbt: Uint8Array;
      inputsToSign: { account: { address: string }; signingIndexes: number[] }[];
    };
    const features = {
      'bitcoin:connect': { connect: async () => (await asks('connect'), { accounts: accounts() }) },
      'bitcoin:disconnect': { disconnect: async () => (await ask('disconnect'), keep(null)) },
      'bitcoin:events': { on: hear },
      'bitcoin:switchNetwork': {
        switchNetwork: async (chain: string) => void (await asks('switch', { chain })),
      },
      'bitcoin:signMessage': {
        signMessage: async ({ account, message }: Input) => {
          const text = new TextDecoder().decode(message);
          const signature = await ask<string>('signMessage', { address: account.address, message: text });
          return [{ signedMessage: message, signature: bytesOf(signature) }];
        },
      },
      'bitcoin:signTransaction': {
        signTransaction: async ({ psbt, inputsToSign }: Input) => {
          const inputs: Record<string, number[]> = {};
          for (const { account, signingIndexes } of inputsToSign)
            inputs[account.address] = [...(inputs[account.address] ?? []), ...signingIndexes];
          const signed = await ask<string>('signPsbt', { psbt: textOf(psbt), inputs });
          return [{ signedPsbt: bytesOf(signed) }];
        },
      },
    };
    const wallet = {
      version: '1.0.0',
      name,
      icon: 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCA5IDkiPjxwYXRoIGQ9Ik0wIDBoOXY5SDB6IiBmaWxsPSIjZjc5MzFhIi8+PC9zdmc+',
      chains: names.map(([, chain]) => chain),
      features,
      get accounts() {
        return accounts();
      },
    };
    type Api = { register(wallet: object): void };
    addEventListener('wallet-standard:app-ready', (event) =>
      (event as CustomEvent<Api>).detail.register(wallet),
    );
    const detail = ({ register }: Api) => register(wallet);
    dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }));
    say = (what) => what != 'nothing' && tell('change', { accounts: accounts() });
  };

  const sats = (): void => {
    const network = () => ({ bitcoin: { name: nameOf(state!.chain, 2) }, stacks: { name: 'mocknet' } });
    const addressesResult = () => ({
      addresses: state!.accounts,
      walletType: 'software',
      network: network(),
    });
    const refused = (code: number, message: string) => Object.assign(new Error(message), { code });
    type Params = {
      address: string;
      message: string;
      protocol?: string;
      name: string;
      psbt: string;
      signInputs: Record<string, number[]>;
      recipients: { address: string; amount: number }[];
    };
    const methods: Record<string, (params: Params) => unknown> = {
      wallet_connect: async () => (await asks('connect'), addressesResult()),
      wallet_getAccount: async () => {
        if (!(await asks('silent'))) throw refused(-32002, 'Access denied');
        return addressesResult();
      },
      wallet_getNetwork: () => network(),
      wallet_changeNetwork: async ({ name: to }) => (
        await asks('switch', { chain: chainOf(to, 2) }),
        tell('networkChange'),
        null
      ),
      wallet_disconnect: async () => (await ask('disconnect'), keep(null), null),
      signMessage: async ({ address, message, protocol }) => ({
        signature: await ask('signMessage', { address, message, protocol: protocol?.toLowerCase() }),
        address,
        protocol,
      }),
      signPsbt: async ({ psbt, signInputs }) => ({
        psbt: await ask('signPsbt', { psbt, inputs: signInputs }),
      }),
      sendTransfer: async ({ recipients: [one] }) => ({
        txid: await ask('send', { to: one!.address, sats: `${one!.amount}` }),
      }),
    };
    const provider = {
      async request(method: string, params: Params) {
        try {
          if (!Object.hasOwn(methods, method)) throw refused(-32601, 'Method not found');
          return { jsonrpc: '2.0', id: '1', result: await methods[method]!(params) };
        } catch (error) {
          const { code = -32603, message } = error as { code?: number; message: string };
          return { jsonrpc: '2.0', id: '1', error: { code, message } };
        }
      },
      addListener: ({ eventName, cb }: { eventName: string; cb: Listener }) => hear(eventName, cb),
    };
    const all = window as unknown as Record<string, unknown>;
    const id = name.replace(/\W/g, '');
    all[id] = provider;
    all.btc_providers = [...((all.btc_providers as object[] | undefined) ?? []), { id, name, icon: '' }];
    say = (what) => {
      if (what == 'nothing') return;
      tell(state ? (what == 'network' ? 'networkChange' : 'accountChange') : 'disconnect', { type: what });
    };
  };

  const unisat = (): void => {
    const addresses = () => (state?.accounts ?? []).map(({ address }) => address);
    type Sign = { toSignInputs: { index: number; address: string }[] };
    const provider = {
      requestAccounts: async () => (await asks('connect'), addresses()),
      getAccounts: async () => (await asks('silent'), addresses()),
      getPublicKey: async () => state!.accounts[0]!.publicKey,
      getChain: async () => ({ enum: nameOf(state!.chain, 3) }),
      switchChain: async (to: string) => void (await asks('switch', { chain: chainOf(to, 3) })),
      signMessage: (message: string, type: string) =>
        ask('signMessage', {
          address: addresses()[0],
          message,
          protocol: type == 'ecdsa' ? 'ecdsa' : 'bip322',
        }),
      signPsbt: async (hex: string, { toSignInputs }: Sign) => {
        const inputs: Record<string, number[]> = {};
        for (const { index, address } of toSignInputs) (inputs[address] ??= []).push(index);
        return hexOf(bytesOf(await ask('signPsbt', { psbt: textOf(fromHex(hex)), inputs })));
      },
      sendBitcoin: (to: string, amount: number) => ask('send', { to, sats: `${amount}` }),
      disconnect: async () => (await ask('disconnect'), keep(null)),
      on: hear,
      removeListener: (event: string, listener: Listener) => listeners.get(event)?.delete(listener),
    };
    Object.assign(window, { unisat: provider });
    dispatchEvent(new Event('unisat#initialized'));
    say = (what) => {
      if (what == 'network') tell('networkChanged', state && nameOf(state.chain, 3));
      const none = habits.includes('empty-address') ? [''] : [];
      if (what != 'nothing') tell('accountsChanged', state ? addresses() : none);
    };
  };

  /**
   * Leather 6.73 (leather-io/extension): parameters follow src/shared/rpc/methods, whose schemas reject unknown ones with -32602; network
   * names follow `WalletDefaultNetworkConfigurationIds` of @leather.io/models. It has no connection: each request for addresses prompts
   * the user. What it does with an input of its other account is a guess: it signs with the account for payments.
   */
  const leather = (): void => {
    type Params = {
      network: string;
      message: string;
      paymentType: string;
      type?: string;
      hex: string;
      signAtIndex: number[];
      recipients: { address: string; amount: string }[];
    };
    type Own = { address: string; publicKey: string; addressType: string };
    const refused = (code: number, message: string) => Object.assign(new Error(message), { code });
    const accounts = () => (state?.accounts ?? []) as unknown as Own[];
    const methods: Record<string, (params: Params) => unknown> = {
      getAddresses: async ({ network }) => {
        await asks('connect', { chain: chainOf(network, 4) });
        const all = accounts().map(({ addressType, ...of }) => ({ symbol: 'BTC', type: addressType, ...of }));
        return { addresses: all };
      },
      signMessage: async ({ message, paymentType, type = 'bip322' }) => {
        if (type != 'bip322') throw refused(-32602, 'Invalid parameters: type');
        const address = accounts().find(({ addressType }) => addressType == paymentType)?.address;
        const signature = await ask('signMessage', { address, message, protocol: 'bip322' });
        return { signature, address, message };
      },
      signPsbt: async ({ hex, signAtIndex }) => {
        const inputs = { [accounts()[0]!.address]: signAtIndex };
        return { hex: hexOf(bytesOf(await ask('signPsbt', { psbt: textOf(fromHex(hex)), inputs }))) };
      },
      sendTransfer: async ({ recipients: [one] }) => {
        const txid = await ask('send', { to: one!.address, sats: one!.amount });
        if (habits.includes('unsure-broadcast')) throw refused(4002, 'Failed to broadcast transaction');
        return { txid };
      },
    };
    const provider = {
      async request(method: string, params: Params) {
        try {
          if (!Object.hasOwn(methods, method)) throw refused(-32601, 'Method not found');
          if (!names.some((row) => row[4] == params.network))
            throw refused(-32602, 'Invalid parameters: network');
          return { jsonrpc: '2.0', id: '1', result: await methods[method]!(params) };
        } catch (error) {
          const { code = -32603, message } = error as { code?: number; message: string };
          return { jsonrpc: '2.0', id: '1', error: { code, message } };
        }
      },
    };
    const icon =
      'data:image/svg;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCA5IDkiPjxwYXRoIGQ9Ik0wIDBoOXY5SDB6IiBmaWxsPSIjMTIxMDBmIi8+PC9zdmc+';
    const all = window as unknown as Record<string, unknown>;
    all.LeatherProvider = provider;
    const entry = { id: 'LeatherProvider', name: 'Leather', icon };
    all.btc_providers = [...((all.btc_providers as object[] | undefined) ?? []), entry];
  };

  const jwt = (): void => {
    type Payload = {
      address: string;
      message: string;
      network: { type: string };
      psbtBase64: string;
      inputsToSign: { address: string; signingIndexes: number[] }[];
      recipients: { address: string; amountSats: string }[];
    };
    /** reads a token as these wallets do: unsecured, for their current network */
    const read = (token: string): Payload => {
      const [head, body, signature] = token.split('.');
      const part = (text: string) =>
        JSON.parse(
          new TextDecoder().decode(bytesOf(text.replaceAll('-', '+').replaceAll('_', '/'))),
        ) as Payload & {
          alg: string;
        };
      if (part(head!).alg != 'none' || signature !== '') throw new Error('Invalid token');
      const payload = part(body!);
      if (state && payload.network.type != nameOf(state.chain, 2)) throw new Error('Network mismatch');
      return payload;
    };
    const provider = {
      connect: async (token: string) => {
        const { network } = read(token);
        const { accounts, chain } = await asks('connect');
        if (nameOf(chain, 2) != network.type) throw new Error('Network mismatch');
        return { addresses: accounts };
      },
      signMessage: (token: string) => {
        const { address, message } = read(token);
        return ask('signMessage', { address, message });
      },
      signTransaction: async (token: string) => {
        const { psbtBase64, inputsToSign } = read(token);
        const inputs: Record<string, number[]> = {};
        for (const { address, signingIndexes } of inputsToSign)
          inputs[address] = [...(inputs[address] ?? []), ...signingIndexes];
        return { psbtBase64: await ask('signPsbt', { psbt: psbtBase64, inputs }) };
      },
      sendBtcTransaction: (token: string) => {
        const [one] = read(token).recipients;
        return ask('send', { to: one!.address, sats: one!.amountSats });
      },
    };
    Object.assign(window, { BitcoinProvider: provider });
  };

  const phantom = (): void => {
    type Sign = { inputsToSign: { address: string; signingIndexes: number[] }[] };
    const provider = {
      isPhantom: true,
      requestAccounts: async () => (await asks('connect')).accounts,
      signMessage: async (message: Uint8Array, address: string) => ({
        signature: bytesOf(await ask('signMessage', { address, message: new TextDecoder().decode(message) })),
      }),
      signPSBT: async (psbt: Uint8Array, { inputsToSign }: Sign) => {
        const inputs: Record<string, number[]> = {};
        for (const { address, signingIndexes } of inputsToSign)
          inputs[address] = [...(inputs[address] ?? []), ...signingIndexes];
        return bytesOf(await ask('signPsbt', { psbt: textOf(psbt), inputs }));
      },
      on: hear,
      removeListener: (event: string, listener: Listener) => listeners.get(event)?.delete(listener),
    };
    Object.assign(window, { phantom: { bitcoin: provider } });
    say = (what) => what != 'nothing' && tell('accountsChanged', state?.accounts ?? []);
  };

  let say: (what: string) => void = () => undefined;
  (window as unknown as Record<string, unknown>)[`${binding}_told`] = (what: string, now: State) => {
    keep(now);
    say(what);
  };
  setTimeout({ standard, sats, unisat, leather, jwt, phantom }[dialect], delayMs);
}
