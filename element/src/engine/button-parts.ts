// What stands in a button in place of its label (docs/spec/views.md section 3). Apart from buttons.ts for the network that is drawn before there
// is an engine (first/network.ts), which has a copy of its own (scripts/rollup/entries.mjs).

import { make } from '../dom';
import { paintGradient } from '../ui/gradient';

/** A network without a picture has its colours, so that the two of a list differ. */
export function networkFace(id: string, name: string, icon: string | null): HTMLElement[] {
  const picture = icon
    ? make('img', { class: 'avatar', src: icon, alt: '' })
    : make('span', { class: 'avatar' });
  if (!icon) paintGradient(picture, id);
  return [picture, make('bdi', {}, name)];
}

/** Puts the parts into the button instead of its label; without any the label is back. */
export function showParts(button: HTMLElement, parts: HTMLElement[] | null): void {
  button.dataset.state = parts ? 'account' : '';
  const face = button.querySelector('.account');
  if (!parts) return face?.remove();
  const next = make('span', { class: 'account' }, ...parts);
  // The same again stays: a picture that is put in anew flickers.
  if (!face) button.append(next);
  else if (!face.isEqualNode(next)) face.replaceWith(next);
}
