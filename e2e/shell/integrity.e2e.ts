// A changed byte in any file that is shipped: nothing of it runs, and it is said (docs/spec/security.md T14, S9). Both ways a host
// can have everything checked, under the strict policy of the demo: the classic script with its hash, and an import map.
import type { Page } from '@playwright/test';
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { manifest } from '../support/modal';
import { expect, test, type Watch } from '../support/test';

const dist = new URL('../../dist/', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, dist));
const hashes = JSON.parse(read('integrity.json').toString()) as Record<string, string>;
const files = readdirSync(dist);
const scripts = files.filter((file) => file.endsWith('.js') && file != 'wallet-modal.global.js');
const tables = files.filter((file) => /^(chunks|parts)-.*\.json$/.test(file));
const start = [
  'define.js',
  'index.js',
  ...manifest()['index.js']!.imports,
  ...manifest()['define.js']!.imports,
];

/** One letter of a comment, a name or a number is another one: still a script. */
function flipped(file: string): Buffer {
  const bytes = Buffer.from(read(file));
  const at = Math.floor(bytes.length / 2);
  bytes[at] = bytes[at]! ^ 1;
  return bytes;
}

const types: Record<string, string> = {
  js: 'text/javascript',
  json: 'application/json',
  wasm: 'application/wasm',
};

/** Serves these files with another byte in each; gives the way to mend them. */
async function spoil(page: Page, ...names: string[]): Promise<() => void> {
  let spoiled = true;
  await page.route(
    (url) => names.includes(url.pathname.replace('/dist/', '')),
    (route) => {
      const file = new URL(route.request().url()).pathname.replace('/dist/', '');
      const body = spoiled ? flipped(file) : read(file);
      return route.fulfill({
        body,
        contentType: types[file.split('.').at(-1)!],
        headers: { 'cache-control': 'no-store' },
      });
    },
  );
  return () => (spoiled = false);
}

/** A page of a host with nothing but our script, under the policy of the demo. */
async function host(page: Page, html: string, inline = ''): Promise<void> {
  const answer = await page.request.get('/');
  const hash = inline && `'sha256-${createHash('sha256').update(inline).digest('base64')}'`;
  const policy = answer
    .headers()
    ['content-security-policy']!.replace("script-src 'self'", `script-src 'self' ${hash}`);
  expect(policy).toContain("require-trusted-types-for 'script'");
  await page.route('**/embedded-host', (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers: { 'content-security-policy': policy },
      body: `<!doctype html><title>host</title><body>${html}`,
    }),
  );
  await page.addInitScript(() => {
    const told: unknown[] = ((window as unknown as { told: unknown[] }).told = []);
    document.addEventListener('wallet-alert', (event) => told.push((event as CustomEvent).detail.kind));
  });
  await page.goto('/embedded-host');
}

const script = 'wallet-modal.global.js';
const classic = (page: Page) =>
  host(page, `<script src="/dist/${script}" integrity="${hashes[script]}" crossorigin="anonymous"></script>`);

/** What has become of it: the API or the error, elements that are defined, alerts. */
const outcome = (page: Page) =>
  page.evaluate(async () => {
    const all = window as unknown as { WalletModal: Promise<object>; told: string[] };
    const api = await all.WalletModal.then(
      (module) => Object.keys(module).includes('createWalletModal'),
      (error: Error) => error.constructor.name,
    );
    await new Promise((wait) => setTimeout(wait, 100));
    return { api, defined: !!customElements.get('wallet-modal'), told: all.told };
  });

/** The browser says each refusal on the console, and what nobody caught: here that is what has to be. Counts them. */
function refusals(watch: Watch): () => number {
  let count = 0;
  const { problems } = watch as { problems: string[] };
  const push = problems.push.bind(problems);
  const note = (text: string): number => {
    const isOne = /integrity|unhandled rejection: TypeError|Failed to fetch/i.test(text);
    count += isOne ? 1 : 0;
    return isOne ? problems.length : push(text);
  };
  // Not enumerable: the list is compared with an empty one.
  Object.defineProperty(problems, 'push', { value: note });
  return () => count;
}

test.describe('the classic script', () => {
  test('starts, opens, and loads nothing too early @10.2 @10.4 @10.6', async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname.replace('/dist/', '')));
    await classic(page);
    expect(await outcome(page)).toEqual({ api: true, defined: true, told: [] });
    expect(asked.filter((file) => file in hashes && !start.includes(file) && file != script)).toEqual(
      tables.filter((file) => file.startsWith('chunks-')),
    );
    expect(await page.evaluate(() => document.head.querySelectorAll('link').length)).toBe(0);
    await page.evaluate(async () => {
      const { WalletModal } = window as unknown as {
        WalletModal: Promise<{ createWalletModal(options: object): { open(): Promise<void> } }>;
      };
      const { createWalletModal } = await WalletModal;
      const { networks, services } = await (await fetch('/demo-config.json')).json();
      await createWalletModal({ networks, services }).open();
    });
    await expect(page.getByTestId('wm-view-Connect')).toBeVisible();
  });

  test('with another byte in a file of the start, does not start, and reports it @10.6', async ({
    page,
    watch,
  }) => {
    test.slow();
    const refused = refusals(watch);
    for (const file of [...new Set(start), ...tables.filter((name) => name.startsWith('chunks-'))])
      await test.step(file, async () => {
        const before = refused();
        const mend = await spoil(page, file);
        await classic(page);
        const { api, defined, told } = await outcome(page);
        expect([api, told], file).toEqual(['TypeError', ['error']]);
        expect(defined, `nothing is half there without ${file}`).toBe(false);
        expect(refused(), file).toBeGreaterThan(before);
        mend();
      });
  });

  test('a file with a changed byte does not run', async ({ page, watch }) => {
    const refused = refusals(watch);
    await spoil(page, script);
    await classic(page);
    expect(await page.evaluate(() => 'WalletModal' in window)).toBe(false);
    await expect.poll(refused).toBeGreaterThan(0);
  });

  test('no later chunk runs with another byte, and each loads once it is restored @10.6 @10.25', async ({
    page,
    watch,
  }) => {
    const refused = refusals(watch);
    const later = scripts.filter((file) => !start.includes(file));
    await classic(page);
    await outcome(page);
    const mend = await spoil(page, ...later);
    const load = () =>
      page.evaluate(
        (names) =>
          Promise.all(
            names.map((name) =>
              (window as unknown as { wmChunk(name: string): Promise<void> })
                .wmChunk(name)
                .then(() => import(`${location.origin}/dist/${name}`))
                .then(
                  () => 'runs',
                  () => 'refused',
                ),
            ),
          ),
        later,
      );
    expect(await load()).toEqual(later.map(() => 'refused'));
    await expect.poll(refused).toBeGreaterThanOrEqual(later.length);
    mend();
    expect(await load()).toEqual(later.map(() => 'runs'));
  });

  for (const pattern of [/^load-/, /^root-/, /^engine-.*wasm$/])
    test(`with another byte in ${pattern}: an alert in the card, and Try again works once it is restored @10.6 @10.25`, async ({
      page,
      watch,
    }) => {
      const refused = refusals(watch);
      const file = files.find((name) => pattern.test(name))!;
      const mend = await spoil(page, file);
      await classic(page);
      await outcome(page);
      await page.evaluate(() => {
        const button = document.createElement('wallet-button');
        document.body.append(button);
        button.click();
      });
      const card = page.getByTestId('w3m-modal-card');
      await expect(card.getByRole('alert')).toBeVisible();
      await expect(page.getByTestId('wm-view-Connect')).toHaveCount(0);
      expect(refused()).toBeGreaterThan(0);
      mend();
      await card.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByTestId('wm-view-Connect')).toBeVisible();
    });

  test('a part of the engine with another byte is refused, and so is the table of parts @10.6', async ({
    page,
    watch,
  }) => {
    const refused = refusals(watch);
    const parts = files.filter((name) => /^(account|shared|host|parts)-.*\.(wasm|json)$/.test(name));
    await spoil(page, ...parts);
    await classic(page);
    const error = await page.evaluate(async () => {
      const { WalletModal } = window as unknown as {
        WalletModal: Promise<{
          createWalletModal(options: object): {
            getProvider(n: string): { request(a: object): Promise<unknown> };
          };
        }>;
      };
      const { createWalletModal } = await WalletModal;
      const { networks, services } = await (await fetch('/demo-config.json')).json();
      const provider = createWalletModal({ networks, services }).getProvider('eip155');
      return provider
        .request({ method: 'eth_blockNumber' })
        .then(String, (reason: Error) => `${reason.name}: ${reason.message}`);
    });
    expect(error).toBe("WalletError: Couldn't load part of the wallet. Check your connection and try again");
    expect(refused()).toBeGreaterThan(0);
  });
});

test('an import map refuses every module with another byte @10.6', async ({ page, watch }) => {
  const refused = refusals(watch);
  const { integrity } = JSON.parse(read('importmap.json').toString()) as {
    integrity: Record<string, string>;
  };
  // what a page of a binding imports is beside them; without its stack it is not loaded here
  const bindings = readdirSync(new URL('bindings/', dist)).filter((name) => name.endsWith('.js'));
  const all = [...scripts, ...bindings.map((name) => `bindings/${name}`)];
  expect(Object.keys(integrity).sort()).toEqual(all.map((file) => `./${file}`).sort());
  // As README has it: with the place where the host keeps dist/.
  const map = JSON.stringify({ integrity }).replaceAll('"./', '"/dist/');
  await spoil(page, ...scripts);
  await host(page, `<script type="importmap">${map}</script>`, map);
  const outcomes = await page.evaluate(
    (names) =>
      Promise.all(
        names.map((name) =>
          import(`${location.origin}/dist/${name}`).then(
            () => name,
            () => 'refused',
          ),
        ),
      ),
    scripts,
  );
  expect(outcomes).toEqual(scripts.map(() => 'refused'));
  await expect.poll(refused).toBeGreaterThan(0);
});

test('everything starts with an import map @10.6', async ({ page }) => {
  const { integrity } = JSON.parse(read('importmap.json').toString()) as {
    integrity: Record<string, string>;
  };
  const map = JSON.stringify({ integrity }).replaceAll('"./', '"/dist/');
  const entry = `<script type="module" src="/dist/define.js" integrity="${hashes['define.js']}" crossorigin="anonymous"></script>`;
  await host(page, `<script type="importmap">${map}</script>${entry}<wallet-button></wallet-button>`, map);
  await page.locator('wallet-button').click();
  await expect(page.getByTestId('wm-view-Connect')).toBeVisible();
});
