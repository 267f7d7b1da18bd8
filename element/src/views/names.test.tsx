// @vitest-environment jsdom
// Choosing a name: why, which, and that it is one's own.
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import type { NamesSlice } from '../contract';
import { draw } from '../testing/draw';
import { ChooseAccountName } from './choose-account-name/choose-account-name';
import { RegisterAccountName } from './register-account-name/register-account-name';
import { RegisterAccountNameSuccess } from './register-account-name-success/register-account-name-success';

afterEach(cleanup);

const near = (label: string, taken = false) => ({ label, name: `${label}.reown.id`, taken });

test('@1.17 opens the form from the reasons, with more to read', () => {
  const { commands } = draw(<ChooseAccountName />);
  fireEvent.click(screen.getByTestId('account-choose-name-button'));
  expect(commands).toEqual([{ type: 'router.push', view: 'RegisterAccountName' }]);
  expect(screen.getByTestId('wm-name-more').tagName).toBe('DETAILS');
});

describe('The form', () => {
  const at = (names: Partial<NamesSlice> = {}) => draw(<RegisterAccountName />, { names });
  const field = () => screen.getByTestId('wm-name-input') as HTMLInputElement;
  const button = () => screen.getByTestId('wm-register-name');
  const press = () => fireEvent.click(button());

  test('@2.18 sends typed text to the engine, and shows the suffix behind it', () => {
    const { commands } = at();
    fireEvent.change(field(), { target: { value: 'Alice' } });
    expect(commands).toEqual([{ type: 'names.type', text: 'Alice' }]);
    expect(screen.getByTestId('wui-ens-input').textContent).toContain('.reown.id');
    expect(field().getAttribute('aria-describedby')).toContain('wm-name-suffix');
  });

  test('@5.13 shows the rule from the start, and as an error once broken', () => {
    const rule = 'At least 4 characters: letters, digits or hyphens';
    for (const [check, role] of [
      ['empty', 'status'],
      ['short', 'status'],
      ['invalid', 'alert'],
    ] as const) {
      const { commands } = at({ label: 'a b', check });
      expect(screen.getByText(rule).getAttribute('role'), check).toBe(role);
      expect(button().getAttribute('aria-disabled')).toBe('true');
      press();
      expect(commands).toEqual([]);
      expect(document.activeElement, 'it says where').toBe(field());
      cleanup();
    }
    at({ label: 'alice', check: 'ready', suggest: 'ready' });
    expect(screen.queryByText(rule)).toBeNull();
  });

  test('doesn’t send a taken name', () => {
    const { commands } = at({ label: 'alice', check: 'taken' });
    expect(screen.getByRole('alert').textContent).toBe('This name is taken');
    press();
    expect(commands).toEqual([]);
  });

  test('registers by button and Enter, and changes nothing meanwhile', () => {
    const ready = { label: 'alice', check: 'ready', suggest: 'ready' } as const;
    const { commands, set } = at(ready);
    press();
    fireEvent.submit(field());
    expect(commands).toEqual([{ type: 'names.register' }, { type: 'names.register' }]);
    for (const phase of ['signing', 'registering'] as const) {
      set({ names: { ...ready, phase } });
      expect([button().getAttribute('aria-busy'), field().readOnly]).toEqual(['true', true]);
      press();
    }
    expect(commands).toHaveLength(2);
  });

  test('@4.46 shows in its place why it failed', () => {
    at({ label: 'alice', check: 'ready', error: '<b>No</b>' });
    expect(screen.getByRole('alert').textContent).toBe('<b>No</b>');
    expect(field().getAttribute('aria-invalid')).toBe('true');
  });

  test('takes over a free suggestion, and marks a taken one', () => {
    const suggestions = [near('alice'), near('alice-demo', true), near('the-alice')];
    const { commands } = at({ label: 'Alice', check: 'ready', suggest: 'ready', suggestions });
    const one = (label: string) => screen.getByTestId(`wm-name-suggestion-${label}`);
    expect(screen.getByTestId('account-name-suggestion').children).toHaveLength(3);
    fireEvent.click(one('alice-demo'));
    expect(commands).toEqual([]);
    expect([one('alice-demo').getAttribute('aria-disabled'), one('alice-demo').textContent]).toEqual([
      'true',
      'alice-demo.reown.idTaken',
    ]);
    fireEvent.click(one('the-alice'));
    expect(commands).toEqual([{ type: 'names.pick', label: 'the-alice' }]);
    expect([one('alice'), one('the-alice')].map((row) => row.getAttribute('aria-current'))).toEqual([
      'true',
      null,
    ]);
  });

  test('@8.30 says that suggestions failed, and tries again', () => {
    const { commands } = at({
      label: 'alice',
      check: 'ready',
      suggest: 'failed',
      suggestError: 'Error fetching name suggestions',
    });
    expect(screen.getByRole('alert').textContent).toBe('Error fetching name suggestions');
    fireEvent.click(screen.getByTestId('wm-name-retry'));
    expect(commands).toEqual([{ type: 'names.retry' }]);
  });
});

test('@2.19 shows the name, and opens the account with Done', () => {
  const { commands, set } = draw(<RegisterAccountNameSuccess />, { names: { name: 'alice.reown.id' } });
  expect(screen.getByTestId('wm-name-status').textContent).toContain('alice.reown.id');
  set({ names: { name: null } });
  expect(screen.getByTestId('wm-name-status').textContent, 'while the card fades').toContain(
    'alice.reown.id',
  );
  fireEvent.click(screen.getByTestId('wm-name-done'));
  expect(commands).toEqual([{ type: 'router.reset', view: 'Account' }]);
});
