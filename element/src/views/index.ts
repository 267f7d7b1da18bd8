// TABLE of the views. A view is one folder and one row here; the compiler asks for the row (design.md section 3).
// Connect and ConnectingExternal come with the root: whoever opens the modal sees them first. The others are chunks of their
// own, Send with the preview that always follows it.

import type { ComponentType } from 'react';
import type { View } from '../contract';
import { Connect } from './connect/connect';
import { ConnectingExternal } from './connecting-external/connecting-external';

type Row = { view?: ComponentType; load(): Promise<ComponentType> };

const here = (view: ComponentType): Row => ({ view, load: () => Promise.resolve(view) });

function later(load: () => Promise<ComponentType>): Row {
  const row: Row = { load: async () => (row.view ??= await load()) };
  return row;
}

const send = () => import('./send');

const views: Record<View, Row> = {
  Connect: here(Connect),
  ConnectingExternal: here(ConnectingExternal),
  Account: later(() => import('./account/account').then((chunk) => chunk.Account)),
  Send: later(() => send().then((chunk) => chunk.Send)),
  SendPreview: later(() => send().then((chunk) => chunk.SendPreview)),
};

/** the view most likely to follow: fetched while somebody looks at this one */
const next: Partial<Record<View, View>> = { ConnectingExternal: 'Account', Account: 'Send' };

/** The view if its code is there. */
export const viewNow = (view: View): ComponentType | undefined => views[view].view;

export const loadView = (view: View): Promise<ComponentType> => views[view].load();

/** A guess; when it fails nobody has asked yet. */
export function loadNext(view: View): void {
  const guess = next[view];
  if (guess) loadView(guess).catch(() => {});
}
