// A wallet for pages with hostile scripts. It captures what it needs before other scripts run, and connects and sends without a prompt.
// It writes its requests into an attribute of the page, which Playwright reads from an isolated world. Its interface is EIP-1193 and
// EIP-6963; it represents no real wallet, and its responses are a guess.
import { expect, type Page } from '@playwright/test';
import { confirm } from './modal';
import { CHAIN_URL } from './ports';

export const STUBBORN = 'wallet-selector-test.stubborn';

/** Adds it to the page. Call it before the page loads, and before other scripts are added. */
export const installStubborn = (page: Page, account: string): Promise<unknown> =>
  page.addInitScript(inPage, { account, chainUrl: CHAIN_URL });

/** Presses Send once the button accepts it: the wallet responds at once, and the preview might be gone immediately. */
export async function pressOnce(page: Page): Promise<void> {
  // Content below the fold must be visible first; scrolled with the wheel, because the page might have broken scripted scrolling.
  await page.locator('wallet-modal .body').hover();
  await page.mouse.wheel(0, 9_999);
  await confirm(page.getByTestId('wm-send-confirm'));
}

/** The parameters of the only send request. */
export async function askedOf(page: Page): Promise<Record<string, string>> {
  const asked = page.locator('html');
  await expect(asked).toHaveAttribute('data-asked', /./, { timeout: 15_000 });
  const text = await asked.getAttribute('data-asked');
  return (JSON.parse(text ?? 'null') as [Record<string, string>] | null)?.[0] ?? {};
}

function inPage({ account, chainUrl }: { account: string; chainUrl: string }): void {
  const { stringify } = JSON;
  const { apply } = Reflect;
  const { then } = Promise.prototype;
  const { setAttribute } = Element.prototype;
  const { json } = Response.prototype;
  const fetched = fetch.bind(window);
  const Vow = Promise;
  /** works even if `toJSON` is on Object.prototype */
  const text = (value: unknown): string => {
    const hidden = ['toJSON'].map(
      (name) => [name, Object.getOwnPropertyDescriptor(Object.prototype, name)] as const,
    );
    for (const [name, found] of hidden) if (found) delete (Object.prototype as Record<string, unknown>)[name];
    try {
      return stringify(value);
    } finally {
      for (const [name, found] of hidden) if (found) Object.defineProperty(Object.prototype, name, found);
    }
  };
  const ofChain = (method: string, params: unknown) =>
    new Vow((resolve, reject) => {
      const headers = { __proto__: null, 'content-type': 'application/json' } as unknown as HeadersInit;
      const body = text({ jsonrpc: '2.0', id: 1, method, params });
      const asked = fetched(chainUrl, { __proto__: null, method: 'POST', headers, body } as RequestInit);
      const read = (answer: Response) =>
        apply(then, apply(json, answer, []), [(said: { result: unknown }) => resolve(said.result), reject]);
      apply(then, asked, [read, reject]);
    });
  const provider = {
    request(args: { method: string; params?: unknown }): Promise<unknown> {
      const { method } = args;
      const params = Object.hasOwn(args, 'params') ? args.params : [];
      if (method == 'eth_requestAccounts' || method == 'eth_accounts') return Vow.resolve([account]);
      if (method == 'eth_chainId') return Vow.resolve('0x539');
      if (method == 'eth_sendTransaction')
        apply(setAttribute, document.documentElement, ['data-asked', text(params)]);
      return ofChain(method, params);
    },
    on: () => provider,
    removeListener: () => provider,
  };
  const info = {
    uuid: 'd4dcb6e2-8f0a-4c7b-9a55-5b0d8f7a1c02',
    name: 'Stubborn',
    rdns: 'test.stubborn',
    icon: '',
  };
  Object.assign(window, { __provider: provider });
  const announce = () =>
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }));
  addEventListener('eip6963:requestProvider', announce);
  announce();
}
