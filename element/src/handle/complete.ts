// Adds the methods with bytes to a provider (handle.ts).

import { own } from '../captured';

const defineAll = own<typeof Object.defineProperties>('Object', 'defineProperties');
const describeAll = own<typeof Object.getOwnPropertyDescriptors>('Object', 'getOwnPropertyDescriptors');

/** Copies properties to an object, including getters. */
export const addProperties = (to: object, from: object): void => void defineAll(to, describeAll(from));
