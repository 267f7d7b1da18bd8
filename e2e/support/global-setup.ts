// Starts the chains and the hosts once for the whole run, by the code that `npm start` uses.
import { startDemo } from '../../scripts/lib/demo.mjs';
import { BASE_PORT, CHAIN_PORT } from './ports';

export default async function globalSetup(): Promise<() => Promise<void>> {
  if (!process.env.CHROMIUM) {
    const { chromium } = await import('../../scripts/chromium.mjs');
    process.env.CHROMIUM = await chromium();
  }
  // Blocks come every second: half as long as in `npm start`, still slow enough to see "pending".
  const demo = await startDemo({ basePort: BASE_PORT, chainPort: CHAIN_PORT, blockTime_s: 1 });
  return demo.end;
}
