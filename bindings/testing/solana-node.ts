// A node of solana on loopback, for pages and wallets of a test: it has what the test has set, and keeps what is sent.
import { createServer } from 'node:http';
import { bodyOf, ended, HEADERS, listen, send } from './http';
import { nodeAnswer } from './service-answers';
import { SolanaLedger, type SentSolanaTransaction, type SolanaHoldings } from './solana-ledger';

export type { SentSolanaTransaction, SolanaHoldings, SolanaToken } from './solana-ledger';
export type { TokenProgram } from './solana-bytes';

export interface SolanaNodeData {
  /** address -> what it has; others have nothing */
  accounts?: Readonly<Record<string, SolanaHoldings>>;
  /** results of methods, or functions of their parameters, before what the node would say */
  rpc?: Readonly<Record<string, unknown>>;
}

export interface TestSolanaNode {
  /** its JSON-RPC, as `SolanaWallet` takes it */
  readonly url: string;
  /** for `networks` of `createWalletModal`: Solana, by this node */
  readonly network: object;
  /** what it has taken, in order */
  readonly sent: readonly SentSolanaTransaction[];
  /** The requests, oldest first. */
  readonly requests: readonly { method: string; params: unknown }[];
  /** From now on an address has this: of coins, of tokens, or of both. */
  set(address: string, holdings: SolanaHoldings): void;
  /** From now on a method has this result, or what a function makes of its parameters. */
  rpc(method: string, result: unknown): void;
  close(): Promise<void>;
}

const REFERENCE = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';

/** Starts it on a port that is free. */
export async function startSolanaNode(data: SolanaNodeData = {}): Promise<TestSolanaNode> {
  const ledger = new SolanaLedger();
  const requests: { method: string; params: unknown }[] = [];
  const rpc = new Map<string, unknown>(Object.entries(data.rpc ?? {}));
  for (const [address, holdings] of Object.entries(data.accounts ?? {})) ledger.set(address, holdings);
  const server = createServer((request, response) => {
    if (request.method != 'POST') return void response.writeHead(204, HEADERS).end();
    bodyOf(request)
      .then((body) => {
        for (const call of [body].flat() as ({ method?: string; params?: unknown } | null)[])
          requests.push({ method: String(call?.method), params: call?.params });
        return nodeAnswer(body, rpc, ledger);
      })
      .then(
        (answer) => send(response, 200, answer),
        (error: Error) => send(response, 500, { error: error.message }),
      );
  });
  const url = await listen(server);
  return {
    url,
    network: {
      id: REFERENCE,
      chainNamespace: 'solana',
      caipNetworkId: `solana:${REFERENCE}`,
      name: 'Solana',
      nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
      rpcUrls: { default: { http: [url] } },
    },
    sent: ledger.sent,
    requests,
    set: (address, holdings) => ledger.set(address, holdings),
    rpc: (method, result) => void rpc.set(method, result),
    close: () => ended(server),
  };
}
