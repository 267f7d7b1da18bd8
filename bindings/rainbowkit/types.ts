// The types of RainbowKit 2.2, according to its documentation and declarations.

import type { FunctionComponent, ReactNode } from 'react';
import type { Chain as ViemChain } from 'viem';
import type { Connector, CreateConnectorFn } from 'wagmi';

export interface Chain extends ViemChain {
  iconUrl?: string | (() => Promise<string>) | null;
  iconBackground?: string;
  /** only for reading: not in the list, and not a network for a wallet */
  readOnly?: boolean;
}

export interface ThemeVars {
  blurs: { modalOverlay: string };
  colors: {
    accentColor: string;
    accentColorForeground: string;
    actionButtonBorder: string;
    actionButtonBorderMobile: string;
    actionButtonSecondaryBackground: string;
    closeButton: string;
    closeButtonBackground: string;
    connectButtonBackground: string;
    connectButtonBackgroundError: string;
    connectButtonInnerBackground: string;
    connectButtonText: string;
    connectButtonTextError: string;
    connectionIndicator: string;
    downloadBottomCardBackground: string;
    downloadTopCardBackground: string;
    error: string;
    generalBorder: string;
    generalBorderDim: string;
    menuItemBackground: string;
    modalBackdrop: string;
    modalBackground: string;
    modalBorder: string;
    modalText: string;
    modalTextDim: string;
    modalTextSecondary: string;
    profileAction: string;
    profileActionHover: string;
    profileForeground: string;
    selectedOptionBorder: string;
    standby: string;
  };
  fonts: { body: string };
  radii: {
    actionButton: string;
    connectButton: string;
    menuButton: string;
    modal: string;
    modalMobile: string;
  };
  shadows: {
    connectButton: string;
    dialog: string;
    profileDetailsAction: string;
    selectedOption: string;
    selectedWallet: string;
    walletLogo: string;
  };
}
export type Theme = ThemeVars | { lightMode: ThemeVars; darkMode: ThemeVars };

export interface AccentColor {
  accentColor: string;
  accentColorForeground: string;
}
export type AccentColorPreset = 'blue' | 'green' | 'red' | 'purple' | 'pink' | 'orange';
export interface ThemeOptions extends Partial<AccentColor> {
  borderRadius?: 'large' | 'medium' | 'small' | 'none';
  fontStack?: 'rounded' | 'system';
  overlayBlur?: 'large' | 'small' | 'none';
}

export type AvatarComponent = FunctionComponent<{ address: string; ensImage?: string | null; size: number }>;
export type DisclaimerComponent = FunctionComponent<{
  Text: FunctionComponent<{ children: ReactNode }>;
  Link: FunctionComponent<{ children: ReactNode; href: string }>;
}>;
export type Locale =
  | 'ar'
  | 'ar-AR'
  | 'de'
  | 'de-DE'
  | 'en'
  | 'en-US'
  | 'es'
  | 'es-419'
  | 'fr'
  | 'fr-FR'
  | 'hi'
  | 'hi-IN'
  | 'id'
  | 'id-ID'
  | 'ja'
  | 'ja-JP'
  | 'ko'
  | 'ko-KR'
  | 'ms'
  | 'ms-MY'
  | 'pt'
  | 'pt-BR'
  | 'ru'
  | 'ru-RU'
  | 'th'
  | 'th-TH'
  | 'tr'
  | 'tr-TR'
  | 'ua'
  | 'uk-UA'
  | 'vi'
  | 'vi-VN'
  | 'zh'
  | 'zh-CN'
  | 'zh-HK'
  | 'zh-TW'
  | 'zh-Hans'
  | 'zh-Hant';

export type AuthenticationStatus = 'loading' | 'unauthenticated' | 'authenticated';
export interface AuthenticationAdapter<Message> {
  getNonce: () => Promise<string>;
  createMessage: (args: {
    nonce: string;
    address: `0x${string}`;
    chainId: number;
  }) => Promise<Message> | Message;
  verify: (args: { message: Message; signature: string }) => Promise<boolean>;
  signOut: () => Promise<void>;
}
export interface AuthenticationConfig<Message> {
  adapter: AuthenticationAdapter<Message>;
  status: AuthenticationStatus;
}

/** The parameters of `createConnector`. */
export type RainbowKitDetails = Omit<Wallet, 'createConnector' | 'hidden'> & {
  index: number;
  groupIndex: number;
  groupName: string;
  isRainbowKitConnector: boolean;
  isWalletConnectModalConnector?: boolean;
  walletConnectModalConnector?: Connector;
  showQrModal?: true;
};
export interface WalletDetailsParams {
  rkDetails: RainbowKitDetails;
}
interface WalletConnection {
  getUri?: (uri: string) => string;
  instructions?: { learnMoreUrl: string; steps: { step: string; title: string; description: string }[] };
}
/** A wallet of the page's own has a row with its name and icon and uses `createConnector`; `hidden` removes it. */
export interface Wallet {
  id: string;
  name: string;
  shortName?: string;
  rdns?: string;
  iconUrl: string | (() => Promise<string>);
  iconAccent?: string;
  iconBackground: string;
  installed?: boolean;
  downloadUrls?: Partial<Record<string, string>>;
  mobile?: WalletConnection;
  desktop?: WalletConnection;
  qrCode?: WalletConnection;
  extension?: Omit<WalletConnection, 'getUri'>;
  hidden?: () => boolean;
  createConnector: (details: WalletDetailsParams) => CreateConnectorFn;
}
export type WalletList = { groupName: string; wallets: ((parameters: never) => Wallet)[] }[];
export type RainbowKitWalletConnectParameters = Record<string, unknown>;
