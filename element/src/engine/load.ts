// Starts the engine on the bytes the entry has already asked for (design.md section 5). A lazy chunk; one call a page life,
// again only after a failure.

import { page, type Running } from '../page';
import { WalletError } from '../wallet-error';
import { connectWallets } from '../wallets';
import type { EngineGlue } from './border';
import { Runner } from './running';

const failed = (cause: unknown): WalletError =>
  new WalletError(
    {
      code: -32603,
      message: 'Could not load',
      ...(cause as object),
      details: String((cause as Error)?.message ?? cause).slice(0, 200),
    },
    cause,
  );

/** Compiles, starts, introduces the wallets. Rejects with a WalletError. */
export async function run(glue: EngineGlue, bytes: Promise<Response>): Promise<Running> {
  try {
    if (page.options.wasmUrl) glue.locate(page.options.wasmUrl);
    await glue.default({ module_or_path: bytes });
    const runner = new Runner(glue, page);
    // Known before its first event: a listener may ask for the state.
    page.running = runner;
    runner.begin(connectWallets);
    page.element?.sync();
    return runner;
  } catch (cause) {
    page.running = null;
    throw failed(cause);
  }
}
