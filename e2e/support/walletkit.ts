// A third-party wallet: the OFFICIAL SDK (`@reown/walletkit`) in the test's own process, on the other side of the demo's relay. It signs
// with the accounts of the development mnemonic and broadcasts to the local chains. The test approves or rejects each proposal. Requests
// are approved by default.
import type { Page } from '@playwright/test';
import type { ProposalTypes, SessionTypes, SignClientTypes } from '@walletconnect/types';
import { base58, base64 } from '@scure/base';
import { createWalletClient, http, type Address, type Hex } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { keyPairOf } from '../../demo/solana/layout.mjs';
import { signInWith, type Asking } from '../../demo/wallets/pocket/sign-in';
import { create, expectClosed, openCard, still } from './modal';
import { CHAIN_URLS, HOST_URLS } from './ports';
import { rpc, ScriptedSolanaWallet, signedBy } from './scripted-solana';
import { expect, test as base } from './test';

// Before the SDK is loaded: it allows several clients in one process, and makes no outside requests.
process.env.IS_VITEST = 'true';
process.env.DISABLE_GLOBAL_CORE = 'true';
const sdk = () => Promise.all([import('@reown/walletkit'), import('@walletconnect/core')]);
type Kit = Awaited<ReturnType<Awaited<ReturnType<typeof sdk>>[0]['WalletKit']['init']>>;

const MNEMONIC = 'test test test test test test test test test test test junk';
export const signer = (addressIndex = 0) => mnemonicToAccount(MNEMONIC, { addressIndex });

export const METHODS = [
  'personal_sign',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'wallet_switchEthereumChain',
];
export const EVENTS = ['chainChanged', 'accountsChanged'];
/** The words of its Solana keys (demo/solana/layout.mjs): these accounts have coins and tokens. */
const SOLANA_WORDS = ['account 1', 'account 2'] as const;
const USER_REJECTED = { code: 5000, message: 'User rejected.' };
const USER_DISCONNECTED = { code: 6000, message: 'User disconnected.' };

export interface Grant {
  /** chain IDs of eip155 */
  chains?: readonly number[];
  /** indexes of the mnemonic's accounts; the first is shown */
  accounts?: readonly number[];
  methods?: readonly string[];
  events?: readonly string[];
}

const idsOf = (chains: readonly number[]): string[] => chains.map((chain) => `eip155:${chain}`);

/** The namespaces that a session grants. */
export function granted({ chains = [1337, 1338], accounts = [0], methods, events }: Grant = {}) {
  const ids = idsOf(chains);
  return {
    eip155: {
      chains: ids,
      accounts: ids.flatMap((id) => accounts.map((one) => `${id}:${signer(one).address}`)),
      methods: [...(methods ?? METHODS)],
      events: [...(events ?? EVENTS)],
    },
  };
}

type Asked = SignClientTypes.EventArguments['session_request'];
type Answer = 'sign' | 'hold' | 'twice' | { code: number; message: string } | { result: unknown };

/** A fixture calls `close()` after the test, so that no sockets and timers remain. */
export class Phone {
  readonly asked: Asked[] = [];
  /** topics of sessions that the page has ended */
  readonly left: string[] = [];
  answer: Answer = 'sign';
  /** its Bitcoin addresses, with their intentions */
  addresses: { address: string; intention?: string }[] = [];
  proposal?: ProposalTypes.Struct & { id: number };
  topic = '';
  /** changes a Solana transaction before it is signed */
  tamper: (transaction: Uint8Array) => Uint8Array = (transaction) => transaction;
  readonly #kit: Kit;

  private constructor(kit: Kit) {
    this.#kit = kit;
    kit.on('session_request', (asked) => {
      // This request needs no approval, and the SDK emits no other request until it has a response.
      if (asked.params.request.method == 'getAccountAddresses')
        return void this.respond(asked, { result: this.addresses }).catch(() => {});
      this.asked.push(asked);
      if (this.answer != 'hold') void this.respond(asked, this.answer).catch(() => {});
    });
    kit.on('session_delete', ({ topic }) => void this.left.push(topic));
  }

  static async open(relay: string = HOST_URLS.relay): Promise<Phone> {
    const [{ WalletKit }, { Core }] = await sdk();
    const core = new Core({
      projectId: 'demo',
      relayUrl: relay.replace(/^http/, 'ws'),
      logger: 'silent',
      telemetryEnabled: false,
      storage: memory(),
    });
    const metadata = { name: 'Pocket', description: 'A test', url: 'http://localhost', icons: [] };
    return new Phone(await WalletKit.init({ core, metadata }));
  }

  /** Scans a URI; returns the page's proposal. */
  async pair(uri: string): Promise<Asking> {
    const proposed = this.#next('session_proposal');
    await this.#kit.pair({ uri });
    const { id, params } = await proposed;
    this.proposal = { ...params, id };
    return params;
  }

  async approve(grant: Grant = {}): Promise<string> {
    return this.approveAs(granted(grant));
  }

  /** Sets the sign-in signatures to send with the approval. */
  signInWith(authentication: readonly object[]): void {
    signInWith(this.#kit.engine.signClient, this.proposal!.id, authentication);
  }

  /** The page itself shows that it agrees (see `#answered`). */
  async approveAs(namespaces: SessionTypes.Namespaces, more: object = {}): Promise<string> {
    const { topic } = await this.#kit.engine.signClient.approve({
      id: this.proposal!.id,
      namespaces,
      ...more,
    });
    return (this.topic = topic);
  }

  reject(reason = USER_REJECTED): Promise<void> {
    return this.#kit.rejectSession({ id: this.proposal!.id, reason });
  }

  /** Waits for the page's nth request, from 1. */
  async request(count = 1): Promise<Asked> {
    await expect.poll(() => this.asked.length, { timeout: 15_000 }).toBeGreaterThanOrEqual(count);
    return this.asked[count - 1]!;
  }

  async respond({ topic, id, params }: Asked, answer: Answer = 'sign'): Promise<void> {
    const given =
      typeof answer == 'object' && 'code' in answer
        ? { error: answer }
        : { result: typeof answer == 'object' ? answer.result : await this.#do(params) };
    const response = { id, jsonrpc: '2.0', ...given } as never;
    await this.#kit.respondSessionRequest({ topic, response });
    // The SDK has forgotten a request after its response, so this publishes to the topic directly.
    if (answer == 'twice')
      await this.core.relayer.publish(topic, await this.#seal(topic, id), { ttl: 300, tag: 1109 });
  }

  async #seal(topic: string, id: number): Promise<string> {
    return this.core.crypto.encode(topic, { id, jsonrpc: '2.0', result: '0x00' });
  }

  /** Signs with those of its keys that a Solana transaction needs. */
  #signSolana(text: string): { transaction: string; signature: string } {
    const given = this.tamper(base64.decode(text));
    const signed = SOLANA_WORDS.reduce((bytes, word) => signedBy(bytes, word), given);
    return { transaction: base64.encode(signed), signature: base58.encode(signed.subarray(1, 65)) };
  }

  /** Signs or broadcasts with the requested account. */
  async #do({ chainId, request: { method, params } }: Asked['params']): Promise<unknown> {
    const chain = Number(chainId.split(':')[1]);
    const by = (address: Address) =>
      [0, 1, 2, 3].map(signer).find((one) => one.address.toLowerCase() == address.toLowerCase())!;
    switch (method) {
      case 'personal_sign':
        return by(params[1]).signMessage({ message: { raw: params[0] as Hex } });
      case 'eth_signTypedData_v4':
        return by(params[0]).signTypedData(JSON.parse(params[1] as string));
      case 'eth_sendTransaction': {
        const [{ from, to, value, data, gas }] = params;
        const client = createWalletClient({ account: by(from), transport: http(CHAIN_URLS[chain - 1337]) });
        const more = { data, ...(gas ? { gas: BigInt(gas) } : {}) };
        return client.sendTransaction({ chain: null, to, value: BigInt(value ?? 0), ...more });
      }
      case 'solana_signMessage': {
        const word = SOLANA_WORDS.find((one) => ScriptedSolanaWallet.address(one) == params.pubkey)!;
        return { signature: base58.encode(keyPairOf(word).sign(base58.decode(params.message as string))) };
      }
      case 'solana_signTransaction':
        return this.#signSolana(params.transaction as string);
      case 'solana_signAllTransactions': {
        const signed = (params.transactions as string[]).map((text) => this.#signSolana(text));
        return { transactions: signed.map(({ transaction }) => transaction) };
      }
      case 'solana_signAndSendTransaction': {
        const { transaction, signature } = this.#signSolana(params.transaction as string);
        await rpc('sendTransaction', [transaction, { encoding: 'base64' }]);
        return { signature };
      }
      default:
        return null;
    }
  }

  /** An eip155 chain by its number, others by CAIP-2 ID. */
  emit(name: string, data: unknown, chain: number | string = 1337): Promise<void> {
    const event = { name, data } as never;
    const chainId = typeof chain == 'number' ? `eip155:${chain}` : chain;
    return this.#kit.emitSessionEvent({ topic: this.topic, event, chainId });
  }

  /** Publishes a message that the SDK wouldn't send. */
  async say(message: object, tag = 1110): Promise<void> {
    const sealed = await this.core.crypto.encode(this.topic, { jsonrpc: '2.0', ...message } as never);
    await this.core.relayer.publish(this.topic, sealed, { ttl: 300, tag });
  }

  /** Changes the session's grants; resolves when the page has responded. */
  async update(grant: Grant): Promise<void> {
    await this.#answered(1105, () =>
      this.#kit.updateSession({ topic: this.topic, namespaces: granted(grant) }),
    );
  }

  /** Resolves when the page has responded. */
  async extend(): Promise<void> {
    await this.#answered(1107, () => this.#kit.extendSession({ topic: this.topic }));
  }

  /** Checks the relay, because the SDK's own `acknowledged()` never resolves if the response arrived before the call. */
  async #answered(tag: number, act: () => Promise<unknown>): Promise<void> {
    const answers = async () =>
      (await relay()).calls.filter((call) => call.topic == this.topic && call.tag == tag).length;
    const before = await answers();
    await act();
    await expect.poll(answers).toBeGreaterThan(before);
  }

  /** Rejects if the page doesn't respond. */
  ping(): Promise<void> {
    return this.#kit.engine.signClient.ping({ topic: this.topic });
  }

  disconnect(): Promise<void> {
    return this.#kit.disconnectSession({ topic: this.topic, reason: USER_DISCONNECTED });
  }

  get sessions(): string[] {
    return Object.keys(this.#kit.getActiveSessions());
  }

  get core(): Kit['core'] {
    return this.#kit.core;
  }

  async close(): Promise<void> {
    this.#kit.core.heartbeat.stop();
    await this.#kit.core.relayer.transportClose().catch(() => {});
    this.#kit.events.removeAllListeners();
  }

  /** A sign-in message and its signature. */
  async cacao(request: object, chain = 1337, account = 0): Promise<object> {
    const { buildAuthObject } = await import('@walletconnect/utils');
    const iss = `did:pkh:eip155:${chain}:${signer(account).address}`;
    const message = this.#kit.formatAuthMessage({ request: request as never, iss });
    const signature = await signer(account).signMessage({ message });
    return buildAuthObject(request as never, { t: 'eip191', s: signature }, iss);
  }

  #next<E extends 'session_proposal'>(name: E): Promise<SignClientTypes.EventArguments[E]> {
    return new Promise((resolve) => this.#kit.once(name, resolve as never));
  }
}

/** A storage that ends with the test. */
function memory() {
  const kept = new Map<string, string>();
  return {
    getKeys: async () => [...kept.keys()],
    getEntries: async () => [...kept].map(([key, text]) => [key, JSON.parse(text)]),
    getItem: async (key: string) => (kept.has(key) ? JSON.parse(kept.get(key)!) : undefined),
    setItem: async (key: string, value: unknown) => void kept.set(key, JSON.stringify(value)),
    removeItem: async (key: string) => void kept.delete(key),
  } as never;
}

interface Fixtures {
  /** a mobile wallet */
  phone: Phone;
}

export const test = base.extend<Fixtures>({
  phone: async ({}, use) => {
    const phone = await Phone.open();
    await use(phone);
    await phone.close();
  },
});

// ---- the relay between them

export interface RelayReport {
  sockets: number;
  /** messages that wait for a recipient */
  messages: number;
  clients: string[];
  calls: { client: string; id: number; method: string; topic?: string; tag?: number }[];
}

export type RelayName = 'relay' | 'secondRelay';

export async function relay(name: RelayName = 'relay'): Promise<RelayReport> {
  return (await fetch(`${HOST_URLS[name]}/__relay`)).json() as Promise<RelayReport>;
}

/** Sets the relay's faults from now on (demo/README.md); always with `only`, because other tests run at the same time. */
export async function steer(
  change: { only: string[]; [fault: string]: unknown },
  name: RelayName = 'relay',
): Promise<void> {
  const answer = await fetch(`${HOST_URLS[name]}/__relay`, { method: 'POST', body: JSON.stringify(change) });
  if (!answer.ok) throw new Error(`relay: ${answer.status} ${await answer.text()}`);
}

export const topicOf = (uri: string): string => /^wc:([0-9a-f]{64})@2/.exec(uri)![1]!;

/** The relay's ID for the page that showed this link. */
export async function clientOf(uri: string): Promise<string> {
  const { calls } = await relay();
  const call = calls.find(({ topic, method }) => topic == topicOf(uri) && method == 'wc_proposeSession');
  if (!call) throw new Error('nobody has proposed over this link');
  return call.client;
}

// ---- the page's side

export const qr = (page: Page) => page.getByTestId('wui-qr-code');
export const WALLET_CONNECT = 'wallet-selector-walletconnect';

/** The link in the visible QR code (option `testMode`). */
export async function uriOf(page: Page): Promise<string> {
  await expect(qr(page)).toHaveAttribute('data-uri', /^wc:[0-9a-f]{64}@2\?/, { timeout: 15_000 });
  return (await qr(page).getAttribute('data-uri'))!;
}

/** Creates a modal whose QR codes can be read. After a reload, call `create` again, as the site would. */
export async function start(page: Page, options: Record<string, unknown> = {}): Promise<void> {
  await page.goto('/?noauto&nowallet');
  await create(page, { testMode: true, ...options });
}

/** Selects "WalletConnect" and returns the QR code's link. */
export async function showCode(page: Page): Promise<string> {
  await openCard(page);
  await page.getByTestId(WALLET_CONNECT).click();
  await still(page, 'ConnectingWalletConnect');
  return uriOf(page);
}

/** Scans and approves, until the page has its account. Returns the link. */
export async function connect(page: Page, phone: Phone, grant: Grant = {}): Promise<string> {
  const uri = await showCode(page);
  await phone.pair(uri);
  await phone.approve(grant);
  await expectClosed(page);
  return uri;
}
