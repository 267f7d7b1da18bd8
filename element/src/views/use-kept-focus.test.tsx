// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { expect, test } from 'vitest';
import { useKeptFocus } from './use-kept-focus';

function View({ marked = false }) {
  const ref = useRef<HTMLElement>(null);
  const focusHandlers = useKeptFocus(ref, 'ready');
  return (
    <section ref={ref} {...focusHandlers}>
      <button>Cancel</button>
      <button className="primary">Sign</button>
      <button {...(marked && { 'data-first': '' })}>Details</button>
    </section>
  );
}

/** The card has the focus while its view loads. */
function mount(marked: boolean): void {
  const card = document.createElement('div');
  card.className = 'card';
  card.tabIndex = -1;
  document.body.replaceChildren(card);
  card.focus();
  render(<View marked={marked} />, { container: card.appendChild(document.createElement('div')) });
}

test.each([
  [false, 'Sign'],
  [true, 'Details'],
])('@10.8 moves the focus from a waiting card to the main action (marked: %s)', (marked, name) => {
  mount(marked);
  expect(document.activeElement).toBe(screen.getByText(name));
});
