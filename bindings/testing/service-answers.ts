// What each path of the services answers (docs/spec/services.md A3, A7), out of what a test has chosen.

/** A wallet of the list; what is left out is made up. */
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
  chainId?: number;
  chainName?: string;
  /** of the list of wallets; none where nothing is said */
  wallets?: readonly ServedWallet[];
  /** as `/v1/account/{address}/balance` has them */
  balances?: readonly object[];
  /** as `/v1/account/{address}/history` has them */
  history?: readonly object[];
  /** name and picture of every account */
  identity?: { name: string | null; avatar: string | null };
  /** as the project has them; none: what the page says counts */
  features?: readonly object[];
  /** results of the node's methods, or functions of their parameters */
  rpc?: Readonly<Record<string, unknown>>;
}

interface Request {
  path: string;
  query: Record<string, string>;
  body: unknown;
}

const picture = (name: string) =>
  new TextEncoder().encode(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9H0z" fill="#${colour(name)}"/></svg>`,
  );
const colour = (text: string) => hash(text).slice(0, 6);

/** Letters and numbers that differ with the text; nothing more. */
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

const idOf = ({ id, name }: ServedWallet) => id ?? hash(name);

/** Of a path and its query: an object, the bytes of a picture, or nothing. */
export function answersOf(
  data: ServiceData,
  rpc: ReadonlyMap<string, unknown>,
): (request: Request) => object | Uint8Array | undefined {
  const chain = `eip155:${data.chainId ?? 1}`;
  const { wallets = [], balances = [], history = [], features = [] } = data;
  const identity = data.identity ?? { name: null, avatar: null };
  return (request) => {
    const { path, query } = request;
    if (path == '/getWallets') return listed(wallets, query, chain);
    if (path.startsWith('/getWalletImage/') || path.startsWith('/public/get')) return picture(path);
    if (path == '/appkit/v1/config') return { features };
    if (path == '/projects/v1/origins') return { allowedOrigins: ['*'] };
    if (path == '/getAnalyticsConfig') return { isAnalyticsEnabled: false };
    if (path == '/e' || path == '/batch') return {};
    if (path.endsWith('/supported-chains')) return { http: [chain], ws: [] };
    if (path.startsWith('/v1/identity/')) return identity;
    if (/^\/v1\/account\/[^/]+\/history$/.test(path)) return { data: history, next: null };
    if (/^\/v1\/account\/[^/]+\/balance$/.test(path)) return { balances };
    if (path == '/v1/fungible/price') return { fungibles: [] };
    if (path == '/v1/convert/tokens') return { tokens: [] };
    if (path.startsWith('/v1/profile/reverse/')) return [];
    if (path.startsWith('/v1/sessions/')) return { pcis: [] };
    if (path == '/' || path == '/v1' || path == '/v1/') return answered(request.body, rpc, chain);
    return undefined;
  };
}

function listed(wallets: readonly ServedWallet[], query: Record<string, string>, chain: string): object {
  const list = (name: string) => (query[name] ? query[name].split(',') : []);
  const [include, exclude] = [list('include'), list('exclude')];
  const search = (query.search ?? '').toLowerCase();
  const found = wallets.filter(
    (wallet) =>
      (!query.include || include.includes(idOf(wallet))) &&
      !exclude.includes(idOf(wallet)) &&
      wallet.name.toLowerCase().includes(search),
  );
  const entries = Number(query.entries ?? 40);
  const from = (Number(query.page ?? 1) - 1) * entries;
  const page = found.slice(from, from + entries).map((wallet) => ({
    chains: [chain],
    homepage: null,
    mobile_link: null,
    desktop_link: null,
    webapp_link: null,
    ...wallet,
    id: idOf(wallet),
    image_id: idOf(wallet).slice(0, 32),
  }));
  return { data: page, count: found.length };
}

/** What a node has for a page that asks nothing special: no coins, no contracts, a block. */
const NODE: Record<string, unknown> = {
  eth_blockNumber: '0x10',
  eth_getBalance: '0x0',
  eth_getCode: '0x',
  eth_call: '0x',
  eth_gasPrice: '0x3b9aca00',
  eth_maxPriorityFeePerGas: '0x3b9aca00',
  eth_estimateGas: '0x5208',
  eth_getTransactionCount: '0x0',
  eth_getTransactionReceipt: null,
  eth_getTransactionByHash: null,
  net_version: '1',
};

interface Call {
  id?: unknown;
  method?: string;
  params?: unknown;
}

function answered(body: unknown, rpc: ReadonlyMap<string, unknown>, chain: string): object {
  const one = (call: Call | null): object => {
    const { id = null, method = '', params = [] } = call ?? {};
    if (method == 'eth_chainId' && !rpc.has(method))
      return { jsonrpc: '2.0', id, result: `0x${Number(chain.split(':')[1]).toString(16)}` };
    const known = rpc.has(method) || Object.hasOwn(NODE, method);
    if (!known) return { jsonrpc: '2.0', id, error: { code: -32601, message: `${method} has no answer` } };
    const told = rpc.has(method) ? rpc.get(method) : NODE[method];
    return { jsonrpc: '2.0', id, result: typeof told == 'function' ? told(params) : told };
  };
  return Array.isArray(body) ? body.map(one) : one(body as Call | null);
}
