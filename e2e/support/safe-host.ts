// A Safe around the demo's page, on another origin. It implements the protocol of Safe apps (docs/spec/page-wallets.md section 6), and
// the test acts as its owners. Read from @safe-global/safe-apps-sdk 9.1.0 (src/communication/methods.ts, messageFormatter.ts); its errors
// are a guess. Its account is a contract on the demo's chain that executes what an owner submits.
import type { Page } from '@playwright/test';
import { encodeFunctionData, keccak256, parseAbi, toHex, zeroAddress, type Address, type Hex } from 'viem';
import { bringToChain, setCode, freshAddress, fundedAddress } from './chain';
import { PAGE_URL } from './ports';

/**
 * The code of the Safe (`execTransaction`): it makes the call, and unless that failed logs `ExecutionSuccess(bytes32 indexed,uint256)`
 * with the last 32 bytes, where the proposal's hash replaces the signatures.
 */
const CARRIES =
  '0x60443560040180358091602001600037600060009160006024356004355af115605457600060005260203603357f442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e60206000a2005b00';
const EXEC = parseAbi([
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
]);
/** another site: another host, and so another process */
const AROUND = PAGE_URL.replace('localhost', '127.0.0.1');

interface Call {
  to: Address;
  value: string;
  data: Hex;
}
interface Asked {
  id: string;
  method: string;
  params?: { txs?: Call[]; safeTxHash?: Hex; message?: string };
}
interface Proposal {
  txs: Call[];
  txStatus: 'AWAITING_CONFIRMATIONS' | 'SUCCESS' | 'CANCELLED';
  txHash: Hex | null;
}

export class SafeHost {
  readonly asked: Asked[] = [];
  readonly proposals = new Map<Hex, Proposal>();
  readonly messages: string[] = [];
  /** of a message, once enough owners have signed it */
  signature = '';

  private constructor(
    readonly address: Address,
    readonly owner: Address,
  ) {}

  /** Opens the demo's page in the Safe's frame. */
  static async open(page: Page, search = ''): Promise<{ safe: SafeHost; inside: Page }> {
    const safe = new SafeHost(await fundedAddress(), await fundedAddress());
    await setCode(safe.address, CARRIES);
    // The demo's policy forbids other origins to frame it; a Safe app must allow it.
    await page.route(`${PAGE_URL}/?*`, async (route) => {
      const response = await route.fetch();
      const policy = response.headers()['content-security-policy']!.replace("frame-ancestors 'self';", '');
      await route.fulfill({
        response,
        headers: { ...response.headers(), 'content-security-policy': policy },
      });
    });
    const app = `${PAGE_URL}/?nowallet&nologin&safe=${new URL(AROUND).host}${search}`;
    await page.exposeFunction('answerOfSafe', (asked: Asked) => safe.#answer(asked));
    await page.route(`${AROUND}/safe`, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<!doctype html><title>A Safe</title><style>body { margin: 0 } iframe { border: 0; width: 1000px; height: 700px }</style>
          <iframe name="app" allow="local-network-access *; loopback-network *" src="${app}"></iframe>
          <script>addEventListener('message', async ({ data, source, origin }) => {
            if (origin !== '${PAGE_URL}' || !data?.method) return;
            const { id } = data;
            source.postMessage({ id, version: '1.18.0', ...(await answerOfSafe(data)) }, origin);
          });</script>`,
      }),
    );
    await page.goto(`${AROUND}/safe`);
    let frame = page.frame({ name: 'app' });
    for (; !frame?.url().startsWith(PAGE_URL); frame = page.frame({ name: 'app' }))
      await page.waitForEvent('framenavigated');
    return { safe, inside: frame as unknown as Page };
  }

  #answer(asked: Asked): object {
    this.asked.push(asked);
    const data = this.#data(asked);
    return data === undefined ? { success: false, error: 'unknown' } : { success: true, data };
  }

  #data({ method, params = {} }: Asked): unknown {
    switch (method) {
      case 'getSafeInfo':
        return {
          safeAddress: this.address,
          chainId: 1337,
          threshold: 2,
          owners: [this.owner, freshAddress()],
        };
      case 'sendTransactions': {
        const safeTxHash = keccak256(toHex(`${this.address} ${this.proposals.size}`));
        this.proposals.set(safeTxHash, {
          txs: params.txs!,
          txStatus: 'AWAITING_CONFIRMATIONS',
          txHash: null,
        });
        return { safeTxHash };
      }
      case 'getTxBySafeTxHash':
        return this.proposals.get(params.safeTxHash!);
      case 'rpcCall':
        return { offChainSigning: true };
      case 'signMessage':
        this.messages.push(params.message!);
        return { messageHash: keccak256(toHex(params.message!)) };
      case 'getOffChainSignature':
        return this.signature;
    }
    return undefined;
  }

  get last(): Proposal {
    return [...this.proposals.values()].at(-1)!;
  }

  /** Enough owners have confirmed, and one of them executes the transaction on the chain. */
  async execute(): Promise<Hex> {
    const [hash, last] = [...this.proposals].at(-1)!;
    const [call] = last.txs;
    const { to, value, data: inner } = call!;
    const args = [to, BigInt(value), inner, 0, 0n, 0n, 0n, zeroAddress, zeroAddress, hash] as const;
    const data = encodeFunctionData({ abi: EXEC, args });
    last.txHash = await bringToChain({ from: this.owner, to: this.address, data });
    last.txStatus = 'SUCCESS';
    return last.txHash;
  }

  cancel(): void {
    this.last.txStatus = 'CANCELLED';
  }
}
