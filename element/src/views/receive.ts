// One chunk for being sent something.

export { CompatibleNetworks } from './compatible-networks/compatible-networks';
export { Receive } from './receive/receive';
