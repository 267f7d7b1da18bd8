// Marks of the onramp providers, redrawn in the style of our glyphs: recognisable, but not the providers' own artwork.

import type { Provider } from '../../contract';
import type { Glyph } from '../../ui/icon';

export const names: Record<Provider, string> = { coinbase: 'Coinbase', meld: 'Meld.io' };

export const logos: Record<Provider, Glyph> = {
  coinbase: { d: 'M14.4 6.2a6 6 0 100 7.6M14.4 6.2v2M14.4 13.8v-2' },
  meld: { d: 'M4 15V6l6 6 6-6v9' },
};
