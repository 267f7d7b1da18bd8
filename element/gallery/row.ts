// The type of a gallery entry: its name, the slices that differ from testing/snapshots.ts and from its view's other rows, and optional
// extras.

import type { LeftSlot, View } from '../src/contract';
import type { Changes } from '../src/testing/snapshots';

/** The state of an entry that isn't in its slices. */
export interface More {
  /** test ids to click in this order, once the view is rendered */
  press?: string[];
  /** the browser is offline */
  offline?: boolean;
  /** rendered inline in the page, without a dialog */
  embedded?: boolean;
  /** sets the language, and with it the text direction */
  locale?: string;
  /** the engine is still loading, or fails to load */
  engine?: 'waits' | 'fails';
  /** wallets announced before the engine has loaded: the first card lists them */
  announced?: string[];
  /** with the option `mobileFullScreen` */
  fullScreen?: boolean;
  /** the page is framed by a foreign site */
  framed?: boolean;
  /** the wallet draws its window in the page, so the card isn't modal */
  beside?: boolean;
  /** the modal stays closed: only the buttons in the page */
  closed?: boolean;
  /** the attribute `account-status` of these buttons */
  accountStatus?: 'avatar' | 'address';
  /** a text that couldn't be copied: the toast shows it for the user to copy */
  byHand?: string;
}

export type Row = [name: string, slices?: Changes, more?: More];

export interface Group {
  left?: LeftSlot;
  /** slices that all rows of the group share */
  slices?: Changes;
  rows: [Row, ...Row[]];
}

export interface Entry extends More {
  /** "Connect.no wallet" */
  id: string;
  view: View | 'Buttons';
  name: string;
  slices: Changes[];
}

/** The rows of some views. */
export type Groups = Partial<Record<Entry['view'], Group>>;
