// The whole journey (open, list, connect, account, send) on pages whose prototypes somebody has written on, or frozen
// (docs/spec/security.md B17), and behind a page monitor that wraps `fetch`.
import { parseEther } from 'viem';
import { chain, freshAddress, fundedAddress } from '../support/chain';
import { expectClosed, openCard, review } from '../support/modal';
import { askedOf, installStubborn, pressOnce, STUBBORN } from '../support/stubborn';
import { expect, test } from '../support/test';

/** Each stands on the prototype of everything before the page's first script. */
const pages: Record<string, () => void> = {
  'plain values': () =>
    Object.assign(Object.prototype, {
      polluted: 'x',
      name: 'x',
      type: 'x',
      id: 'x',
      code: 5,
      data: 'x',
      message: 'x',
      key: 'x',
      ref: 'x',
      error: 'x',
    }),
  'words of React': () =>
    Object.assign(Object.prototype, {
      is: 'x-y',
      style: 'x',
      children: 'x',
      dangerouslySetInnerHTML: { __html: '<b>x</b>' },
      className: 'x',
      defaultProps: { x: 1 },
    }),
  'words of descriptors': () => {
    for (const name of ['value', 'writable', 'enumerable', 'configurable', 'get', 'set'])
      Object.defineProperty(Object.prototype, name, {
        __proto__: null,
        value: undefined,
        configurable: true,
        writable: true,
        enumerable: name == 'value',
      } as PropertyDescriptor);
  },
  'a getter that throws, a setter that swallows': () => {
    const throws = () => {
      throw new Error('polluted');
    };
    for (const name of [
      'options',
      'params',
      'method',
      'chain',
      'accounts',
      'eth_sendTransaction',
      'amount',
      'to',
    ])
      Object.defineProperty(Object.prototype, name, { get: throws, set: () => {}, configurable: true });
  },
  'toJSON, then and length': () =>
    Object.assign(Object.prototype, { toJSON: () => 'polluted', then: 'x', length: 3 }),
  'numeric keys, iterators and constructor': () => {
    Object.assign(Array.prototype, { 0: 'x', 1: 'y', 7: 'z', more: 'x' });
    Object.assign(Object.prototype, { [Symbol.iterator]: 'x', 5: 'x' });
  },
};

async function journey(page: import('@playwright/test').Page): Promise<void> {
  const [from, to] = [await fundedAddress(), freshAddress()];
  await installStubborn(page, from);
  await page.goto('/');
  await openCard(page);
  await page.getByTestId(STUBBORN).click();
  await expectClosed(page);
  await openCard(page, 'Account');
  await review(page, '0.5', to);
  await pressOnce(page);
  expect((await askedOf(page)).to).toBe(to);
  await expect.poll(() => chain.getBalance({ address: to })).toBe(parseEther('0.5'));
}

/** What does not get in the way of each other stands on one page: descriptors last, since the others are written with them. */
const together = [
  ['plain values', 'words of React', 'a getter that throws, a setter that swallows'],
  ['toJSON, then and length', 'numeric keys, iterators and constructor', 'words of descriptors'],
];

for (const kinds of together)
  test(`completes the journey with ${kinds.join('; ')} on the prototypes of everything`, async ({ page }) => {
    for (const kind of kinds) await page.addInitScript(pages[kind]!);
    await journey(page);
  });

test('completes the journey behind a monitor that wraps fetch in a Proxy of Response, with frozen prototypes', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const { fetch: fetched } = window;
    window.fetch = async (...args) =>
      new Proxy(await fetched(...args), {
        get: (of, key) => {
          const value = Reflect.get(of, key, of) as unknown;
          return typeof value == 'function' ? (value as () => void).bind(of) : value;
        },
      });
  });
  await page.addInitScript(() => {
    for (const name of Object.getOwnPropertyNames(globalThis)) {
      const found: unknown = Object.getOwnPropertyDescriptor(globalThis, name)?.value;
      if (typeof found != 'function' || /^(HTML|SVG|CSS|on)/.test(name)) continue;
      const { prototype } = found as { prototype?: object };
      if (prototype && !(prototype instanceof EventTarget)) Object.freeze(prototype);
    }
    for (const one of [
      Object,
      Function,
      Array,
      Promise,
      Reflect,
      JSON,
      Math,
      Error,
      Map,
      Set,
      WeakMap,
      Symbol,
    ])
      Object.freeze(one);
  });
  await journey(page);
});
