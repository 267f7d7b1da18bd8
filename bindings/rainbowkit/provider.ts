// RainbowKitProvider: applies its props to the modal, and supports sign-in with an adapter of the page.

import { createElement, Fragment, useEffect, useRef, type ReactElement, type ReactNode } from 'react';
import type { WalletModalHandle } from 'wallet-modal';
import { warnUnsupported } from '../shared/warn-once';
import { Authentication, useModal } from './state';
import { lightTheme, settingsOf } from './theme';
import type {
  AuthenticationAdapter,
  AuthenticationConfig,
  AvatarComponent,
  Chain,
  DisclaimerComponent,
  Locale,
  Theme,
} from './types';

export interface RainbowKitProviderProps {
  initialChain?: Chain | number | { id: number };
  id?: string;
  children: ReactNode;
  theme?: Theme | null;
  showRecentTransactions?: boolean;
  appInfo?: { appName?: string; learnMoreUrl?: string; disclaimer?: DisclaimerComponent };
  coolMode?: boolean;
  avatar?: AvatarComponent;
  modalSize?: 'compact' | 'wide';
  locale?: Locale;
}

/** Props without a counterpart, with the alternative. */
export const UNSUPPORTED = {
  coolMode: 'The modal has no cool mode. Your own button can have it.',
  avatar:
    "The modal shows the avatar of the account's name, or a pattern made from the address. To show your own, use ConnectButton.Custom.",
  modalSize: 'The card has one size. Set its width with `--wm-width`. On phones it is a sheet.',
  learnMoreUrl: 'The modal has its own explanation of wallets. To hide it, set `enableWalletGuide: false`.',
  disclaimer:
    'Set `termsConditionsUrl` and `privacyPolicyUrl`. If users have to accept them, also set `features.legalCheckbox`.',
  id: "The modal has its own shadow root, so you don't need an ID.",
} as const;

const DARK = '(prefers-color-scheme: dark)';

const ignoreFailure = (done: Promise<unknown>): void => void done.catch(() => {});

function useTheme(modal: WalletModalHandle | undefined, theme: Theme | null | undefined): void {
  const key = JSON.stringify(theme === undefined ? lightTheme() : theme);
  useEffect(() => {
    const theme = JSON.parse(key) as Theme | null;
    if (!modal || !theme) return;
    const query = globalThis.matchMedia?.(DARK);
    const set = (): void => {
      const { themeMode, themeVariables } = settingsOf(theme, !!query?.matches);
      ignoreFailure(modal.setThemeMode(themeMode));
      ignoreFailure(modal.setThemeVariables(themeVariables));
    };
    set();
    query?.addEventListener('change', set);
    return () => query?.removeEventListener('change', set);
  }, [modal, key]);
}

export function RainbowKitProvider({
  appInfo,
  avatar,
  children,
  coolMode,
  id,
  initialChain,
  locale,
  modalSize,
  showRecentTransactions,
  theme,
}: RainbowKitProviderProps): ReactElement {
  const modal = useModal();
  useTheme(modal, theme);
  const chain = typeof initialChain == 'object' ? initialChain.id : initialChain;
  const appName = appInfo?.appName;
  useEffect(() => {
    if (modal && chain) ignoreFailure(modal.updateOptions({ defaultNetwork: `eip155:${chain}` }));
  }, [modal, chain]);
  useEffect(() => {
    const { metadata } = modal?.getOptions() ?? {};
    if (modal && appName && !metadata?.name)
      ignoreFailure(modal.updateOptions({ metadata: { ...metadata, name: appName } }));
  }, [modal, appName]);
  useEffect(() => {
    // Ukrainian by its country code, as in RainbowKit
    if (modal && locale) ignoreFailure(modal.setLocale(locale == 'ua' ? 'uk' : locale));
  }, [modal, locale]);
  useEffect(() => {
    if (modal && showRecentTransactions !== undefined)
      ignoreFailure(modal.updateFeatures({ activity: showRecentTransactions }));
  }, [modal, showRecentTransactions]);
  useEffect(() => {
    const options = {
      coolMode,
      avatar,
      id,
      modalSize: modalSize == 'wide',
      learnMoreUrl: appInfo?.learnMoreUrl,
      disclaimer: appInfo?.disclaimer,
    };
    for (const [name, value] of Object.entries(options))
      if (value) warnUnsupported(name, UNSUPPORTED[name as keyof typeof options]);
  });
  return createElement(Fragment, null, children);
}

export function createAuthenticationAdapter<Message>(
  adapter: AuthenticationAdapter<Message>,
): AuthenticationAdapter<Message> {
  return adapter;
}

const textOf = (message: unknown): string => {
  if (typeof message == 'string') return message;
  const { prepareMessage, toMessage } = message as {
    prepareMessage?: () => string;
    toMessage?: () => string;
  };
  if (prepareMessage) return prepareMessage.call(message);
  return toMessage ? toMessage.call(message) : String(message);
};

type Live<Message> = { current: AuthenticationConfig<Message> };

/**
 * A `siweConfig` that calls the page's adapter. The adapter creates the message with the nonce, because its method might be asynchronous.
 * It only reports that a session exists, not for which account, so the session counts for the account that signed in here, on every
 * network.
 */
export function siweOf<Message>(modal: WalletModalHandle, live: Live<Message>, settle: () => Promise<void>) {
  let draft: { message: Message; text: string; address: string } | undefined;
  /** the account that signed in on this page */
  let signer: string | undefined;
  /** the adapter has signed out, and the page hasn't updated the status yet */
  let isOut = false;
  const chain = (): number => {
    const { caipAddress } = modal.getAccount('eip155');
    return Number(caipAddress?.split(':')[1] ?? modal.getChainId());
  };
  return {
    getNonce: async (address = ''): Promise<string> => {
      const { adapter } = live.current;
      const nonce = await adapter.getNonce();
      const message = await adapter.createMessage({
        nonce,
        address: address as `0x${string}`,
        chainId: chain(),
      });
      draft = { message, text: textOf(message), address };
      return nonce;
    },
    createMessage: (): string => draft?.text ?? '',
    verifyMessage: async ({
      message,
      signature,
    }: {
      message: string;
      signature: string;
    }): Promise<boolean> => {
      if (draft?.text != message) return false;
      const { address } = draft;
      const isTheirs = await live.current.adapter.verify({ message: draft.message, signature });
      if (isTheirs) [signer, isOut] = [address, false];
      return isTheirs;
    },
    getSession: async (): Promise<{ address: string; chainId: number } | null> => {
      await settle();
      if (live.current.status != 'authenticated' || isOut) return null;
      // after a reload, the engine's own record shows whether the account signed in here
      return { ...(signer && { address: signer }) } as { address: string; chainId: number };
    },
    signOut: async (): Promise<boolean> => {
      await live.current.adapter.signOut();
      [signer, isOut] = [undefined, true];
      return true;
    },
    // in RainbowKit, a session belongs to an account, not to a network
    signOutOnNetworkChange: false,
    // RainbowKit opens nothing without a click
    promptAfterReload: false,
  };
}

export function RainbowKitAuthenticationProvider<Message = unknown>({
  adapter,
  children,
  enabled = true,
  status,
}: AuthenticationConfig<Message> & { enabled?: boolean; children: ReactNode }): ReactElement {
  const modal = useModal();
  const live = useRef({ adapter, status });
  const waiting = useRef<(() => void)[]>([]);
  useEffect(() => {
    live.current = { adapter, status };
    if (status != 'loading') waiting.current.splice(0).forEach((go) => go());
  });
  useEffect(() => {
    if (!modal || !enabled) return;
    const settle = () =>
      live.current.status == 'loading'
        ? new Promise<void>((done) => void waiting.current.push(done))
        : Promise.resolve();
    ignoreFailure(modal.updateOptions({ siweConfig: siweOf(modal, live, settle) }));
  }, [modal, enabled]);
  return createElement(Authentication.Provider, { value: enabled ? status : null }, children);
}
