// Helpers for the page and the card that every test uses: open, find, connect. They use the test ids of docs/spec/views.md, as a site's
// own tests would.
import { expect, type Locator, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { getModal } from '../../bindings/testing/modal';

export const DEMO_WALLET = 'wallet-selector-dev.wallet-modal.demo';

export const dialog = (page: Page): Locator => page.locator('wallet-modal dialog');
export const card = (page: Page): Locator => page.getByTestId('w3m-modal-card');
export const view = (page: Page, name: string): Locator => page.getByTestId(`wm-view-${name}`);
export const button = (page: Page): Locator => page.getByTestId('connect-button');
export const toast = (page: Page): Locator => page.getByTestId('wui-snackbar-message');
export const sendStatus = (page: Page): Locator => page.getByTestId('wm-send-status');
export const connectingStatus = (page: Page): Locator => page.getByTestId('wm-connecting-status');

/** Opens the demo page with wallets only, and waits until it has created its modal. Logins have their own tests (e2e/embedded). */
export async function visit(page: Page, query = ''): Promise<void> {
  await page.goto(`/${query ? `${query}&` : '?'}nologin`);
  await page.waitForFunction(() => 'walletModal' in window);
}

/** Clicks the button and waits until a view is rendered. */
export async function openCard(page: Page, name = 'Connect'): Promise<void> {
  await expect(button(page)).toHaveAttribute('aria-busy', 'false');
  // Taps on a phone: a mouse would first hover, which loads the network's name, and the narrow header might move under it.
  const isTouched = await page.evaluate(() => matchMedia('(pointer: coarse)').matches);
  await (isTouched ? button(page).tap() : button(page).click());
  await still(page, name);
}

/** Waits until the view is rendered and accepts clicks. */
export const still = (page: Page, name: string): Promise<void> => getModal(page).waitForView(name);

/** Expects this text in the success screen of a journey, and leaves it for the account with its button. */
export async function leaveEnding(
  page: Page,
  of: 'send' | 'swap' | 'buy',
  says: string | RegExp,
): Promise<void> {
  await expect(page.getByTestId(`wm-${of}-status`)).toHaveText(says);
  await page.getByTestId(`wm-${of}-done`).click();
  await still(page, 'Account');
}

/** Waits until the directory has responded, so that no more rows appear and nothing moves. */
export async function listed(page: Page): Promise<void> {
  await expect(page.getByTestId('all-wallets')).toContainText('+');
}

export const expectClosed = (page: Page): Promise<void> => getModal(page).closed();

/** Runs `press`, and returns the window that the demo wallet opens. */
export async function walletWindow(page: Page, press: () => Promise<void>): Promise<Page> {
  const [popup] = await Promise.all([page.context().waitForEvent('page'), press()]);
  await expect(popup.getByTestId('demo-wallet-confirm')).toBeVisible();
  return popup;
}

/** Reads until two results in a row are equal, so that late changes have arrived. */
export async function unchanging<T extends unknown[]>(page: Page, read: () => Promise<T>): Promise<T> {
  let last = await read();
  await expect(async () => {
    await page.waitForTimeout(300);
    const before = last;
    last = await read();
    expect(last).toEqual(before);
  }).toPass();
  return last;
}

/** Waits until an open card has prefetched the parts for the next click. */
export async function fetchedAhead(page: Page): Promise<void> {
  const files = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => (entry as PerformanceResourceTiming).responseEnd > 0)
        .map((entry) => new URL(entry.name).pathname.replace(/-[\da-z]+\./, '.')),
    );
  await expect.poll(files).toContain('/dist/ahead.js');
  await unchanging(page, files);
}

/** Waits for the half second in which a button that confirms refuses presses, for tests that press keys. */
export const calm = (page: Page): Promise<void> => page.waitForTimeout(1_000);

/** Clicks a button that confirms, after its half second. */
export async function confirm(button: Locator): Promise<void> {
  await expect(async () => {
    await button.click({ timeout: 5_000 });
    await expect(button.page().getByTestId('wm-confirm-refused')).toHaveCount(0, { timeout: 300 });
  }).toPass();
}

/** The same for Send, optionally with a double click. e2e/shell/clickjacking.e2e.ts tests the first half second. */
export async function pressSend(page: Page, times: 1 | 2 = 1): Promise<void> {
  const confirm = page.getByTestId('wm-send-confirm');
  await expect(async () => {
    const phase = await sendStatus(page).getAttribute('data-phase', { timeout: 1_000 });
    if (phase == 'review') await confirm.click({ clickCount: times, timeout: 500 });
    await expect(sendStatus(page)).not.toHaveAttribute('data-phase', 'review', { timeout: 300 });
  }).toPass();
}

/** Connects the demo wallet with one of its three accounts, in its own window. */
export async function connectDemoWallet(page: Page, account = 0): Promise<void> {
  await openCard(page);
  const popup = await walletWindow(page, () => page.getByTestId(DEMO_WALLET).click());
  await popup.getByTestId(`demo-wallet-account-${account}`).check();
  await popup.getByTestId('demo-wallet-confirm').click();
  await expectClosed(page);
}

/** Opens the settings from Account. */
export async function openSettings(page: Page): Promise<void> {
  await page.getByTestId('account-settings-button').click();
  await still(page, 'AccountSettings');
}

/** Disconnects from Account, through the settings. */
export async function disconnect(page: Page): Promise<void> {
  await openSettings(page);
  await page.getByTestId('disconnect-button').click();
}

/** Connects the wallet of this row, and opens the form of Send. */
export async function openSendBy(page: Page, row: string): Promise<void> {
  await page.getByTestId(row).click();
  await expectClosed(page);
  await openCard(page, 'Account');
  await expect(page.getByTestId('balance-amount')).toContainText('12.345 ETH');
  await page.getByTestId('w3m-account-default-send-button').click();
  await still(page, 'Send');
}

/** An action of the account; an embedded wallet's have other ids. */
export const accountAction = (page: Page, action: 'onramp' | 'receive' | 'send' | 'swaps') =>
  page
    .getByTestId(`w3m-account-default-${action}-button`)
    .or(page.getByTestId(`wallet-features-${action}-button`));

/** Opens Send from Account and fills the form. */
export const fillSend = (page: Page, amount: string, to: string): Promise<void> =>
  getModal(page).fillSend({ amount, to });

/** Opens the preview from Account. */
export const review = (page: Page, amount: string, to: string): Promise<void> =>
  getModal(page).review({ amount, to });

export { recordEvents } from '../../bindings/testing/events';

/** On `/?noauto`: creates the modal as a site would, and stores the handle in `window.walletModal`. */
export async function create(page: Page, options: Record<string, unknown> = {}): Promise<void> {
  await page.evaluate(async (more) => {
    const url = '/dist/index.js';
    const { createWalletModal } = await import(url);
    const { networks, services } = await (await fetch('/demo-config.json')).json();
    const given = { projectId: 'demo', networks, services, ...more };
    (window as unknown as { walletModal: unknown }).walletModal = createWalletModal(given);
  }, options);
}

/** The handle of the page, loosely typed, because the test checks the method. */
export type LooseHandle = {
  [name: string]: (...args: unknown[]) => Promise<unknown>;
};

/** Anything that can evaluate code: pages, and the tabs of e2e/browsers. */
type Runs = Pick<Page, 'evaluate'>;

/** Calls a method of the handle; returns its result, or the plain parts of the error. */
export function call(page: Runs, method: string, ...args: unknown[]): Promise<unknown> {
  return page.evaluate(
    async ([name, values]) => {
      const { walletModal } = window as unknown as {
        walletModal: Record<string, (...a: unknown[]) => unknown>;
      };
      try {
        return await walletModal[name]!(...values);
      } catch (error) {
        const { name: kind, code, message } = error as Error & { code: unknown };
        return { rejected: true, name: kind, code, message };
      }
    },
    [method, args] as const,
  );
}

/** Sends an EIP-1193 request to the page's provider. */
export function ask(page: Runs, method: string, params?: unknown): Promise<unknown> {
  return page.evaluate(
    async ([name, values]) => {
      const { walletModal } = window as unknown as {
        walletModal: { getProvider(n: string): { request(a: unknown): Promise<unknown> } };
      };
      try {
        return await walletModal.getProvider('eip155').request({ method: name, params: values });
      } catch (error) {
        const { name: kind, code, message } = error as Error & { code: unknown };
        return { rejected: true, name: kind, code, message };
      }
    },
    [method, params] as const,
  );
}

/** The focused element, through shadow roots: test id, or tag. */
export function focused(page: Runs): Promise<string> {
  return page.evaluate(() => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return (at as HTMLElement | null)?.dataset.testid ?? at?.tagName.toLowerCase() ?? '';
  });
}

export interface Chunk {
  entry: boolean;
  imports: string[];
  dynamicImports: string[];
  modules: string[];
}

/** The build's manifest: chunk name -> its imports. */
export const manifest = (): Record<string, Chunk> =>
  JSON.parse(readFileSync(new URL('../../dist/manifest.json', import.meta.url), 'utf8'));

/** The chunk that contains a source file. */
export function chunkOf(source: string): string {
  const found = Object.entries(manifest()).find(([, { modules }]) => modules.includes(source));
  if (!found) throw new Error(`no chunk holds ${source}`);
  return found[0];
}

/** The one file that loads without an action of the user: for the network button on the demo page. */
export const ofNetworkButton = (): string => chunkOf('element/src/first/network.ts');
