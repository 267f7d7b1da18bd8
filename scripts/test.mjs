// `npm test`: everything from a clean checkout, from the inside out (design.md section 7). Stops at the first layer that
// fails and names it; exit code 1. The figures printed are the runners' own.
import { check } from './check.mjs';
import { chromium } from './chromium.mjs';
import { main, Problem } from './lib/fail.mjs';
import { run } from './lib/run.mjs';
import { NATIVE } from './lib/steps.mjs';
import { setup } from './setup.mjs';
import { checkTools } from './lib/tools.mjs';
import { size } from './size.mjs';

let browser;

const LAYERS = [
  // Both ask before the first long step: what is missing is said in the first seconds.
  ['tools', checkTools],
  ['browser', async () => console.log((browser = await chromium()))],
  ['setup', setup],
  [
    'rust tests',
    () => run('cargo', ['test', '--locked', ...NATIVE, '--no-fail-fast'], { what: 'cargo test' }),
  ],
  ['check', check],
  ['unit tests of the element', () => run('vitest', ['run'], { what: 'vitest' })],
  [
    'the official SDKs over our relay',
    () =>
      run('node', ['--test', '--test-timeout', '60000', 'demo/services/tests/official/'], {
        what: 'the official SDKs',
      }),
  ],
  ['size', size],
  [
    'browser tests',
    () =>
      run('playwright', ['test', '--config', 'e2e/playwright.config.ts'], {
        what: 'playwright',
        env: { CHROMIUM: browser },
      }),
  ],
];

await main('test', async () => {
  const began = Date.now();
  const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(0)} s`;
  for (const [name, layer] of LAYERS) {
    console.log(`\n=== ${name}`);
    const since = Date.now();
    try {
      await layer();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      throw new Problem(`the layer "${name}" failed: ${error.message}`);
    }
    console.log(`=== ${name}: ${seconds(since)}`);
  }
  console.log(`\ntest: all layers passed in ${seconds(began)}`);
});
