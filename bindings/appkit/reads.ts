// What the React hooks and Vue composables share, also before the engine runs and on a server.

import type { AppKit } from './kit';
import { caipOf } from './options';
import type { ChainNamespace, Connection, NetworkState, PublicStateControllerState } from './types';

export function must(modal: AppKit | undefined, hook: string): AppKit {
  if (!modal) throw new Error(`${hook} needs the modal. Call createAppKit first`);
  return modal;
}

/** Before the engine runs, and on a server: the page's own options. */
export function configured(modal: AppKit | undefined): NetworkState {
  const options = modal?.options;
  const network = options?.defaultNetwork ?? options?.networks[0];
  const caipNetwork = network && caipOf(network);
  return { caipNetwork, chainId: caipNetwork?.id, caipNetworkId: caipNetwork?.caipNetworkId };
}

export const stateBefore = (modal: AppKit | undefined): PublicStateControllerState => ({
  loading: false,
  open: false,
  initialized: false,
  selectedNetworkId: configured(modal).caipNetworkId,
});

export interface Connections {
  connections: Connection[];
  recentConnections: Connection[];
}
export const NO_CONNECTIONS: Connections = { connections: [], recentConnections: [] };

export function connectionsOf(modal: AppKit | undefined, namespace?: ChainNamespace): Connections {
  const of = namespace ?? modal?.getActiveChainNamespace();
  return of && modal
    ? { connections: modal.getConnections(of), recentConnections: modal.getRecentConnections(of) }
    : NO_CONNECTIONS;
}

export interface UseAppKitConnectionProps {
  namespace?: ChainNamespace;
  onSuccess?(params: {
    address: string;
    namespace: ChainNamespace;
    hasSwitchedAccount: boolean;
    hasSwitchedWallet: boolean;
    hasDeletedWallet: boolean;
  }): void;
  onError?(error: Error): void;
}
export interface UseAppKitConnectionReturn {
  connection: Connection | undefined;
  isPending: boolean;
  switchConnection(params: { connection: Connection; address?: string }): Promise<void>;
  deleteConnection(params: { address: string; connectorId: string }): void;
}

/** The actions on connections; `pending` is called while a wallet has a request. */
export function connectionCalls(
  modal: () => AppKit | undefined,
  props: () => UseAppKitConnectionProps,
  pending: (isPending: boolean) => void,
): Pick<UseAppKitConnectionReturn, 'switchConnection' | 'deleteConnection'> {
  const of = () => props().namespace ?? modal()?.getActiveChainNamespace() ?? 'eip155';
  const now = () => connectionsOf(modal(), props().namespace).connections[0];
  return {
    async switchConnection({ connection, address }) {
      const before = now();
      pending(true);
      try {
        await modal()?.switchConnection({ connection, namespace: of(), ...(address && { address }) });
        props().onSuccess?.({
          address: modal()?.getAddress(of()) ?? '',
          namespace: of(),
          hasSwitchedAccount: true,
          hasSwitchedWallet: connection.connectorId != before?.connectorId,
          hasDeletedWallet: false,
        });
      } catch (error) {
        props().onError?.(error as Error);
      } finally {
        pending(false);
      }
    },
    deleteConnection({ address, connectorId }) {
      modal()?.deleteConnection({ connectorId, namespace: of() });
      props().onSuccess?.({
        address,
        namespace: of(),
        hasSwitchedAccount: false,
        hasSwitchedWallet: false,
        hasDeletedWallet: true,
      });
    },
  };
}
