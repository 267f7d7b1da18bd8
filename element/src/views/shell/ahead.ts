// What the frame of the views can do without until the first of them stands still: one chunk, fetched then.

export { Alerts } from './alerts';
export { blur } from './blur';
export { Offline } from './offline';
export { Toasts } from './toasts';
