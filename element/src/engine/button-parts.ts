// The content of a button that replaces its label (docs/spec/views.md section 3). Separate from buttons.ts, because first/network.ts
// draws the network before the engine runs, and has its own copy (scripts/rollup/entries.mjs).

import { make } from '../dom';
import { paintGradient } from '../ui/gradient';

/** A network without an icon gets colors, so that two networks in a list differ. */
export function networkFace(id: string, name: string, icon: string | null): HTMLElement[] {
  const picture = icon
    ? make('img', { class: 'avatar', src: icon, alt: '' })
    : make('span', { class: 'avatar' });
  if (!icon) paintGradient(picture, id);
  return [picture, make('bdi', {}, name)];
}

/** Replaces the button's label with the parts. Without parts, the label returns. */
export function showParts(button: HTMLElement, parts: HTMLElement[] | null): void {
  button.dataset.state = parts ? 'account' : '';
  const face = button.querySelector('.account');
  if (!parts) return face?.remove();
  const next = make('span', { class: 'account' }, ...parts);
  // The same image stays: an image that is inserted again flickers.
  if (!face) button.append(next);
  else if (!face.isEqualNode(next)) face.replaceWith(next);
}
