// Stand-in for src/framed.ts: the entry decides whether a foreign site frames the page.

import { stage } from './engine';

export const isFramed = (): boolean => !!stage.entry.framed;
