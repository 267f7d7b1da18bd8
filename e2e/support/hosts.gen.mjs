// GENERATED from the hosts of demo/services by `npm run build`; a unit test there fails when it is stale.

/** The port of each host is the base port plus this. */
export const OFFSETS = {
  page: 0,
  wallets: 1,
  data: 2,
  analytics: 3,
  secure: 4,
  relay: 5,
  onramp: 6,
  explorer: 7,
  demoWallet: 8,
  secondRelay: 9,
  pocketWallet: 10,
};

/** How many ports a run takes from the base port on, reserved ones included. */
export const PORTS = 11;

/** How many chains a run has. */
export const CHAINS = 3;

/** Where swaps go through, the same address on each chain that has them. */
export const SWAP_ROUTER = '0x28Ab590A0d76901F089522651aADb0E5A83950BA';

/** The chains that have them. */
export const SWAP_CHAINS = ['eip155:1337', 'eip155:1338'];
