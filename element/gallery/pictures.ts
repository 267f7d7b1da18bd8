// Images for the gallery, drawn in code because the real ones belong to their owners. The QR code only looks like one; no reader can scan
// it.

import type { Qr } from '../src/contract';

const svg = (body: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">${body}</svg>`)}`;

/** A colored square with a figure, so that wallets, networks and tokens look different. */
const square = (color: string, path: string) =>
  svg(`<rect width="40" height="40" fill="${color}"/><path fill="#fff" d="${path}"/>`);

export const fox = square('#e2761b', 'M8 9l12 7 12-7-3 18-9 6-9-6z');
export const harbor = square('#1b6de2', 'M18 8h4v15l8-2c-1 7-6 11-10 11s-9-4-10-11l8 2z');
export const larch = square('#1f8a5b', 'M20 6l9 12h-5l7 10H22v6h-4v-6H9l7-10h-5z');
export const basalt = square('#3a3f4b', 'M20 7l11 6v14l-11 6-11-6V13z');
export const plum = square('#8a3ffc', 'M20 9a11 11 0 110 22 11 11 0 010-22');
export const demoChain = square('#0f9d8a', 'M9 20l7-8h8l7 8-7 8h-8z');
export const ether = square('#5a6bd8', 'M20 6l9 14-9 5-9-5zM11 23l9 5 9-5-9 11z');
export const bitcoin = svg(
  '<rect width="40" height="40" fill="#f08c1a"/><path fill="none" stroke="#fff" stroke-width="3" stroke-linejoin="round" d="M14 10v20h9a5 5 0 000-10h-9 8a5 5 0 000-10zM17 6v4m5-4v4m-5 20v4m5-4v4"/>',
);
export const dollar = square('#2775ca', 'M20 8a12 12 0 110 24 12 12 0 010-24m0 5a7 7 0 100 14 7 7 0 000-14');
export const shop = square('#c2185b', 'M10 14h20l-2 18H12zM15 14a5 5 0 0110 0h-3a2 2 0 00-4 0z');
export const face = svg(
  '<rect width="40" height="40" fill="#f2c4a0"/><circle cx="20" cy="18" r="9" fill="#7a4a2b"/><path fill="#7a4a2b" d="M6 40c1-9 7-12 14-12s13 3 14 12z"/>',
);
export const cat = svg(
  '<rect width="40" height="40" fill="#ffd166"/><path fill="#26324d" d="M9 10l7 5h8l7-5v14a11 10 0 01-22 0z"/>',
);

const finder = (x: number, y: number) => (col: number, row: number) => {
  const edge = Math.max(Math.abs(col - x - 3), Math.abs(row - y - 3));
  return edge > 4 ? null : edge == 3 || edge < 2;
};

/**
 * A pattern of the size of a pairing's QR code, as the engine returns it: a fixed sequence of dark and light modules. The view adds the
 * finders.
 */
export function code(size = 49): Qr {
  const finders = [finder(0, 0), finder(size - 7, 0), finder(0, size - 7)];
  let seed = 7;
  const next = () => ((seed = (seed * 48_271) % 0x7fffffff), seed % 100 < 49);
  let path = '';
  for (let row = 0; row < size; row++)
    for (let col = 0; col < size; col++) {
      const noise = next();
      const of = finders.map((one) => one(col, row)).find((dark) => dark != null);
      if (of == null && noise) path += `M${col} ${row}h.01`;
    }
  return { size, path };
}
