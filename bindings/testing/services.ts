// The services that the modal uses, as local servers on loopback, so that a test contacts no other server. The test sets the responses;
// the defaults are empty.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { bodyOf, ended, HEADERS, listen, send } from './http';
import { Ledger, type SentTransaction } from './ledger';
import { answersOf, nodeAnswer, type ServiceData } from './service-answers';

export type { SentTransaction } from './ledger';
export type { ServedWallet, ServiceData } from './service-answers';

/** The response of a path: a status, a body, never (`hang`), or the usual one after a delay. */
export type ServiceAnswer = 'hang' | { status?: number; json?: unknown; delayMs?: number };

export interface ServiceRequest {
  /** such as `GET /getWallets` */
  what: string;
  query: Record<string, string>;
  body: unknown;
}

export interface TestServices {
  /** for `createWalletModal`: the services, their project ID, and the networks with local nodes */
  readonly options: {
    projectId: string;
    services: { wallet: string; data: string; analytics: string };
    networks: object[];
  };
  /** the JSON-RPC URL of the first network's node */
  readonly node: string;
  /** the URL of each network's node, by chain ID, as `EthereumWallet` takes them */
  readonly nodes: Readonly<Record<number, string>>;
  /** the transactions that the nodes have accepted, in order */
  readonly sent: readonly SentTransaction[];
  /** The requests, oldest first. */
  readonly requests: ServiceRequest[];
  /** Sets the result of a node method (`eth_getBalance`) from now on, or a function of its parameters. */
  rpc(method: string, result: unknown): void;
  /** Sets the response of a path (`/getWallets`, or the beginning of one) from now on; `null` resets it. */
  answer(path: string, answer: ServiceAnswer | null): void;
  close(): Promise<void>;
}

/** Starts the servers, each on a free port. */
export async function startServices(data: ServiceData = {}): Promise<TestServices> {
  const requests: ServiceRequest[] = [];
  const instead = new Map<string, ServiceAnswer>();
  const rpc = new Map<string, unknown>(Object.entries(data.rpc ?? {}));
  const networks = [
    { id: data.chainId ?? 1, name: data.chainName ?? 'Test Network' },
    ...(data.networks ?? []),
  ];
  const transactions: SentTransaction[] = [];
  const own = answersOf(
    data,
    networks.map(({ id }) => `eip155:${id}`),
  );

  const ledgers = networks.map(({ id }) => new Ledger(id, data.coins, transactions));
  /** The data service is also a node for every network. */
  const asNode = (chain: string | undefined): Ledger | undefined =>
    ledgers[networks.findIndex(({ id }) => chain == `eip155:${id}`)];

  /** Responds as a service, or as the node of this ledger. */
  const respond = async (
    request: IncomingMessage,
    response: ServerResponse,
    ledger?: Ledger,
  ): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (request.method == 'OPTIONS') return void response.writeHead(204, HEADERS).end();
    const body = await bodyOf(request);
    const query = Object.fromEntries(url.searchParams);
    requests.push({ what: `${request.method} ${url.pathname}`, query, body });
    const [, told] = [...instead].find(([path]) => url.pathname.startsWith(path)) ?? [];
    if (told == 'hang') return;
    if (told?.delayMs) await new Promise((resolve) => setTimeout(resolve, told.delayMs));
    if (told && (told.status !== undefined || told.json !== undefined))
      return send(response, told.status ?? 200, told.json ?? {});
    const node = /^\/(v1\/?)?$/.test(url.pathname) ? (ledger ?? asNode(query.chainId)) : undefined;
    const answer = node ? await nodeAnswer(body, rpc, node) : own({ path: url.pathname, query });
    if (answer instanceof Uint8Array)
      return void response.writeHead(200, { ...HEADERS, 'content-type': 'image/svg+xml' }).end(answer);
    send(response, answer === undefined ? 404 : 200, answer ?? { error: `nothing is at ${url.pathname}` });
  };

  const serverOf = (ledger?: Ledger) =>
    createServer((request, response) => {
      respond(request, response, ledger).catch((error: Error) =>
        send(response, 500, { error: error.message }),
      );
    });
  const servers = [...[0, 1, 2].map(() => serverOf()), ...ledgers.map(serverOf)];
  const urls = (await Promise.all(servers.map(listen))) as [string, string, string, string, ...string[]];
  const [wallet, service, analytics, node] = urls;
  const nodes = Object.fromEntries(networks.map(({ id }, at) => [id, urls[at + 3]!]));
  return {
    options: {
      projectId: data.projectId ?? 'test',
      services: { wallet, data: service, analytics },
      networks: networks.map(({ id, name }) => ({
        id,
        chainNamespace: 'eip155',
        caipNetworkId: `eip155:${id}`,
        name,
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: { default: { http: [nodes[id]!] } },
      })),
    },
    node,
    nodes,
    sent: transactions,
    requests,
    rpc: (method, result) => void rpc.set(method, result),
    answer: (path, answer) => void (answer ? instead.set(path, answer) : instead.delete(path)),
    close: async () => void (await Promise.all(servers.map(ended))),
  };
}
