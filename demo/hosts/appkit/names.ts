// What a page gives to AppKit 1.7, as it is published, it may give to ours, and what it is given there is given here. Checked by tsc, run nowhere
// (docs/guide/from-appkit.md); that every name is there is in host.test.mjs.
import type * as core from '@reown/appkit';
import type * as react from '@reown/appkit/react';
import type * as vue from '@reown/appkit/vue';
import type * as siwx from '@reown/appkit-siwx';
import type * as button from '@reown/appkit-wallet-button/react';
import type * as wagmi from '@reown/appkit-adapter-wagmi';
import type * as ourCore from 'wallet-modal/appkit';
import type * as ourReact from 'wallet-modal/appkit/react';
import type * as ourVue from 'wallet-modal/appkit/vue';
import type * as ourSiwx from 'wallet-modal/appkit/siwx';
import type * as ourButton from 'wallet-modal/appkit/wallet-button/react';
import type * as ourWagmi from 'wallet-modal/appkit/wagmi';
import type { Ref } from 'vue';

/** what a page gives the original it may give ours */
type Options = Parameters<typeof core.createAppKit>[0];
type OurOptions = Parameters<typeof ourCore.createAppKit>[0];
/** each by itself, so that a failure names it; adapters and connectors are of the library they come from, networks are below */
type Each<A, B> = {
  [K in Exclude<keyof A, 'adapters' | 'connectors' | 'networks' | 'defaultNetwork'>]: K extends keyof B
    ? A[K] extends B[K]
      ? true
      : { given: A[K]; taken: B[K] }
    : 'not there';
};
type Yes<T> = { [K in keyof T]: true };
type Takes<A, B> = Each<Required<A>, Required<B>>;
const options: Yes<Takes<Omit<Options, 'themeVariables'>, OurOptions>> = {} as Takes<
  Omit<Options, 'themeVariables'>,
  OurOptions
>;
type Features = Takes<NonNullable<Options['features']>, NonNullable<OurOptions['features']>>;
const features: Yes<Features> = {} as Features;
type Variables = Takes<NonNullable<Options['themeVariables']>, NonNullable<OurOptions['themeVariables']>>;
const variables: Yes<Variables> = {} as Variables;
type Adapter = Takes<
  ConstructorParameters<typeof wagmi.WagmiAdapter>[0],
  ConstructorParameters<typeof ourWagmi.WagmiAdapter>[0]
>;
const adapter: Yes<Adapter> = {} as Adapter;

/** of the families that both have; there are two more in the types of the original */
type Network<N> = N extends { chainNamespace: infer Family }
  ? Omit<N, 'chainNamespace'> & {
      chainNamespace: Extract<Family, OurOptions['networks'][number]['chainNamespace']>;
    }
  : N;
type Networks =
  Network<Options['networks'][number]> extends OurOptions['networks'][number] ? true : 'not taken';
const networks: Networks = true;

/** what a page is given by ours is what it was given by the original */
type Gives<N extends keyof typeof react & keyof typeof ourReact> = (typeof react)[N] extends (
  ...args: never[]
) => infer A
  ? (typeof ourReact)[N] extends (...args: never[]) => infer B
    ? { [K in keyof A]: K extends keyof B ? true : 'not there' }
    : never
  : never;
const account: Yes<Gives<'useAppKitAccount'>> = {} as Gives<'useAppKitAccount'>;
const network: Yes<Gives<'useAppKitNetwork'>> = {} as Gives<'useAppKitNetwork'>;
const state: Yes<Gives<'useAppKitState'>> = {} as Gives<'useAppKitState'>;
const theme: Yes<Gives<'useAppKitTheme'>> = {} as Gives<'useAppKitTheme'>;
const kit: Yes<Gives<'useAppKit'>> = {} as Gives<'useAppKit'>;
const provider: Yes<Gives<'useAppKitProvider'>> = {} as Gives<'useAppKitProvider'>;
const wallet: Yes<Gives<'useWalletInfo'>> = {} as Gives<'useWalletInfo'>;
const leave: Yes<Gives<'useDisconnect'>> = {} as Gives<'useDisconnect'>;
const events: Yes<Gives<'useAppKitEvents'>> = {} as Gives<'useAppKitEvents'>;

/** the same of the composables, and a ref is given where the original gives one, and no ref where it gives none */
type Composed<A, B> =
  A extends Ref<infer V>
    ? B extends Ref<infer W>
      ? { [K in keyof V]: K extends keyof W ? true : 'not there' }
      : { all: 'no ref' }
    : B extends Ref
      ? { all: 'a ref' }
      : { [K in keyof A]: K extends keyof B ? true : 'not there' };
type Composable = Extract<keyof typeof vue, `use${string}`>;
type Composables = {
  [N in Composable]: Composed<ReturnType<(typeof vue)[N]>, ReturnType<(typeof ourVue)[N]>>;
};
type YesAll<T> = { [N in keyof T]: Yes<T[N]> };
const composables: YesAll<Composables> = {} as Composables;

/** of one wallet by its name: the hooks, the function and the names of wallets */
type Same<A, B> = { [K in keyof A]: K extends keyof B ? true : 'not there' };
type OfHook<N extends 'useAppKitWallet' | 'useAppKitUpdateEmail'> = Same<
  ReturnType<(typeof button)[N]>,
  ReturnType<(typeof ourButton)[N]>
>;
const chosen: Yes<OfHook<'useAppKitWallet'>> = {} as OfHook<'useAppKitWallet'>;
const mail: Yes<OfHook<'useAppKitUpdateEmail'>> = {} as OfHook<'useAppKitUpdateEmail'>;
type Client = Same<
  ReturnType<typeof button.createAppKitWalletButton>,
  ReturnType<typeof ourButton.createAppKitWalletButton>
>;
const client: Yes<Client> = {} as Client;
const named: button.Wallet extends ourButton.Wallet ? true : Exclude<button.Wallet, ourButton.Wallet> = true;

/** of sign-in: what the classes are made of, what they have, and that createAppKit takes them */
type Made<A extends abstract new (...args: never[]) => unknown> = Required<
  NonNullable<ConstructorParameters<A>[0]>
>;
/** messenger and verifiers are of the library they come from */
type Parts = Takes<
  Omit<Made<typeof siwx.DefaultSIWX>, 'messenger' | 'verifiers'>,
  Omit<Made<typeof ourSiwx.DefaultSIWX>, 'messenger' | 'verifiers'>
>;
const parts: Yes<Parts> = {} as Parts;
type Messenger = Takes<Made<typeof siwx.InformalMessenger>, Made<typeof ourSiwx.InformalMessenger>>;
const messenger: Yes<Messenger> = {} as Messenger;
const sessions: siwx.SIWXConfig extends ourSiwx.SIWXConfig ? true : 'not taken' = true;
type Cloud = Same<siwx.ReownAuthentication, ourSiwx.ReownAuthentication>;
const cloud: Yes<Cloud> = {} as Cloud;
const taken: ourSiwx.DefaultSIWX extends NonNullable<OurOptions['siwx']> ? true : 'not taken' = true;

void [
  chosen,
  mail,
  client,
  named,
  parts,
  messenger,
  sessions,
  cloud,
  taken,
  composables,
  options,
  features,
  variables,
  adapter,
  networks,
  account,
  network,
  state,
  theme,
  kit,
  provider,
  wallet,
  leave,
  events,
];
