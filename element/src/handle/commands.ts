// The methods of the handle and their commands (docs/spec/public-api.md section 3). Each waits for the engine and starts it.

import type { AccountState, Command, ConnectionItem, Namespace, Network, ThemeSlice } from '../contract';
import type { OpenView } from '../open-types';
import type { SocialProvider, ThemeVariables } from '../option-types';

/** A connection, or its connector. */
export type WhichConnection = Pick<ConnectionItem, 'connectorId'> & Partial<ConnectionItem>;

/** Without an argument, the engine reports the missing field. */
const fields = <T extends object>(given: T): T => given ?? ({} as T);

/** What `connect()` takes: one of a connector, a wallet of the directory, a login provider or an email address. */
export interface ConnectArguments {
  /** The ID of a connector, as `getConnectors()` lists it. */
  connectorId?: string;
  /** The ID of a wallet in the directory. */
  walletId?: string;
  /** The login provider. Call `connect()` in a click handler: it opens the provider's window. */
  provider?: SocialProvider;
  /** The email address for a login. The modal asks for the code. */
  email?: string;
  /** The namespace to connect, for a wallet that has several. */
  namespace?: Namespace;
}

/** Commands that need the engine. Each one starts it, and rejects with a `WalletError`. */
export interface EngineCommands {
  /**
   * Connects a wallet without the list, or logs in. Resolves with the account.
   *
   * Rejects with 4001 if the user declines, with 'Modal closed' if the user closes the modal, and with -32602 if the arguments name nothing.
   *
   * @example const account = await modal.connect({ connectorId: 'io.metamask' });
   */
  connect(to: ConnectArguments): Promise<AccountState>;
  /** Opens the form that changes the email address of the embedded wallet. */
  updateEmail(): Promise<void>;
  /** Switches the embedded wallet between its standard account and its smart account. */
  setPreferredAccountType(accountType: 'eoa' | 'smartAccount', namespace?: Namespace): Promise<void>;
  /** Disconnects the account of a namespace, or all accounts. Rejects if a wallet fails, but the accounts are still disconnected. */
  disconnect(namespace?: Namespace): Promise<void>;
  /** Switches to another connection, and to one of its accounts. Bitcoin needs `address`. Resolves with the account. */
  switchConnection(to: { connection: ConnectionItem; address?: string }): Promise<AccountState>;
  /** Forgets a connection; an active one is disconnected first. Rejects if there is no such connection. */
  deleteConnection(which: WhichConnection): Promise<void>;
  /** Describes a transaction of your page in the list of activity. It counts as confirmed after `confirmations` blocks. */
  describeTransaction(transaction: {
    hash: string;
    description: string;
    confirmations?: number;
  }): Promise<void>;
  /** Adds a network until the page is closed. Rejects if the network is invalid. */
  addNetwork(namespace: Namespace, network: Partial<Network> & { id: number | string }): Promise<void>;
  /** Removes a network. Rejects for the active network and the last one. */
  removeNetwork(namespace: Namespace, id: number | string): Promise<void>;
  /** Shows a view and clears the history of views. */
  redirect(view: OpenView): Promise<void>;
  /** Shows a view in place of the current one. */
  replace(view: OpenView): Promise<void>;
  /** Shows a success message in the card. */
  showSuccess(message: string): Promise<void>;
  /** Shows an error message in the card. */
  showError(message: string): Promise<void>;
}

/** Commands that don't start the engine: the next one applies them. */
export interface KeptCommands {
  /** Sets whether the user agrees to analytics. Without it, `features.analytics` decides. */
  setAnalyticsConsent(granted: boolean): Promise<void>;
  /** Sets the label that the modal shows for an address. */
  addAddressLabel(address: string, label: string): Promise<void>;
  /** Removes the label of an address. */
  removeAddressLabel(address: string): Promise<void>;
}

/** Options with a method of their own. They don't start the engine. */
export interface SettingCommands {
  /** Sets the color mode. */
  setThemeMode(themeMode: ThemeSlice['themeMode']): Promise<void>;
  /** Sets CSS variables; those that you omit stay as they are. */
  setThemeVariables(themeVariables: ThemeVariables): Promise<void>;
  /** Sets the reading direction, as a BCP 47 tag. Set the texts with `messages`. */
  setLocale(locale: string): Promise<void>;
}

/** The table of a group: each method creates its command. */
type Makes<Group, Made> = {
  [K in keyof Group]: Group[K] extends (...args: infer A) => unknown ? (...args: A) => Made : never;
};

export const commands = {
  connect: (to: ConnectArguments): Command => {
    const { connectorId, walletId, provider, email, namespace } = fields(to);
    if (provider || email) return { type: 'embedded.start', provider, email };
    const id = connectorId ?? walletId;
    if (!id)
      throw new TypeError(
        'connect() needs a connectorId, walletId, provider or email; open() shows the list',
      );
    return { type: 'connect.start', connectorId: id, namespace };
  },
  updateEmail: (): Command => ({ type: 'router.open', view: 'UpdateEmailWallet' }),
  setPreferredAccountType: (accountType: 'eoa' | 'smartAccount', _namespace?: Namespace): Command => ({
    type: 'embedded.accountType',
    accountType,
  }),
  disconnect: (namespace?: Namespace): Command => ({ type: 'accounts.disconnect', namespace }),
  switchConnection: (to): Command => {
    const { connection, address } = fields(to);
    return { type: 'connections.switch', connection, ...(address !== undefined && { address }) };
  },
  deleteConnection: (which: WhichConnection): Command => {
    const { namespace, connectorId } = fields(which);
    return { type: 'connections.delete', namespace, connectorId };
  },
  describeTransaction: (transaction): Command => {
    const { hash, description, confirmations } = fields(transaction);
    return {
      type: 'transactions.describe',
      hash,
      description,
      ...(confirmations !== undefined && { confirmations }),
    };
  },
  addNetwork: (namespace, network): Command => ({
    type: 'networks.add',
    namespace,
    network,
  }),
  removeNetwork: (namespace: Namespace, id: number | string): Command => ({
    type: 'networks.remove',
    namespace,
    id,
  }),
  redirect: (view): Command => ({ type: 'router.reset', view }),
  replace: (view): Command => ({ type: 'router.replace', view }),
  showSuccess: (message: string): Command => ({ type: 'toasts.show', message, variant: 'success' }),
  showError: (message: string): Command => ({ type: 'toasts.show', message, variant: 'error' }),
} satisfies Makes<EngineCommands, Command>;

/** Commands that must be stored but don't start the engine: the next engine runs them first. */
export const keptCommands = {
  setAnalyticsConsent: (granted: boolean): Command => ({ type: 'telemetry.consent', granted: !!granted }),
  addAddressLabel: (address: string, label: string): Command => ({ type: 'accounts.label', address, label }),
  removeAddressLabel: (address: string): Command => ({ type: 'accounts.label', address, label: null }),
} satisfies Makes<KeptCommands, Command>;

/** Methods that set an option: method -> option, and the command for a running engine. */
export const settings = {
  setThemeMode: (themeMode: ThemeSlice['themeMode']): [object, Command] => [
    { themeMode },
    { type: 'theme.mode', themeMode },
  ],
  setThemeVariables: (themeVariables): [object, Command] => [
    { themeVariables },
    { type: 'theme.variables', themeVariables },
  ],
  setLocale: (locale: string): [object, Command] => [
    { locale },
    { type: 'options.update', options: { locale } },
  ],
} satisfies Makes<SettingCommands, [object, Command]>;

/** The methods of the handle that the tables create. */
export interface Commands extends EngineCommands, KeptCommands, SettingCommands {}
