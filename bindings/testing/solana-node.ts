// A local Solana node for a test's pages and wallets: it has what the test sets, and records transactions.
import { createServer } from 'node:http';
import { bodyOf, ended, HEADERS, listen, send } from './http';
import { nodeAnswer } from './service-answers';
import { SolanaLedger, type SentSolanaTransaction, type SolanaHoldings } from './solana-ledger';

export type { SentSolanaTransaction, SolanaHoldings, SolanaToken } from './solana-ledger';
export type { TokenProgram } from './solana-bytes';

export interface SolanaNodeData {
  /** address -> its holdings; others have none */
  accounts?: Readonly<Record<string, SolanaHoldings>>;
  /** results of methods, or functions of their parameters, which override the node's own */
  rpc?: Readonly<Record<string, unknown>>;
}

export interface TestSolanaNode {
  /** its JSON-RPC URL, as `SolanaWallet` takes it */
  readonly url: string;
  /** for `networks` of `createWalletModal`: Solana with this node */
  readonly network: object;
  /** the transactions that it has accepted, in order */
  readonly sent: readonly SentSolanaTransaction[];
  /** The requests, oldest first. */
  readonly requests: readonly { method: string; params: unknown }[];
  /** Sets the coins and tokens of an address from now on. */
  set(address: string, holdings: SolanaHoldings): void;
  /** Sets the result of a method from now on, or a function of its parameters. */
  rpc(method: string, result: unknown): void;
  close(): Promise<void>;
}

const REFERENCE = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';

/** Starts the node on a free port. */
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
