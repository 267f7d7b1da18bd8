// Accessibility of what is on the screen. Any violation fails, whatever its impact: a list of "known" ones only grows.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { call, card } from './modal';
import { expect } from './test';

/** What another theme can break; everything else has been looked at in the first one. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** What axe finds, in words. `within`: a selector, when the page around is not the subject. Runs under the page's strict policy. */
async function violations(page: Page, within?: string, rules?: string[]): Promise<string[]> {
  // One frame: the old way needs no second page. What is fine is not written down node by node.
  const builder = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  if (within) builder.include(within);
  if (rules) builder.withRules(rules);
  const { violations: found } = await builder.analyze();
  return found.map(
    ({ id, help, nodes }) => `${id}: ${help} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}

export async function expectAccessible(page: Page, within?: string): Promise<void> {
  expect(await violations(page, within), 'accessibility violations').toEqual([]);
}

/** The whole page, in both colour schemes; in the second one what a scheme can break. */
export async function expectAccessibleInBoth(page: Page): Promise<void> {
  for (const [colorScheme, rules] of [
    ['light', undefined],
    ['dark', OF_COLOURS],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violations(page, undefined, rules && [...rules]), colorScheme).toEqual([]);
  }
}

export type Look = (state: string) => Promise<void>;

/** Which theme the card is drawn in: by the colour of its ground. */
const drawn = (page: Page): Promise<string> =>
  card(page).evaluate((element) => {
    const [red] = /\d+/.exec(getComputedStyle(element).backgroundColor)!;
    return Number(red) > 127 ? 'light' : 'dark';
  });

/** Views that are smaller than what they hold, or are not there to be seen: what another view's sheet has done to them. */
const squeezed = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const root = document.querySelector('wallet-modal')!.shadowRoot!;
    return [...root.querySelectorAll<HTMLElement>('.view:not(.leaving) > section')]
      .filter((view) => !view.clientHeight || view.scrollHeight > view.clientHeight + 1)
      .map((view) => `${view.className}: ${view.scrollHeight} px in ${view.clientHeight}`);
  });

/** What can be pressed and lies whole in its card, but has something else over its middle or one of its ends. */
const covered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const root = document.querySelector('wallet-modal')!.shadowRoot!;
    const shown = root.querySelector('.card .body')?.getBoundingClientRect();
    return [...root.querySelectorAll<HTMLElement>('.card :is(button, a, input):not(.leaving *)')]
      .filter((one) => {
        const { top, bottom, left, right, width } = one.getBoundingClientRect();
        const scrolls = shown && one.closest('.body') && (top < shown.top || bottom > shown.bottom);
        if (!width || scrolls || top < 0 || bottom > innerHeight || one.closest('[inert]')) return false;
        const middle = (top + bottom) / 2;
        return [left + 6, (left + right) / 2, right - 6].some((x) => {
          const over = root.elementFromPoint(x, middle);
          return over && !one.contains(over) && !over.contains(one) && !over.closest('.stays, .qr-large');
        });
      })
      .map((one) => `${one.dataset.testid ?? one.className} is covered`);
  });

/** What of the card's place is wrong at this size. */
export const misplaced = async (page: Page): Promise<string[]> => [
  ...(await squeezed(page)),
  ...(await covered(page)),
];

/** Looks at the card as it is now, in the dark theme and then in the light one, and gathers what was found. */
export function looker(page: Page): { found: string[]; look: Look } {
  const found: string[] = [];
  const look = async (state: string): Promise<void> => {
    found.push(...(await misplaced(page)).map((one) => `${state}: ${one}`));
    for (const [theme, rules] of [
      ['dark', undefined],
      ['light', OF_COLOURS],
    ] as const) {
      await call(page, 'setThemeMode', theme);
      await expect.poll(() => drawn(page)).toBe(theme);
      for (const one of await violations(page, 'wallet-modal', rules && [...rules]))
        found.push(`${state}, ${theme}: ${one}`);
    }
  };
  return { found, look };
}
