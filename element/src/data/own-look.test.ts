// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { applyLook, lookOf } from './own-look';

test('rejects theme values that leave their declaration or fetch @10.30', () => {
  const variables = { '--wm-accent': ' #7b3fe4 ', '--w3m-color-mix': 'red', '--wm-radius-scale': 0.5 };
  expect(lookOf(variables)).toEqual({
    '--wm-accent': '#7b3fe4',
    '--wm-color-mix': 'red',
    '--wm-radius-scale': '0.5',
  });
  for (const bad of [
    'red;',
    'url(x)',
    'URL(x)',
    'image(x)',
    'image-set("x")',
    'a}b',
    '',
    '\\65',
    '/**/',
    '@x',
    '<b',
    'x'.repeat(201),
    null,
    {},
  ])
    expect(lookOf({ '--wm-accent': bad }), String(bad)).toEqual({});
  expect(lookOf({ color: 'red', '--other': 'red', '--wm-': 'red' })).toEqual({});
  for (const nothing of [null, undefined, 'red', 1]) expect(lookOf(nothing)).toEqual({});
});

describe('buttons before the engine', () => {
  const rules: [Element, Record<string, string>][] = [];
  const wears = (button: Element) => rules.findLast(([of]) => of == button)?.[1];

  beforeEach(() => {
    // jsdom's sheets keep no rules, so the test records which button gets which rule.
    vi.stubGlobal(
      'CSSStyleSheet',
      class {
        owner?: Element;
        now: Record<string, string> = {};
        replaceSync() {
          this.now = {};
          if (this.owner) rules.push([this.owner, this.now]);
        }
        cssRules = [
          { style: { setProperty: (name: string, value: string) => void (this.now[name] = value) } },
        ];
      },
    );
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    document.body.replaceChildren();
    rules.length = 0;
  });

  const button = (): Element => {
    const one = document.createElement('wallet-button');
    const root = one.attachShadow({ mode: 'open' });
    const sheets = { push: (sheet: { owner?: Element }) => (sheet.owner = one) };
    Object.defineProperty(root, 'adoptedStyleSheets', { value: sheets });
    return document.body.appendChild(one);
  };
  const pageWith = (themeVariables?: object) => {
    const watchers = new Set<() => void>();
    const page = { options: { themeVariables }, watchers, running: undefined as object | undefined };
    return { page, told: () => watchers.forEach((fn) => fn()) };
  };
  const dressed = (page: object) => applyLook(page as never);

  test('styles each button once, and later buttons too', async () => {
    const [first, { page, told }] = [button(), pageWith({ '--wm-accent': 'red' })];
    for (let times = 0; times < 5; times++) dressed(page);
    expect([wears(first), rules.length, page.watchers.size]).toEqual([{ '--wm-accent': 'red' }, 1, 1]);
    const later = button();
    await vi.waitFor(() => expect(wears(later)).toEqual({ '--wm-accent': 'red' }));
    document.body.append(document.createElement('p'));
    told();
    await Promise.resolve();
    expect(rules).toHaveLength(2);
  });

  test('follows a new look, keeps the last one, and stops once the engine runs', async () => {
    const one = button();
    const { page, told } = pageWith({ '--wm-accent': 'red' });
    dressed(page);
    page.options = { themeVariables: { '--wm-accent': 'blue' } };
    told();
    expect(wears(one)).toEqual({ '--wm-accent': 'blue' });
    page.options = { themeVariables: undefined };
    told();
    expect([wears(one), page.watchers.size]).toEqual([{}, 0]);
    page.options = { themeVariables: { '--wm-accent': 'red' } };
    dressed(page);
    page.running = {};
    told();
    expect([wears(one), page.watchers.size]).toEqual([{}, 0]);
    // nothing is observed anymore
    const later = button();
    await Promise.resolve();
    expect(wears(later)).toBeUndefined();
  });
});
