// The options of createAppKit in the names of ours. What has the same name goes on as it is: the engine reads it, and says what is wrong with it.

import type { Options, SIWEConfig } from 'wallet-modal';
import { warnOnce, warnUnsupported } from '../shared/warn-once';
import { Adapter } from './adapter';
import { UNSUPPORTED_FEATURES, UNSUPPORTED_OPTIONS } from './gone';
import { ourVariables } from './theme';
import type { AppKitNetwork, AppKitOptions, CaipNetwork, CaipNetworkId, Features } from './types';

/** option -> ours; all others keep their name */
export const RENAMED = {
  experimental_preferUniversalLinks: 'preferUniversalLinks',
  manualWCControl: 'manualPairing',
} as const;

/** read here, and not passed on */
const READ_HERE = [
  'adapters',
  'showWallets',
  'universalProviderConfigOverride',
  'themeVariables',
  'features',
];

const KINDS = { methods: 'methods', chains: 'chains', events: 'events' } as const;

/** A chain of viem is of eip155. */
export function caipOf(network: AppKitNetwork): CaipNetwork {
  const chainNamespace = network.chainNamespace ?? 'eip155';
  const caipNetworkId = (network.caipNetworkId ?? `${chainNamespace}:${network.id}`) as CaipNetworkId;
  return { ...network, chainNamespace, caipNetworkId };
}

/** AppKit has methods, chains and events by family; ours families with methods, chains and events. */
function pairing(
  given: NonNullable<AppKitOptions['universalProviderConfigOverride']>,
): Record<string, Record<string, unknown>> {
  const ours: Record<string, Record<string, unknown>> = {};
  for (const [kind, name] of Object.entries(KINDS))
    for (const [namespace, list] of Object.entries(given[kind as keyof typeof KINDS] ?? {}))
      (ours[namespace] ??= {})[name] = list;
  for (const [chain, url] of Object.entries(given.rpcMap ?? {})) {
    const [namespace, reference] = chain.includes(':') ? chain.split(':') : ['eip155', chain];
    const of = (ours[namespace!] ??= {});
    of.rpcMap = { ...(of.rpcMap as object), [reference!]: url };
  }
  const [namespace] = given.defaultChain?.split(':') ?? [];
  if (namespace) (ours[namespace] ??= {}).defaultChain = given.defaultChain;
  return ours;
}

export function ourFeatures(given: Features): NonNullable<Options['features']> {
  const ours: Record<string, boolean | readonly string[]> = {};
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    if (Object.hasOwn(UNSUPPORTED_FEATURES, name))
      warnUnsupported(`features.${name}`, UNSUPPORTED_FEATURES[name as keyof typeof UNSUPPORTED_FEATURES]);
    else ours[name == 'history' ? 'activity' : name] = value;
  }
  return ours;
}

/** `methods` are those of the older sign-in's class, whose instances keep callbacks and settings apart. */
function ourSiwe(given: object): NonNullable<Options['siweConfig']> {
  const { methods, options } = given as { methods?: object; options?: object };
  return (methods ? { ...options, ...methods } : given) as SIWEConfig;
}

/** Of all options, or of some that change. */
export function ourOptions(given: Partial<AppKitOptions>): Options {
  const ours: Options = {};
  // AppKit's options have names that ours lack: the engine says which.
  const open = ours as Record<string, unknown>;
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || READ_HERE.includes(name)) continue;
    if (Object.hasOwn(UNSUPPORTED_OPTIONS, name)) {
      // `true` is what everybody has anyway
      if (value !== true || name == 'universalProvider')
        warnUnsupported(name, UNSUPPORTED_OPTIONS[name as keyof typeof UNSUPPORTED_OPTIONS]);
    } else open[(RENAMED as Record<string, string>)[name] ?? name] = value;
  }
  const { themeVariables, features, showWallets, universalProviderConfigOverride, adapters } = given;
  if (themeVariables) ours.themeVariables = ourVariables(themeVariables);
  if (features) ours.features = ourFeatures(features);
  if (showWallets !== undefined) ours.features = { emailShowWallets: showWallets, ...ours.features };
  if (universalProviderConfigOverride) ours.pairing = pairing(universalProviderConfigOverride);
  if (given.siweConfig) ours.siweConfig = ourSiwe(given.siweConfig);
  for (const adapter of adapters ?? [])
    if (!(adapter instanceof Adapter))
      warnOnce('adapters', "An adapter isn't from wallet-modal. Import it from `wallet-modal/appkit/...`.");
  return ours;
}

/** What only the whole has: the defaults that are not ours. */
export function firstOptions(given: AppKitOptions): Options {
  const ours = ourOptions(given);
  const adapters = (given.adapters ?? []).filter((one) => one instanceof Adapter).map((one) => one.options());
  const urls = [...adapters, ours].map(({ customRpcUrls }) => customRpcUrls);
  // There Coinbase is offered unless the page says no.
  const whole: Options = Object.assign({ enableCoinbase: true }, ...adapters, ours);
  return urls.some(Boolean) ? { ...whole, customRpcUrls: Object.assign({}, ...urls) } : whole;
}
