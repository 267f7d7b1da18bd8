// The shared tests of all namespaces except eip155: requests of the page, messages to sign, and helpers for their wallets.
import type { Page } from '@playwright/test';
import { confirm, connectingStatus, expectClosed, openCard, still, view, visit } from './modal';
import { choose, sessions, sign, status as signInStatus } from './sign-in';
import { expect } from './test';
import { EVENTS, granted, showCode, start, type Phone } from './walletkit';

export type Family = 'solana' | 'bip122' | 'polkadot' | 'cosmos';

/** `<namespace>Networks` of the demo's configuration. */
export type DemoNetworks = 'solanaNetworks' | 'polkadotNetworks' | 'cosmosNetworks';

export const status = (page: Page) => page.getByTestId('demo-status');
export const account = (page: Page) => page.getByTestId('demo-account');

/** A request of the page in this namespace; if it rejects, returns code and message. */
export const request = <T = Record<string, string>>(
  page: Page,
  family: Family,
  method: string,
  params: object,
): Promise<T & { code?: number; message?: string }> =>
  page.evaluate(
    async ([namespace, name, values]) => {
      const element = document.querySelector('wallet-modal') as unknown as {
        request(args: object, namespace: string): Promise<never>;
      };
      return element
        .request({ method: name, params: values }, namespace)
        .catch(({ code, message }: { code: number; message: string }) => ({ code, message }) as never);
    },
    [family, method, params] as const,
  );

/** Only the code of a rejection. */
export async function requestCode<T = Record<string, string>>(
  page: Page,
  family: Family,
  method: string,
  params: object,
): Promise<T & { code?: number }> {
  const answer = await request<T>(page, family, method, params);
  return answer.code === undefined ? answer : ({ code: answer.code } as T & { code: number });
}

export async function networksOf(page: Page, name: DemoNetworks): Promise<object[]> {
  await page.goto('/?noauto&nowallet');
  return page.evaluate(async (of) => (await (await fetch('/demo-config.json')).json())[of], name);
}

/** A wallet of the page, as in all `scripted-<namespace>.ts`. */
interface Scripted {
  row: string;
  answer(method: string, answer: unknown): Promise<void>;
  count(method: string): number;
}

export async function connect(page: Page, wallet: Scripted): Promise<void> {
  await openCard(page);
  await page.getByTestId(wallet.row).click();
  await expectClosed(page);
  await expect(status(page)).toHaveText('connected');
}

/** The wallet declines the `method` that connects (`words`): the modal shows it, and the next try connects. */
export async function isRefusedThenConnects(
  page: Page,
  wallet: Scripted,
  [method, words]: [string, string],
): Promise<void> {
  await wallet.answer(method, { message: words });
  await openCard(page);
  await page.getByTestId(wallet.row).click();
  await expect(connectingStatus(page)).toHaveAttribute('data-phase', 'rejected');
  await wallet.answer(method, null);
  await page.getByTestId('w3m-connecting-widget-secondary-button').click();
  await expect(status(page)).toHaveText('connected');
}

/** A page with only eip155 doesn't list the wallet, and loads no file of its namespace. */
export async function isNotFetched(page: Page, wallet: Scripted, files: RegExp): Promise<void> {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await visit(page);
  await openCard(page);
  await expect(page.getByTestId('wallet-selector-dev.wallet-modal.demo')).toBeVisible();
  await expect(page.getByTestId(wallet.row)).toHaveCount(0);
  expect(asked.filter((file) => files.test(file))).toEqual([]);
  expect(asked.filter((file) => /\/dist\//.test(file)).length).toBeGreaterThan(3);
}

/** Ticks the checkbox of a critical review; a press that came too early is repeated. */
export async function accept(page: Page): Promise<void> {
  const tick = page.getByTestId('wm-review-accept');
  await expect(async () => {
    await tick.click();
    await expect(tick).toHaveAttribute('aria-checked', 'true', { timeout: 300 });
  }).toPass();
}

// ---- sign-in

export const told = (page: Page) => page.evaluate(() => (window as unknown as { told: string[] }).told);

/** Creates a page with only this namespace that requires a sign-in; `told` records the connected accounts. */
export async function makeRequired(page: Page, networks: DemoNetworks): Promise<void> {
  await page.goto(`/?noauto&nowallet${networks == 'solanaNetworks' ? '&solana=only' : ''}`);
  await page.evaluate(async (of) => {
    const url = '/dist/index.js';
    const { createWalletModal } = await import(url);
    const { [of]: networks, services } = await (await fetch('/demo-config.json')).json();
    const siwx = { getRequired: () => true };
    const told: string[] = [];
    document.addEventListener('wallet-connect', () => told.push('connected'));
    const walletModal = createWalletModal({ projectId: 'demo', networks, services, siwx });
    Object.assign(window, { walletModal, told });
  }, networks);
}

/** The wallet declines the `method` that signs (`words`): no account is connected, and the next try connects. */
export async function signsInAfterANo(
  page: Page,
  wallet: Scripted,
  [method, words]: [string, string],
): Promise<void> {
  await openCard(page);
  await choose(page, wallet.row);
  await wallet.answer(method, { message: words });
  await confirm(sign(page));
  await expect(signInStatus(page)).toBeVisible();
  await expect.poll(() => wallet.count(method)).toBe(1);
  expect([await sessions(page), await told(page)]).toEqual([[], []]);
  await wallet.answer(method, null);
  await confirm(sign(page));
  await expectClosed(page);
  expect(await told(page)).toEqual(['connected']);
}

// ---- a mobile wallet

export const sessionOf = (chain: string, address: string, methods: readonly string[]) => ({
  [chain.split(':')[0]!]: {
    chains: [chain],
    accounts: [`${chain}:${address}`],
    methods: [...methods],
    events: EVENTS,
  },
});

/**
 * A phone that grants nothing in the namespace (`named` on the screen) doesn't connect, and the view says so; its next grant connects.
 */
export async function connectsAfterNothing(
  page: Page,
  phone: Phone,
  {
    networks,
    named,
    session,
    isNobody,
  }: {
    networks: object[];
    named: string;
    session: ReturnType<typeof sessionOf>;
    isNobody: () => Promise<void>;
  },
): Promise<void> {
  await start(page, { networks });
  await phone.pair(await showCode(page));
  await phone.approveAs(granted()).catch(() => {});
  await expect(connectingStatus(page)).toHaveAttribute('data-phase', 'failed');
  await expect(view(page, 'ConnectingWalletConnect')).toContainText(
    `This wallet didn't share any ${named} accounts`,
  );
  await isNobody();
  await page.getByTestId('w3m-connecting-widget-secondary-button').click();
  await still(page, 'ConnectingWalletConnect');
  await expect(connectingStatus(page)).toHaveAttribute('data-phase', 'ready');
  await phone.pair((await page.getByTestId('wui-qr-code').getAttribute('data-uri'))!);
  await phone.approveAs(session);
  await expectClosed(page);
}
