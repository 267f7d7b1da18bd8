// The whole way in Firefox and in WebKit, one walk for both: connect, account, send, reload, directory, dark, code, disconnect; with what
// was found to differ there. What a rule decides is proven elsewhere: here it is the engines' own ways with windows, gestures, the top
// layer, focus, storage and the policy. Each engine has an account of its own.
import { expect, test } from '@playwright/test';
import type { PNG } from 'pngjs';
import { parseEther } from 'viem';
import { chain, freshAddress, shownBalance } from '../support/chain';
import { call, DEMO_WALLET, focused } from '../support/modal';
import { demoAccount } from '../support/networks';
import { PAGE_URL } from '../support/ports';
import type { Tab } from './driver';
import { id, Screen, type Seen } from './screen';
import { BUTTON, closed, ENGINES, openCard, pair, pressSend, preview, STATUS, WINDOW } from './steps';

const QR = id('wui-qr-code');
const QR_LARGE = '.qr-large';
const SCROLLED_PX = 120;

const short = (address: string) => `${address.slice(0, 4)}…${address.slice(-6)}`;

test('the whole way', async ({}, { project }) => {
  const { path, account, name, fades, open } = ENGINES[project.name as keyof typeof ENGINES];
  test.skip(!path || path == 'none', `there is no ${project.name} on this machine`);
  const address = demoAccount(account);
  const called = name ?? short(address);
  const engine = await open(path!);
  try {
    const page = new Screen(engine, await engine.open());
    await page.tab.resize(...WINDOW);
    const step = (title: string, body: () => Promise<void>) =>
      test.step(title, async () => {
        await body();
        expect.soft(await problemsOf(page.tab), 'violations and uncaught errors').toEqual([]);
      });

    await step('connect: in the window of the wallet', async () => {
      await page.tab.goto(PAGE_URL);
      await page.says(BUTTON, 'Connect wallet');
      await expect.poll(() => page.tab.evaluate(() => 'walletModal' in window)).toBe(true);
      // a press counts, also when the button is drawn anew before it is let go
      await page.tab.evaluate(drawAtPress);
      await openCard(page, 'Connect');
      await page.seen(id(DEMO_WALLET));
      await expectOwnStops(page);
      const wallet = await page.window(() => page.click(id(DEMO_WALLET)));
      await wallet.click(id(`demo-wallet-account-${account}`));
      await wallet.click(id('demo-wallet-confirm'));
      await closed(page);
      await page.says(BUTTON, `${await shownBalance(address)} ETH`);
      await page.says(BUTTON, called);
      await expect.poll(() => page.windows()).toBe(2);
    });

    await step('account: what it has; the card fades where it stands', async () => {
      await page.tab.evaluate((y) => scrollTo(0, y), SCROLLED_PX);
      await openCard(page, 'Account');
      await page.says(id('wm-copy-address'), called);
      await page.says(id('balance-amount'), `${await shownBalance(address)} ETH`);
      await expectOwnStops(page);
      await page.tab.evaluate(() => walk.watchFade());
      await page.press('Escape');
      await closed(page);
      await expectStillFade(page.tab, fades);
    });

    await step('send: previewed, confirmed in the window of the wallet, followed to the block', async () => {
      const to = freshAddress();
      await preview(page, '1.25', to);
      const wallet = await page.window(() => pressSend(page));
      await wallet.says(id('demo-wallet-amount'), '1.25 ETH');
      await wallet.click(id('demo-wallet-confirm'));
      await page.says(STATUS, '1.25 ETH');
      await page.click(id('wm-send-done'));
      await page.view('Account');
      expect(await chain.getBalance({ address: to })).toBe(parseEther('1.25'));
      await page.press('Escape');
      await closed(page);
    });

    await step('reload: connected again, and no window asks', async () => {
      await page.tab.reload();
      await page.says(BUTTON, called);
      await page.says(id('demo-status'), 'connected');
      expect(await page.windows()).toBe(2);
      await openCard(page, 'Account');
      await page.click(id('account-settings-button'));
      await page.view('AccountSettings');
      await page.click(id('disconnect-button'));
      await closed(page);
      await page.says(BUTTON, 'Connect wallet');
    });

    await step('directory: all wallets, and one of them searched', async () => {
      await openCard(page, 'Connect');
      await page.says(id('all-wallets'), '+');
      await page.tab.evaluate(redrawAtPress);
      await page.click(id('all-wallets'));
      await page.view('AllWallets');
      await page.seen('[data-testid^="wallet-search-item-"] img');
      await page.fill(id('wui-input-text'), 'pocket');
      await page.says('[data-testid^="wallet-search-item-"]', 'Pocket');
      await page.click(id('header-back'));
      await page.view('Connect');
    });

    await step('dark: the card is, the code is not', async () => {
      const lightness = async () => lightnessOf(await page.pixels(id('w3m-header-text')));
      await call(page.tab, 'setThemeMode', 'light');
      await expect.poll(lightness).toBeGreaterThan(180);
      await call(page.tab, 'setThemeMode', 'dark');
      await expect.poll(lightness).toBeLessThan(90);
    });

    await step(
      'code: read from the screen, enlarged and small again, paired with the pocket wallet',
      async () => {
        await page.click(id('wallet-selector-walletconnect'));
        await page.view('ConnectingWalletConnect');
        await page.seen(QR);
        await expect.poll(() => page.scan(QR)).toMatch(/^wc:[0-9a-f]{64}@2\?/);
        const uri = (await page.scan(QR))!;
        await page.click('.qr-enlarge');
        await page.seen(QR_LARGE);
        await expect.poll(() => page.scan(QR_LARGE)).toBe(uri);
        await page.press('Escape');
        await page.seen(QR_LARGE, false);
        expect(await page.tab.evaluate(isOpen), 'Escape closes the large code alone').toBe(true);
        await expect.poll(() => page.scan(QR)).toBe(uri);

        const pocket = await pair(engine, uri, account);
        await closed(page);
        await page.says(BUTTON, called);
        await page.click(id('demo-sign'));
        await pocket.click(id('pocket-confirm'));
        await page.says(id('demo-result'), /^Signed: 0x[0-9a-f]{130}$/);
        await page.tab.reload();
        await page.says(BUTTON, called);
        await page.says(id('demo-status'), 'connected');
      },
    );

    await step('disconnect: it stays out', async () => {
      await openCard(page, 'Account');
      await page.click(id('account-settings-button'));
      await page.view('AccountSettings');
      await page.click(id('disconnect-button'));
      await closed(page);
      await page.says(BUTTON, 'Connect wallet');
      await page.tab.reload();
      await page.says(BUTTON, 'Connect wallet');
      await page.says(id('demo-status'), 'disconnected');
    });
  } finally {
    await engine.end();
  }
});

/** What recorder.js has put into the page. */
declare const walk: {
  problems: string[];
  fade: { before: Place; seen: (Place & { opacity: string })[]; over: boolean } | null;
  watchFade(): void;
};
type Place = Pick<Seen, 'x' | 'y' | 'width' | 'height'>;

const problemsOf = (tab: Tab) => tab.evaluate(() => walk.problems);

/** Runs in the page. */
function isOpen(): boolean {
  return document.querySelector('wallet-modal')!.shadowRoot!.querySelector('dialog')!.open;
}

/** Runs in the page: the host changes something while its button is held. */
function drawAtPress(): void {
  const { walletModal } = window as unknown as { walletModal: { setThemeMode(mode: string): unknown } };
  addEventListener('pointerdown', () => setTimeout(() => walletModal.setThemeMode('light')), { once: true });
}

/** Runs in the page: what is under the pointer is drawn anew while it is held. */
function redrawAtPress(): void {
  addEventListener(
    'pointerdown',
    (event) => {
      const [at] = event.composedPath() as [HTMLElement];
      // nothing when a press is the button's own
      if (at.localName != 'button') setTimeout(() => at.replaceWith(at.cloneNode(true)));
    },
    { once: true, capture: true },
  );
}

/** Tab stops in the card at what can be used, never at the dialog around it. Backwards: Firefox leaves for its own bars at the end. */
async function expectOwnStops(page: Screen): Promise<void> {
  const stops: string[] = [];
  for (let i = 0; i < 30; i++) {
    await page.press('Tab', { shift: true });
    const stop = await focused(page.tab);
    if (stop == stops[0]) break;
    stops.push(stop);
  }
  expect(stops).toContain('w3m-header-close');
  expect.soft(stops).not.toContain('w3m-modal');
}

/** The card has not moved while the dialog faded. */
async function expectStillFade(tab: Tab, fades: boolean): Promise<void> {
  await expect.poll(() => tab.evaluate(() => walk.fade?.over)).toBe(true);
  const { before, seen } = (await tab.evaluate(() => walk.fade))!;
  const place = ({ x, y, width, height }: Place) => [x, y, width, height].map(Math.round).join(' ');
  const drawn = seen.filter(({ opacity }) => Number(opacity) > 0);
  expect(drawn.length > 0, 'the card fades').toBe(fades);
  expect.soft(drawn.map(place).filter((one) => one != place(before))).toEqual([]);
}

/** How light a picture is, 0 to 255. */
function lightnessOf({ data }: PNG): number {
  const colors = data.filter((_, index) => index % 4 < 3);
  return colors.reduce((sum, one) => sum + one, 0) / colors.length;
}
