// The element in a host page: one of it, added and removed, over other dialogs, among hostile styles and listeners, after a panic.
import type { Page } from '@playwright/test';
import { freshAddress, fundedAddress } from '../support/chain';
import {
  ask,
  button,
  call,
  card,
  chunkOf,
  connectingStatus,
  create,
  DEMO_WALLET,
  dialog,
  expectClosed,
  fillSend,
  focused,
  recordEvents,
  listed,
  openCard,
  still,
  unchanging,
  view,
  visit,
} from '../support/modal';
import { ScriptedWallet } from '../support/scripted';
import { expect, test } from '../support/test';

const count = (page: Page) => page.locator('wallet-modal').count();

/** What a call throws, in words. */
const thrown = (page: Page, options: Record<string, unknown>): Promise<string> =>
  create(page, options).then(
    () => 'nothing',
    (error: Error) => error.message.split('\n')[0]!,
  );

test.describe('one element', () => {
  test('createWalletModal adds one element, a second call merges, and another project ID or siwx with siweConfig throws @2.1 @5.2', async ({
    page,
  }) => {
    await page.goto('/?noauto');
    expect(await thrown(page, { siwx: {}, siweConfig: {} })).toContain(
      'Error: Cannot set both `siweConfig` and `siwx` options',
    );
    expect(await count(page)).toBe(0);
    await create(page);
    expect(await count(page)).toBe(1);
    const first = await page.evaluateHandle(
      () => (window as unknown as { walletModal: unknown }).walletModal,
    );
    await create(page, { themeMode: 'dark' });
    expect(await count(page)).toBe(1);
    expect(
      await page.evaluate(
        (before) => (window as unknown as { walletModal: unknown }).walletModal == before,
        first,
      ),
      'the same handle',
    ).toBe(true);
    expect(await thrown(page, { projectId: 'another' })).toContain('Error: wallet-modal is already running');
    expect(await thrown(page, { networks: [] })).toContain('networks must list at least one network');
    await button(page).click();
    await still(page, 'Connect');
    await expect(dialog(page).locator('..')).toHaveAttribute('data-theme', 'dark');
    expect(await count(page)).toBe(1);
  });

  test('a button without a modal adds the element once @2.1', async ({ page }) => {
    await page.goto('/?noauto&nowallet');
    await expect(button(page)).toBeVisible();
    expect(await count(page)).toBe(0);
    await button(page).click();
    await still(page, 'Connect');
    await page.keyboard.press('Escape');
    await openCard(page);
    expect(await count(page)).toBe(1);
  });

  test('a click before createWalletModal does not block it', async ({ page }) => {
    const wallet = await ScriptedWallet.install(page, { accounts: [await fundedAddress()] });
    await page.goto('/?noauto&nowallet');
    await button(page).click();
    await expect(dialog(page)).toBeVisible();
    expect(await thrown(page, {})).toBe('nothing');
    expect(await count(page)).toBe(1);
    await page.getByTestId(wallet.row).click();
    await expectClosed(page);
    await expect(button(page)).toContainText('12.345 ETH');
  });

  test('disableAppend adds nothing, and uses the page’s own element @2.2', async ({ page }) => {
    await page.goto('/?noauto');
    await create(page, { disableAppend: true });
    expect(await count(page)).toBe(0);
    await page.evaluate(() => document.querySelector('main')!.append(document.createElement('wallet-modal')));
    await call(page, 'open');
    await still(page, 'Connect');
    expect(await count(page)).toBe(1);
  });

  test('shows the alert for a missing project ID once, and wallets still connect @5.1 @8.7 @8.10', async ({
    page,
  }) => {
    const events = await recordEvents(page);
    const account = await fundedAddress();
    const wallet = await ScriptedWallet.install(page, { accounts: [account] });
    await page.goto('/?noauto');
    await create(page, { projectId: undefined });
    await openCard(page);
    await expect(page.getByTestId('wui-alertbar-text')).toContainText('Project ID Not Configured');
    await page.keyboard.press('Escape');
    await expectClosed(page);
    await openCard(page);
    const alerts = () =>
      events.of('wallet-alert').filter(({ title }) => title == 'Project ID Not Configured');
    expect(alerts()).toHaveLength(1);
    await page.getByTestId('wui-alertbar-text').getByRole('button', { name: 'Dismiss' }).click();
    await expect(page.getByTestId('wui-alertbar-text')).toHaveCount(0);
    await page.getByTestId(wallet.row).click();
    await expectClosed(page);
    await expect(button(page)).toContainText('12.345 ETH');
    expect(alerts()).toHaveLength(1);
  });
});

test.describe('closing', () => {
  test('the focus stays inside while it is open; Esc, X, the overlay and the handle return it to the opener, and the page scrolls again @10.8', async ({
    page,
  }) => {
    const events = await recordEvents(page);
    await visit(page);

    await test.step('the focus stays inside', async () => {
      await openCard(page);
      await expect(page.getByTestId('w3m-modal-overlay')).toHaveAttribute('part', 'overlay');
      const inside = () => page.evaluate(() => document.activeElement?.tagName == 'WALLET-MODAL');
      for (const key of ['Tab', 'Shift+Tab'])
        for (let i = 0; i < 8; i++) {
          await page.keyboard.press(key);
          // Between the last and the first stop the browser's own frame may have it; the page never does.
          const where = await page.evaluate(() => document.activeElement?.tagName);
          expect(['WALLET-MODAL', 'BODY']).toContain(where);
        }
      await page.getByTestId('w3m-header-close').focus();
      expect(await inside()).toBe(true);
      await page.evaluate(() => document.querySelector<HTMLElement>('#log')!.focus());
      expect(await inside(), 'the page cannot take it').toBe(true);
      await page.keyboard.press('Escape');
      await expectClosed(page);
    });

    // The last view is still there while the next opening begins: only an opening that has begun is closed with a word.
    const open = async () => {
      const opened = events.of('wallet-open').length;
      await openCard(page);
      await expect.poll(() => events.of('wallet-open').length).toBe(opened + 1);
    };
    const before = events.of('wallet-close').length;
    for (const [way, close, reason] of [
      ['Esc', () => page.keyboard.press('Escape'), 'user'],
      ['X', () => page.getByTestId('w3m-header-close').click(), 'user'],
      ['overlay', () => page.getByTestId('w3m-modal-overlay').click({ position: { x: 9, y: 9 } }), 'user'],
      ['handle', () => call(page, 'close'), 'host'],
    ] as const) {
      await open();
      await close();
      await expectClosed(page);
      expect(await focused(page), way).toBe('connect-button');
      await expect.poll(() => events.of('wallet-close').at(-1), way).toEqual({ connected: false, reason });
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow), way).toBe(
        'visible',
      );
    }
    expect(events.of('wallet-close')).toHaveLength(before + 4);

    await test.step('Esc twice at once closes once and leaves nothing behind', async () => {
      await open();
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await expectClosed(page);
      await open();
      await expect(page.getByTestId(DEMO_WALLET)).toBeVisible();
      await expect.poll(() => events.of('wallet-close').length).toBe(before + 5);
    });
  });

  test('counts a press on a button that is redrawn before the release, and keeps typed keys from the page’s shortcuts', async ({
    page,
  }) => {
    const wallet = await ScriptedWallet.install(page, { accounts: [await fundedAddress()] });
    await visit(page);
    const keys: string[] = [];
    await page.exposeFunction('__key', (key: string) => keys.push(key));
    await page.evaluate(() => {
      const tell = (event: KeyboardEvent) =>
        (window as unknown as { __key(k: string): void }).__key(event.key);
      for (const type of ['keydown', 'keyup', 'keypress'] as const) document.addEventListener(type, tell);
    });
    await openCard(page);
    await page.getByTestId(wallet.row).click();
    await expectClosed(page);
    await expect(button(page)).toContainText('12.345 ETH');

    await test.step('a press', async () => {
      const label = (await button(page).locator('bdi').boundingBox())!;
      await page.mouse.move(label.x + label.width / 2, label.y + label.height / 2);
      await page.mouse.down();
      await call(page, 'setThemeMode', 'dark');
      await page.mouse.up();
      await still(page, 'Account');
    });

    await test.step('typed keys', async () => {
      await fillSend(page, '1', freshAddress());
      await page.getByTestId('wm-send-amount').press('End');
      await page.keyboard.type('25');
      expect(keys).toEqual([]);
      await expect(page.getByTestId('wm-send-amount')).toHaveValue('125');
    });
  });
});

test('the history: forward and back within a transition, back to the view before, out of the first, and to Connect while connected @2.26 @2.27 @2.28', async ({
  page,
}) => {
  test.slow();
  const one = await ScriptedWallet.install(page, {
    accounts: [await fundedAddress()],
    answers: { eth_requestAccounts: 'hang' },
  });
  const two = await ScriptedWallet.install(page, {
    accounts: [freshAddress()],
    rdns: 'test.second',
    uuid: 'd4dcb6e2-8f0a-4c7b-9a55-5b0d8f7a1c02',
    answers: { eth_requestAccounts: 'hang' },
  });
  await visit(page);
  await openCard(page);
  await listed(page);
  await expect(page.getByTestId(one.row)).toBeVisible();
  // What is still coming would be taken for the view that comes of the click.
  await still(page, 'Connect');

  await test.step('forward and back within the transition shows the whole view', async () => {
    await page.evaluate((row) => {
      const root = document.querySelector('wallet-modal')!.shadowRoot!;
      const back = new KeyboardEvent('keydown', { key: 'ArrowLeft', altKey: true, bubbles: true });
      // As soon as the new view has begun to come.
      new MutationObserver((_, observer) => {
        if (!root.querySelector('.view.entering[data-testid=wm-view-ConnectingExternal]')) return;
        observer.disconnect();
        root.querySelector('[data-testid="w3m-modal-card"]')!.dispatchEvent(back);
      }).observe(root, { subtree: true, attributes: true });
      root.querySelector<HTMLElement>(`[data-testid="${row}"]`)!.click();
    }, one.row);
    await expect(page.getByTestId('header-back')).toHaveCount(0);
    await still(page, 'Connect');
  });

  await test.step('back returns to the view before, by the arrow and by key', async () => {
    await page.getByTestId(one.row).click();
    await still(page, 'ConnectingExternal');
    await page.getByTestId('header-back').click();
    await still(page, 'Connect');
    await page.getByTestId(one.row).click();
    await still(page, 'ConnectingExternal');
    await page.keyboard.press('Alt+ArrowLeft');
    await still(page, 'Connect');
    await one.answer('eth_requestAccounts', { result: [await fundedAddress()] });
    await page.getByTestId(one.row).click();
    await expectClosed(page);
  });

  await test.step('back from the first closes', async () => {
    await call(page, 'open', { view: 'Send' });
    await still(page, 'Send');
    await page.getByTestId('header-back').click();
    await expectClosed(page);
    await openCard(page, 'Account');
    const { href } = new URL(page.url());
    await page.keyboard.press('Alt+ArrowLeft');
    await expectClosed(page);
    expect(page.url()).toBe(href);
  });

  await test.step('back to Connect while connected shows Account', async () => {
    await call(page, 'open', { view: 'Connect' });
    await still(page, 'Connect');
    await expect(page.getByTestId(one.row)).toContainText('Connected');
    await page.getByTestId(two.row).click();
    await still(page, 'ConnectingExternal');
    await page.getByTestId('header-back').click();
    await still(page, 'Account');
  });
});

test('removed and added again, moved: closed, open and connected @10.30', async ({ page }) => {
  const events = await recordEvents(page);
  const wallet = await ScriptedWallet.install(page, { accounts: [await fundedAddress()] });
  await visit(page);
  const remove = () =>
    page.evaluate(() => {
      const element = document.querySelector('wallet-modal')!;
      (window as unknown as { kept: Element }).kept = element;
      element.remove();
    });
  const append = () =>
    page.evaluate(() => document.body.append((window as unknown as { kept: Element }).kept));

  await test.step('while closed', async () => {
    await openCard(page);
    await page.keyboard.press('Escape');
    await expectClosed(page);
    await remove();
    expect(await count(page)).toBe(0);
    await append();
    await openCard(page);
    await expect(page.getByTestId(DEMO_WALLET)).toBeVisible();
  });

  await test.step('while open, a removal closes it and an insertion opens it', async () => {
    await remove();
    await expect.poll(() => call(page, 'isOpen')).toBe(false);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe('visible');
    await append();
    await expectClosed(page);
    await openCard(page);
    await expect(page.getByTestId(DEMO_WALLET)).toBeVisible();
  });

  await test.step('moved while open, it stays open, on top', async () => {
    await page.evaluate(() =>
      document.querySelector('main')!.append(document.querySelector('wallet-modal')!),
    );
    await expect(view(page, 'Connect')).toBeVisible();
    expect(await dialog(page).evaluate((box) => box.matches(':modal'))).toBe(true);
    await page.keyboard.press('Escape');
    await expectClosed(page);
  });

  await test.step('a connection survives all of it', async () => {
    await openCard(page);
    await page.getByTestId(wallet.row).click();
    await expectClosed(page);
    await remove();
    await append();
    await openCard(page, 'Account');
    await expect(page.getByTestId('balance-amount')).toContainText('12.345 ETH');
  });
  expect(events.of('wallet-error')).toEqual([]);
});

test.describe('among the page’s other content', () => {
  test('although the host makes everything else inert; over a modal dialog, its focus trap and the highest z-index @10.20', async ({
    page,
  }) => {
    const wallet = await ScriptedWallet.install(page, { accounts: [await fundedAddress()] });
    await visit(page);

    await test.step('everything else is inert', async () => {
      const inert = (on: boolean) =>
        page.evaluate((force) => {
          for (const other of document.body.children) other.toggleAttribute('inert', force);
        }, on);
      await inert(true);
      await call(page, 'open');
      await still(page, 'Connect');
      // Forced: Playwright only looks at attributes. The browser lets a modal dialog out of an inert ancestor.
      await page.getByTestId(wallet.row).click({ force: true });
      await expectClosed(page);
      await expect(page.getByTestId('demo-status')).toHaveText('connected');
      await call(page, 'disconnect');
      await inert(false);
    });

    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(
        '.wall { position: fixed; inset: 0; z-index: 2147483647; background: teal; } #own { z-index: 2147483647; inline-size: 100%; block-size: 100%; max-inline-size: none; max-block-size: none; }',
      );
      document.adoptedStyleSheets.push(sheet);
      const wall = document.createElement('div');
      wall.className = 'wall';
      const own = document.createElement('dialog');
      own.id = 'own';
      const open = document.createElement('button');
      open.textContent = 'Open wallet';
      const { walletModal } = window as unknown as { walletModal: { open(): void } };
      open.addEventListener('click', () => walletModal.open());
      own.append(open, document.createElement('input'));
      document.body.append(wall, own);
      own.showModal();
      // A focus trap as libraries write them.
      document.addEventListener('focusin', (event) => {
        if (!own.contains(event.target as Node)) own.querySelector('input')!.focus();
      });
    });
    await page.getByRole('button', { name: 'Open wallet' }).click();
    await still(page, 'Connect');
    await page.getByTestId(wallet.row).click();
    await expectClosed(page);
    await call(page, 'open');
    await still(page, 'Account');
    await fillSend(page, '1.5', freshAddress());
    await expect(page.getByTestId('wm-send-amount')).toHaveValue('1.5');
    await page.getByTestId('wm-send-amount').focus();
    await page.keyboard.type('1');
    await expect(page.getByTestId('wm-send-amount')).toHaveValue('1.51');
    await page.keyboard.press('Escape');
    await expectClosed(page);
    await expect(page.locator('#own')).toBeVisible();
    await expect(page.locator('#own input')).toBeVisible();
  });

  const READ = ['color', 'fontSize', 'fontFamily', 'fontStyle', 'fontWeight', 'lineHeight', 'letterSpacing'];
  const MORE = [
    'wordSpacing',
    'textTransform',
    'textAlign',
    'textIndent',
    'whiteSpace',
    'direction',
    'cursor',
  ];
  const REST = [
    'textShadow',
    'visibility',
    'display',
    'inlineSize',
    'marginBlockStart',
    'backgroundColor',
    'pointerEvents',
  ];

  /** Computed styles of everything in the card. */
  const styles = (page: Page) =>
    card(page).evaluate(
      (from, names) =>
        [from, ...from.querySelectorAll('*:not(symbol):not(path)')].map((element) => {
          const style = getComputedStyle(element) as unknown as Record<string, string>;
          const where = `${element.tagName} ${element.getAttribute('class') ?? ''}`;
          return [where, ...names.map((name) => `${name}: ${style[name]}`)];
        }),
      [...READ, ...MORE, ...REST],
    );

  const hostile = (page: Page) =>
    page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      const rude = `color: red !important; font: italic 900 40px/3 cursive !important; letter-spacing: 9px !important;
        word-spacing: 20px !important; text-transform: uppercase !important; text-align: right !important; text-indent: 40px !important;
        white-space: pre !important; cursor: crosshair !important; background: lime !important; margin: 30px !important; padding: 20px !important;
        border: 5px solid blue !important; box-sizing: content-box !important; text-shadow: 3px 3px red !important;`;
      sheet.replaceSync(
        `* { ${rude} } button, input, h1, h2, div, dialog, ul, li, p { ${rude} } .card, .row, .primary, .title, .view { display: none !important; }
         dialog { display: none !important; } [data-testid] { opacity: 0 !important; }`,
      );
      document.adoptedStyleSheets.push(sheet);
    });

  test('the modal’s styles stay inside, and the host’s stay outside @10.30', async ({ page }) => {
    const wallet = await ScriptedWallet.install(page, { accounts: [await fundedAddress()] });
    await visit(page, '?projectId=');

    await test.step('none goes out', async () => {
      const ofHost = () =>
        page.evaluate(() =>
          [...document.querySelectorAll('html, body, main, h1, h2, button, p, dl, ol')].map((element) => {
            const style = getComputedStyle(element);
            return [...style].map((name) => `${element.tagName} ${name}: ${style.getPropertyValue(name)}`);
          }),
        );
      const before = await ofHost();
      const sheets = () =>
        page.evaluate(() => document.adoptedStyleSheets.length + document.styleSheets.length);
      const count = await sheets();
      await openCard(page);
      const known = new Set(before.flat());
      const open = (await ofHost()).flat().filter((line) => !known.has(line));
      expect(open.filter((line) => !/^HTML overflow/.test(line))).toEqual([]);
      await page.keyboard.press('Escape');
      await expectClosed(page);
      expect(await ofHost()).toEqual(before);
      expect(await sheets()).toBe(count);
      expect(await page.evaluate(() => document.querySelectorAll('[style]').length)).toBe(0);
    });

    await test.step('none comes in', async () => {
      await openCard(page);
      await page.mouse.move(1, 1);
      await expect(page.getByTestId(wallet.row).locator('img')).toBeVisible();
      const before = await unchanging(page, () => styles(page));
      await hostile(page);
      const leaks = (await styles(page)).flatMap((now, i) =>
        now.filter((value, n) => value != before[i]![n]).map((value) => `${now[0]} has ${value}`),
      );
      expect([...new Set(leaks)]).toEqual([]);
    });
  });

  test('survives listeners that disconnect, open, throw or close during an event', async ({
    page,
    watch,
  }) => {
    const wallet = await ScriptedWallet.install(page, { accounts: [await fundedAddress()] });
    await visit(page);

    await test.step('disconnects inside wallet-connect, opens inside wallet-close', async () => {
      await page.evaluate(() => {
        type Loose = {
          disconnect(): Promise<void>;
          open(): void;
          addEventListener: EventTarget['addEventListener'];
        };
        const { walletModal } = window as unknown as { walletModal: Loose };
        const { dataset } = document.body;
        const disconnect = () => void walletModal.disconnect().then(() => (dataset['gone'] = ''));
        const open = () => {
          walletModal.open();
          dataset['reopened'] = '';
        };
        walletModal.addEventListener('wallet-connect', disconnect, { once: true });
        walletModal.addEventListener('wallet-close', open, { once: true });
      });
      await openCard(page);
      await page.getByTestId(wallet.row).click();
      // both: nobody is connected before, too, and the first opening shows the same view
      await expect(page.locator('body[data-gone][data-reopened]')).toBeAttached();
      await expect(page.getByTestId('demo-status')).toHaveText('disconnected');
      await still(page, 'Connect');
    });

    await test.step('throws inside one: the error is the page’s, and nothing stops', async () => {
      await page.evaluate(() => {
        const { walletModal } = window as unknown as { walletModal: EventTarget };
        for (const target of [document, walletModal])
          for (const name of ['wallet-open', 'wallet-state', 'wallet-connect', 'wallet-close'])
            target.addEventListener(name, () => {
              throw new Error(`host listener of ${name}`);
            });
      });
      await page.keyboard.press('Escape');
      await expectClosed(page);
      await openCard(page);
      await page.getByTestId(wallet.row).click();
      await expectClosed(page);
      await expect(page.getByTestId('demo-status')).toHaveText('connected');
      await expect(button(page)).toContainText('12.345 ETH');
      // These errors are the host's own, and reach it: nothing swallows them.
      expect(watch.problems.length).toBeGreaterThan(0);
      expect(watch.problems.filter((text) => !/host listener of/.test(text))).toEqual([]);

      await page.reload();
      await expect(button(page)).toContainText('12.345 ETH');
      // What was still told before the page went, too.
      expect(watch.problems.filter((text) => !/host listener of/.test(text))).toEqual([]);
      watch.problems.splice(0);
    });

    await test.step('closes while it opens', async () => {
      await page.evaluate(() => {
        const { walletModal } = window as unknown as {
          walletModal: { close(): void; addEventListener: EventTarget['addEventListener'] };
        };
        walletModal.addEventListener('wallet-open', () => walletModal.close(), { once: true });
      });
      await button(page).click();
      await expectClosed(page);
      await expect.poll(() => call(page, 'isOpen')).toBe(false);
      await openCard(page, 'Account');
    });
  });
});

test.describe('a panic of the engine', () => {
  /** The handle offers no way to it, rightly: the engine is found in the chunk that holds it. */
  const panic = (page: Page, later = false) =>
    page.evaluate(
      async ([url, more]) => {
        const module = (await import(url)) as Record<string, unknown>;
        const state = Object.values(module).find(
          (one) => typeof one == 'object' && one !== null && 'running' in one,
        ) as { running: { dispatch(command: object): Promise<unknown> } };
        return state.running.dispatch({ type: 'startup.panic', ...more }).then(
          () => 'nothing',
          (error: Error) => `${error.name}: ${error.message}`,
        );
      },
      [`/dist/${chunkOf('element/src/page.ts')}`, later ? { later } : {}] as const,
    );

  test('promises are answered, the engine starts again, while connecting and when connected, open as before', async ({
    page,
    watch,
  }) => {
    test.slow();
    const events = await recordEvents(page);
    const account = await fundedAddress();
    const wallet = await ScriptedWallet.install(page, {
      accounts: [account],
      answers: { eth_requestAccounts: 'hang' },
    });
    await test.step('refused outside of the test mode', async () => {
      await visit(page, '?nowallet');
      await openCard(page);
      expect(await panic(page)).toContain('WalletError');
      expect(events.of('wallet-error')).toEqual([]);
      await expect(page.getByTestId(wallet.row)).toBeVisible();
    });
    await page.goto('/?noauto');
    await create(page, { testMode: true });
    await openCard(page);

    await test.step('connecting: the promise rejects, and another try works', async () => {
      const answer = call(page, 'connect', { connectorId: wallet.rdns });
      await expect(connectingStatus(page)).toBeVisible();
      await panic(page);
      expect(await answer).toMatchObject({ rejected: true, message: 'An error occurred' });
      await expect.poll(() => events.of('wallet-error').length).toBe(1);
      await still(page, 'Connect');
      await wallet.answer('eth_requestAccounts', { result: [account] });
      await page.getByTestId(wallet.row).click();
      await expectClosed(page);
      await expect(button(page)).toContainText('12.345 ETH');
    });

    const ways = [
      ['in the call', false],
      ['in a task of the engine’s own', true],
    ] as const;
    for (const [way, later] of ways)
      await test.step(`connected, ${way}: open and connected as before, and the page goes on`, async () => {
        const asked = wallet.count('eth_requestAccounts');
        const before = events.of('wallet-error').length;
        await openCard(page, 'Account');
        expect(await panic(page, later)).toBe('WalletError: An error occurred');
        await expect.poll(() => events.of('wallet-error').length).toBe(before + 1);
        await expect(dialog(page)).toBeVisible();
        await expect(page.getByTestId('demo-account')).toHaveText(account);
        await expect(button(page)).toContainText('12.345 ETH');
        expect(wallet.count('eth_requestAccounts'), 'asked silently').toBe(asked);
        expect(await ask(page, 'eth_chainId')).toBe('0x539');
        await page.keyboard.press('Escape');
        await expectClosed(page);
        await openCard(page, 'Account');
        await fillSend(page, '1', freshAddress());
        await page.keyboard.press('Escape');
        await expectClosed(page);
      });
    watch.problems.splice(0, Infinity, ...watch.problems.filter((text) => !/unreachable/.test(text)));
  });
});
