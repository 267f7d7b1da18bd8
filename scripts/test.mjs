// `npm test`: everything from a clean checkout (design.md section 7). Layers that leave a core idle run beside each other, the browser
// tests alone at the end. Stops at the first layer that fails and names it; exit code 1. The figures printed are the runners' own; the ten
// slowest come last.
//
// `npm test -- FILTER ...` runs only these layers, with the set-up they need: rust, element, sources, sdk, size, package, e2e, or a part of e2e
// (`e2e/money`, `e2e/send`, `e2e/relay/qr`). `npm run test:hosts` runs some others: browsers (a walk in Firefox and WebKit), recorder (both
// browsers with replaced functions of the page), and two parts of e2e (WITH_HOSTS).
import { main, Problem } from './lib/fail.mjs';
import { inOrder } from './lib/layers.mjs';
import { browsers, leftOut } from './browsers.mjs';
import { chromium } from './chromium.mjs';
import { BROWSER_TESTS, FULL, RECORDER, select, WALK } from './lib/filter.mjs';
import { layers } from './lib/suite.mjs';
import { printSlowest } from './lib/slowest.mjs';
import { checkTools } from './lib/tools.mjs';

await main('test', async () => {
  const chosen = select(process.argv.slice(2));
  const began = Date.now();
  const seconds = () => `${((Date.now() - began) / 1000).toFixed(0)} s`;
  // Asked before the first long step: what is missing is said in the first seconds.
  await checkTools();
  const browser = chosen.names.includes(BROWSER_TESTS) ? await chromium() : undefined;
  if (browser) console.log(`browser: ${browser}`);
  const others = [WALK, RECORDER].some((name) => chosen.names.includes(name)) ? await browsers() : {};
  const missing = leftOut(others);
  for (const line of missing) console.log(line);
  try {
    await inOrder(layers(chosen, browser, others), chosen.names);
  } catch (error) {
    if (error instanceof Problem) throw new Problem(`${error.message} (after ${seconds()})`);
    throw error;
  } finally {
    printSlowest();
  }
  const what = chosen === FULL ? 'all layers' : chosen.words.join(', ');
  console.log(`\ntest: ${what} passed in ${seconds()}`);
  for (const line of missing) console.log(line);
});
