// Elements of the page that are named as members of `document`, which they hide: `<img name="createElement">` (decision 203, "Named elements of the
// page"). Playwright itself asks `document` for what it looks for, so the card is pressed here by the mouse, at the place that the browser's own
// classes give.
import type { Page } from '@playwright/test';
import { fundedAddress } from '../support/chain';
import { HOST_URLS } from '../support/ports';
import { ScriptedWallet } from '../support/scripted';
import { expect, test } from '../support/test';

// Chromium asks whether a page whose bytes came from no address it knows may reach this machine.
test.use({ permissions: ['local-network-access'] });

/** Globals that not every page has, which libraries look for. */
const GLOBALS = [
  ...['wmChunk', 'WalletModal', 'requestIdleCallback', 'customElements', 'navigator', 'compile', 'Instance'],
  ...['Typed', 'setImmediate', '__REACT_DEVTOOLS_GLOBAL_HOOK__', 'IS_REACT_ACT_ENVIRONMENT', 'navigation'],
  ...['ethereum', 'injectedWeb3', 'keplr', 'phantom', 'solana', 'btc_providers', 'process', 'MSApp'],
  ...['TelegramWebviewProxy', 'TelegramWebviewProxyProto', 'Telegram'],
];

/** One element for each member of the document, of every kind that a document names. */
const named = (names: readonly string[]): string =>
  names
    .map((name, index) => {
      const kinds = ['img name', 'form name', 'img id="x" name', 'object id', 'embed name'];
      const [tag, attribute] = [kinds[index % 5]!.split(' ')[0], kinds[index % 5]];
      return /^(?:img|embed)$/.test(tag!) ? `<${attribute}="${name}">` : `<${attribute}="${name}"></${tag}>`;
    })
    .concat(['body', 'cookie', 'fonts'].map((name) => `<iframe name="${name}" hidden></iframe>`))
    .concat(GLOBALS.map((name) => `<a id="${name}"></a>`))
    .join('');

const members = (page: Page) =>
  page.evaluate(() =>
    [Document, Node, EventTarget, Object].flatMap((of) => Object.getOwnPropertyNames(of.prototype)),
  );

/** A host's page with nothing but a button, and these elements. */
async function host(page: Page, markup: string): Promise<void> {
  const policy = (await fetch(HOST_URLS.page)).headers.get('content-security-policy')!;
  await page.route('**/named.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers: { 'content-security-policy': policy },
      body: `<!doctype html><html lang="en"><title>Named</title><main><wallet-button></wallet-button></main><div hidden>${markup}</div><script type="module" src="/named.js"></script>`,
    }),
  );
  await page.route('**/named.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `import { createWalletModal } from '/dist/index.js';
        const { networks, services } = await (await fetch('/demo-config.json')).json();
        createWalletModal({ projectId: 'demo', networks, services, features: { email: false, socials: false } });
        window.isReady = true;`,
    }),
  );
  await page.goto('/named.html');
  await expect.poll(() => page.evaluate(() => 'isReady' in window)).toBe(true);
}

/** The middle of what has this test id, in whatever shadow root; null while there is none in sight. */
const middle = (page: Page, id: string) =>
  page.evaluate((id) => {
    const all = (root: Document | ShadowRoot): Element | null => {
      const find = (root instanceof ShadowRoot ? ShadowRoot : Document).prototype.querySelectorAll;
      for (const one of find.call(root, '*')) {
        if (one.getAttribute('data-testid') == id && one.checkVisibility()) return one;
        const inside = one.shadowRoot && all(one.shadowRoot);
        if (inside) return inside;
      }
      return null;
    };
    const found = all(document)?.getBoundingClientRect();
    return found?.width ? { x: found.x + found.width / 2, y: found.y + found.height / 2 } : null;
  }, id);

async function seen(page: Page, id: string): Promise<{ x: number; y: number }> {
  let last: string | null = null;
  let place = null as Awaited<ReturnType<typeof middle>>;
  await expect(async () => {
    place = await middle(page, id);
    const before = last;
    last = JSON.stringify(place);
    expect(place, id).not.toBeNull();
    expect(before).toBe(last);
  }).toPass({ timeout: 15_000 });
  return place!;
}

async function press(page: Page, id: string): Promise<void> {
  const { x, y } = await seen(page, id);
  await page.mouse.click(x, y);
}

for (const when of ['before', 'after'] as const)
  test(`draws the card although elements are named as each member of document, ${when} the entry @10.5 @10.60`, async ({
    page,
  }) => {
    test.setTimeout(60_000);
    const errors: string[] = [];
    page.on('console', (message) => message.type() == 'error' && errors.push(message.text()));
    const wallet = await ScriptedWallet.install(page, { accounts: [await fundedAddress()] });
    await page.goto('about:blank');
    const markup = named(await members(page));
    await host(page, when == 'before' ? markup : '');
    if (when == 'after')
      await page.evaluate((markup) => {
        // By hand: the page's policy of Trusted Types lets no text in.
        const add = document.body.appendChild(document.createElement('div'));
        add.hidden = true;
        const make = document.createElement.bind(document);
        for (const [, tag, id, attribute, name] of markup.matchAll(/<(\w+)( id="x")? (name|id)="(\w+)"/g)) {
          const one = make(tag!);
          if (id) one.id = 'x';
          one.setAttribute(attribute!, name!);
          add.append(one);
        }
      }, markup);
    expect(
      await page.evaluate(() => typeof (document.createElement as unknown)),
      'the document itself is hidden',
    ).toBe('object');

    await press(page, 'connect-button');
    await seen(page, 'wm-view-Connect');
    await press(page, wallet.row);
    await expect.poll(() => middle(page, 'w3m-modal-card')).toBeNull();
    await press(page, 'connect-button');
    await seen(page, 'wm-view-Account');
    await press(page, 'w3m-account-default-send-button');
    await seen(page, 'wm-view-Send');
    await press(page, 'wm-send-amount');
    await page.keyboard.type('0.5');
    await page.keyboard.press('Escape');
    await expect.poll(() => middle(page, 'wm-view-Send')).toBeNull();
    expect(errors).toEqual([]);
  });
