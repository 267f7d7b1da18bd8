// Whether a foreign site frames the page, in the place of src/framed.ts: what the entry says.

import { stage } from './engine';

export const isFramed = (): boolean => !!stage.entry.framed;
