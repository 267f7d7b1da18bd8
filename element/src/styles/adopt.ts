// What comes after the first paint brings its own style (sheets.ts).

import { sheet } from './sheets';

/** Adds the sheets of these texts to a root, once each. */
export function adopt(root: ShadowRoot, ...texts: string[]): void {
  root.adoptedStyleSheets = [...new Set([...root.adoptedStyleSheets, ...texts.map(sheet)])];
}
