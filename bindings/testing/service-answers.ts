// The response of each service path (docs/spec/services.md A3, A7), from the test's data.
import { Refused } from './ledger';

/** A wallet of the list; missing fields get generated values. */
export interface ServedWallet {
  name: string;
  id?: string;
  rdns?: string;
  chains?: readonly string[];
  mobile_link?: string;
  webapp_link?: string;
  homepage?: string;
}

export interface ServiceData {
  projectId?: string;
  /** of the first network; default: 1, `Test Network` */
  chainId?: number;
  chainName?: string;
  /** further networks, each with its own node */
  networks?: readonly { id: number; name: string }[];
  /**
   * every account's balance on each network, in whole coins (`'2.5'`); without it, balances are zero, and no transaction is rejected for
   * lack of funds
   */
  coins?: string;
  /** the list of wallets; default: none */
  wallets?: readonly ServedWallet[];
  /** in the format of `/v1/account/{address}/balance` */
  balances?: readonly object[];
  /** in the format of `/v1/account/{address}/history` */
  history?: readonly object[];
  /** the name and avatar of every account */
  identity?: { name: string | null; avatar: string | null };
  /** the project's configuration; default: none, so the page's options apply */
  features?: readonly object[];
  /** results of node methods, or functions of their parameters, which override the node's own */
  rpc?: Readonly<Record<string, unknown>>;
}

interface Request {
  path: string;
  query: Record<string, string>;
}

const picture = (name: string) =>
  new TextEncoder().encode(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9H0z" fill="#${colour(name)}"/></svg>`,
  );
const colour = (text: string) => hash(text).slice(0, 6);

/** A hash of letters and digits, only for distinct values. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  let out = '';
  for (let round = 0; round < 8; round++) {
    for (const letter of `${round}${text}`)
      value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
    out += value.toString(16).padStart(8, '0');
  }
  return out;
}

/** Whether a balance is on this network; one without a network is on all. */
const isOn = (line: { chainId?: unknown }, chain: string | undefined) =>
  line.chainId === undefined || !chain || line.chainId == chain;

const idOf = ({ id, name }: ServedWallet) => id ?? hash(name);

/** The response for a path and its query: an object, an image's bytes, or undefined. */
export function answersOf(
  data: ServiceData,
  chains: readonly string[],
): (request: Request) => object | Uint8Array | undefined {
  const { wallets = [], balances = [], history = [], features = [] } = data;
  const identity = data.identity ?? { name: null, avatar: null };
  /** The modal looks up the address of an account's name: it is the account that was requested last. */
  let namedAddress: string | undefined;
  return ({ path, query }) => {
    if (path == '/getWallets') return listed(wallets, query, chains);
    if (path.startsWith('/getWalletImage/') || path.startsWith('/public/get')) return picture(path);
    if (path == '/appkit/v1/config') return { features };
    if (path == '/projects/v1/origins') return { allowedOrigins: ['*'] };
    if (path == '/getAnalyticsConfig') return { isAnalyticsEnabled: false };
    if (path == '/e' || path == '/batch') return {};
    if (path.endsWith('/supported-chains')) return { http: chains, ws: [] };
    if (path.startsWith('/v1/identity/')) {
      namedAddress = path.split('/').pop();
      return identity;
    }
    if (namedAddress && identity.name && path == `/v1/profile/account/${identity.name}`)
      return { name: identity.name, addresses: { 60: { address: namedAddress } } };
    if (/^\/v1\/account\/[^/]+\/history$/.test(path)) return { data: history, next: null };
    if (/^\/v1\/account\/[^/]+\/balance$/.test(path))
      return { balances: balances.filter((line) => isOn(line, query.chainId)) };
    if (path == '/v1/fungible/price') return { fungibles: [] };
    if (path == '/v1/convert/tokens') return { tokens: [] };
    if (path.startsWith('/v1/profile/reverse/')) return [];
    if (path.startsWith('/v1/sessions/')) return { pcis: [] };
    return undefined;
  };
}

function listed(
  wallets: readonly ServedWallet[],
  query: Record<string, string>,
  chains: readonly string[],
): object {
  const list = (name: string) => (query[name] ? query[name].split(',') : []);
  const [include, exclude] = [list('include'), list('exclude')];
  const search = (query.search ?? '').toLowerCase();
  const matches = wallets.filter(
    (wallet) =>
      (!query.include || include.includes(idOf(wallet))) &&
      !exclude.includes(idOf(wallet)) &&
      wallet.name.toLowerCase().includes(search),
  );
  const entries = Number(query.entries ?? 40);
  const from = (Number(query.page ?? 1) - 1) * entries;
  const page = matches.slice(from, from + entries).map((wallet) => ({
    chains,
    homepage: null,
    mobile_link: null,
    desktop_link: null,
    webapp_link: null,
    ...wallet,
    id: idOf(wallet),
    image_id: idOf(wallet).slice(0, 32),
  }));
  return { data: page, count: matches.length };
}

interface Call {
  id?: unknown;
  method?: string;
  params?: unknown;
}

/** The node's own response: undefined for an unsupported method. */
export interface Answers {
  /** how a test starts it */
  readonly starts: string;
  answer(method: string, params: unknown): Promise<unknown>;
}

/** Responds to JSON-RPC: with the test's results, otherwise the ledger's. */
export async function nodeAnswer(
  body: unknown,
  rpc: ReadonlyMap<string, unknown>,
  ledger: Answers,
): Promise<object> {
  const one = async (call: Call | null): Promise<object> => {
    const { id = null, method = '', params = [] } = call ?? {};
    try {
      const testResult = rpc.get(method);
      const result = await (rpc.has(method)
        ? typeof testResult == 'function'
          ? testResult(params)
          : testResult
        : ledger.answer(method, params));
      if (result === undefined)
        throw new Refused(
          -32601,
          `${method} has no answer: ${ledger.starts}({ rpc: { ${method}: ... } }) gives it one`,
        );
      return { jsonrpc: '2.0', id, result };
    } catch (error) {
      const code = error instanceof Refused ? error.code : -32603;
      return { jsonrpc: '2.0', id, error: { code, message: (error as Error).message } };
    }
  };
  return Array.isArray(body) ? Promise.all(body.map(one)) : one(body as Call | null);
}
