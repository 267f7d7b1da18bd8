// Icons of the onramp providers in their colors, drawn by us: recognizable, but not the providers' artwork.

import type { Provider } from '../../contract';
import type { Glyph } from '../../ui/icon';

export const names: Record<Provider, string> = { coinbase: 'Coinbase', meld: 'Meld.io' };

export const logos: Record<Provider, Glyph> = {
  coinbase: {
    d: '',
    paint: [
      ['M10 2.4a7.6 7.6 0 100 15.2 7.6 7.6 0 000-15.2z', '#0052ff'],
      ['M12.7 8.2a3.2 3.2 0 100 3.6', 'none', '#fff'],
    ],
  },
  meld: { d: 'M4 15V6l6 6 6-6v9' },
};
