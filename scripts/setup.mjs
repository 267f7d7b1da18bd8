// From a checkout to everything built: tools, packages, engine, dist/, demo services. Run as often as you like: a second
// run takes a second. Uses nothing but Node, because it runs before there are packages.
import { pathToFileURL } from 'node:url';
import { main } from './lib/fail.mjs';
import { effects, dist, engine, packages, pocketWallet, programs } from './lib/steps.mjs';
import { checkTools } from './lib/tools.mjs';

export async function setup() {
  await checkTools();
  await packages();
  await programs();
  await pocketWallet();
  await effects();
  await engine();
  await dist();
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await main('setup', setup);
