// The wallets of the page "Strange wallets": the test kit's (bindings/testing), which run in the page itself. In a browser test, the kit
// is in Node and only a part is in the page; here both are in the page, so each habit has one implementation. `from` names its source.
import {
  BITCOIN_HABITS,
  COSMOS_HABITS,
  ETHEREUM_HABITS,
  POLKADOT_HABITS,
  SOLANA_HABITS,
  type Habit,
} from '../../bindings/testing/habits';
import type { ScriptedPage } from '../../bindings/testing/page';
import { BitcoinWallet } from '../../bindings/testing/wallets/bitcoin';
import { CosmosWallet } from '../../bindings/testing/wallets/cosmos';
import { EthereumWallet } from '../../bindings/testing/wallets/ethereum';
import { PolkadotWallet } from '../../bindings/testing/wallets/polkadot';
import type { WalletRequest, ScriptedWallet } from '../../bindings/testing/wallets/scripted';
import { SolanaWallet } from '../../bindings/testing/wallets/solana';
import { MAINNET, REGTEST_CHAIN } from '../../bindings/testing/keys/bitcoin.mjs';

type Scripted = ScriptedWallet<WalletRequest>;

/** A row of the page's list. `on` is the namespace of its networks, `href` its own page. */
export interface Strange extends Habit {
  id: string;
  title: string;
  on: string;
  href?: string;
}

/** A wallet in the page, and the user's actions in it. */
export interface Shown {
  name: string;
  wallet: Scripted;
  actions: Record<string, () => Promise<void>>;
}

/** The parts of the demo's configuration that the wallets need. */
export interface Config {
  networks: { id: number; rpcUrls: { default: { http: string[] } } }[];
  cosmosNetworks: { caipNetworkId: string }[];
  bitcoinNetworks: object[];
}

/** This page, in the shape of a Playwright page. */
const here: ScriptedPage = {
  addInitScript: async (run, given) => run(given),
  exposeFunction: async (name, made) => {
    (window as unknown as Record<string, unknown>)[name] = async (...given: unknown[]) => made(...given);
  },
  evaluate: async (run, given) => run(given) as unknown,
};

const rows = (on: string, table: Readonly<Record<string, Habit>>): Strange[] =>
  Object.entries(table).map(([name, habit]) => ({
    ...habit,
    id: `${on}.${name}`,
    title: name.replaceAll('-', ' '),
    on,
  }));

/** TABLE: the habits that can be turned on. */
export const STRANGE: readonly Strange[] = [
  ...rows('eip155', ETHEREUM_HABITS),
  {
    id: 'eip155.shared-uuid',
    title: 'shared uuid',
    on: 'eip155',
    does: 'Two wallets announce the same uuid.',
    from: 'a guess, from bug reports of wallets that were copied',
  },
  {
    id: 'eip155.late-safe',
    title: 'late Safe',
    on: 'eip155',
    does: 'A Safe around the page responds for the first time after 3 s.',
    from: '@safe-global/safe-apps-sdk 9.1.0: src/communication (protocol); the time is a guess',
    href: '/safe?late_ms=3000',
  },
  ...rows('solana', SOLANA_HABITS),
  ...rows('polkadot', POLKADOT_HABITS),
  {
    id: 'polkadot.other-case',
    title: 'other case',
    on: 'polkadot',
    does: 'Is "enkrypt" for Polkadot and "Enkrypt" for Ethereum, where it announces no icon.',
    from: 'Enkrypt 2.17: packages/extension/src/providers/polkadot/inject.ts, ethereum/inject.ts; that the icon is missing is a guess',
  },
  ...rows('cosmos', COSMOS_HABITS),
  ...rows('bip122', BITCOIN_HABITS),
];

const lockable = (wallet: Scripted) => ({ Lock: () => wallet.lock(), Unlock: () => wallet.unlock() });

/** Options that the habits need: a network that a wallet knows, with the demo's node. */
export function optionsFor(chosen: readonly string[], { bitcoinNetworks }: Config): object {
  if (!chosen.includes('bip122.empty-address')) return {};
  const [, id] = MAINNET.split(':');
  return { networks: [{ ...bitcoinNetworks[0], id, caipNetworkId: MAINNET, name: 'Bitcoin' }] };
}

/** Adds the wallets with these habits to the page. */
export async function install(
  chosen: readonly string[],
  { networks, cosmosNetworks }: Config,
): Promise<Shown[]> {
  const shown: Shown[] = [];
  const habitsOf = <Name extends string>(on: string, table: Readonly<Record<Name, Habit>>): Name[] =>
    (Object.keys(table) as Name[]).filter((name) => chosen.includes(`${on}.${name}`));
  const isOn = (on: string) => chosen.some((id) => id.startsWith(`${on}.`));
  const has = (id: string) => chosen.includes(id);

  const chains = Object.fromEntries(networks.map(({ id, rpcUrls }) => [id, rpcUrls.default.http[0]!]));
  const chain = networks[0]!.id;
  const ethereum = async (script: Parameters<typeof EthereumWallet.install>[1]) => {
    const wallet = await EthereumWallet.install(here, { chains, chain, ...script });
    const accounts = (script?.words ?? ['account 1', 'account 2']).length;
    shown.push({
      name: `${script?.name ?? 'Strange wallet'} (Ethereum)`,
      wallet,
      actions: {
        ...lockable(wallet),
        ...(accounts > 1 && {
          'Switch account': async () => {
            const [first, ...others] = wallet.accounts;
            await wallet.switchAccount([...others, first!]);
          },
        }),
      },
    });
  };
  if (isOn('eip155')) {
    const habits = habitsOf('eip155', ETHEREUM_HABITS);
    const named = habits.includes('other-global') ? {} : { name: 'Strange wallet', rdns: 'test.strange' };
    // it only knows its own network
    const knows = habits.includes('errors-as-refusals') ? { chains: { [chain]: chains[chain]! } } : {};
    await ethereum({ ...named, ...knows, habits });
    if (has('eip155.shared-uuid'))
      await ethereum({ name: 'Its copy', rdns: 'test.copy', words: ['account 3'] });
  }
  if (isOn('solana')) {
    const habits = habitsOf('solana', SOLANA_HABITS);
    const wallet = await SolanaWallet.install(here, { name: 'Strange Sun', habits });
    shown.push({ name: 'Strange Sun (Solana)', wallet, actions: lockable(wallet) });
  }
  if (isOn('polkadot')) {
    const key = has('polkadot.other-case') ? 'enkrypt' : 'strange-moon';
    const wallet = await PolkadotWallet.install(here, { key, habits: habitsOf('polkadot', POLKADOT_HABITS) });
    shown.push({
      name: `${key} (Polkadot)`,
      wallet,
      actions: { 'Open and allow': () => wallet.open(), 'Share no account': () => wallet.accounts([]) },
    });
    if (has('polkadot.other-case')) await ethereum({ name: 'Enkrypt', rdns: 'com.enkrypt', icon: '' });
  }
  if (isOn('cosmos')) {
    const wallet = await CosmosWallet.install(here, {
      habits: habitsOf('cosmos', COSMOS_HABITS),
      chains: has('cosmos.refuses-networks')
        ? []
        : cosmosNetworks.map(({ caipNetworkId }) => caipNetworkId.slice('cosmos:'.length)),
    });
    shown.push({
      name: 'Keplr (Cosmos)',
      wallet,
      actions: { 'Switch account': () => wallet.use(1), 'Back to the first account': () => wallet.use(0) },
    });
  }
  for (const [habit, dialect] of [
    ['empty-address', 'unisat'],
    ['unsure-broadcast', 'leather'],
  ] as const) {
    if (!has(`bip122.${habit}`)) continue;
    // wallets like UniSat don't support regtest
    const chain = dialect == 'unisat' ? MAINNET : REGTEST_CHAIN;
    const wallet = await BitcoinWallet.install(here, { dialect, habits: [habit], chain });
    shown.push({
      name: `${dialect} (Bitcoin)`,
      wallet,
      actions: {
        'Share no account': () => wallet.goes({ isGranted: false }),
        'Share it again': () => wallet.goes({ isGranted: true }),
      },
    });
  }
  return shown;
}
