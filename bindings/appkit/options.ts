// Converts the options of createAppKit to ours. Options with the same name are passed on: the engine reads them and reports mistakes.

import type { Options, SIWEConfig } from 'wallet-modal';
import { warnOnce, warnUnsupported } from '../shared/warn-once';
import { Adapter } from './adapter';
import { UNSUPPORTED_FEATURES, UNSUPPORTED_OPTIONS } from './gone';
import { ourVariables } from './theme';
import type { AppKitNetwork, AppKitOptions, CaipNetwork, CaipNetworkId, Features } from './types';

/** AppKit's option -> ours; all others keep their name */
export const RENAMED = {
  experimental_preferUniversalLinks: 'preferUniversalLinks',
  manualWCControl: 'manualPairing',
} as const;

/** read here, not passed on */
const READ_HERE = [
  'adapters',
  'showWallets',
  'universalProviderConfigOverride',
  'themeVariables',
  'features',
];

const KINDS = { methods: 'methods', chains: 'chains', events: 'events' } as const;

/** A viem chain belongs to eip155. */
export function caipOf(network: AppKitNetwork): CaipNetwork {
  const chainNamespace = network.chainNamespace ?? 'eip155';
  const caipNetworkId = (network.caipNetworkId ?? `${chainNamespace}:${network.id}`) as CaipNetworkId;
  return { ...network, chainNamespace, caipNetworkId };
}

/** AppKit groups by methods, chains and events, then by namespace; ours the other way around. */
function pairing(
  override: NonNullable<AppKitOptions['universalProviderConfigOverride']>,
): Record<string, Record<string, unknown>> {
  const ours: Record<string, Record<string, unknown>> = {};
  for (const [kind, name] of Object.entries(KINDS))
    for (const [namespace, list] of Object.entries(override[kind as keyof typeof KINDS] ?? {}))
      (ours[namespace] ??= {})[name] = list;
  for (const [chain, url] of Object.entries(override.rpcMap ?? {})) {
    const [namespace, reference] = chain.includes(':') ? chain.split(':') : ['eip155', chain];
    const of = (ours[namespace!] ??= {});
    of.rpcMap = { ...(of.rpcMap as object), [reference!]: url };
  }
  const [namespace] = override.defaultChain?.split(':') ?? [];
  if (namespace) (ours[namespace] ??= {}).defaultChain = override.defaultChain;
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

/** `methods` belong to the older sign-in class, whose instances separate callbacks from settings. */
function ourSiwe(given: object): NonNullable<Options['siweConfig']> {
  const { methods, options } = given as { methods?: object; options?: object };
  return (methods ? { ...options, ...methods } : given) as SIWEConfig;
}

/** Converts all options, or only those that change. */
export function ourOptions(given: Partial<AppKitOptions>): Options {
  const ours: Options = {};
  // AppKit has options that ours lack: the engine reports them.
  const open = ours as Record<string, unknown>;
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || READ_HERE.includes(name)) continue;
    if (Object.hasOwn(UNSUPPORTED_OPTIONS, name)) {
      // `true` is the default
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

/** Converts the options of createAppKit, including AppKit's defaults that differ from ours. */
export function firstOptions(given: AppKitOptions): Options {
  const ours = ourOptions(given);
  const adapters = (given.adapters ?? []).filter((one) => one instanceof Adapter).map((one) => one.options());
  const urls = [...adapters, ours].map(({ customRpcUrls }) => customRpcUrls);
  // AppKit offers Coinbase unless the page turns it off.
  const merged: Options = Object.assign({ enableCoinbase: true }, ...adapters, ours);
  return urls.some(Boolean) ? { ...merged, customRpcUrls: Object.assign({}, ...urls) } : merged;
}
