// One chunk for receiving tokens.

export { CompatibleNetworks } from './compatible-networks/compatible-networks';
export { Receive } from './receive/receive';
