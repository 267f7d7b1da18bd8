// Parts of the frame that aren't needed until the first view stands still: one chunk, loaded then.

export { Alerts } from './alerts';
export { blur } from './blur';
export { Offline } from './offline';
export { Toasts } from './toasts';
