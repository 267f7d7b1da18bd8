// Checks the accessibility of the visible page. Any violation fails, whatever its impact, because a list of "known" ones only grows.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { call, card } from './modal';
import { expect } from './test';

/** The rules that depend on the theme; the others are checked in the first one only. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/**
 * The violations that axe finds, as text. `within`: a selector, if the page around it isn't the subject. Runs under the page's strict
 * policy.
 */
async function violations(page: Page, within?: string, rules?: string[]): Promise<string[]> {
  // One frame: legacy mode needs no second page. Passing nodes aren't reported.
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

/** Checks the whole page in both color schemes; in the second, only the rules that depend on the scheme. */
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

/** The card's theme, by the color of its background. */
const drawn = (page: Page): Promise<string> =>
  card(page).evaluate((element) => {
    const [red] = /\d+/.exec(getComputedStyle(element).backgroundColor)!;
    return Number(red) > 127 ? 'light' : 'dark';
  });

/** Views that are smaller than their content, or invisible because of another view's style sheet. */
const squeezed = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const root = document.querySelector('wallet-modal')!.shadowRoot!;
    return [...root.querySelectorAll<HTMLElement>('.view:not(.leaving) > section')]
      .filter((view) => !view.clientHeight || view.scrollHeight > view.clientHeight + 1)
      .map((view) => `${view.className}: ${view.scrollHeight} px in ${view.clientHeight}`);
  });

/** Clickable elements that are fully inside their card, but covered at their middle or at one end. */
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

/** Problems with the card's position at this size. */
export const misplaced = async (page: Page): Promise<string[]> => [
  ...(await squeezed(page)),
  ...(await covered(page)),
];

/** Checks the current card in the dark theme and then in the light one, and collects the problems. */
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
