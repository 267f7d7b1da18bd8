// Every name of RainbowKit 2.2 as it is published, against ours: checked by tsc, run nowhere (docs/guide/from-rainbowkit.md). The declarations of
// RainbowKit are read beside wagmi 3, whose install is a twentieth of that of wagmi 2.
import type * as original from '@rainbow-me/rainbowkit';
import type * as originalWallets from '@rainbow-me/rainbowkit/wallets';
import type * as ours from 'wallet-modal/rainbowkit';
import type * as ourWallets from 'wallet-modal/rainbowkit/wallets';
import type { ComponentProps } from 'react';

/** what is missing here: nothing */
type Missing<A, B> = Exclude<keyof A, keyof B>;
const names: Missing<typeof original, typeof ours> extends never
  ? true
  : Missing<typeof original, typeof ours> = true;
const wallets: Missing<typeof originalWallets, typeof ourWallets> extends never
  ? true
  : Missing<typeof originalWallets, typeof ourWallets> = true;

/** what a page gives the original it may give ours */
type Takes<A, B> = A extends B ? true : { given: A; taken: B };
const provider: Takes<
  ComponentProps<typeof original.RainbowKitProvider>,
  ComponentProps<typeof ours.RainbowKitProvider>
> = true;
const button: Takes<
  ComponentProps<typeof original.ConnectButton>,
  ComponentProps<typeof ours.ConnectButton>
> = true;
const walletButton: Takes<
  ComponentProps<typeof original.WalletButton>,
  ComponentProps<typeof ours.WalletButton>
> = true;
const connectors: Takes<
  Parameters<typeof original.connectorsForWallets>[1],
  Parameters<typeof ours.connectorsForWallets>[1]
> = true;
const light: Takes<Parameters<typeof original.lightTheme>[0], Parameters<typeof ours.lightTheme>[0]> = true;
const locale: Takes<original.Locale, ours.Locale> = true;
const theme: Takes<original.Theme, ours.Theme> = true;
const transaction: Takes<
  Parameters<ReturnType<typeof original.useAddRecentTransaction>>[0],
  Parameters<ReturnType<typeof ours.useAddRecentTransaction>>[0]
> = true;
const adapter: Takes<
  Parameters<typeof original.createAuthenticationAdapter<string>>[0],
  Parameters<typeof ours.createAuthenticationAdapter<string>>[0]
> = true;

/** what a page is given by ours is what it was given by the original */
type RenderProps<T extends (props: never) => unknown> = Parameters<
  Parameters<T>[0] extends { children: infer C extends (p: never) => unknown } ? C : never
>[0];
const custom: Takes<
  RenderProps<typeof ours.ConnectButton.Custom>,
  RenderProps<typeof original.ConnectButton.Custom>
> = true;
const modals: Takes<
  ReturnType<typeof ours.useConnectModal> &
    ReturnType<typeof ours.useChainModal> &
    ReturnType<typeof ours.useAccountModal>,
  ReturnType<typeof original.useConnectModal> &
    ReturnType<typeof original.useChainModal> &
    ReturnType<typeof original.useAccountModal>
> = true;
const themes: Takes<ReturnType<typeof ours.midnightTheme>, ReturnType<typeof original.midnightTheme>> = true;
const accents: Takes<typeof ours.darkTheme.accentColors, typeof original.darkTheme.accentColors> = true;

void [
  names,
  wallets,
  provider,
  button,
  walletButton,
  connectors,
  light,
  locale,
  theme,
  transaction,
  adapter,
  custom,
  modals,
  themes,
  accents,
];
