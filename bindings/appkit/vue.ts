// `wallet-modal/appkit/vue`: the composables of `@reown/appkit/vue`, with refs and reactive objects as in AppKit. On a server, and in the
// first frame after it, no account is connected.

import { computed, shallowRef, type DefineComponent, type Ref } from 'vue';
import { fetchBalance, type FetchedBalance } from './balance';
import { AppKit } from './kit';
import { createAppKit as create } from './make';
import { NO_ACCOUNT } from './mapping';
import {
  configured,
  connectionCalls,
  connectionsOf,
  must as madeBefore,
  NO_CONNECTIONS,
  stateBefore,
  type Connections,
  type UseAppKitConnectionProps,
  type UseAppKitConnectionReturn,
} from './reads';
import { seenMode } from './theme';
import type {
  ButtonAttributes,
  AppKitOptions,
  ChainNamespace,
  ConnectedWalletInfo,
  ConnectorType,
  Event,
  NetworkState,
  OpenOptions,
  PublicStateControllerState,
  RemoteFeatures,
  ThemeMode,
  ThemeVariables,
  UseAppKitAccountReturn,
  UseAppKitNetworkReturn,
  Views,
} from './types';
import { reactiveOf, refOf } from './vue-read';

export * from './index';
export interface AppKitEvent {
  timestamp: number;
  data: Event;
}

let modal: AppKit | undefined;

export function createAppKit(options: AppKitOptions): AppKit {
  return (modal = create(options));
}

/** Uses a modal that was created elsewhere. */
export function getAppKit(made: AppKit): void {
  modal = made;
}

const current = (): AppKit | undefined => modal ?? AppKit.instance;
const must = (composable: string): AppKit => madeBefore(current(), composable);

export function useAppKit(): {
  open<V extends Views>(options?: OpenOptions<V>): Promise<void>;
  close(): Promise<void>;
} {
  must('useAppKit');
  return { open: (options) => current()!.open(options), close: () => current()!.close() };
}

export function useAppKitAccount(options?: { namespace?: ChainNamespace }): Ref<UseAppKitAccountReturn> {
  return refOf({
    read: () => current()?.getAccount(options?.namespace) ?? NO_ACCOUNT,
    before: () => NO_ACCOUNT,
  });
}

export function useAppKitNetwork(): Ref<UseAppKitNetworkReturn> {
  must('useAppKitNetwork');
  const switchNetwork: UseAppKitNetworkReturn['switchNetwork'] = (network) =>
    current()!.switchNetwork(network);
  const withSwitch = (state: NetworkState): UseAppKitNetworkReturn => ({ ...state, switchNetwork });
  return refOf({
    read: () => withSwitch(current()!.getNetworkState()),
    before: () => withSwitch(configured(current())),
  });
}

export function useAppKitProvider<T>(namespace: ChainNamespace): {
  walletProvider: T | undefined;
  walletProviderType: ConnectorType | undefined;
} {
  return reactiveOf({
    read: () => ({
      walletProvider: current()?.getProvider<T>(namespace),
      walletProviderType: current()?.getProviderType(namespace),
    }),
    before: () => ({ walletProvider: undefined, walletProviderType: undefined }),
    key: () => [current()?.getAccount(namespace).isConnected, current()?.getProviderType(namespace)],
  });
}

export function useAppKitState(): PublicStateControllerState & { remoteFeatures: RemoteFeatures } {
  const kit = must('useAppKitState');
  return reactiveOf({
    read: () => ({ ...kit.getState(), remoteFeatures: kit.remoteFeatures }),
    before: () => ({ ...stateBefore(kit), remoteFeatures: {} }),
  });
}

export function useAppKitEvents(): AppKitEvent {
  const kit = must('useAppKitEvents');
  const event = () => kit.getEvent();
  return reactiveOf({ read: event, before: event });
}

export function useAppKitTheme(): {
  themeMode: ThemeMode;
  themeVariables: ThemeVariables;
  setThemeMode(themeMode: ThemeMode | undefined): void;
  setThemeVariables(variables: ThemeVariables | undefined): void;
} {
  const kit = must('useAppKitTheme');
  const set = {
    setThemeMode: (mode: ThemeMode | undefined) => mode && current()!.setThemeMode(mode),
    setThemeVariables: (variables: ThemeVariables | undefined) =>
      variables && current()!.setThemeVariables(variables),
  };
  return reactiveOf({
    read: () => ({ ...kit.getTheme(), ...set }),
    before: () => ({
      themeMode: kit.options.themeMode ?? seenMode('light'),
      themeVariables: kit.options.themeVariables ?? {},
      ...set,
    }),
  });
}

export function useWalletInfo(namespace?: ChainNamespace): { walletInfo: ConnectedWalletInfo | undefined } {
  return reactiveOf({
    read: () => ({ walletInfo: current()?.getWalletInfo(namespace) }),
    before: () => ({ walletInfo: undefined }),
  });
}

export function useAppKitBalance(): { fetchBalance(): Promise<FetchedBalance> } {
  return { fetchBalance: async () => fetchBalance(must('useAppKitBalance')) };
}

export function useDisconnect(): {
  disconnect(props?: { id?: string; namespace?: ChainNamespace }): Promise<void>;
} {
  return { disconnect: async (props) => current()?.disconnect(props?.namespace) };
}

export function useAppKitConnections(namespace?: ChainNamespace): Ref<Connections> {
  return refOf({ read: () => connectionsOf(current(), namespace), before: () => NO_CONNECTIONS });
}

export function useAppKitConnection(props: UseAppKitConnectionProps): Ref<UseAppKitConnectionReturn> {
  const isPending = shallowRef(false);
  const all = useAppKitConnections(props.namespace);
  const calls = connectionCalls(
    current,
    () => props,
    (is) => (isPending.value = is),
  );
  return computed(() => ({
    connection: all.value.connections[0],
    isPending: isPending.value,
    ...calls,
  }));
}

type Button<K extends keyof ButtonAttributes = keyof ButtonAttributes> = DefineComponent<
  Pick<ButtonAttributes, K>
>;
declare module 'vue' {
  interface GlobalComponents {
    'appkit-button': Button;
    'appkit-connect-button': Button<'size' | 'label' | 'loadingLabel' | 'namespace'>;
    'appkit-account-button': Button<'disabled' | 'balance' | 'charsStart' | 'charsEnd' | 'namespace'>;
    'appkit-network-button': Button<'disabled' | 'label'>;
    'w3m-button': Button;
    'w3m-connect-button': Button<'size' | 'label' | 'loadingLabel' | 'namespace'>;
    'w3m-account-button': Button<'disabled' | 'balance' | 'charsStart' | 'charsEnd' | 'namespace'>;
    'w3m-network-button': Button<'disabled' | 'label'>;
  }
}
