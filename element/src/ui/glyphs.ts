// Glyphs of views that load later. They aren't in the sprite, which loads for every user who opens the modal.

import type { Glyph } from './icon';

const glyph = (d: string): Glyph => ({ d });

export const eye = glyph(
  'M2.5 10S5.2 4.8 10 4.8 17.5 10 17.5 10 14.8 15.2 10 15.2 2.5 10 2.5 10zM10 7.9a2.1 2.1 0 100 4.2 2.1 2.1 0 000-4.2z',
);
export const eyeOff = glyph(
  'M4 4l12 12M8.3 5a7 7 0 011.7-.2c4.8 0 7.5 5.2 7.5 5.2a13 13 0 01-2.1 2.8M5.4 6.4A12.6 12.6 0 002.5 10S5.2 15.2 10 15.2a7 7 0 003-.7',
);
export const search = glyph('M9 3.5a5.5 5.5 0 100 11 5.5 5.5 0 000-11zM13 13l3.5 3.5');
export const arrowIn = glyph('M14 6L6 14M6 7.5V14h6.5');
export const arrowOut = glyph('M6 14L14 6M7.5 6H14v6.5');
export const turn = glyph('M6 4L3.5 6.5 6 9M3.5 6.5h11M14 11l2.5 2.5L14 16M16.5 13.5h-11');
/** a tag on a string */
export const tag = glyph(
  'M10.8 3.5H16a.5.5 0 01.5.5v5.2a1.5 1.5 0 01-.4 1l-5.9 5.9a1.5 1.5 0 01-2.1 0l-4.2-4.2a1.5 1.5 0 010-2.1l5.9-5.9a1.5 1.5 0 011-.4zM13.2 6.8v.01',
);
export const picture = glyph(
  'M5.5 4h9A1.5 1.5 0 0116 5.5v9a1.5 1.5 0 01-1.5 1.5h-9A1.5 1.5 0 014 14.5v-9A1.5 1.5 0 015.5 4zM4 13.2l3.4-3.4 3 3 1.8-1.8 3.8 3.6M12.6 7.4v.01',
);
export const clock = glyph('M10 3a7 7 0 100 14 7 7 0 000-14zM10 6.4V10l2.6 1.6');
export const card = glyph(
  'M4.5 5h11A1.5 1.5 0 0117 6.5v7a1.5 1.5 0 01-1.5 1.5h-11A1.5 1.5 0 013 13.5v-7A1.5 1.5 0 014.5 5zM3 8.4h14M6 12.2h2.4',
);
export const bank = glyph('M3.5 8L10 4l6.5 4zM5.5 8.4v5.2M10 8.4v5.2M14.5 8.4v5.2M3.5 16h13');
export const qr = glyph(
  'M4 4h4.5v4.5H4zM11.5 4H16v4.5h-4.5zM4 11.5h4.5V16H4zM11.5 11.5h.01M16 11.5h.01M13.8 13.8h.01M11.5 16h.01M16 16h.01',
);
/** a seal with a check mark: certified */
export const seal = glyph(
  'M10 2.8l1.9 1.6 2.5-.2.6 2.4 2.1 1.3-1 2.3 1 2.3-2.1 1.3-.6 2.4-2.5-.2L10 17.6l-1.9-1.6-2.5.2-.6-2.4-2.1-1.3 1-2.3-1-2.3L5 6.6l.6-2.4 2.5.2zM7.4 10.2l1.8 1.8 3.4-3.6',
);
/** an exclamation mark without a circle, for a place that draws one */
export const bang = glyph('M10 4.5v6.5M10 15v.01');
/** two chain links */
export const link = glyph(
  'M8.6 11.4a3 3 0 004.3 0l2.3-2.3a3 3 0 00-4.3-4.3l-.9.9M11.4 8.6a3 3 0 00-4.3 0l-2.3 2.3a3 3 0 004.3 4.3l.9-.9',
);
export const again = glyph('M15.5 8.2A6 6 0 1016 10.6M15.8 4.4v3.9h-3.9');
export const puzzle = glyph(
  'M8 4.6a1.7 1.7 0 013.4 0c0 .5-.2.9-.2 1.4h3.3a1 1 0 011 1v2.7c-.5 0-.9-.2-1.4-.2a1.7 1.7 0 000 3.4c.5 0 .9-.2 1.4-.2V15a1 1 0 01-1 1H5.5a1 1 0 01-1-1V7a1 1 0 011-1h2.7c0-.5-.2-.9-.2-1.4z',
);
export const phone = glyph(
  'M7 3h6a1.5 1.5 0 011.5 1.5v11A1.5 1.5 0 0113 17H7a1.5 1.5 0 01-1.5-1.5v-11A1.5 1.5 0 017 3zM9.2 14.4h1.6',
);
