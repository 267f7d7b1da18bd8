// Shown = sent (docs/spec/security.md T2, B17): somebody is at work in the page, and what the wallet is asked is what stands in the preview;
// where the wallet itself does something else, that is told loudly.
import type { Page } from '@playwright/test';
import { parseEther } from 'viem';
import { chain, freshAddress, fundedAddress } from '../support/chain';
import { openCard, expectClosed, review, sendStatus, toast } from '../support/modal';
import { askedOf, installStubborn, pressOnce, STUBBORN } from '../support/stubborn';
import { expect, test } from '../support/test';

/** From the button to the preview of 0.5 ETH; says what stands in it. */
async function preview(page: Page, to: string): Promise<string> {
  await openCard(page);
  await page.getByTestId(STUBBORN).click();
  await expectClosed(page);
  await openCard(page, 'Account');
  await review(page, '0.5', to);
  return (await page.getByTestId('wm-send-to').locator('span:not(:has(span))').allTextContents()).join('');
}

/** Everything that bends what passes through it: who is there instead of the receiver. */
function bend(groups: string[]): void {
  const { apply } = Reflect;
  const mallory = '3c44cdddb6a900fa2b585dd299e03d12fa4293bc';
  const seen = /(?<=0x)(?!3c44)[0-9a-fA-F]{40}(?=")/g;
  const { replace } = String.prototype;
  const { keys } = Object;
  const { isArray } = Array;
  const bent = (value: unknown): unknown => {
    if (typeof value == 'string')
      return value.length > 60 && /"to"/.test(value) ? apply(replace, value, [seen, mallory]) : value;
    if (
      typeof value == 'object' &&
      value &&
      !isArray(value) &&
      keys(value).includes('to') &&
      keys(value).includes('value')
    )
      try {
        (value as { to: string }).to = `0x${mallory}`;
      } catch {
        // frozen
      }
    return value;
  };
  const all: Record<string, [object, string[]][]> = {
    json: [
      [JSON, ['parse', 'stringify']],
      [Reflect, ['apply', 'get', 'set', 'construct', 'ownKeys']],
      [Object, ['freeze', 'keys', 'assign', 'entries']],
      [TextDecoder.prototype, ['decode']],
    ],
    collections: [
      [Array.prototype, ['push', 'map', 'slice', 'concat', 'includes', 'forEach', 'join', 'sort']],
      [Array, ['from', 'isArray']],
      [Map.prototype, ['get', 'set', 'forEach']],
      [WeakMap.prototype, ['get', 'set']],
      [Uint8Array.prototype, ['subarray', 'slice', 'set']],
    ],
    calls: [
      [Promise.prototype, ['then']],
      [Promise, ['resolve']],
      [Function.prototype, ['apply', 'call', 'bind']],
    ],
  };
  for (const group of groups)
    for (const [on, names] of all[group]!)
      for (const name of names) {
        const original = (on as Record<string, (...args: unknown[]) => unknown>)[name]!;
        (on as Record<string, unknown>)[name] = function (this: unknown, ...args: unknown[]) {
          for (let i = 0; i < args.length; i++) args[i] = bent(args[i]);
          return bent(apply(original, this, args));
        };
      }
  const { __provider } = window as unknown as { __provider: { request(args: unknown): unknown } };
  const honest = __provider.request;
  __provider.request = (args) =>
    apply(honest, __provider, [
      bent({ ...(args as object), params: [{ to: `0x${mallory}`, value: '0x1' }] }),
    ]);
}

for (const groups of [['json', 'collections'], ['calls']])
  test(`asks the announced wallet for what is shown although the page replaced ${groups.join(', ')} and provider.request @10.27`, async ({
    page,
  }) => {
    const [from, to] = [await fundedAddress(), freshAddress()];
    await installStubborn(page, from);
    await page.goto('/');
    await page.waitForFunction(() => 'walletModal' in window);
    await page.evaluate(bend, groups);
    const shown = await preview(page, to);
    await pressOnce(page);
    const asked = await askedOf(page);
    expect(asked.to).toBe(shown);
    expect(shown).toBe(to);
    expect([asked.value, asked.from, asked.chainId]).toEqual(['0x6f05b59d3b20000', from, '0x539']);
    await expect.poll(() => chain.getBalance({ address: to })).toBe(parseEther('0.5'));
  });

test('reports another transaction than the shown one in the preview, a toast and an event, never as success @10.27', async ({
  page,
}) => {
  const [from, to] = [await fundedAddress(), freshAddress()];
  // What a hook inside of the wallet does: it has what it sends from before the wallet was there.
  await page.addInitScript(() => {
    const { fetch: fetched } = window;
    window.fetch = (url, init) => {
      const body = String(init?.body ?? '');
      const other = body.includes('eth_sendTransaction')
        ? body.replace(/"to":"0x[^"]*"/, '"to":"0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC"')
        : body;
      return fetched(url, init?.body ? { ...init, body: other } : init);
    };
  });
  await installStubborn(page, from);
  await page.addInitScript(() => {
    document.addEventListener('wallet-transaction', (event) => {
      const { status } = (event as CustomEvent<{ status: string }>).detail;
      document.documentElement.dataset.told = `${document.documentElement.dataset.told ?? ''} ${status}`;
    });
  });
  await page.goto('/');
  await preview(page, to);
  await pressOnce(page);
  await expect(sendStatus(page)).toContainText('Your wallet sent something else');
  await expect(toast(page)).toContainText('Your wallet sent something else');
  await expect(toast(page)).toHaveAttribute('data-variant', 'error');
  await expect(page.locator('html')).toHaveAttribute('data-told', ' sent differs');
  await expect(page.getByTestId('wm-send-confirm')).toHaveCount(0);
});

test('confirms nothing for scripts that reach the views or chunks, or for a click elsewhere @10.27', async ({
  page,
}) => {
  const [from, to] = [await fundedAddress(), freshAddress()];
  await installStubborn(page, from);
  await page.goto('/');
  await preview(page, to);
  await page.waitForTimeout(600);
  const tried = await page.evaluate(async () => {
    const root = document.querySelector('wallet-modal')!.shadowRoot!;
    const views = root.querySelector('wallet-modal-views')! as unknown as Record<string | symbol, unknown>;
    const button = root.querySelector<HTMLElement>('[data-testid=wm-send-confirm]')!;
    const engines = new Set<{ dispatch(command: unknown, event?: unknown): Promise<unknown> }>();
    const seen = new Set<unknown>();
    const walk = (value: unknown, depth: number): void => {
      if (depth > 14 || typeof value != 'object' || !value || seen.has(value) || value instanceof Node)
        return;
      seen.add(value);
      // React's own hooks have a dispatch too
      const { dispatch } = value as { dispatch?: unknown };
      if (typeof dispatch == 'function' && 'snapshot' in value) engines.add(value as never);
      for (const key of Reflect.ownKeys(value))
        try {
          const at = (value as Record<PropertyKey, unknown>)[key];
          // some getters of browser prototypes reject
          if (at instanceof Promise) at.catch(() => {});
          else walk(at, depth + 1);
        } catch {
          // a getter
        }
    };
    for (const node of [views, button as never]) for (const key of Reflect.ownKeys(node)) walk(node[key], 0);
    for (const { name } of performance.getEntriesByType('resource'))
      if (name.endsWith('.js')) walk(await import(name), 0);
    // React's own handler, with an event that only looks like one
    const props = Reflect.ownKeys(button).find((key) => String(key).startsWith('__reactProps'))!;
    const { onClick } = (button as unknown as Record<PropertyKey, { onClick(event: unknown): void }>)[props]!;
    const fake = {
      isTrusted: true,
      timeStamp: 1e9,
      composedPath: () => [button, document.querySelector('wallet-modal')],
    };
    const pressed = (event: unknown): void => {
      try {
        onClick(event);
      } catch {
        // it looks for the button the event is at
      }
    };
    pressed({ ...fake, nativeEvent: fake, currentTarget: button, target: button });
    button.click();
    button.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true }));
    const tried = (
      engine: { dispatch(command: unknown, event?: unknown): unknown },
      event: unknown,
    ): unknown => {
      try {
        return engine.dispatch({ type: 'send.confirm' }, event);
      } catch {
        return null;
      }
    };
    for (const engine of engines) {
      for (const event of [undefined, fake, new MouseEvent('click')])
        await Promise.resolve(tried(engine, event)).catch(() => {});
      // a real click of the person, on something else
      document.addEventListener('click', (event) => {
        Promise.resolve(tried(engine, event)).catch(() => {});
        pressed({
          isTrusted: true,
          timeStamp: 1e9,
          nativeEvent: event,
          currentTarget: button,
          target: button,
        });
      });
    }
    return engines.size;
  });
  expect(
    tried,
    'React leaves a way to the engine on its nodes: what it finds there must not confirm',
  ).toBeGreaterThan(0);
  await page.getByTestId('wm-send-to').click();
  await expect(sendStatus(page)).toHaveAttribute('data-phase', 'review');
  await expect(page.locator('html')).not.toHaveAttribute('data-asked');
  expect(await chain.getBalance({ address: to })).toBe(0n);
});
