// Moves the focus when a view opens: to its first field or its primary action (docs/spec/views.md section 1). An element with data-first
// takes precedence, so that approving is never one Enter away (docs/spec/security.md T11).

export function focusView(view: HTMLElement, card: HTMLElement): void {
  // The card is embedded, and the focus is outside it (engine/card.ts).
  if (card.hasAttribute('data-quiet')) return;
  const root = view.getRootNode() as ShadowRoot | Document;
  // The focus is already in this view.
  if (root.activeElement && view.contains(root.activeElement) && root.activeElement != view) return;
  const field = 'input:not([type=hidden]), textarea';
  // On a phone, a focused field would open a keyboard over half of the view.
  const fields = globalThis.matchMedia?.('(pointer: coarse)').matches ? [] : [field];
  for (const selector of [
    '[data-first]',
    ...fields,
    '.primary',
    '.row[tabindex="0"]',
    ':is(button, a):not(footer *)',
  ]) {
    const target = view.querySelector<HTMLElement>(selector);
    if (target) return target.focus({ preventScroll: true });
  }
  card.focus({ preventScroll: true });
}
