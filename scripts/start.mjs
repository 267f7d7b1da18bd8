// `npm start`: builds what has changed, starts the whole demo on this machine and prints one address. Ctrl-C ends all of
// it, and so does the end of this process, however it comes. BASE_PORT (4000) and CHAIN_PORT (8545, and the eight after it)
// move it. The engine is a quick one, unless one as it ships is current.
//
// `npm run dev`: also builds again what is saved, and reloads the page.
import { watch } from './lib/dev.mjs';
import { startDemo } from './lib/demo.mjs';
import { main, Problem } from './lib/fail.mjs';
import { quickEngine } from './lib/steps.mjs';
import { setup } from './setup.mjs';

const port = (name, otherwise) => Number(process.env[name] ?? otherwise);

await main('start', async () => {
  const isDev = process.argv[2] === 'dev';
  await setup(quickEngine);
  const asked = new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => resolve());
  });
  const demo = await startDemo({ basePort: port('BASE_PORT', 4000), chainPort: port('CHAIN_PORT', 8545) });
  console.log(`\n  wallet-modal demo: ${demo.url}${isDev ? '?dev' : ''}\n  Ctrl-C ends it.\n`);
  const stop = isDev ? await watch() : () => {};
  const broken = await Promise.race([asked, demo.ended]);
  await stop();
  await demo.end();
  if (broken) throw new Problem(`${broken} stopped by itself.`);
});
