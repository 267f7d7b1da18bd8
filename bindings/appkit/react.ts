// `wallet-modal/appkit/react`: the hooks and components of `@reown/appkit/react`. Each hook reads from the engine. On a server, and in
// the first render after it, no account is connected.

import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { fetchBalance, type FetchedBalance } from './balance';
import { AppKit, follow } from './kit';
import { createAppKit as create } from './make';
import { NO_ACCOUNT } from './mapping';
import {
  configured as configuredOf,
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
  AppKitOptions,
  ChainNamespace,
  ConnectedWalletInfo,
  ConnectorType,
  EventsControllerState,
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

export * from './index';
export * from './components';

/** the modal of the page, once it exists */
export let modal: AppKit | undefined;

export function createAppKit(options: AppKitOptions): AppKit {
  return (modal = create(options));
}

/** Uses a modal that was created elsewhere. */
export function getAppKit(made: AppKit): void {
  modal = made;
}

const current = (): AppKit | undefined => modal ?? AppKit.instance;
const must = (hook: string): AppKit => madeBefore(current(), hook);
const configured = (): NetworkState => configuredOf(current());

/** The result of `read`, the same object until its value changes. `key`: the part to compare, if the value can't be written as JSON. */
function useRead<T>(read: () => T, before: () => T, key: () => unknown = read): T {
  const last = useRef<{ text: string; value: T } | undefined>(undefined);
  const get = (): T => {
    const text = JSON.stringify(key()) ?? '';
    if (last.current?.text !== text) last.current = { text, value: read() };
    return last.current.value;
  };
  const first = useRef<{ value: T } | undefined>(undefined);
  return useSyncExternalStore(follow, get, () => (first.current ??= { value: before() }).value);
}

export function useAppKit(): {
  open<V extends Views>(options?: OpenOptions<V>): Promise<void>;
  close(): Promise<void>;
} {
  must('useAppKit');
  const open = useCallback((options?: OpenOptions<Views>) => current()!.open(options), []);
  const close = useCallback(() => current()!.close(), []);
  return { open: open as never, close };
}

export function useAppKitAccount(options?: { namespace?: ChainNamespace }): UseAppKitAccountReturn {
  const namespace = options?.namespace;
  return useRead(
    () => current()?.getAccount(namespace) ?? NO_ACCOUNT,
    () => NO_ACCOUNT,
  );
}

export function useAppKitNetworkCore(): NetworkState {
  return useRead(() => current()?.getNetworkState() ?? configured(), configured);
}

export function useAppKitNetwork(): UseAppKitNetworkReturn {
  must('useAppKitNetwork');
  const state = useAppKitNetworkCore();
  const switchNetwork = useCallback<UseAppKitNetworkReturn['switchNetwork']>(
    (network) => current()!.switchNetwork(network),
    [],
  );
  return { ...state, switchNetwork };
}

/** Like AppKit's type: pages check for an account, not for a provider. */
export function useAppKitProvider<T>(namespace: ChainNamespace): {
  walletProvider: T;
  walletProviderType: ConnectorType | undefined;
} {
  return useRead<{ walletProvider: T; walletProviderType: ConnectorType | undefined }>(
    () => ({
      walletProvider: current()?.getProvider<T>(namespace) as T,
      walletProviderType: current()?.getProviderType(namespace),
    }),
    () => ({ walletProvider: undefined as T, walletProviderType: undefined }),
    () => [namespace, current()?.getAccount(namespace).isConnected, current()?.getProviderType(namespace)],
  );
}

export function useAppKitState(): PublicStateControllerState & RemoteFeatures {
  const kit = must('useAppKitState');
  return useRead<PublicStateControllerState & Record<string, never>>(
    () => ({ ...kit.remoteFeatures, ...kit.getState() }) as never,
    () => stateBefore(kit) as never,
  ) as PublicStateControllerState & RemoteFeatures;
}

export function useAppKitEvents(): EventsControllerState {
  const kit = must('useAppKitEvents');
  const event = () => kit.getEvent();
  return useRead(event, event);
}

export function useAppKitTheme(): {
  themeMode: ThemeMode;
  themeVariables: ThemeVariables;
  setThemeMode(themeMode: ThemeMode): void;
  setThemeVariables(variables: ThemeVariables): void;
} {
  const kit = must('useAppKitTheme');
  const theme = useRead(
    () => kit.getTheme(),
    () => ({
      themeMode: kit.options.themeMode ?? seenMode('light'),
      themeVariables: kit.options.themeVariables ?? {},
    }),
  );
  const setThemeMode = useCallback((mode: ThemeMode) => current()!.setThemeMode(mode), []);
  const setThemeVariables = useCallback(
    (variables: ThemeVariables) => current()!.setThemeVariables(variables),
    [],
  );
  return { ...theme, setThemeMode, setThemeVariables };
}

export function useWalletInfo(namespace?: ChainNamespace): { walletInfo: ConnectedWalletInfo | undefined } {
  const walletInfo = useRead<ConnectedWalletInfo | undefined>(
    () => current()?.getWalletInfo(namespace),
    () => undefined,
  );
  return { walletInfo };
}

export function useAppKitBalance(): { fetchBalance(): Promise<FetchedBalance> } {
  const fetch = useCallback(() => fetchBalance(must('useAppKitBalance')), []);
  return { fetchBalance: fetch };
}

export function useDisconnect(): {
  disconnect(props?: { id?: string; namespace?: ChainNamespace }): Promise<void>;
} {
  const disconnect = useCallback(
    async (props?: { id?: string; namespace?: ChainNamespace }) => current()?.disconnect(props?.namespace),
    [],
  );
  return { disconnect };
}

export function useAppKitConnections(namespace?: ChainNamespace): Connections {
  return useRead(
    () => connectionsOf(current(), namespace),
    () => NO_CONNECTIONS,
  );
}

export function useAppKitConnection(props: UseAppKitConnectionProps): UseAppKitConnectionReturn {
  const [isPending, setPending] = useState(false);
  const { connections } = useAppKitConnections(props.namespace);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  const [calls] = useState(() => connectionCalls(current, () => latest.current, setPending));
  return { connection: connections[0], isPending, ...calls };
}
