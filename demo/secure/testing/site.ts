// The frame's own server, as far as the frame sees it: it stores data and responds in the documented format. The real server's tests
// cover its rejections and limits (demo/services/tests/hosts/secure.rs, smart_sessions.rs). Its chains are real.
import { base58, base64 } from '@scure/base';
import { keccak256, stringToHex } from 'viem';
import { askNode, CHAINS } from './chain';
import { keyOf, UNPROVEN } from './proofs';

type User = { id: number; email: string | null; username: string | null };
type Body = Record<string, string | null>;
export type Mail = { to: string; code: string | null; open: () => void };
type Grant = { text: string; signature: string; revokedBy: string | null };

const network = (id: number, name: string, symbol: string) => ({ id, name, nativeCurrency: { symbol } });
const CONFIG = {
  networks: [
    network(1337, 'Demo Chain', 'ETH'),
    network(1338, 'Second Chain', 'ETH'),
    network(1339, 'Third Chain', 'JUN'),
  ],
  smartAccounts: CHAINS,
};

const ether = {
  address: 'native',
  metadata: { name: 'Ether', symbol: 'ETH', decimals: 18, price: 3120.45 },
};
const june = { address: 'native', metadata: { name: 'June', symbol: 'JUN', decimals: 18, price: 0.42 } };
const token = (symbol: keyof typeof CHAINS.tokens, decimals: number, price: number) => ({
  address: CHAINS.tokens[symbol],
  metadata: { name: symbol, symbol, decimals, price },
});
const TOKENS = [token('DUSD', 6, 1), token('MDW', 18, 7.5), token('QGLD', 8, 2_640)];
const ASSETS = { '0x539': [ether, ...TOKENS], '0x53a': [ether, ...TOKENS], '0x53b': [june, ...TOKENS] };

class Refused extends Error {}
const refuse = (words: string): never => {
  throw new Refused(words);
};

export class Site {
  /** All calls of the frame, in order. */
  readonly asked: { name: string; body: Body }[] = [];
  /** Newest first. */
  readonly mails: Mail[] = [];
  readonly grants = new Map<string, Grant>();
  /** The rejection of a call from now on. */
  readonly refusals = new Map<string, string>();
  /** The result of a Farcaster login: a name, or null if declined. */
  farcaster: string | null | undefined;
  /** Whether it only responds with invalid data. */
  isSilent = false;
  /** Whether it lists assets. */
  listsAssets = true;

  readonly #users: User[] = [];
  readonly #devices = new Set<string>();
  readonly #codes = new Map<string, string>();
  readonly #sessions = new Map<string, User>();
  readonly #proofs = new Set<string>();
  /** For the next proofs; a test can change it. */
  nonce = 'the first nonce';
  readonly #seeds = new Map<number, string>();
  #changing: { user: User; next: string; agreed: boolean } | null = null;

  /** Replaces the browser's own fetch. */
  readonly fetch = async (input: unknown, init: RequestInit = {}): Promise<Response> => {
    const { pathname } = new URL(String(input), 'http://secure.test');
    const [, first, last] = pathname.split('/');
    const text = String(init.body);
    if (this.isSilent) return new Response('<h1>502</h1>', { status: 502 });
    if (first === 'config.json') return Response.json(CONFIG);
    if (first === 'assets.json') return Response.json(ASSETS, { status: this.listsAssets ? 200 : 404 });
    if (first === 'rpc' && last === 'solana') return this.#solana(text);
    if (first === 'rpc') return askNode(Number(last), text);
    if (first === 'sponsor') {
      const { data, to } = JSON.parse(text) as { data: string; to?: string };
      return sponsor(Number(last), data, to);
    }
    if (first !== 'api') return new Response(null, { status: 404 });
    const answer = await this.#proven(last!, JSON.parse(text) as Body, new Headers(init.headers).get('dpop'));
    answer.headers.set('dpop-nonce', this.nonce);
    return answer;
  };

  /** The Solana node: its requests and responses; a transaction's ID is its first signature. */
  readonly solanaAsked: { method: string; params: unknown[] }[] = [];
  solanaSays: { error: { code: number; message: string } } | null = null;
  #solana(text: string): Response {
    const { method, params } = JSON.parse(text) as { method: string; params: [string, object] };
    this.solanaAsked.push({ method, params });
    const id = base58.encode(base64.decode(params[0]).slice(1, 65));
    return Response.json({ jsonrpc: '2.0', id: 1, ...(this.solanaSays ?? { result: id }) });
  }

  /** The newest code for an email address. */
  codeFor = (address: string): string =>
    this.mails.find(({ to, code }) => to === address && code !== null)!.code!;

  /** A session is only valid with the key that created it. */
  async #proven(name: string, body: Body, proof: string | null): Promise<Response> {
    const refused = (error: keyof typeof UNPROVEN) =>
      Response.json({ error, message: UNPROVEN[error] }, { status: 401 });
    const key = await keyOf(proof, `http://secure.test/api/${name}`, body['token'] ?? null);
    if (key === null || this.#proofs.has(proof!)) return refused('invalid_dpop_proof');
    if (key.nonce !== this.nonce) return refused('use_dpop_nonce');
    this.#proofs.add(proof!);
    if (body['token'] && !this.#sessions.has(this.#place(body, key.key))) return refused('invalid_token');
    try {
      return Response.json(this.#answer(name, body, key.key));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return Response.json({ message: error.message }, { status: 422 });
    }
  }

  #place = ({ origin, token: given }: Body, key: string): string => `${origin} ${given} ${key}`;

  #answer(name: string, body: Body, key: string): object {
    this.asked.push({ name, body });
    const words = this.refusals.get(name);
    if (words !== undefined) refuse(words);
    const session = this.#sessions.get(this.#place(body, key)) ?? null;
    const own = (): User => session ?? refuse('Nobody is logged in');
    switch (name) {
      case 'session':
        return { user: session };
      case 'out':
        this.#sessions.delete(this.#place(body, key));
        return {};
      case 'seed': {
        const { id } = own();
        const { sealed } = body;
        if (sealed && !this.#seeds.has(id)) this.#seeds.set(id, sealed);
        return { user: own(), sealed: this.#seeds.get(id) ?? null };
      }
      case 'email':
        return { action: this.#email(body, session) };
      case 'device':
        return { known: this.#devices.has(`${body['device']} ${body['email']}`) };
      case 'otp':
        this.#take(`${body['device']} ${body['email']}`, body['otp']!);
        return this.#login(body, key, (one) => one.email === body['email'], { email: body['email']! });
      case 'update':
        this.#changing = { user: own(), next: body['email']!, agreed: false };
        this.#mail(own().email!, `old ${own().id}`);
        return { action: 'VERIFY_PRIMARY_OTP' };
      case 'update-old':
        this.#take(`old ${own().id}`, body['otp']!);
        this.#changing!.agreed = true;
        this.#mail(this.#changing!.next, `new ${own().id}`);
        return {};
      case 'update-new':
        if (!this.#changing?.agreed) refuse('The code from the old address comes first');
        this.#take(`new ${own().id}`, body['otp']!);
        this.#devices.add(`${body['device']} ${this.#changing!.next}`);
        return { newEmail: (own().email = this.#changing!.next) };
      case 'social-uri':
        return { uri: `http://secure.test/provider/${body['provider']}/authorize?state=${body['nonce']}` };
      case 'social': {
        const { searchParams } = new URL(body['uri']!);
        const username = searchParams.get('code')!;
        return this.#login(body, key, (one) => one.username === username, { username });
      }
      case 'farcaster':
        return { url: 'http://secure.test/farcaster/1', secret: 'the secret of 1' };
      case 'farcaster-wait': {
        const { farcaster: username } = this;
        if (body['secret'] !== 'the secret of 1') refuse('This login is not known');
        if (username === null) refuse('The login was declined');
        if (username === undefined) return {};
        return this.#login(body, key, (one) => one.username === username, { username: username! });
      }
      case 'grant': {
        own();
        const [text, signature] = [body['grant']!, body['signature']!];
        const context = keccak256(stringToHex(text));
        this.grants.set(context, { text, signature, revokedBy: null });
        return { context };
      }
      case 'granted':
        own();
        return { grant: this.#live(body['pci']!).text };
      case 'revoke':
        own();
        this.#live(body['pci']!).revokedBy = body['signature']!;
        return {};
      default:
        return refuse(`There is no such call: ${name}`);
    }
  }

  #live(pci: string): Grant {
    const grant = this.grants.get(pci) ?? refuse('This permission is not known');
    return grant.revokedBy === null ? grant : refuse('This permission was revoked already');
  }

  #email({ email, device }: Body, session: User | null): string {
    const place = `${device} ${email}`;
    if (session?.email === email) return 'CONNECT';
    if (this.#devices.has(place)) {
      this.#mail(email!, place);
      return 'VERIFY_OTP';
    }
    const open = (): void => {
      this.#devices.add(place);
      this.#mail(email!, place);
    };
    this.mails.unshift({ to: email!, code: null, open });
    return 'VERIFY_DEVICE';
  }

  #mail(to: string, place: string): void {
    const code = String(100_000 + this.mails.length);
    this.#codes.set(place, code);
    this.mails.unshift({ to, code, open: () => {} });
  }

  #take(place: string, otp: string): void {
    if (this.#codes.get(place) !== otp) refuse("That code isn't right");
    this.#codes.delete(place);
  }

  #login({ origin }: Body, key: string, isOne: (user: User) => boolean, named: Partial<User>): object {
    const user = this.#users.find(isOne) ?? { id: this.#users.length, email: null, username: null, ...named };
    if (!this.#users.includes(user)) this.#users.push(user);
    const token = keccak256(stringToHex(`${origin} ${this.asked.length}`)).slice(2);
    this.#sessions.set(this.#place({ origin: origin!, token }, key), user);
    return { token, user };
  }
}

/** Submits it to the chain like the real one: a call that would fail isn't sent. */
async function sponsor(id: number, data: string, account?: string): Promise<Response> {
  const ask = async (method: string, params: unknown[]) => {
    const answer = await askNode(id, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
    return (await answer.json()) as { result?: string; error?: object };
  };
  const to = account ?? (data.startsWith('0x9ed93318') ? CHAINS.factory : CHAINS.entryPoint);
  const request = { from: CHAINS.sponsor, to, data };
  const { result: gas, error } = await ask('eth_estimateGas', [request, 'pending']);
  if (error) return Response.json({ error });
  const sent = await ask('eth_sendTransaction', [{ ...request, gas }]);
  return Response.json(sent.error ? { error: sent.error } : { hash: sent.result });
}
