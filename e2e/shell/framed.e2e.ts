// Another site frames the page and shows of our card what it likes (docs/spec/security.md T11, decision 46, "A page in another site's frame"):
// nothing is confirmed there, but in frames of sites that the host names, where a press counts if the whole card is seen.
import type { Page } from '@playwright/test';
import { freshAddress, fundedAddress } from '../support/chain';
import { calm, openCard, review, sendStatus } from '../support/modal';
import { PAGE_URL } from '../support/ports';
import { ScriptedWallet } from '../support/scripted';
import { expect, test } from '../support/test';

// As visitors have it: effects of ours must not make the card count as covered.
// Chromium asks a person whether a page that came from nowhere it knows may reach this machine: no answer of a node waits for that here.
test.use({
  blur: true,
  contextOptions: { reducedMotion: 'no-preference' },
  permissions: ['local-network-access'],
});

/** A site of its own: another host, and so another process, than the page's. */
const FOREIGN = PAGE_URL.replace('localhost', '127.0.0.1');

/** The preview of a send in the page, in a frame of another site. What is inside is found as in a page. */
async function framed(
  page: Page,
  around = FOREIGN,
  trustedFrameOrigins: string[] = [],
): Promise<{ inside: Page; wallet: ScriptedWallet }> {
  const wallet = await ScriptedWallet.install(page, {
    accounts: [await fundedAddress()],
    answers: { eth_sendTransaction: 'hang' },
  });
  // The demo's own policy lets nobody frame it; a host may have none.
  await page.route(`${PAGE_URL}/?*`, async (route) => {
    const response = await route.fetch();
    const policy = response.headers()['content-security-policy']!.replace("frame-ancestors 'self';", '');
    await route.fulfill({
      response,
      headers: { ...response.headers(), 'content-security-policy': policy },
    });
  });
  await page.route(`${around}/outer`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><style>
        body { margin: 0; background: #dde }
        iframe { border: 0; width: 1000px; height: 700px }
        .wall { position: fixed; background: teal }
      </style><div id="hole"><iframe name="victim" allow="local-network-access *; loopback-network *" src="${PAGE_URL}/?nowallet&nologin"></iframe></div>`,
    }),
  );
  await page.goto(`${around}/outer`);
  await expect.poll(() => page.frame({ name: 'victim' })?.url()).toContain(PAGE_URL);
  const inside = page.frame({ name: 'victim' }) as unknown as Page;
  await inside.waitForFunction(() => 'walletModal' in window);
  await inside.evaluate((trustedFrameOrigins) => {
    (document.querySelector('wallet-modal') as unknown as { options: object }).options = {
      trustedFrameOrigins,
    };
  }, trustedFrameOrigins);
  await openCard(inside);
  await inside.getByTestId(wallet.row).click();
  await expect(inside.locator('wallet-modal dialog')).toBeHidden();
  await openCard(inside, 'Account');
  await review(inside, '1', freshAddress());
  return { inside, wallet };
}

const refused = (inside: Page) => inside.getByTestId('wm-confirm-refused');

/** Where Send is in the window of the site around it. */
async function place(inside: Page) {
  const { x, y, width, height } = (await inside.getByTestId('wm-send-confirm').boundingBox())!;
  return { x, y, width, height };
}

type Place = Awaited<ReturnType<typeof place>>;

/** What the site around does to show Send alone; runs in it. */
const crops: Record<string, (at: Place) => void> = {
  'a hole that cuts the rest off': ({ x, y, width, height }) => {
    const hole = document.querySelector<HTMLElement>('#hole')!;
    hole.style.cssText = `position: fixed; left: 300px; top: 300px; width: ${width}px; height: ${height}px; overflow: hidden`;
    hole.querySelector('iframe')!.style.cssText = `position: absolute; left: ${-x}px; top: ${-y}px`;
  },
  'a path that clips': ({ x, y, width, height }) => {
    const path = `inset(${y}px ${1000 - x - width}px ${700 - y - height}px ${x}px)`;
    document.querySelector('iframe')!.style.clipPath = path;
  },
  'the lower edge of a window': ({ y }) => {
    document.querySelector('iframe')!.style.cssText = `position: fixed; left: 0; top: ${-y + 20}px`;
  },
  'a wall over the rest': ({ y }) => {
    const wall = document.body.appendChild(document.createElement('div'));
    wall.className = 'wall';
    wall.style.cssText = `inset: 0 0 auto; height: ${y - 4}px`;
  },
  'a wall over the amount': ({ x, y }) => {
    const wall = document.body.appendChild(document.createElement('div'));
    wall.className = 'wall';
    wall.style.cssText = `left: ${x - 160}px; width: 340px; top: ${y - 260}px; height: 60px; pointer-events: none`;
  },
  'a frame that is nearly clear': () => {
    document.querySelector('iframe')!.style.opacity = '0.02';
  },
};

test('in a trusted site’s frame, ignores a click through a hole, and confirms with the whole card visible', async ({
  page,
}) => {
  test.slow();
  const { inside, wallet } = await framed(page, FOREIGN, [FOREIGN]);
  for (const [what, crop] of Object.entries(crops)) {
    await calm(inside);
    const back = await place(inside);
    await page.evaluate(crop, back);
    await calm(inside);
    const at = await place(inside);
    const press = () => page.mouse.click(at.x + at.width / 2, at.y + at.height / 2);
    await press();
    await expect(refused(inside), what).toHaveText(/^(Something is covering|There was more to read)/);
    await calm(inside);
    await press();
    await inside.getByTestId('wm-send-confirm').focus();
    await page.keyboard.press('Enter');
    await expect(sendStatus(inside), what).toHaveAttribute('data-phase', 'review');
    expect(wallet.count('eth_sendTransaction'), what).toBe(0);
    // What steps aside just before the press does not make it count.
    await page.evaluate(() => {
      document.querySelectorAll('.wall').forEach((wall) => wall.remove());
      for (const one of document.querySelectorAll('#hole, iframe')) one.removeAttribute('style');
    });
    await page.mouse.click(back.x + back.width / 2, back.y + back.height / 2);
    await expect(sendStatus(inside), what).toHaveAttribute('data-phase', 'review');
  }
  await calm(inside);
  const { x, y, width, height } = await place(inside);
  await page.mouse.move(x + 5, y + 5);
  await calm(inside);
  await page.mouse.click(x + width / 2, y + height / 2);
  await expect(sendStatus(inside)).toHaveAttribute('data-phase', 'waiting');
  await expect.poll(() => wallet.count('eth_sendTransaction')).toBe(1);
});

const fullView = (inside: Page) => inside.getByTestId('wm-full-view');

test('in a foreign frame, offers a new tab instead of Send', async ({ page }) => {
  const { inside, wallet } = await framed(page, FOREIGN, ['https://portal.example']);
  await expect(fullView(inside)).toBeVisible();
  await expect(inside.getByTestId('wm-send-confirm')).toHaveCount(0);
  await expect(refused(inside)).toHaveText(/^This page is embedded in another site/);
  // What is in the way out is: the send is given up in here.
  const [opened] = await Promise.all([page.context().waitForEvent('page'), fullView(inside).click()]);
  await opened.waitForURL(`${PAGE_URL}/?nowallet&nologin`);
  expect(await opened.evaluate(() => top == window && opener == null)).toBe(true);
  await inside.getByTestId('wm-send-cancel').click();
  await expect(inside.getByTestId('wm-view-Send')).toBeVisible();
  expect(wallet.count('eth_sendTransaction')).toBe(0);
});

test('in a browser without visibility checks, offers no Send in a trusted site’s frame either', async ({
  page,
}) => {
  await page.addInitScript(() => {
    delete (IntersectionObserverEntry.prototype as { isVisible?: boolean }).isVisible;
  });
  const { inside } = await framed(page, FOREIGN, [FOREIGN]);
  await expect(fullView(inside)).toBeVisible();
  await expect(inside.getByTestId('wm-send-confirm')).toHaveCount(0);
});

test('in a frame of the page’s own site, works as in the page', async ({ page }) => {
  const { inside, wallet } = await framed(page, PAGE_URL);
  await calm(inside);
  await inside.getByTestId('wm-send-confirm').click();
  await expect.poll(() => wallet.count('eth_sendTransaction')).toBe(1);
});
