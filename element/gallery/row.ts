// What a row of the gallery is: its name, what its slices say differently from testing/snapshots.ts and from the other rows of its view,
// and more if need be.

import type { LeftSlot, View } from '../src/contract';
import type { Changes } from '../src/testing/snapshots';

/** What of a state is not in the slices. */
export interface More {
  /** pressed, in this order, once the view is there */
  press?: string[];
  /** the browser has no connection */
  offline?: boolean;
  /** drawn in the page, without a dialog */
  embedded?: boolean;
  /** of the texts' direction */
  locale?: string;
  /** the engine is still on its way, or does not come */
  engine?: 'waits' | 'fails';
  /** wallets that have announced themselves before the engine: their list is in the first card */
  announced?: string[];
  /** with the option `mobileFullScreen` */
  fullScreen?: boolean;
  /** in a page that a foreign site frames */
  framed?: boolean;
  /** the wallet draws its window in the page, and the card is beside it */
  beside?: boolean;
  /** nothing is opened: the buttons in the page */
  closed?: boolean;
  /** the attribute `account-status` of these buttons */
  accountStatus?: 'avatar' | 'address';
  /** a text that could not be copied: the toast shows it */
  byHand?: string;
}

export type Row = [name: string, slices?: Changes, more?: More];

export interface Group {
  left?: LeftSlot;
  /** of every row */
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
