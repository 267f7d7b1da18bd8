// What `open()` takes, as types (docs/spec/public-api.md section 3). Types only: nothing of this file is in a script.

import type { Namespace } from './contract';
import type { PayOptions } from './handle/pay';

/** A view that a page can open by its name. The views that need an account show Connect first. */
export type OpenView =
  | 'Connect'
  | 'WhatIsAWallet'
  | 'ConnectWallets'
  | 'EmailLogin'
  | 'ConnectSocials'
  | 'ConnectingFarcaster'
  | 'Create'
  | 'UpdateEmailWallet'
  | 'UpgradeEmailWallet'
  | 'AllWallets'
  | 'ConnectingWalletConnectBasic'
  | 'GetWallet'
  | 'Account'
  | 'Activity'
  | 'AccountSettings'
  | 'ProfileWallets'
  | 'SwitchAddress'
  | 'Networks'
  | 'WhatIsANetwork'
  | 'SIWXSignMessage'
  | 'Send'
  | 'SendSelectToken'
  | 'Swap'
  | 'SwapSelectToken'
  | 'OnRamp'
  | 'OnRampProviders'
  | 'WhatIsABuy'
  | 'Receive'
  | 'CompatibleNetworks'
  | 'Pay'
  | 'Permissions'
  | 'ChooseAccountName'
  | 'RegisterAccountName'
  | 'SmartSessionList';

/** The fields of Send that you fill in. A token is `native`, an address, a CAIP-10 ID, or a symbol that only one listed token has. */
export interface SendArguments {
  /** Default: the token that the account last used, or the native one. */
  token?: string;
  /** The amount of the token, as a decimal. */
  amount?: number | string;
  /** The recipient: an address or a name. */
  to?: string;
  /** A public note, where the network has one. */
  memo?: string;
}

/** The fields of Swap that you fill in. Tokens as in Send. */
export interface SwapArguments {
  /** The token to sell. */
  fromToken?: string;
  /** The token to buy. */
  toToken?: string;
  /** The amount of `fromToken`, as a decimal. */
  amount?: number | string;
}

/** The field of RegisterAccountName that you fill in. */
export interface RegisterNameArguments {
  /** The name without its ending. */
  name?: string;
}

/** What `open()` takes for every view. */
interface OpenAny {
  /** A `wc:` URI of your own WalletConnect client: the modal shows its QR code and links. Rejects with -32602 if it is invalid or expired. */
  uri?: string;
  /** The namespace whose account or wallets the modal shows. */
  namespace?: Namespace;
  /** @internal the button that was pressed: what it opens, its attributes say (engine/buttons.ts) */
  button?: HTMLElement;
}

/** The views with fields that you can fill in, each with its arguments. */
interface Filled {
  Send: SendArguments;
  Swap: SwapArguments;
  RegisterAccountName: RegisterNameArguments;
  Pay: PayOptions;
}

/** A view with its own arguments, so that those of another view don't compile. */
type OpenFilled = {
  [View in keyof Filled]: {
    /** The view. */
    view: View;
    /** The fields that you fill in. */
    arguments?: Filled[View];
  };
}[keyof Filled];

/** What `open()` takes. `arguments` fills in fields of Send, Swap, RegisterAccountName and Pay. */
export type OpenArguments = OpenAny &
  (
    | OpenFilled
    | {
        /** The view. Default: the account if there is one, otherwise Connect. Rejects with `unknown_name` if there is no such view. */
        view?: OpenView;
        /** Only for Send, Swap, RegisterAccountName and Pay. */
        arguments?: undefined;
      }
  );
