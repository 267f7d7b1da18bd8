// Adds style sheets that load after the first paint (sheets.ts).

import { sheet } from './sheets';

/** Adds these style sheets to a root, once each. */
export function adopt(root: ShadowRoot, ...texts: string[]): void {
  root.adoptedStyleSheets = [...new Set([...root.adoptedStyleSheets, ...texts.map(sheet)])];
}
