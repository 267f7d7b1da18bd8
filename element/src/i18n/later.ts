// t() for the views that are loaded later: their texts come with them, so that the list of wallets does not wait for texts
// that it does not show.

import { later } from './en/later';
import { catalogue, look, type MessageKey } from './t';

Object.assign(catalogue, later);

export type LaterKey = keyof typeof later;
export type AnyKey = MessageKey | LaterKey;

export const t: (key: AnyKey, args?: Record<string, string>) => string = look;
