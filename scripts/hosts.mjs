// `npm run test:hosts [-- [--built] NAME...]`: tests the package as its users have it. It packs once, and installs the tarball into the node_modules of
// demo/hosts and of each host with its own. Then it runs every `host.test.mjs` with the demo's services, and the parts of `npm test` that
// belong here (WITH_HOSTS). NAME: only these hosts. `--built`: with the existing dist/.
//
// It uses the ports of the browser tests (E2E_BASE_PORT and E2E_CHAIN_PORT).
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { chromium } from './chromium.mjs';
import { CHAIN_IDS, startDemo } from './lib/demo.mjs';
import { main, Problem } from './lib/fail.mjs';
import { WITH_HOSTS } from './lib/filter.mjs';
import { at } from './lib/project.mjs';
import { run, say } from './lib/run.mjs';
import { dist, engine, packages, pocketWallet, programs } from './lib/steps.mjs';
import { checkTools } from './lib/tools.mjs';
import { unpacked } from './packaging/pack.mjs';

const FOLDER = 'demo/hosts';
const BASE_PORT = Number(process.env.E2E_BASE_PORT ?? 4100);
const CHAIN_PORT = Number(process.env.E2E_CHAIN_PORT ?? 8645);
/** The demo's hosts by name (demo/services): offsets from the base port. */
const { OFFSETS } = await import('../e2e/support/hosts.gen.mjs');

await main('hosts', async () => {
  const words = process.argv.slice(2);
  const names = words.filter((word) => word !== '--built');
  const all = readdirSync(at(FOLDER))
    .filter((name) => existsSync(at(FOLDER, name, 'host.test.mjs')))
    .sort();
  const unknown = names.filter((name) => !all.includes(name));
  if (unknown.length > 0) throw new Problem(`no host is named ${unknown.join(', ')}: ${all.join(', ')}`);
  const chosen = names.length > 0 ? names : all;

  await checkTools();
  const browser = await chromium();
  if (!words.includes('--built'))
    for (const step of [packages, programs, pocketWallet, engine, dist]) await step();
  const own = chosen.filter((name) => existsSync(at(FOLDER, name, 'package.json')));
  for (const folder of [FOLDER, ...own.map((name) => `${FOLDER}/${name}`)]) await install(folder);
  rmSync(at(FOLDER, '.out'), { recursive: true, force: true });

  const demo = await startDemo({ basePort: BASE_PORT, chainPort: CHAIN_PORT, blockTime_s: 1 });
  const url = (name, scheme = 'http') => `${scheme}://localhost:${BASE_PORT + OFFSETS[name]}`;
  const urls = {
    page: url('page'),
    rpc: `http://127.0.0.1:${CHAIN_PORT}`,
    rpcs: CHAIN_IDS.map((_, index) => `http://127.0.0.1:${CHAIN_PORT + index}`),
    services: {
      wallet: url('wallets'),
      data: url('data'),
      secure: url('secure'),
      analytics: url('analytics'),
      relay: [url('relay', 'ws')],
    },
  };
  try {
    for (const name of chosen) {
      say(`hosts: ${name}`);
      await run('node', ['--test', '--test-timeout', '300000', at(FOLDER, name, 'host.test.mjs')], {
        what: name,
        env: { CHROMIUM: browser, HOSTS_URLS: JSON.stringify(urls) },
      });
    }
  } finally {
    await demo.end();
    rmSync(at(FOLDER, '.out'), { recursive: true, force: true });
  }
  say(`hosts: ${chosen.join(', ')} passed`);
  if (names.length === 0)
    await run('node', [at('scripts/test.mjs'), ...WITH_HOSTS], { what: WITH_HOSTS.join(' ') });
});

/** What a folder's lock names, and the packed package: as `npm install` of the tarball lays it, without a line in the lock. */
async function install(folder) {
  const lock = at(folder, 'package-lock.json');
  const stamp = at(folder, 'node_modules/.stamp');
  const hash = existsSync(lock) ? createHash('sha256').update(readFileSync(lock)).digest('hex') : '';
  const known = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
  if (known !== hash) {
    say(`setup: npm packages of ${folder} (about 40 s)`);
    const quiet = ['--no-fund', '--no-audit', '--loglevel=error'];
    await run('npm', ['ci', '--prefix', at(folder), ...quiet], { what: `npm ci in ${folder}` });
    writeFileSync(stamp, hash);
  }
  const place = at(folder, 'node_modules/wallet-modal');
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  unpacked(place);
}
