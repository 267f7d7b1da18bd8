// Our tags in JSX, with their attributes and events. React 18 sets attributes; React 19 sets properties if they exist, and accepts
// `onwallet-connect` and similar props as listeners.

import type { DetailedHTMLProps, HTMLAttributes, ReactNode } from 'react';
import type {
  Namespace,
  OpenArguments,
  Options,
  WalletButton,
  WalletEventMap,
  WalletModal,
} from 'wallet-modal';

type Listeners = { [K in keyof WalletEventMap as `on${K}`]?: (event: WalletEventMap[K]) => void };

type Element<E, A> = DetailedHTMLProps<HTMLAttributes<E>, E> & { class?: string; children?: ReactNode } & A;

type Button<A> = Element<
  WalletButton,
  { for?: string; disabled?: boolean | ''; namespace?: Namespace; 'project-id'?: string } & A
>;

/** For `<wallet-button>` and `<wallet-account-button>`. */
interface AccountAttributes {
  balance?: 'show' | 'hide';
  'chars-start'?: number;
  'chars-end'?: number;
  'account-status'?: 'full' | 'avatar' | 'address';
}

export interface WalletElements {
  'wallet-modal': Element<
    WalletModal,
    Listeners & {
      options?: Options;
      'project-id'?: string;
      'theme-mode'?: 'light' | 'dark' | 'system';
      locale?: string;
      embedded?: boolean | '';
      debug?: boolean | '';
      open?: boolean | '' | ((args?: OpenArguments) => Promise<void>);
    }
  >;
  'wallet-button': Button<
    AccountAttributes & { label?: string; 'loading-label'?: string; size?: 's' | 'm'; wallet?: string }
  >;
  'wallet-account-button': Button<AccountAttributes>;
  'wallet-network-button': Button<{ label?: string }>;
}

declare module 'react' {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- it is React's
  namespace JSX {
    // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- added to, not made
    interface IntrinsicElements extends WalletElements {}
  }
}
