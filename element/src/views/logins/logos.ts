// Marks of the login providers, redrawn in the style of our glyphs: recognisable, but not the providers' own artwork.

import type { Glyph } from '../../ui/icon';

const glyph = (d: string): Glyph => ({ d });

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
  google: glyph('M14.6 5.8A6.2 6.2 0 1016.2 10H10.6'),
  x: glyph('M4.4 4.4h2.9l8.3 11.2h-2.9zM15 4.4l-4.3 4.7M8.9 11.3L5 15.6'),
  farcaster: glyph(
    'M3.6 4.4h12.8M5.8 4.4v11.4M14.2 4.4v11.4M5.8 12a4.2 4.2 0 018.4 0M4.2 15.8h3.2M12.6 15.8h3.2',
  ),
  discord: glyph(
    'M7.2 5.3C8.2 5 9.1 4.9 10 4.9s1.8.1 2.8.4l1.6.6c1.5 2.3 2.4 4.8 2.4 7.5-1 .9-2.1 1.5-3.4 1.8l-.9-1.6c-1.7.5-3.3.5-5 0l-.9 1.6c-1.3-.3-2.4-.9-3.4-1.8 0-2.7.9-5.2 2.4-7.5zM7.7 10v.3M12.3 10v.3',
  ),
  apple: glyph(
    'M10 7.2c1-.6 2-.8 2.9-.6 1.9.4 2.8 1.9 2.8 3.9 0 2.5-1.6 5.7-3.4 5.7-.8 0-1.4-.5-2.3-.5s-1.5.5-2.3.5c-1.8 0-3.4-3.2-3.4-5.7 0-2 .9-3.5 2.8-3.9.9-.2 1.9 0 2.9.6zM10 6.6c0-1.7.8-2.8 2.3-3.3',
  ),
  github: glyph(
    'M4.8 4l2.7 1.6c1.7-.4 3.3-.4 5 0L15.2 4c.5 1.2.5 2.3.2 3.1.7.9 1.1 2 1.1 3.1 0 3.4-2.6 5.3-6.5 5.3s-6.5-1.9-6.5-5.3c0-1.1.4-2.2 1.1-3.1-.3-.8-.3-1.9.2-3.1zM7.4 10.9v.4M12.6 10.9v.4',
  ),
  facebook: glyph('M13.8 3.4h-1.5a3 3 0 00-3 3v10.2M6.2 9.8h6.6'),
};

export const logoOf = (provider: string | null): Glyph => logos[provider ?? ''] ?? person;
