// The network on its button before there is an engine, and what the engine says of it a moment later: the same, with nothing else between.
import type { Page } from '@playwright/test';
import { call, expectClosed } from '../support/modal';
import { SigningWallet } from '../support/signing-wallet';
import { expect, test } from '../support/test';

interface Look {
  text: string;
  width: number;
  background: string;
  picture: string;
}

/** Writes down what the button shows whenever that is something else, frame by frame. */
async function watchButton(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const looks: Look[] = [];
    Object.assign(window, { __looks: looks });
    const look = (): void => {
      const button = document.querySelector('wallet-network-button')?.shadowRoot?.querySelector('button');
      if (button) {
        const picture = button.querySelector<HTMLElement>('.avatar');
        const now = {
          text: button.innerText.trim(),
          width: button.offsetWidth,
          background: getComputedStyle(button).backgroundColor,
          picture: picture ? `${picture.localName} ${getComputedStyle(picture).background}` : '',
        };
        if (JSON.stringify(now) != JSON.stringify(looks.at(-1))) looks.push(now);
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

const looks = (page: Page): Promise<Look[]> =>
  page.evaluate(() => (window as never as { __looks: Look[] }).__looks);

/** A page with the button, which makes its modal with these options. */
async function create(page: Page, options: object): Promise<void> {
  await page.goto('/?noauto&nowallet');
  await page.evaluate(async (options) => {
    const url = '/dist/index.js';
    const { createWalletModal } = await import(url);
    const { networks, services } = await (await fetch('/demo-config.json')).json();
    document.querySelector('wallet-network-button')?.remove();
    document.body.append(document.createElement('wallet-network-button'));
    Object.assign(window, {
      walletModal: createWalletModal({ projectId: 'demo', networks, services, ...options }),
    });
  }, options);
}

const cases: [string, object, string | null, string][] = [
  ['the first of the list', {}, null, 'Demo Chain'],
  ['the default', { defaultNetwork: 'eip155:1338' }, null, 'Demo Chain 2'],
  ['the last one, before the default', { defaultNetwork: 'eip155:1337' }, 'eip155:1338', 'Demo Chain 2'],
  ['the default, where the last one is gone', { defaultNetwork: 'eip155:1338' }, 'eip155:5', 'Demo Chain 2'],
  [
    'the default, where nothing is kept',
    { defaultNetwork: 'eip155:1337', storage: 'memory' },
    'eip155:1338',
    'Demo Chain',
  ],
];
for (const [what, options, stored, name] of cases)
  test(`${what}, without an engine and with it`, async ({ page }) => {
    await watchButton(page);
    await page.addInitScript((stored) => {
      if (stored)
        localStorage['wallet-modal:active_caip_network_id'] = JSON.stringify({ v: 1, seq: 1, value: stored });
    }, stored);
    await create(page, options);
    await expect.poll(async () => (await looks(page)).at(-1)?.text).toBe(name);
    const fetched = await page.evaluate(() =>
      performance.getEntriesByType('resource').map((entry) => entry.name),
    );
    expect(fetched.filter((url) => url.endsWith('.wasm'))).toEqual([]);
    const before = await looks(page);
    await call(page, 'ready');
    await page.waitForTimeout(300);
    const after = await looks(page);
    expect(
      after.map(({ text }) => text).filter((text) => text != 'Choose network'),
      'nothing between',
    ).toEqual(before.map(({ text }) => text).filter((text) => text != 'Choose network'));
    expect(after.at(-1), 'drawn alike').toEqual(before.at(-1));
  });

test('shows the wallet’s network after a reload', async ({ page }) => {
  const wallet = await SigningWallet.install(page);
  await watchButton(page);
  await create(page, {});
  await call(page, 'open');
  await page.getByTestId(wallet.row).click();
  await expectClosed(page);
  await call(page, 'switchNetwork', 'eip155:1338');
  await expect.poll(async () => (await looks(page)).at(-1)?.text).toBe('Demo Chain 2');
  await create(page, {});
  await expect.poll(() => call(page, 'getIsConnected')).toBe(true);
  const seen = new Set((await looks(page)).map(({ text }) => text));
  seen.delete('Choose network');
  expect([...seen]).toEqual(['Demo Chain 2']);
});
