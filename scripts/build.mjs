// Builds dist/, and the engine and the contract before it when they have changed.
import { main } from './lib/fail.mjs';
import { contract, effects, dist, engine, packages, pocketWallet, programs } from './lib/steps.mjs';
import { checkTools } from './lib/tools.mjs';

await main('build', async () => {
  await checkTools();
  await packages();
  await programs();
  await pocketWallet();
  await effects();
  await contract();
  await engine();
  await dist();
});
