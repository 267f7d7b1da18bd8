// Measures the memory of the open modal, and what remains after many openings. It includes the demo's page.
import { BUTTON } from './browser.mjs';
import { outside } from './outside.mjs';

const CYCLES = 20;
/** These hold from run to run, and a run is long. */
const RUNS_MAX = 3;

export async function memory({ browse, each, line }) {
  const held = [];
  const grown = { heap: [], nodes: [], listeners: [] };
  const sample = () =>
    browse(
      '/',
      async ({ page, timed, quiet, close }) => {
        const devtools = await page.context().newCDPSession(page);
        await devtools.send('Performance.enable');
        const count = () => metrics(page, devtools);
        const cycle = async () => {
          await timed(BUTTON, ['list']);
          await close();
        };
        await timed(BUTTON, ['list']);
        await quiet();
        held.push((await count()).heap);
        await close();
        // Opens again: some objects are created once, at the second opening.
        await cycle();
        const before = await count();
        for (let i = 0; i < CYCLES; i++) await cycle();
        const after = await count();
        for (const name of Object.keys(grown)) grown[name].push(after[name] - before[name]);
      },
      { scripts: [outside] },
    );
  await each(sample, RUNS_MAX);
  line('heap and WebAssembly, open (the demo with it)', 'MB', held, { most: 5.5 });
  line(`growth over ${CYCLES} open-close cycles: heap`, 'MB', grown.heap, { most: 0.4 });
  line(`growth over ${CYCLES} open-close cycles: nodes`, '', grown.nodes, { most: 0 });
  line(`growth over ${CYCLES} open-close cycles: listeners`, '', grown.listeners, { most: 0 });
}

/** What is still reachable, in MB (1,000,000 bytes) and pieces. */
async function metrics(page, devtools) {
  // The demo's log of events grows with each opening.
  await page.evaluate(() => document.querySelector('#log').replaceChildren());
  // The first collection frees what holds the rest.
  for (let i = 0; i < 2; i++) await devtools.send('HeapProfiler.collectGarbage');
  const all = (await devtools.send('Performance.getMetrics')).metrics;
  const { JSHeapUsedSize, Nodes, JSEventListeners } = Object.fromEntries(
    all.map(({ name, value }) => [name, value]),
  );
  const more = await page.evaluate(() => globalThis.walletOutside());
  return { heap: (JSHeapUsedSize + more) / 1e6, nodes: Nodes, listeners: JSEventListeners };
}
