// Helpers for sign-in: the request, how the page reaches it, and its result.
import type { Page } from '@playwright/test';
import { hexToString, type Hex } from 'viem';
import { call, create, still } from './modal';
import type { ScriptedWallet } from './scripted';
import { expect } from './test';

export const sign = (page: Page) => page.getByTestId('w3m-connecting-siwe-sign');
export const cancel = (page: Page) => page.getByTestId('w3m-connecting-siwe-cancel');
export const close = (page: Page) => page.getByTestId('w3m-header-close');
export const status = (page: Page) => page.getByTestId('wm-sign-in-status');

export interface Stored {
  data: Record<string, unknown>;
  message: string;
  signature: Hex;
}

/** The sessions that the built-in object has stored. */
export const sessions = (page: Page): Promise<Stored[]> =>
  page.evaluate(() => JSON.parse(localStorage['wallet-modal:siwx_sessions'] ?? '[]') as never);

/** Opens the list of wallets on a page with sign-in. */
export async function visitWith(
  page: Page,
  options: Record<string, unknown> = { siwx: true },
): Promise<void> {
  await page.goto('/?noauto&nowallet');
  await create(page, options);
  await call(page, 'open');
  await still(page, 'Connect');
}

/** Selects the wallet and waits for the sign-in request. */
export async function choose(page: Page, row: string): Promise<void> {
  await page.getByTestId(row).click();
  await still(page, 'SIWXSignMessage');
}

/** Creates a modal that requires sign-in: the page's object only sets the flag, and everything else is built in. */
export async function createRequired(page: Page): Promise<void> {
  await page.goto('/?noauto&nowallet');
  await makeRequired(page);
  await call(page, 'open');
  await still(page, 'Connect');
}

/** The message that the wallet was asked to sign. */
export async function asked(wallet: ScriptedWallet): Promise<Hex> {
  await expect.poll(() => wallet.count('personal_sign')).toBe(1);
  const [raw] = wallet.params('personal_sign') as [Hex];
  expect(hexToString(raw)).toContain('wants you to sign in');
  return raw;
}

export async function makeRequired(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const url = '/dist/index.js';
    const { createWalletModal } = await import(url);
    const { networks, services } = await (await fetch('/demo-config.json')).json();
    const siwx = { getRequired: () => true };
    Object.assign(window, {
      walletModal: createWalletModal({ projectId: 'demo', networks, services, siwx }),
    });
  });
}

/** Records sign-ins and sign-outs from now on. */
export async function hearSignIns(page: Page): Promise<[string, unknown][]> {
  const heard: [string, unknown][] = [];
  await page.exposeFunction('__signIns', (name: string, detail: string) =>
    heard.push([name, JSON.parse(detail)]),
  );
  await page.addInitScript(() => {
    for (const name of ['wallet-sign-in', 'wallet-sign-out'])
      document.addEventListener(name, (event) =>
        (window as never as { __signIns(n: string, d: string): void }).__signIns(
          name,
          JSON.stringify((event as CustomEvent).detail),
        ),
      );
  });
  return heard;
}
