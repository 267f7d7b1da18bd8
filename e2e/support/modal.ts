// What every test does with the page and the card: open, find, connect. All by test ids of docs/spec/views.md, as a host's tests would.
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

/** Goes to the demo page, with wallets alone, and waits until it has made its modal. Logins have tests of their own (e2e/embedded). */
export async function visit(page: Page, query = ''): Promise<void> {
  await page.goto(`/${query ? `${query}&` : '?'}nologin`);
  await page.waitForFunction(() => 'walletModal' in window);
}

/** Presses the button and waits until a view has been drawn. */
export async function openCard(page: Page, name = 'Connect'): Promise<void> {
  await expect(button(page)).toHaveAttribute('aria-busy', 'false');
  // On a phone by a tap, as people do: a mouse that comes first loads the network's name, and the narrow header may move under it.
  const isTouched = await page.evaluate(() => matchMedia('(pointer: coarse)').matches);
  await (isTouched ? button(page).tap() : button(page).click());
  await still(page, name);
}

/** The view is there and takes clicks: its change is over. */
export const still = (page: Page, name: string): Promise<void> => getModal(page).waitForView(name);

/** The ending of a journey says this; it stays until it is left by its button, for the account. */
export async function leaveEnding(
  page: Page,
  of: 'send' | 'swap' | 'buy',
  says: string | RegExp,
): Promise<void> {
  await expect(page.getByTestId(`wm-${of}-status`)).toHaveText(says);
  await page.getByTestId(`wm-${of}-done`).click();
  await still(page, 'Account');
}

/** The directory has answered: no more rows come, so nothing moves. */
export async function listed(page: Page): Promise<void> {
  await expect(page.getByTestId('all-wallets')).toContainText('+');
}

export const expectClosed = (page: Page): Promise<void> => getModal(page).closed();

/** Presses something that makes the demo wallet open its window. */
export async function walletWindow(page: Page, press: () => Promise<void>): Promise<Page> {
  const [popup] = await Promise.all([page.context().waitForEvent('page'), press()]);
  await expect(popup.getByTestId('demo-wallet-confirm')).toBeVisible();
  return popup;
}

/** Reads until two answers in a row, a moment apart, are the same: what comes late has come. */
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

/** What an open card fetches while nobody waits for it is there: the parts that the next click needs. */
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

/** A button that confirms takes no press in its first half second: for who presses keys. */
export const calm = (page: Page): Promise<void> => page.waitForTimeout(1_000);

/** Presses a button that confirms once its half second of calm is over. */
export async function confirm(button: Locator): Promise<void> {
  await expect(async () => {
    await button.click({ timeout: 5_000 });
    await expect(button.page().getByTestId('wm-confirm-refused')).toHaveCount(0, { timeout: 300 });
  }).toPass();
}

/** The same for Send, which may be pressed twice at once. e2e/shell/clickjacking.e2e.ts has what the first half second does. */
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

/** From Account to its settings. */
export async function openSettings(page: Page): Promise<void> {
  await page.getByTestId('account-settings-button').click();
  await still(page, 'AccountSettings');
}

/** From Account out: by the settings, at the end of which it stands. */
export async function disconnect(page: Page): Promise<void> {
  await openSettings(page);
  await page.getByTestId('disconnect-button').click();
}

/** Connects the wallet of this row, and goes on to the form of Send. */
export async function openSendBy(page: Page, row: string): Promise<void> {
  await page.getByTestId(row).click();
  await expectClosed(page);
  await openCard(page, 'Account');
  await expect(page.getByTestId('balance-amount')).toContainText('12.345 ETH');
  await page.getByTestId('w3m-account-default-send-button').click();
  await still(page, 'Send');
}

/** What can be done with the account; an embedded wallet's have ids of their own. */
export const accountAction = (page: Page, action: 'onramp' | 'receive' | 'send' | 'swaps') =>
  page
    .getByTestId(`w3m-account-default-${action}-button`)
    .or(page.getByTestId(`wallet-features-${action}-button`));

/** From Account to a filled form. */
export const fillSend = (page: Page, amount: string, to: string): Promise<void> =>
  getModal(page).fillSend({ amount, to });

/** From Account to the preview. */
export const review = (page: Page, amount: string, to: string): Promise<void> =>
  getModal(page).review({ amount, to });

export { recordEvents } from '../../bindings/testing/events';

/** On `/?noauto`: creates the modal as a host would; leaves the handle in `window.walletModal`. */
export async function create(page: Page, options: Record<string, unknown> = {}): Promise<void> {
  await page.evaluate(async (more) => {
    const url = '/dist/index.js';
    const { createWalletModal } = await import(url);
    const { networks, services } = await (await fetch('/demo-config.json')).json();
    const given = { projectId: 'demo', networks, services, ...more };
    (window as unknown as { walletModal: unknown }).walletModal = createWalletModal(given);
  }, options);
}

/** The handle of the page, loosely typed: what is called is the test's subject. */
export type LooseHandle = {
  [name: string]: (...args: unknown[]) => Promise<unknown>;
};

/** What of a page is enough to run something in it: the tabs of e2e/browsers have it too. */
type Runs = Pick<Page, 'evaluate'>;

/** Calls a method of the handle; gives what it resolves with, or the error's plain parts. */
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

/** An EIP-1193 request to the provider the host gets. */
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

/** The element that has the focus, through shadow roots: test id, or tag. */
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

/** What was built: chunk name -> what it pulls in. */
export const manifest = (): Record<string, Chunk> =>
  JSON.parse(readFileSync(new URL('../../dist/manifest.json', import.meta.url), 'utf8'));

/** The chunk that holds a source file. */
export function chunkOf(source: string): string {
  const found = Object.entries(manifest()).find(([, { modules }]) => modules.includes(source));
  if (!found) throw new Error(`no chunk holds ${source}`);
  return found[0];
}

/** The one file that is fetched before anybody wants something: by the network's button, which the demo page has. */
export const ofNetworkButton = (): string => chunkOf('element/src/first/network.ts');
