// Supports pages that find a connector by its position (`connectors[2]`) or its ID (`metaMask`), as before they migrated. The config has one
// connector for all wallets. Each ID returns that connector under its own name: the modal connects the browser wallet directly, or otherwise
// shows the list. Iterating over the connectors (`map`, `forEach`, `for of`) still yields the one connector.

import { UserRejectedRequestError } from 'viem';
import type { WalletModalHandle } from 'wallet-modal';
import { warnOnce } from '../shared/warn-once';

/** ID of a connector in wagmi or in a kit over it -> the name for users, and the name that its wallet announces (EIP-6963) */
export type AskedRow = readonly [id: string, name: string, rdns?: string | undefined];

/** The members of wagmi's connector that this file uses. */
interface ConnectorLike {
  id: string;
  name: string;
  type: string;
  connect?(parameters?: { isReconnecting?: boolean | undefined }): Promise<unknown>;
  getModal?(): WalletModalHandle | undefined;
}

type Connectors = readonly ConnectorLike[];
type Is = (connector: ConnectorLike, index: number, all: Connectors) => unknown;

/** the QR code of every mobile wallet */
const RELAY = 'walletConnect';
/** any browser wallet */
const INJECTED = 'injected';
const METAMASK = 'io.metamask';
const COINBASE = 'com.coinbase.wallet';

/** The IDs of wagmi's own connectors and of the best-known wallets. */
const ROWS: readonly AskedRow[] = [
  ['metaMask', 'MetaMask', METAMASK],
  ['metaMaskSDK', 'MetaMask', METAMASK],
  [METAMASK, 'MetaMask', METAMASK],
  ['coinbaseWallet', 'Coinbase Wallet', COINBASE],
  ['coinbaseWalletSDK', 'Coinbase Wallet', COINBASE],
  [COINBASE, 'Coinbase Wallet', COINBASE],
  ['baseAccount', 'Base Account'],
  [RELAY, 'WalletConnect'],
  [INJECTED, 'Injected'],
];

const isOurs = ({ type }: ConnectorLike): boolean => type == 'walletModal';
const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;
const refused = (): Error => Object.assign(new Error('The user closed the modal.'), { code: 4001 });

/** Returns the browser wallets that match a connector ID. */
function inPage(modal: WalletModalHandle, wanted: string) {
  const wallets = modal.getConnectors('eip155');
  if (wanted == INJECTED) return wallets.filter(({ type }) => type == 'ANNOUNCED' || type == 'INJECTED');
  const rdns = wanted.toLowerCase();
  return wallets.filter(({ id, info }) => id == wanted || info?.rdns?.toLowerCase() == rdns);
}

/** Connects the browser wallet if only one claims the name. Returns false otherwise: the user has to choose in the list (T3). */
export async function connectInPage(modal: WalletModalHandle, wanted: string): Promise<boolean> {
  await modal.ready();
  const [found, ...others] = inPage(modal, wanted);
  if (!found || others.length || found.conflict) return false;
  await modal.connect({ connectorId: found.id, namespace: 'eip155' });
  return true;
}

/** Shows the QR code, until an account is connected. Rejects when the user closes the modal. */
async function showCode(modal: WalletModalHandle): Promise<void> {
  await modal.open({ view: 'ConnectingWalletConnectBasic', namespace: 'eip155' });
  await new Promise<void>((done, fail) => {
    const leaves: (() => void)[] = [];
    const look = (): void => {
      const { isConnected } = modal.getAccount('eip155');
      if (!isConnected && modal.isOpen()) return;
      // the first call has no subscription to end yet
      queueMicrotask(() => leaves.splice(0).forEach((leave) => leave()));
      if (isConnected) done();
      else fail(refused());
    };
    leaves.push(modal.subscribeAccount(look, 'eip155'), modal.subscribeState(look));
    look();
  });
}

/** The modal's connector under the requested ID. For wagmi it's the same connector, because it has the same `uid` and emitter. */
function under(ours: ConnectorLike, [id, name, rdns]: AskedRow): ConnectorLike {
  const connect = async (parameters: { isReconnecting?: boolean | undefined } = {}): Promise<unknown> => {
    const modal = ours.getModal?.();
    if (modal && !parameters.isReconnecting && !modal.getAccount('eip155').isConnected)
      try {
        if (id == RELAY) await showCode(modal);
        else await connectInPage(modal, rdns ?? id);
      } catch (error) {
        if (codeOf(error) == 4001) throw new UserRejectedRequestError(error as Error);
        throw error;
      }
    // Already connected, or chosen in the list.
    return ours.connect!(parameters);
  };
  return { ...ours, id, name, connect };
}

/** The connectors of a config, which also respond to a position or an ID. */
function withIds(real: Connectors, more: readonly AskedRow[]): Connectors {
  const ours = real.find(isOurs);
  if (!ours) return real;
  const byId = new Map<string, ConnectorLike>();
  const connectorsByName = (): ConnectorLike[] => {
    // The modal doesn't exist before the body does.
    const modal = globalThis.document?.body ? ours.getModal?.() : undefined;
    const announced = modal?.getConnectors('eip155') ?? [];
    const rows = [...ROWS, ...more, ...announced.map(({ id, name }): AskedRow => [id, name, id])];
    for (const row of rows) if (!byId.has(row[0])) byId.set(row[0], under(ours, row));
    return [...byId.values()];
  };
  /** A predicate that matches all connectors doesn't select by ID. */
  const matchesOf = (is: Is): ConnectorLike[] => {
    const all = connectorsByName();
    const matches = all.filter((one, index) => is(one, index, all));
    return matches.length < all.length ? matches : [];
  };
  const at = (index: number): ConnectorLike => {
    warnOnce(
      `connectors[${index}]`,
      'The config has one connector for all wallets. This position returns that connector, which opens the list. For one wallet, use its ID: connectors.find(({ id }) => id === "metaMask")',
    );
    return ours;
  };
  const instead: Record<string, unknown> = {
    find: (is: Is) => real.find(is) ?? matchesOf(is)[0],
    some: (is: Is) => real.some(is) || matchesOf(is).length > 0,
    filter: (is: Is) => {
      const match = real.filter(is);
      return match.length ? match : matchesOf(is);
    },
    at: (index: number) => (index < real.length ? real.at(index) : at(index)),
  };
  return new Proxy(real, {
    get(target, name) {
      if (typeof name == 'string' && Object.hasOwn(instead, name)) return instead[name];
      if (typeof name == 'string' && /^\d+$/.test(name) && Number(name) >= target.length)
        return at(Number(name));
      return Reflect.get(target, name) as unknown;
    },
  });
}

/** config -> its IDs in addition to those above */
const answers = new WeakMap<object, AskedRow[]>();

/** Lets a page find a wagmi config's connectors by position and by ID. */
export function answerConnectors(config: object, rows: readonly AskedRow[] = []): void {
  const existing = answers.get(config);
  if (existing) {
    for (const row of rows) if (!existing.includes(row)) existing.push(row);
    return;
  }
  const more = [...rows];
  answers.set(config, more);
  const own = Object.getOwnPropertyDescriptor(config, 'connectors');
  // Doesn't change a config without the modal's connector.
  if (!own?.get || !own.configurable) return;
  const read = own.get as () => Connectors;
  let last: { real: Connectors; shown: Connectors } | undefined;
  Object.defineProperty(config, 'connectors', {
    ...own,
    get(): Connectors {
      const real = read.call(config);
      if (last?.real != real) last = { real, shown: withIds(real, more) };
      return last.shown;
    },
  });
}
