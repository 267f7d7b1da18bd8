// The options a host gives, and the few mistakes that createWalletModal throws at once (docs/spec/public-api.md sections 1 and 8).
// The engine checks these and all others again when it starts: an element alone has no caller to throw at.

import type { Network } from './contract';
import type { DataSources } from './data/types';
import type { OwnSIWX, SIWEConfig } from './siwx/types';

/** What a host names a network by: ours, or a chain of viem, whose lists are readonly. */
export type NetworkOption = {
  // `undefined` too: viem says so of what a chain leaves out (`exactOptionalPropertyTypes`)
  [K in keyof Omit<Network, 'rpcUrls'>]?: Network[K] | undefined;
} & {
  id: number | string;
  /** only read from: not in the network picker, and wallets aren't asked for it */
  readOnly?: boolean | undefined;
  rpcUrls?:
    | {
        readonly [name: string]: {
          readonly http: readonly string[];
          readonly webSocket?: readonly string[] | undefined;
        };
      }
    | undefined;
};

/** Where a host keeps the records itself: by name, each a text. A promise is waited for. */
export interface OwnStorage {
  get(key: string): string | null | undefined | Promise<string | null | undefined>;
  set(key: string, value: string): unknown;
  remove(key: string): unknown;
}

export interface Options {
  /** `null`: without one, on purpose */
  projectId?: string | null;
  networks?: readonly NetworkOption[];
  defaultNetwork?: unknown;
  adapters?: readonly (string | { namespace: string })[];
  metadata?: { name?: string; description?: string; url?: string; icons?: string[] };
  features?: Record<string, boolean | readonly string[]>;
  services?: Record<string, string | readonly string[]>;
  /** what the page answers itself in place of a service */
  data?: DataSources;
  themeMode?: 'light' | 'dark' | 'system';
  themeVariables?: Record<string, string | number>;
  /** signing in with the wallet; what is left out is built in, `true` is all of it */
  siwx?: OwnSIWX | true;
  /** the older shape */
  siweConfig?: SIWEConfig | object;
  enableEmbedded?: boolean;
  disableAppend?: boolean;
  mobileFullScreen?: boolean;
  allowUnsupportedChain?: boolean;
  enableNetworkSwitch?: boolean;
  /** when the file of the first list is fetched: once the page is idle (default), or when the user shows an intent to connect */
  prefetch?: 'idle' | 'intent';
  enableWalletGuide?: boolean;
  /** the host shows the pairing itself: `getPairingUri()`, event `wallet-pairing` */
  manualPairing?: boolean;
  /** our provider is announced by EIP-6963, for libraries of the page that look for wallets themselves */
  announceProvider?: boolean;
  /** the browser's own, cookies of it too, none, or the host's own (docs/guide/options.md) */
  storage?: 'local' | 'cookie' | 'memory' | OwnStorage;
  locale?: string;
  /** the prefix under which an earlier modal of this site has kept its connections in localStorage: taken over, once */
  migrateFrom?: string;
  /** texts of the page's own in place of ours, by the keys of `wallet-modal/messages.json` (docs/guide/messages.md) */
  messages?: { readonly [key: string]: string | undefined };
  debug?: boolean;
  testMode?: boolean;
  /** where the modal is appended; default body */
  root?: Element | ShadowRoot;
  wasmUrl?: string;
  [name: string]: unknown;
}

const repeated = (list: readonly string[]): string | undefined =>
  list.find((item, i) => list.indexOf(item) !== i);

const isOrigin = (value: string): boolean => {
  try {
    const { href, origin } = new URL(value);
    return href == origin + '/';
  } catch {
    return false;
  }
};

/** Throws what a host has to see while it is still on the line that is wrong. */
export function checkOptions({ siwx, siweConfig, networks, adapters, services }: Options): void {
  if (siwx && siweConfig) throw new Error('Cannot set both `siweConfig` and `siwx` options');
  if (networks) {
    if (!Array.isArray(networks) || !networks.length)
      throw new TypeError('networks must list at least one network');
    // What is no network at all, the engine names by its place.
    const all = (networks as readonly NetworkOption[]).filter(
      (one) => (one?.caipNetworkId ?? one?.id) != null,
    );
    if (networks.every((one: NetworkOption | null) => one?.readOnly === true))
      throw new TypeError('networks must list at least one network without readOnly');
    const id = repeated(all.map((n) => n.caipNetworkId ?? `${n.chainNamespace ?? 'eip155'}:${n.id}`));
    if (id) throw new TypeError(`${id} is there twice`);
  }
  const families = Array.isArray(adapters) ? (adapters as (string | { namespace: string } | null)[]) : [];
  const namespace = repeated(families.map((a, i) => (typeof a == 'string' ? a : (a?.namespace ?? `${i}`))));
  if (namespace) throw new TypeError(`two adapters for ${namespace}`);
  for (const name of services && typeof services == 'object' ? Object.keys(services) : []) {
    if (!([] as string[]).concat(services![name] as string).every(isOrigin))
      throw new TypeError(`services.${name} is not an origin`);
  }
}
