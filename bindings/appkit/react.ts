// `wallet-modal/appkit/react`: the hooks and components of `@reown/appkit/react`. Each hook reads from the engine by what the modal says;
// on a server, and at the first render after it, nobody is connected.

import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { fetchBalance, type FetchedBalance } from './balance';
import { AppKit, follow } from './kit';
import { createAppKit as create } from './make';
import { NO_ACCOUNT } from './mapping';
import { caipOf } from './options';
import { seenMode } from './theme';
import type {
  AppKitOptions,
  ChainNamespace,
  Connection,
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

/** the modal of the page, once there is one */
export let modal: AppKit | undefined;

export function createAppKit(options: AppKitOptions): AppKit {
  return (modal = create(options));
}

/** Takes one that was made elsewhere. */
export function getAppKit(made: AppKit): void {
  modal = made;
}

const current = (): AppKit | undefined => modal ?? AppKit.instance;

function must(hook: string): AppKit {
  const made = current();
  if (!made) throw new Error(`${hook} needs the modal: call createAppKit before`);
  return made;
}

const NO_STATE: PublicStateControllerState = { loading: false, open: false, initialized: false };

/**
 * What `read` gives, the same object until it is another value. `key`: what makes it another one, where that cannot be written as JSON.
 */
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

/** Before there is an engine, and on a server: what the page has set. */
function configured(): NetworkState {
  const options = current()?.options;
  const network = options?.defaultNetwork ?? options?.networks[0];
  const caipNetwork = network && caipOf(network);
  return { caipNetwork, chainId: caipNetwork?.id, caipNetworkId: caipNetwork?.caipNetworkId };
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

/** As AppKit declares it: pages ask whether somebody is connected, and not whether there is a provider. */
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
  const made = must('useAppKitState');
  return useRead<PublicStateControllerState & Record<string, never>>(
    () => ({ ...made.remoteFeatures, ...made.getState() }) as never,
    () => ({ ...NO_STATE, selectedNetworkId: configured().caipNetworkId }) as never,
  ) as PublicStateControllerState & RemoteFeatures;
}

export function useAppKitEvents(): EventsControllerState {
  const made = must('useAppKitEvents');
  const event = () => made.getEvent();
  return useRead(event, event);
}

export function useAppKitTheme(): {
  themeMode: ThemeMode;
  themeVariables: ThemeVariables;
  setThemeMode(themeMode: ThemeMode): void;
  setThemeVariables(variables: ThemeVariables): void;
} {
  const made = must('useAppKitTheme');
  const theme = useRead(
    () => made.getTheme(),
    () => ({
      themeMode: made.options.themeMode ?? seenMode('light'),
      themeVariables: made.options.themeVariables ?? {},
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

const NONE: Connection[] = [];

export function useAppKitConnections(namespace?: ChainNamespace): {
  connections: Connection[];
  recentConnections: Connection[];
} {
  return useRead(
    () => {
      const of = namespace ?? current()?.getActiveChainNamespace();
      return of
        ? {
            connections: current()!.getConnections(of),
            recentConnections: current()!.getRecentConnections(of),
          }
        : { connections: NONE, recentConnections: NONE };
    },
    () => ({ connections: NONE, recentConnections: NONE }),
  );
}

export function useAppKitConnection({
  namespace,
  onSuccess,
  onError,
}: {
  namespace?: ChainNamespace;
  onSuccess?(params: {
    address: string;
    namespace: ChainNamespace;
    hasSwitchedAccount: boolean;
    hasSwitchedWallet: boolean;
    hasDeletedWallet: boolean;
  }): void;
  onError?(error: Error): void;
}): {
  connection: Connection | undefined;
  isPending: boolean;
  switchConnection(params: { connection: Connection; address?: string }): Promise<void>;
  deleteConnection(params: { address: string; connectorId: string }): void;
} {
  const [isPending, setPending] = useState(false);
  const { connections } = useAppKitConnections(namespace);
  const callbacks = useRef({ onSuccess, onError });
  useEffect(() => {
    callbacks.current = { onSuccess, onError };
  });
  const of = () => namespace ?? current()?.getActiveChainNamespace() ?? 'eip155';
  const tell = (before: Connection | undefined, hasDeletedWallet: boolean, address?: string) =>
    callbacks.current.onSuccess?.({
      address: address ?? current()?.getAddress(of()) ?? '',
      namespace: of(),
      hasSwitchedAccount: !hasDeletedWallet,
      hasSwitchedWallet: !hasDeletedWallet && before?.connectorId != connections[0]?.connectorId,
      hasDeletedWallet,
    });
  return {
    connection: connections[0],
    isPending,
    async switchConnection({ connection, address }) {
      setPending(true);
      try {
        await current()?.switchConnection({ connection, namespace: of(), ...(address && { address }) });
        tell(connection, false);
      } catch (error) {
        callbacks.current.onError?.(error as Error);
      } finally {
        setPending(false);
      }
    },
    deleteConnection({ address, connectorId }) {
      current()?.deleteConnection({ connectorId, namespace: of() });
      tell(undefined, true, address);
    },
  };
}
