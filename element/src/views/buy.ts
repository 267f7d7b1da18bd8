// One chunk for views that always follow each other.

export { BuyInProgress } from './buy-in-progress/buy-in-progress';
export { OnRampFiatSelect, OnRampTokenSelect } from './on-ramp-lists/on-ramp-lists';
export { OnRampProviders } from './on-ramp-providers/on-ramp-providers';
export { OnRamp } from './on-ramp/on-ramp';
export { WhatIsABuy } from './what-is-a-buy/what-is-a-buy';
