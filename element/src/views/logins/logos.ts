// Icons of the login providers in their own colors, as their guidelines require, on the card's background. We drew them as simple shapes;
// they aren't the providers' artwork. An icon without a color has that of the text.

import type { Glyph } from '../../ui/icon';

const glyph = (d: string): Glyph => ({ d });
const painted = (...paint: NonNullable<Glyph['paint']>): Glyph => ({ d: '', paint });
const ink = 'currentColor';
const disc = 'M10 2.4a7.6 7.6 0 100 15.2 7.6 7.6 0 000-15.2z';

export const mail = glyph(
  'M4.5 5h11A1.5 1.5 0 0117 6.5v7a1.5 1.5 0 01-1.5 1.5h-11A1.5 1.5 0 013 13.5v-7A1.5 1.5 0 014.5 5zM3.5 6.3L10 11l6.5-4.7',
);
export const more = glyph('M4.8 10h.01M10 10h.01M15.2 10h.01');
export const arrow = glyph('M4 10h12M11.2 5.2L16 10l-4.8 4.8');
const person = glyph(
  'M10 10.2a3.1 3.1 0 100-6.2 3.1 3.1 0 000 6.2zM4.2 16.2c.7-2.4 3-3.6 5.8-3.6s5.1 1.2 5.8 3.6',
);

const logos: Record<string, Glyph> = {
  email: mail,
  google: painted(
    ['M4.63 6.9A6.2 6.2 0 0114.4 5.6', 'none', '#ea4335'],
    ['M4.63 13.1a6.2 6.2 0 010-6.2', 'none', '#fbbc05'],
    ['M14 14.75a6.2 6.2 0 01-9.37-1.65', 'none', '#34a853'],
    ['M10.4 10h5.8a6.2 6.2 0 01-2.2 4.75', 'none', '#4285f4'],
  ),
  x: glyph('M4.4 4.4h2.9l8.3 11.2h-2.9zM15 4.4l-4.3 4.7M8.9 11.3L5 15.6'),
  farcaster: painted(
    [
      'M5.4 2.6h9.2a2.8 2.8 0 012.8 2.8v9.2a2.8 2.8 0 01-2.8 2.8H5.4a2.8 2.8 0 01-2.8-2.8V5.4a2.8 2.8 0 012.8-2.8z',
      '#855dcd',
    ],
    ['M5.4 6h9.2v1.5H14v6.8h-1.9v-3.2a2.1 2.1 0 00-4.2 0v3.2H6V7.5h-.6z', '#fff'],
  ),
  discord: painted(
    [
      'M6.6 4.6l1.2-.3.6.9c1-.2 2.2-.2 3.2 0l.6-.9 1.2.3 1.9.7c1.7 2.5 2.6 5.2 2.5 8.1-1.1 1-2.4 1.6-3.8 2l-1-1.7c-2 .6-4 .6-6 0l-1 1.7c-1.4-.4-2.7-1-3.8-2-.1-2.9.8-5.6 2.5-8.1z',
      '#5865f2',
    ],
    [
      'M7.6 8.6c.8 0 1.4.7 1.4 1.5s-.6 1.5-1.4 1.5-1.4-.7-1.4-1.5.6-1.5 1.4-1.5zM12.4 8.6c.8 0 1.4.7 1.4 1.5s-.6 1.5-1.4 1.5-1.4-.7-1.4-1.5.6-1.5 1.4-1.5z',
      '#fff',
    ],
  ),
  apple: painted(
    [
      'M10 6.9c1-.6 2-.9 3.1-.7 1.1.2 1.9.7 2.4 1.5-2.2 1.3-1.8 4.4.4 5.3-.6 1.8-1.8 3.8-3.3 3.8-.9 0-1.4-.5-2.4-.5s-1.6.5-2.4.5c-1.9 0-3.7-3.5-3.7-6.1 0-2.4 1.2-4.1 3-4.5 1-.2 2 .1 2.9.7z',
      ink,
    ],
    ['M9.9 5.9c0-1.8 1.1-3.2 2.8-3.6.2 1.9-1.1 3.6-2.8 3.6z', ink],
  ),
  github: painted([
    'M4.8 3.6l2.7 1.6c1.7-.4 3.3-.4 5 0l2.7-1.6c.5 1.2.5 2.3.2 3.1.7.9 1.1 2 1.1 3.1 0 2.9-1.7 4.5-4.3 5.1.4.5.5 1 .5 1.6v1H7.3v-1.2c-1.5.2-2.2-.4-2.8-1.6l-.6-.6h1.3c.6.3.9 1.3 2.1 1.2 0-.2.2-.5.3-.6-2.5-.5-4.1-2.1-4.1-4.9 0-1.1.4-2.2 1.1-3.1-.3-.8-.3-1.9.2-3.1z',
    ink,
  ]),
  facebook: painted(
    [disc, '#0866ff'],
    [
      'M10.9 17.5v-5.7h1.9l.4-2.3h-2.3V8.1c0-.7.3-1.2 1.3-1.2h1.1V4.8c-.4-.1-1-.1-1.6-.1-2 0-3.1 1.1-3.1 3v1.8H6.7v2.3h1.9v5.7z',
      '#fff',
    ],
  ),
};

export const logoOf = (provider: string | null): Glyph => logos[provider ?? ''] ?? person;
