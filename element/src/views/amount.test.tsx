// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Amount } from './amount';

afterEach(cleanup);

test('rolls a changed amount from its first different digit, and reads it once', () => {
  const { container, rerender } = render(<Amount hidden={false}>10.250</Amount>);
  expect(container.querySelector('.rolls')).toBeNull();
  rerender(<Amount hidden={false}>10.125</Amount>);
  const rolls = container.querySelector<HTMLElement>('.rolls')!;
  expect([container.textContent, rolls.textContent, rolls.dataset.old]).toEqual(['10.125', '125', '250']);
  rerender(<Amount hidden>10.125</Amount>);
  expect(container.textContent).not.toContain('10');
});
