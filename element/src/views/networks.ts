// One chunk for choosing a network.

export { Networks } from './networks/networks';
export { SwitchActiveChain } from './switch-active-chain/switch-active-chain';
export { SwitchNetwork } from './switch-network/switch-network';
export { UnsupportedChain } from './unsupported-chain/unsupported-chain';
export { WhatIsANetwork } from './what-is-a-network/what-is-a-network';
