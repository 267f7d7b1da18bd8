// GENERATED from the hosts of demo/services by `npm run build`; a unit test there fails when it is stale.

/** The port of each host is the base port plus this. */
export const OFFSETS = {
  page: 0,
  wallets: 1,
  data: 2,
  analytics: 3,
  relay: 5,
  explorer: 7,
  demoWallet: 8,
  secondRelay: 9,
  pocketWallet: 10,
};

/** How many ports a run takes from the base port on, reserved ones included. */
export const PORTS = 11;

/** How many chains a run has. */
export const CHAINS = 3;
