// From a checkout to everything that the demo needs: npm packages, build tool and services, engine, pages, dist/. A second run takes a
// second. Uses only Node, because it runs before there are packages.
import { pathToFileURL } from 'node:url';
import { main } from './lib/fail.mjs';
import { numbered } from './lib/run.mjs';
import { dist, effects, engine, packages, pocketWallet, programs } from './lib/steps.mjs';
import { checkTools } from './lib/tools.mjs';

/** @param {() => Promise<void>} builtEngine `engine` as it ships, or `quickEngine` */
export async function setup(builtEngine = engine) {
  // `run_s`: the first time, on 2 cores
  const steps = [
    // The first waits for the registry and the disk while the second compiles.
    { run_s: 100, run: () => Promise.all([packages(), programs()]) },
    { run_s: builtEngine === engine ? 320 : 100, run: builtEngine },
    { run_s: 5, run: () => pocketWallet().then(effects) },
    { run_s: 25, run: dist },
  ];
  await checkTools();
  for (const [at, { run }] of steps.entries()) {
    const left_s = steps.slice(at).reduce((sum, { run_s }) => sum + run_s, 0);
    await numbered(`[${at + 1} of ${steps.length}, about ${left_s} s left]`, run);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await main('setup', () => setup());
