// Measures ten thousand reads of the chain in one task, and the memory that another thousand reads add. The engine's memory only grows, but a
// later thousand reuses what the first one needed.
import { Problem } from '../lib/fail.mjs';
import { BUTTON } from './browser.mjs';
import { wallet } from './growth.mjs';
import { outside } from './outside.mjs';

const READS = 10_000;
const AGAIN = 1_000;
const RUNS_MAX = 3;
const MB = 1e6;

const id = (name) => `[data-testid="${name}"]`;

export async function calls({ browse, each, line }) {
  const cost = { longest: [], late: [], took: [], memory: [], again: [] };
  await each(
    () => browse('/?nologin&nowallet', (stage) => measure(stage, cost), { scripts: [wallet, outside, page] }),
    RUNS_MAX,
  );
  const words = `${READS.toLocaleString('en')} reads at once`;
  line(`${words}: until all are answered`, 'ms', cost.took);
  line(`${words}: longest task`, 'ms', cost.longest, { most: 100 });
  line(`${words}: tasks over 100 ms`, '', cost.late, { most: 0 });
  line(`${words}: WebAssembly more`, 'MB', cost.memory, { most: 8 });
  line(`${AGAIN.toLocaleString('en')} reads, twice: WebAssembly more the second time`, 'MB', cost.again, {
    most: 0,
  });
}

async function measure({ page, place, quiet }, cost) {
  await page.mouse.click(...(await place(BUTTON)));
  await page.mouse.click(...(await place(id('wallet-selector-test.bench'))));
  await page.waitForFunction(() =>
    document.querySelector('wallet-button')?.shadowRoot?.textContent.includes('0x15'),
  );
  await quiet({ begun: true });
  const reads = async (count) => {
    const seen = await page.evaluate((many) => globalThis.walletCalls(many), count);
    if (seen.failed) throw new Problem(`${seen.failed} of ${count} reads failed: ${seen.why}`);
    return seen;
  };
  await reads(AGAIN);
  cost.again.push((await reads(AGAIN)).grown / MB);
  const seen = await reads(READS);
  cost.took.push(seen.took);
  cost.longest.push(seen.longest);
  cost.late.push(seen.late);
  cost.memory.push(seen.grown / MB);
}

/** In the page. Travels as text. */
function page() {
  globalThis.walletCalls = async (many) => {
    const { walletModal, walletOutside } = globalThis;
    const provider = walletModal.getProvider('eip155');
    const tasks = [];
    const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries()));
    observer.observe({ type: 'longtask' });
    const [before, began] = [walletOutside(), performance.now()];
    const all = await Promise.allSettled(
      Array.from({ length: many }, () => provider.request({ method: 'eth_blockNumber' })),
    );
    const took = performance.now() - began;
    // The browser reports a long task a moment after its end.
    await new Promise((resolve) => setTimeout(resolve, 300));
    observer.disconnect();
    const failed = all.filter(({ status }) => status == 'rejected');
    const waits = tasks.map(({ duration }) => duration);
    return {
      took,
      longest: Math.max(0, ...waits),
      late: waits.filter((wait) => wait > 100).length,
      grown: walletOutside() - before,
      failed: failed.length,
      why: failed[0]?.reason?.message,
    };
  };
}
