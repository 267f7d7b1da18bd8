// English: every catalogue. A chunk imports the one that it shows, never this file. Other languages have the same exports (../texts.ts).

export { first } from './first';
export { frame } from './frame';
export { later } from './later';
export { list } from './list';
export { logins } from './logins';
export { noEngine } from './no-engine';
