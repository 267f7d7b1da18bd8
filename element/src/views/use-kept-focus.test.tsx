// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, test } from 'vitest';
import { useKeptFocus } from './use-kept-focus';

function View({ ways }: { ways: string[] }) {
  const view = useRef<HTMLElement>(null);
  const kept = useKeptFocus(view, ways.join());
  return (
    <section ref={view} {...kept}>
      {ways.map((way) => (
        <button key={way}>{way}</button>
      ))}
    </section>
  );
}
const drawn = (ways: string[]) => (
  <>
    <input aria-label="elsewhere" />
    <div className="card" tabIndex={-1} data-testid="card">
      <button>close</button>
      <View ways={ways} />
    </div>
  </>
);

afterEach(cleanup);

const focused = () => document.activeElement?.textContent;

test('@10.8 a focus whose element goes is on the next action', () => {
  const { rerender } = render(drawn(['show']));
  screen.getByText('show').focus();
  rerender(drawn(['retry']));
  expect(focused()).toBe('retry');
});

test('@10.8 a focus that waits on the card is on what can be done as soon as there is something', () => {
  const { rerender } = render(drawn([]));
  screen.getByTestId('card').focus();
  rerender(drawn(['show']));
  expect(focused()).toBe('show');
});

test('a focus elsewhere in the page or the card stays where it is', () => {
  const { rerender } = render(drawn([]));
  screen.getByLabelText('elsewhere').focus();
  rerender(drawn(['show']));
  expect(document.activeElement).toBe(screen.getByLabelText('elsewhere'));
  screen.getByText('close').focus();
  rerender(drawn(['retry']));
  expect(focused()).toBe('close');
});
