// The elements as React components, and the provider that creates the modal once.

import { createElement, type ReactNode } from 'react';
import type { AppKit } from './kit';
import { createAppKit } from './make';
import type { AppKitOptions, ButtonAttributes, WalletButtonAttributes } from './types';

export interface AppKitButtonProps extends ButtonAttributes {
  className?: string;
}

type Button<P> = (props: P) => ReactNode;

/** React before 19 passes the props of a custom element as attributes, whose names have no capitals. */
const component =
  <P extends object>(tag: string): Button<P> =>
  (props) => {
    const { className, ...rest } = props as { className?: string };
    const attributes = Object.entries(rest).map(([name, value]) => [
      name.startsWith('on') || name == 'children' ? name : name.toLowerCase(),
      value === false ? undefined : value === true ? '' : value,
    ]);
    return createElement(tag, { ...Object.fromEntries(attributes), ...(className && { class: className }) });
  };

export const AppKitButton = component<AppKitButtonProps>('appkit-button');
export const AppKitConnectButton =
  component<Pick<AppKitButtonProps, 'size' | 'label' | 'loadingLabel' | 'namespace' | 'className'>>(
    'appkit-connect-button',
  );
export const AppKitAccountButton =
  component<
    Pick<AppKitButtonProps, 'disabled' | 'balance' | 'charsStart' | 'charsEnd' | 'namespace' | 'className'>
  >('appkit-account-button');
export const AppKitNetworkButton =
  component<Pick<AppKitButtonProps, 'disabled' | 'label' | 'className'>>('appkit-network-button');

export type AppKitProviderProps = AppKitOptions & { children: ReactNode };

let shared: { of: string; modal: AppKit } | undefined;

/** Creates the modal at the first render. Others with the same project and networks share it. */
export function AppKitProvider({ children, ...options }: AppKitProviderProps): ReactNode {
  const kitOptions = options as unknown as AppKitOptions;
  const of = `${kitOptions.projectId} ${kitOptions.networks.map(({ id }) => id).join()}`;
  if (shared?.of != of) shared = { of, modal: createAppKit(kitOptions) };
  return children;
}

interface Elements {
  'appkit-modal': { class?: string };
  'appkit-button': AppKitButtonProps;
  'appkit-connect-button': AppKitButtonProps;
  'appkit-account-button': AppKitButtonProps;
  'appkit-network-button': AppKitButtonProps;
  'appkit-wallet-button': WalletButtonAttributes & { className?: string };
  'w3m-modal': { class?: string };
  'w3m-button': AppKitButtonProps;
  'w3m-connect-button': AppKitButtonProps;
  'w3m-account-button': AppKitButtonProps;
  'w3m-network-button': AppKitButtonProps;
}
declare module 'react' {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- how types of elements are added to React's
  namespace JSX {
    // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- merged with React's
    interface IntrinsicElements extends Elements {}
  }
}
