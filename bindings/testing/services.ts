// The services a modal talks to, as servers of one's own on loopback: a test that uses them contacts nobody else. What they answer is the test's
// to choose; what is not chosen is what an empty world answers.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { answersOf, type ServiceData } from './service-answers';

export type { ServedWallet, ServiceData } from './service-answers';

/** How a path is answered instead: this status, this body, never (`hang`), or as ever but so much later. */
export type ServiceAnswer = 'hang' | { status?: number; json?: unknown; late_ms?: number };

export interface ServiceAsked {
  /** `GET /getWallets` */
  what: string;
  query: Record<string, string>;
  body: unknown;
}

export interface TestServices {
  /** for `createWalletModal`: the services, the project they know, and the network whose node is here */
  readonly options: {
    projectId: string;
    services: { wallet: string; data: string; analytics: string };
    networks: object[];
  };
  /** the node's JSON-RPC */
  readonly node: string;
  /** what was asked, in order */
  readonly asked: ServiceAsked[];
  /** From now on a method of the node's (`eth_getBalance`) has this result, or what a function makes of its parameters. */
  rpc(method: string, result: unknown): void;
  /** From now on a path (`/getWallets`, or the beginning of one) is answered like this; `null`: as ever. */
  answer(path: string, answer: ServiceAnswer | null): void;
  close(): Promise<void>;
}

const HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-allow-headers': '*',
  'cache-control': 'no-store',
};
/** More than any request of the modal has. */
const BODY_BYTES_MAX = 1 << 20;

/** Starts them, each on a port that is free. */
export async function startServices(data: ServiceData = {}): Promise<TestServices> {
  const asked: ServiceAsked[] = [];
  const instead = new Map<string, ServiceAnswer>();
  const rpc = new Map<string, unknown>(Object.entries(data.rpc ?? {}));
  const chain = data.chainId ?? 1;
  const own = answersOf(data, rpc);

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (request.method == 'OPTIONS') return void response.writeHead(204, HEADERS).end();
    const body = await bodyOf(request);
    const query = Object.fromEntries(url.searchParams);
    asked.push({ what: `${request.method} ${url.pathname}`, query, body });
    const [, told] = [...instead].find(([path]) => url.pathname.startsWith(path)) ?? [];
    if (told == 'hang') return;
    if (told?.late_ms) await new Promise((resolve) => setTimeout(resolve, told.late_ms));
    if (told && (told.status !== undefined || told.json !== undefined))
      return send(response, told.status ?? 200, told.json ?? {});
    const answer = own({ path: url.pathname, query, body });
    if (answer instanceof Uint8Array)
      return void response.writeHead(200, { ...HEADERS, 'content-type': 'image/svg+xml' }).end(answer);
    send(response, answer === undefined ? 404 : 200, answer ?? { error: `nothing is at ${url.pathname}` });
  };

  const servers = [0, 1, 2, 3].map(() =>
    createServer((request, response) => {
      respond(request, response).catch((error: Error) => send(response, 500, { error: error.message }));
    }),
  );
  const [wallet, service, analytics, node] = (await Promise.all(servers.map(listen))) as [
    string,
    string,
    string,
    string,
  ];
  return {
    options: {
      projectId: data.projectId ?? 'test',
      services: { wallet, data: service, analytics },
      networks: [
        {
          id: chain,
          chainNamespace: 'eip155',
          caipNetworkId: `eip155:${chain}`,
          name: data.chainName ?? 'Test Network',
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          rpcUrls: { default: { http: [node] } },
        },
      ],
    },
    node,
    asked,
    rpc: (method, result) => void rpc.set(method, result),
    answer: (path, answer) => void (answer ? instead.set(path, answer) : instead.delete(path)),
    close: async () => void (await Promise.all(servers.map(ended))),
  };
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(`http://127.0.0.1:${typeof address == 'object' ? address?.port : 0}`);
    });
  });
}

/** Open connections too: a page may still hold some. */
function ended(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function send(response: ServerResponse, status: number, json: unknown): void {
  response.writeHead(status, { ...HEADERS, 'content-type': 'application/json' }).end(JSON.stringify(json));
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const piece of request) {
    text += String(piece);
    if (text.length > BODY_BYTES_MAX) throw new Error('the body is too long');
  }
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    return text;
  }
}
