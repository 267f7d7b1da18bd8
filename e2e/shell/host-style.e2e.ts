// What a host's style sheet says about everything reaches a shadow tree by inheritance: every inherited property the browser
// knows, on html, body, what is around our elements and our elements themselves, changes nothing inside (decision 25, "Direction and language").
import type { Page } from '@playwright/test';
import { freshAddress } from '../support/chain';
import {
  button,
  call,
  card,
  expectClosed,
  listed,
  openCard,
  still,
  unchanging,
  visit,
} from '../support/modal';
import { ScriptedWallet } from '../support/scripted';
import { expect, test } from '../support/test';

/** Each inherited property of this browser, with a value it does not start with. Found by trying, so that a new one is no stranger. */
const inherited = (page: Page): Promise<[name: string, value: string][]> =>
  page.evaluate(() => {
    const tries = (
      'hidden none red 7px 3 0.5 "x" "x""y" italic rtl vertical-rl upright all uppercase right bottom both always 40% auto ' +
      'square crosshair embed sideways manual break-all anywhere pre nowrap strict loose balance small-caps condensed bold ' +
      'bevel round evenodd end middle under over dot geometricPrecision optimizeSpeed crisp-edges pixelated inert collapse ' +
      'inside hide monospace 900 normal contain text dark linearRGB rgb(1,2,3) revert-layer x-y avoid each-line spell-out ' +
      'historical-forms sub common-ligatures ordinal tabular-nums jis78 color stroke markers exact antialiased keep-all hanging ' +
      'stable last first alphabetic ideograph-alpha no-autospace trim-start space-all block distribute inter-word 2px,3px ' +
      'element fixed 9px_9px 1px_1px_red 400% alternate spell-out mixed sideways-right economy fill dense "wght"_300 ' +
      '"smcp"_1 light dotted wavy'
    )
      .split(/\s/)
      .map((value) => value.replaceAll('_', ' '));
    const outer = document.body.appendChild(document.createElement('div'));
    const inner = outer.appendChild(document.createElement('div'));
    // Without a box: no size follows from another.
    outer.hidden = true;
    const [of, at] = [getComputedStyle(outer), getComputedStyle(inner)];
    const names = [...at, 'direction', 'writing-mode', '-webkit-text-stroke-width', 'zoom'];
    const found = [...new Set(names)].flatMap((name): [string, string][] => {
      if (name.startsWith('--') || name == 'all') return [];
      const before = at.getPropertyValue(name);
      for (const value of tries) {
        outer.style.setProperty(name, value);
        const now = of.getPropertyValue(name);
        const comes = now != before && at.getPropertyValue(name) == now;
        outer.style.removeProperty(name);
        if (comes) return [[name, value]];
      }
      return [];
    });
    outer.remove();
    return found;
  });

const rule = (page: Page, text: string): Promise<void> =>
  page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }, text);

/** Every computed value of every element in the shadow trees of these. */
const computed = (page: Page, ...tags: string[]): Promise<string[][]> =>
  page.evaluate(
    (names) =>
      names
        .flatMap((name) => [...document.querySelectorAll(name)])
        .flatMap((host) => [...host.shadowRoot!.querySelectorAll('*:not(symbol, symbol *)')])
        .map((element) => {
          const style = getComputedStyle(element);
          return [
            `${element.localName} ${element.getAttribute('class') ?? ''}`,
            ...[...style, 'direction', 'writing-mode'].map(
              (property) => `${property}: ${style.getPropertyValue(property)}`,
            ),
          ];
        }),
    tags,
  );

const changes = (before: string[][], after: string[][]): string[] => {
  expect(after.length, 'the same elements').toBe(before.length);
  return [
    ...new Set(
      after.flatMap((one, i) =>
        one.filter((value, n) => value != before[i]![n]).map((value) => `${one[0]} has ${value}`),
      ),
    ),
  ];
};

const BUTTONS = ['wallet-button', 'wallet-account-button', 'wallet-network-button'];
const everywhere = (properties: [string, string][]) =>
  `html, body, header, .buttons, wallet-modal, ${BUTTONS.join(', ')} { ${properties
    .map(([name, value]) => `${name}: ${value} !important`)
    .join('; ')} }`;

test('no inherited property of the host changes anything inside, in the dialog and in the buttons @10.30', async ({
  page,
}) => {
  test.slow();
  const wallet = await ScriptedWallet.install(page, { accounts: [freshAddress()] });
  await visit(page, '?nowallet&projectId=');
  await openCard(page);
  await page.mouse.move(1, 1);
  const properties = await inherited(page);
  const known = properties.map(([name]) => name);
  expect(known.length).toBeGreaterThan(60);
  for (const one of 'direction writing-mode visibility pointer-events user-select hyphens word-break cursor color'.split(
    ' ',
  ))
    expect(known).toContain(one);
  const tags = ['wallet-modal', ...BUTTONS];
  await expect(page.getByTestId(wallet.row).locator('img')).toBeVisible();
  const before = await unchanging(page, () => computed(page, ...tags));
  await rule(page, everywhere(properties));
  expect(changes(before, await computed(page, ...tags))).toEqual([]);
  // And it lives: found by the pointer, pressed, connected.
  await page.getByTestId(wallet.row).click();
  await expectClosed(page);
  await expect(page.getByTestId('demo-status')).toHaveText('connected');
});

test('buttons in a line of the page have one height, before and after a connection', async ({ page }) => {
  const wallet = await ScriptedWallet.install(page, { accounts: [freshAddress()] });
  await visit(page, '?nowallet&projectId=');
  await rule(page, '.buttons { display: block !important } .buttons > * { margin: 0 }');
  const middles = async () => {
    const boxes = await page.locator('.buttons > *').evaluateAll((all) =>
      all.map((one) => {
        const { top, height } = one.getBoundingClientRect();
        return height ? Math.round(top + height / 2) : null;
      }),
    );
    return [...new Set(boxes.filter((one) => one != null))];
  };
  await expect.poll(middles).toHaveLength(1);
  await openCard(page);
  await page.getByTestId(wallet.row).click();
  await expectClosed(page);
  await expect(page.getByTestId('demo-status')).toHaveText('connected');
  await expect.poll(middles).toHaveLength(1);
});

test('the first card has its own style before anything has loaded @10.30', async ({ page }) => {
  await page.route(/\.wasm|chunk|root-/, () => {});
  await page.goto('/?noauto&nowallet');
  await page.waitForFunction(() => customElements.get('wallet-modal'));
  const properties = await inherited(page);
  const shown = async () => {
    await page.evaluate(() => {
      document.querySelector('wallet-modal')?.remove();
      document.body.append(document.createElement('wallet-modal'));
      void (document.querySelector('wallet-modal') as unknown as { open(): Promise<void> }).open();
    });
    await expect(page.getByTestId('wm-skeleton')).toBeVisible();
    return computed(page, 'wallet-modal');
  };
  const before = await shown();
  await rule(page, everywhere(properties));
  expect(changes(before, await shown())).toEqual([]);
});

test('an embedded card has its own style in the same page @10.30', async ({ page }) => {
  await page.goto('/embedded.html?nowallet&nologin');
  await still(page, 'Connect');
  await listed(page);
  const properties = await inherited(page);
  // Its place is the host's to give: here one that stays.
  await rule(
    page,
    `wallet-modal { position: fixed !important; left: 0 !important; top: 0 !important; width: 380px !important;
      height: 900px !important; max-width: none !important }`,
  );
  // all but that of "All wallets" have pictures, which come when they come
  await expect(page.locator('wallet-modal .row-icon.plain')).toHaveCount(1);
  const before = await unchanging(page, () => computed(page, 'wallet-modal'));
  await rule(page, everywhere(properties));
  expect(changes(before, await computed(page, 'wallet-modal'))).toEqual([]);
});

test('zoom of the page does not reach the dialog, a dialog library does not make it inert, and only the locale sets the direction @10.9 @10.20', async ({
  page,
}) => {
  const wallet = await ScriptedWallet.install(page, { accounts: [freshAddress()] });
  await visit(page, '?nowallet');

  await test.step('zoom', async () => {
    const box = async () => {
      await openCard(page);
      await listed(page);
      const found = (await card(page).boundingBox())!;
      const overlay = (await page.getByTestId('w3m-modal-overlay').boundingBox())!;
      const { width, height } = (await page.getByTestId('all-wallets').boundingBox())!;
      await page.keyboard.press('Escape');
      await expectClosed(page);
      return { card: Math.round(found.width), overlay, row: [Math.round(width), Math.round(height)] };
    };
    const before = await box();
    await rule(page, 'html { zoom: 1.5 } body { zoom: 0.5 }');
    expect(await box()).toEqual(before);
    await rule(page, 'html { zoom: 1 } body { zoom: 1 }');
    expect(await box()).toEqual(before);
    await expect(button(page)).toBeVisible();
  });

  await test.step('direction: no style or attribute of the page changes it', async () => {
    const sides = () =>
      page.evaluate(() =>
        ['wallet-modal', 'wallet-button', 'wallet-network-button'].map((name) => {
          const inside = document.querySelector(name)!.shadowRoot!.querySelector('.card, button')!;
          return [getComputedStyle(inside).direction, inside.matches(':dir(rtl)')];
        }),
      );
    const ltr = Array<unknown>(3).fill(['ltr', false]);
    await openCard(page);
    await page.evaluate(() => {
      document.documentElement.dir = 'rtl';
      for (const one of document.querySelectorAll<HTMLElement>('wallet-modal, wallet-button'))
        one.dir = 'rtl';
    });
    await rule(page, 'html, body, wallet-modal, wallet-button { direction: rtl !important }');
    expect(await sides()).toEqual(ltr);
    await call(page, 'setLocale', 'ar-EG');
    await expect.poll(sides).toEqual(Array<unknown>(3).fill(['rtl', true]));
    await call(page, 'setLocale', 'no such locale');
    await expect.poll(sides).toEqual(ltr);
    await page.keyboard.press('Escape');
    await expectClosed(page);
  });

  await test.step('a dialog library’s body', async () => {
    await rule(page, 'body { pointer-events: none; user-select: none }');
    await call(page, 'open');
    await still(page, 'Connect');
    await page.getByTestId(wallet.row).click();
    await expectClosed(page);
    await expect(page.getByTestId('demo-status')).toHaveText('connected');
  });
});
