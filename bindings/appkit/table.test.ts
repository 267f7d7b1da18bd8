// docs/guide/from-appkit.md has a row for every name of AppKit, and this test checks each row. The names come from AppKit's types (names.json,
// version 1.7.20; Bitcoin 1.7.11, ethers 5 1.7.10). `WRITE_TABLE=1` writes the table.
// @vitest-environment jsdom
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { forgetSaid } from '../shared/warn-once';
import { ELEMENTS } from './elements';
import {
  UNSUPPORTED_EXPORTS,
  UNSUPPORTED_FEATURES,
  UNSUPPORTED_METHODS,
  UNSUPPORTED_OPTIONS,
  UNSUPPORTED_PROPERTIES,
  UNSUPPORTED_SIWX,
} from './gone';
import { AppKit } from './kit';
import names from './names.json';
import { ourOptions, RENAMED } from './options';
import { mainnet } from './testing';
import { SCALES } from './theme';

const GUIDE = path.resolve('docs/guide/from-appkit.md');
const START = '<!-- table: bindings/appkit/table.test.ts -->\n';

/** the modules here; Solana's needs a library that only Solana pages have, so its source is read */
const ENTRIES: Record<string, () => Promise<object>> = {
  '@reown/appkit': () => import('./index'),
  '@reown/appkit/react': () => import('./react'),
  '@reown/appkit/vue': () => import('./vue'),
  '@reown/appkit/networks': () => import('./networks'),
  '@reown/appkit-adapter-wagmi': () => import('./wagmi'),
  '@reown/appkit-adapter-ethers': () => import('./ethers'),
  '@reown/appkit-adapter-ethers5': () => import('./ethers5'),
  '@reown/appkit-adapter-solana': async () => exportsOf('solana.ts'),
  '@reown/appkit-adapter-solana/react': async () => ({
    ...exportsOf('solana.ts'),
    ...exportsOf('solana-react.ts'),
  }),
  '@reown/appkit-adapter-solana/vue': async () => ({
    ...exportsOf('solana.ts'),
    ...exportsOf('solana-vue.ts'),
  }),
  '@reown/appkit-adapter-bitcoin': () => import('./bitcoin'),
  '@reown/appkit-siwe': () => import('./siwe'),
  '@reown/appkit-siwx': () => import('./siwx'),
  '@reown/appkit-siwx/react': () => import('./siwx-react'),
  '@reown/appkit-siwx/vue': () => import('./siwx-vue'),
  '@reown/appkit-wallet-button': () => import('./wallet-button'),
  '@reown/appkit-wallet-button/react': () => import('./wallet-button-react'),
};

function exportsOf(file: string): object {
  const text = readFileSync(path.resolve('bindings/appkit', file), 'utf8');
  const exports = [...text.matchAll(/^export (?:const|class|function) (\w+)/gm)];
  return Object.fromEntries(exports.map(([, name]) => [name, true]));
}

/** Names that behave differently. */
const DIFFERENT: Record<string, string> = {
  enableCoinbase: 'Defaults to true, as in AppKit.',
  adapters: 'Selects the namespaces and their providers. The namespaces of `networks` apply.',
  debug: 'Defaults to true only on loopback hosts.',
  siwx: 'Uses built-in parts for the parts that you leave out.',
  showWallets: 'Sets `features.emailShowWallets`.',
  universalProviderConfigOverride: 'Sets the option `pairing`, by namespace.',
  history: 'Sets `activity`.',
  analytics: 'Defaults to false. The modal sends no reports unless you set it.',
  setLoading: 'Shows the buttons as busy, and sets `getState().loading`.',
  updateRemoteFeatures: 'Works as `updateFeatures`.',
  getRemoteFeatures: 'Returns the active features, from the options or from the project.',
  remoteFeatures: 'Returns the active features, from the options or from the project.',
  subscribeRemoteFeatures: 'Returns the active features, from the options or from the project.',
  getProvider: 'Returns the same object for all wallets, until the page unloads.',
  disconnect: 'Also resolves if no account is connected.',
  version: 'Is `wallet-modal`.',
  ready: 'Starts the engine.',
  WagmiAdapter: 'Puts one connector for all wallets into `wagmiConfig` ([wagmi.md](wagmi.md)).',
  useAppKitBalance: 'Reads EVM balances from the node. Other balances come from the engine.',
  bitcoin: 'Its RPC URL is an Esplora indexer.',
  bitcoinTestnet: 'Its RPC URL is an Esplora indexer.',
  AppKitWalletButton: 'Shows the account after the user connects.',
  'appkit-wallet-button': 'Shows the account after the user connects.',
  createAppKitWalletButton:
    'Is ready as soon as the modal exists. `connect` rejects if the user closes the modal.',
  useAppKitWallet: 'Is ready as soon as the modal exists. `connect` rejects if the user closes the modal.',
  DefaultSIWX: 'The modal verifies signatures. Sessions expire after 7 days.',
  EIP155Verifier: "Turns on the modal's own check. `verify` always resolves to false.",
  SolanaVerifier: "Turns on the modal's own check. `verify` always resolves to false.",
  BIP122Verifier: "Turns on the modal's own check. `verify` always resolves to false.",
  LocalStorage: 'Keeps one session for each account and network, and the last 20 sessions.',
  ReownAuthentication: UNSUPPORTED_SIWX.ReownAuthentication,
  CloudAuthSIWX: UNSUPPORTED_SIWX.ReownAuthentication,
  AVAILABLE_NAMESPACES: 'Lists the five namespaces of this modal.',
  'appkit-connect-button': 'Shows the account after the user connects.',
  'w3m-connect-button': 'Shows the account after the user connects.',
};

type Row = [name: string, says: string];
const alternativeOf = (of: Record<string, string>) => (name: string) =>
  Object.hasOwn(of, name) ? of[name] : undefined;
const row = (name: string, way?: string): Row => [
  name,
  way ? `Not available. ${way}` : DIFFERENT[name] ? `Different. ${DIFFERENT[name]}` : 'Same',
];
const section = (title: string, rows: Row[]): string =>
  [
    `### ${title}`,
    '',
    '| name | in wallet-modal |',
    '|---|---|',
    ...rows.map(([name, says]) => `| \`${name}\` | ${says} |`),
    '',
  ].join('\n');

/** The difference of an option that is renamed or converted. */
function ourName(name: string): string | undefined {
  const renamed = (RENAMED as Record<string, string>)[name] ?? SCALES[name]?.[0];
  return renamed && `\`${renamed}\``;
}
const option =
  (of: Record<string, string>) =>
  (name: string): Row => {
    const ours = ourName(name);
    return ours ? [name, `Same. The modal's own name is ${ours}.`] : row(name, alternativeOf(of)(name));
  };

function table(): string {
  const packages = Object.entries(names.packages).map(([title, { values }]) =>
    section(
      `\`${title}\``,
      values.map((name) => row(name, alternativeOf(UNSUPPORTED_EXPORTS)(name))),
    ),
  );
  const methods = { ...UNSUPPORTED_METHODS, ...UNSUPPORTED_PROPERTIES };
  return [
    ...packages,
    section(
      'the modal',
      names.modal.map((name) => row(name, alternativeOf(methods)(name))),
    ),
    section('options of `createAppKit`', names.options.map(option(UNSUPPORTED_OPTIONS))),
    section('`features`', names.features.map(option(UNSUPPORTED_FEATURES))),
    section('`themeVariables`', names.variables.map(option({}))),
    section(
      'elements',
      Object.entries(names.elements).map(([name, list]): Row => {
        const attributes = list.map((one) => `\`${one}\``).join(', ');
        return [name, row(name)[1] + (attributes && ` (${attributes})`)];
      }),
    ),
  ].join('\n');
}

test('@10.41 the guide’s table lists every original name', () => {
  const text = readFileSync(GUIDE, 'utf8');
  const [before] = text.split(START);
  const expected = `${before}${START}\n${table()}`;
  if (process.env.WRITE_TABLE) writeFileSync(GUIDE, expected);
  else expect(text.trimEnd()).toBe(expected.trimEnd());
});

test('@10.41 each listed export exists', async () => {
  for (const [title, { values }] of Object.entries(names.packages)) {
    const entry = await ENTRIES[title]!();
    expect(
      values.filter((name) => !(name in entry)),
      title,
    ).toEqual([]);
  }
});

test('@10.41 each listed method and property of the modal exists', () => {
  const modal = new AppKit({ projectId: 'p', networks: [mainnet] }, null);
  expect(names.modal.filter((name) => !(name in modal))).toEqual([]);
});

test('@10.41 each option and feature is passed on or warned of', () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const read = ['adapters', 'features', 'showWallets', 'themeVariables', 'universalProviderConfigOverride'];
  for (const name of names.options.filter((one) => !read.includes(one))) {
    forgetSaid();
    warned.mockClear();
    const ours = ourOptions({ [name]: 'given' } as never);
    const to = (RENAMED as Record<string, string>)[name] ?? name;
    if (Object.hasOwn(UNSUPPORTED_OPTIONS, name))
      expect([ours, warned.mock.calls.length], name).toEqual([{}, 1]);
    else expect(ours, name).toEqual({ [to]: 'given' });
  }
  for (const name of names.features.filter((one) => !Object.hasOwn(UNSUPPORTED_FEATURES, one)))
    expect(Object.values(ourOptions({ features: { [name]: true } }).features!), name).toEqual([true]);
});

test('@10.41 each listed element exists', () => {
  for (const name of Object.keys(names.elements)) {
    const [, bare] = /^(?:appkit|w3m)-(.*)$/.exec(name)!;
    expect(bare == 'modal' || Object.hasOwn(ELEMENTS, bare!), name).toBe(true);
  }
});
