// The package's drawings for a RainbowKit page: networks and named wallets without an icon of the page.
import { describe, expect, test } from 'vitest';
import { knownWallets } from '../../element/src/data/known';
import { drawing } from '../../element/src/drawings/drawing';
import { iconOf, listingOf, walletIcon } from './icons';
import type { Chain } from './types';
import * as wallets from './wallets';

const chain = (id: number, more: Partial<Chain> = {}) => ({ id, name: 'A', ...more }) as Chain;

describe('icons @10.48', () => {
  test('uses the page’s icon or null first, then the package’s drawing', async () => {
    const icon = iconOf(chain(1));
    expect(await (icon as () => Promise<string>)()).toMatch(/^data:image\/svg\+xml,%3Csvg/);
    expect(iconOf(chain(1)), 'one function each').toBe(icon);
    expect(iconOf(chain(1, { iconUrl: '/eth.svg' }))).toBe('/eth.svg');
    expect(iconOf(chain(1, { iconUrl: null }))).toBeUndefined();
    expect([iconOf(chain(1337)), iconOf(undefined)]).toEqual([undefined, undefined]);
  });

  test('promises exactly the existing drawings', () => {
    for (let id = 0; id < 100_000; id++)
      expect(iconOf(chain(id)) != null, `${id}`).toBe(drawing(`eip155:${id}`) != null);
    for (const id of [421614, 534351, 534352, 560048, 763373, 11142220, 11155111, 11155420, 168587773])
      expect([iconOf(chain(id)) != null, drawing(`eip155:${id}`) != null], `${id}`).toEqual([true, true]);
  });

  test('gives named wallets in the package their drawing, and others an empty text', async () => {
    const list = Object.values(wallets).map((make) => make());
    const listed = list.filter(({ id }) => listingOf(id));
    expect(listed.length).toBeGreaterThan(25);
    for (const { id, iconUrl } of listed) {
      expect(
        knownWallets.map((one) => one.id),
        id,
      ).toContain(listingOf(id));
      expect(await (iconUrl as () => Promise<string>)(), id).toMatch(/^data:image/);
    }
    expect([walletIcon('dawn'), walletIcon('constructor')]).toEqual(['', '']);
    const rdns = (id: string) => knownWallets.find((one) => one.id === listingOf(id))?.rdns;
    for (const { id, rdns: own } of listed) if (own && rdns(id)) expect(rdns(id), id).toBe(own);
  });
});
