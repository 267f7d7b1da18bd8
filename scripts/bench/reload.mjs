// Measures the time from the start of a page to its connected account, after a reload: with ours, and with wagmi in the same page and the same
// wallet, which announces itself and responds immediately. Wagmi's script is inline, which is an advantage. The wallet's behavior is a guess.
import { build } from 'esbuild';
import { Problem } from '../lib/fail.mjs';
import { at } from '../lib/project.mjs';
import { BUTTON } from './browser.mjs';

const RDNS = 'dev.bench.reload';
const LIMIT_MS = 30_000;
/** The ratio to wagmi's time. */
const GOAL = { most: 1.2 };

export async function reload({ browse, each, line }) {
  const script = await bundled();
  const times = { ours: [], wagmi: [] };
  await each(async () => {
    await browse(
      '/',
      async ({ page, timed, quiet }) => {
        await timed(BUTTON, ['list']);
        await page.locator(`[data-testid="wallet-selector-${RDNS}"]`).click();
        await connected(page, 'ours');
        await quiet();
        const { pathname } = new URL(page.url());
        await page.route(
          (url) => url.pathname == pathname,
          async (route) => {
            const response = await route.fetch();
            const body = `${await response.text()}<script type="module">${script}</script>`;
            await route.fulfill({ response, body });
          },
        );
        // The first load connects, the second one restores.
        await page.reload();
        await connected(page, 'wagmi');
        await connected(page, 'ours');
        await page.reload();
        for (const name of Object.keys(times)) times[name].push(await connected(page, name));
      },
      { scripts: [wallet], bypassCSP: true },
    );
  });
  line('reload to connected', 'ms', times.ours);
  line('reload to connected, wagmi', 'ms', times.wagmi);
  const of = times.ours.map((time, run) => time / times.wagmi[run]);
  line("reload to connected, of wagmi's time", '', of, GOAL);
}

/** Milliseconds from the start of the page to its account, on the page's clock. */
async function connected(page, name) {
  const asked = page.waitForFunction((of) => globalThis.benchConnected?.[of], name, { timeout: LIMIT_MS });
  const found = await asked.catch(() => {
    throw new Problem(`${name}: the page is not connected`);
  });
  return found.jsonValue();
}

/** Runs in every document before its scripts, and travels there as text. */
function wallet() {
  const answers = {
    eth_accounts: ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
    eth_requestAccounts: ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
    eth_chainId: '0x539',
    wallet_getPermissions: [{ parentCapability: 'eth_accounts', caveats: [] }],
  };
  const provider = {
    request: async ({ method }) => {
      if (method in answers) return answers[method];
      throw Object.assign(new Error('The method is not supported'), { code: 4200 });
    },
    on: () => provider,
    removeListener: () => provider,
  };
  const info = {
    uuid: '3f1c7d0a-2b5e-4c9d-8a41-5d2f6b7c8e90',
    name: 'Bench Wallet',
    icon: 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=',
    rdns: 'dev.bench.reload',
  };
  const detail = Object.freeze({ info: Object.freeze(info), provider });
  const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  addEventListener('eip6963:requestProvider', announce);
  announce();
  globalThis.benchConnected = {};
  addEventListener('wallet-connect', () => (globalThis.benchConnected.ours ??= performance.now()), true);
}

/** Wagmi in the page: connects once, then reconnects on reload. */
async function bundled() {
  const contents = `
    import { connect, createConfig, getAccount, http, reconnect } from '@wagmi/core';
    import { hardhat } from '@wagmi/core/chains';
    const chain = { ...hardhat, id: 1337 };
    const config = createConfig({ chains: [chain], transports: { [chain.id]: http() } });
    await reconnect(config);
    if (getAccount(config).status != 'connected')
      await connect(config, { connector: config.connectors.find(({ id }) => id == '${RDNS}') });
    globalThis.benchConnected.wagmi = performance.now();`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: at('.'), loader: 'js' },
    bundle: true,
    format: 'esm',
    minify: true,
    write: false,
  });
  return outputFiles[0].text.replaceAll('</script', '<\\/script');
}
