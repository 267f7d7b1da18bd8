// The page's options, and the few mistakes that createWalletModal throws for (docs/spec/public-api.md sections 1 and 8). The engine
// checks all options again when it starts, because an element without a handle has no caller to throw to.

import type { NetworkOption, Options } from './option-types';

export type { NetworkOption, Options, OwnStorage } from './option-types';

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

/** Throws a mistake that the developer should see at the line that caused it. */
export function checkOptions({ siwx, siweConfig, networks, adapters, services }: Options): void {
  if (siwx && siweConfig) throw new Error('Cannot set both `siweConfig` and `siwx` options');
  if (networks) {
    if (!Array.isArray(networks) || !networks.length)
      throw new TypeError('networks must list at least one network');
    // The engine reports entries that aren't networks, with their index.
    const all = (networks as readonly NetworkOption[]).filter(
      (one) => (one?.caipNetworkId ?? one?.id) != null,
    );
    if (networks.every((one: NetworkOption | null) => one?.readOnly === true))
      throw new TypeError('networks must list at least one network without readOnly');
    const id = repeated(all.map((n) => n.caipNetworkId ?? `${n.chainNamespace ?? 'eip155'}:${n.id}`));
    if (id) throw new TypeError(`networks lists ${id} more than once`);
  }
  const families = Array.isArray(adapters) ? (adapters as (string | { namespace: string } | null)[]) : [];
  const namespace = repeated(families.map((a, i) => (typeof a == 'string' ? a : (a?.namespace ?? `${i}`))));
  if (namespace) throw new TypeError(`adapters lists ${namespace} more than once`);
  for (const name of services && typeof services == 'object' ? Object.keys(services) : []) {
    if (!([] as string[]).concat(services![name as keyof typeof services] as string).every(isOrigin))
      throw new TypeError(`services.${name} must be an origin, such as https://api.example.com`);
  }
}
