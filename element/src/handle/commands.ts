// What the handle sends to the engine: method -> command (docs/spec/public-api.md section 3). Each waits for the engine and starts it.

import type { Command, ConnectionItem, Namespace, Network, ThemeSlice, View } from '../contract';

/** A connection by itself, or by its connector. */
type WhichConnection = Pick<ConnectionItem, 'connectorId'> & Partial<ConnectionItem>;

/** Without an argument the engine names the field that is missing. */
const fields = <T extends object>(given: T): T => given ?? ({} as T);

export const commands = {
  connect: (to: {
    connectorId?: string;
    walletId?: string;
    /** logs in by a provider: call it in a click, its window opens with it */
    provider?: string;
    /** logs in by email */
    email?: string;
    namespace?: Namespace;
  }): Command => {
    const { connectorId, walletId, provider, email, namespace } = fields(to);
    if (provider || email) return { type: 'embedded.start', provider, email };
    const id = connectorId ?? walletId;
    if (!id)
      throw new TypeError(
        'connect() needs a connectorId, walletId, provider or email; open() shows the list',
      );
    return { type: 'connect.start', connectorId: id, namespace };
  },
  /** opens the field for another address of mail */
  updateEmail: (): Command => ({ type: 'router.open', view: 'UpdateEmailWallet' }),
  setPreferredAccountType: (accountType: 'eoa' | 'smartAccount', _namespace?: Namespace): Command => ({
    type: 'embedded.accountType',
    accountType,
  }),
  disconnect: (namespace?: Namespace): Command => ({ type: 'accounts.disconnect', namespace }),
  switchConnection: (to: {
    connection: ConnectionItem;
    /** the account that becomes the current one; Bitcoin needs it */
    address?: string;
  }): Command => {
    const { connection, address } = fields(to);
    return { type: 'connections.switch', connection, ...(address !== undefined && { address }) };
  },
  deleteConnection: (which: WhichConnection): Command => {
    const { namespace, connectorId } = fields(which);
    return { type: 'connections.delete', namespace, connectorId };
  },
  /** what a transaction of the page is, for the list of activity; it counts as confirmed after so many blocks */
  describeTransaction: (transaction: {
    hash: string;
    description: string;
    confirmations?: number;
  }): Command => {
    const { hash, description, confirmations } = fields(transaction);
    return {
      type: 'transactions.describe',
      hash,
      description,
      ...(confirmations !== undefined && { confirmations }),
    };
  },
  addNetwork: (namespace: Namespace, network: Partial<Network> & { id: number | string }): Command => ({
    type: 'networks.add',
    namespace,
    network,
  }),
  removeNetwork: (namespace: Namespace, id: number | string): Command => ({
    type: 'networks.remove',
    namespace,
    id,
  }),
  /** the views before it are forgotten */
  redirect: (view: View): Command => ({ type: 'router.reset', view }),
  replace: (view: View): Command => ({ type: 'router.replace', view }),
  showSuccess: (message: string): Command => ({ type: 'toasts.show', message, variant: 'success' }),
  showError: (message: string): Command => ({ type: 'toasts.show', message, variant: 'error' }),
} satisfies Record<string, (...args: never[]) => Command>;

/** What must be remembered but needs no engine: the next one runs it first. */
export const kept = {
  setAnalyticsConsent: (granted: boolean): Command => ({ type: 'telemetry.consent', granted: !!granted }),
  addAddressLabel: (address: string, label: string): Command => ({ type: 'accounts.label', address, label }),
  removeAddressLabel: (address: string): Command => ({ type: 'accounts.label', address, label: null }),
} satisfies Record<string, (...args: never[]) => Command>;

/** What is an option of the host too: method -> option, and how a running engine hears of it. */
export const settings = {
  setThemeMode: (themeMode: ThemeSlice['themeMode']): [object, Command] => [
    { themeMode },
    { type: 'theme.mode', themeMode },
  ],
  setThemeVariables: (themeVariables: Record<string, string | number>): [object, Command] => [
    { themeVariables },
    { type: 'theme.variables', themeVariables },
  ],
  setLocale: (locale: string): [object, Command] => [
    { locale },
    { type: 'options.update', options: { locale } },
  ],
} satisfies Record<string, (...args: never[]) => [object, Command]>;

type Asking<T extends Record<string, (...args: never[]) => unknown>> = {
  [K in keyof T]: (...args: Parameters<T[K]>) => Promise<unknown>;
};

export type Commands = Asking<typeof commands> & Asking<typeof kept> & Asking<typeof settings>;
