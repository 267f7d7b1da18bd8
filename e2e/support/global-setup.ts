// Starts the chains and services once for the whole run, with the code of `npm start`.
import { startDemo } from '../../scripts/lib/demo.mjs';
import { BASE_PORT, CHAIN_PORT } from './ports';

export default async function globalSetup(): Promise<() => Promise<void>> {
  if (!process.env.CHROMIUM) {
    const { chromium } = await import('../../scripts/chromium.mjs');
    process.env.CHROMIUM = await chromium();
  }
  // A block each second: twice as often as in `npm start`, but slow enough to see "pending".
  const demo = await startDemo({ basePort: BASE_PORT, chainPort: CHAIN_PORT, blockTime_s: 1 });
  return demo.end;
}
