// Accessibility of what is on the screen. Any violation fails, whatever its impact: a list of "known" ones only grows.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './test';

/**
 * `within`: a selector, when the host page around the modal is not the subject. `rules`: these alone, where the others have been looked at.
 * Runs under the page's strict policy.
 */
export async function expectAccessible(page: Page, within?: string, rules?: string[]): Promise<void> {
  const builder = new AxeBuilder({ page });
  if (within) builder.include(within);
  if (rules) builder.withRules(rules);
  const { violations } = await builder.analyze();
  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
  expect(found, 'accessibility violations').toEqual([]);
}
