// Builds dist/, and the engine before it when that has changed.
import { main } from './lib/fail.mjs';
import { dist, engine, packages, programs } from './lib/steps.mjs';
import { checkTools } from './lib/tools.mjs';

await main('build', async () => {
  await checkTools();
  await packages();
  await programs();
  await contract();
  await programs();
  await engine();
  await dist();
});
