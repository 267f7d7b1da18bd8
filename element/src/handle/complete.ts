// What a family's provider has in bytes, put onto the provider (handle.ts).

import { own } from '../captured';

const defineAll = own<typeof Object.defineProperties>('Object', 'defineProperties');
const describeAll = own<typeof Object.getOwnPropertyDescriptors>('Object', 'getOwnPropertyDescriptors');

/** Gives an object these properties, getters too. */
export const completed = (to: object, from: object): void => void defineAll(to, describeAll(from));
