// docs/guide/from-appkit.md has a row for every name of AppKit, and each row is true: what is there is there, what is not says so. The names are
// those of the originals' types (names.json, of 1.7.20; of Bitcoin 1.7.11 and of ethers 5 1.7.10). `WRITE_TABLE=1` writes the table.
// @vitest-environment jsdom
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { forgetSaid } from '../shared/say-once';
import { ELEMENTS } from './elements';
import { GONE_EXPORTS, GONE_FEATURES, GONE_METHODS, GONE_OPTIONS, GONE_PROPERTIES, GONE_SIWX } from './gone';
import { AppKit } from './kit';
import names from './names.json';
import { ourOptions, RENAMED } from './options';
import { mainnet } from './testing';
import { SCALES } from './theme';

const GUIDE = path.resolve('docs/guide/from-appkit.md');
const START = '<!-- table: bindings/appkit/table.test.ts -->\n';

/** where each package is here; solana's needs a library that only pages of solana have, so its source is read */
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
  const found = [...text.matchAll(/^export (?:const|class|function) (\w+)/gm)];
  return Object.fromEntries(found.map(([, name]) => [name, true]));
}

/** what is there and does something else, or something less */
const DIFFERENT: Record<string, string> = {
  enableCoinbase: 'true unless it is given, as there',
  adapters: 'which families are meant, and their providers; families are those of `networks`',
  debug: 'true on this machine alone unless it is given',
  siwx: 'what is left out of it is built in',
  showWallets: '`features.emailShowWallets`',
  universalProviderConfigOverride: 'the option `pairing`, by family',
  history: '`activity`',
  analytics: 'nothing is reported unless it is set',
  setLoading: 'makes the buttons busy, and `getState().loading`',
  updateRemoteFeatures: 'as `updateFeatures`',
  getRemoteFeatures: 'the features in force, whoever has set them',
  remoteFeatures: 'the features in force, whoever has set them',
  subscribeRemoteFeatures: 'the features in force, whoever has set them',
  getProvider: 'one object for the life of the page, whatever wallet is behind it',
  disconnect: 'resolves also where nobody is connected',
  version: '`wallet-modal`',
  ready: 'starts the engine',
  WagmiAdapter: 'one connector of ours in `wagmiConfig`, [wagmi.md](wagmi.md)',
  useAppKitBalance: 'of eip155 asked of the node, else what the engine has read',
  bitcoin: 'its node is an indexer in the shape of Esplora',
  bitcoinTestnet: 'its node is an indexer in the shape of Esplora',
  AppKitWalletButton: 'shows the account once somebody is connected',
  'appkit-wallet-button': 'shows the account once somebody is connected',
  createAppKitWalletButton: 'ready as soon as there is a modal; `connect` rejects when that is closed',
  useAppKitWallet: 'ready as soon as there is a modal; `connect` rejects when that is closed',
  DefaultSIWX: 'signatures are verified by the modal; sessions end after 7 days',
  EIP155Verifier: 'stands for the check of the modal; called by itself it says no',
  SolanaVerifier: 'stands for the check of the modal; called by itself it says no',
  BIP122Verifier: 'stands for the check of the modal; called by itself it says no',
  LocalStorage: 'one session for an account on a network, the last twenty',
  ReownAuthentication: GONE_SIWX.ReownAuthentication,
  CloudAuthSIWX: GONE_SIWX.ReownAuthentication,
  AVAILABLE_NAMESPACES: 'the five families of this modal',
  'appkit-connect-button': 'shows the account once somebody is connected',
  'w3m-connect-button': 'shows the account once somebody is connected',
};

type Row = [name: string, says: string];
const gone = (of: Record<string, string>) => (name: string) =>
  Object.hasOwn(of, name) ? of[name] : undefined;
const row = (name: string, way?: string): Row => [
  name,
  way ? `not there: ${way}` : DIFFERENT[name] ? `different: ${DIFFERENT[name]}` : 'same',
];
const section = (title: string, rows: Row[]): string =>
  [
    `### ${title}`,
    '',
    '| name | here |',
    '|---|---|',
    ...rows.map(([name, says]) => `| \`${name}\` | ${says} |`),
    '',
  ].join('\n');

/** What is different of an option that is passed on under another name, or counted over. */
function ourName(name: string): string | undefined {
  const renamed = (RENAMED as Record<string, string>)[name] ?? SCALES[name]?.[0];
  return renamed && `\`${renamed}\``;
}
const option =
  (of: Record<string, string>) =>
  (name: string): Row => {
    const ours = ourName(name);
    return ours ? [name, `same; ours is ${ours}`] : row(name, gone(of)(name));
  };

function table(): string {
  const packages = Object.entries(names.packages).map(([title, { values }]) =>
    section(
      `\`${title}\``,
      values.map((name) => row(name, gone(GONE_EXPORTS)(name))),
    ),
  );
  const methods = { ...GONE_METHODS, ...GONE_PROPERTIES };
  return [
    ...packages,
    section(
      'the modal',
      names.modal.map((name) => row(name, gone(methods)(name))),
    ),
    section('options of `createAppKit`', names.options.map(option(GONE_OPTIONS))),
    section('`features`', names.features.map(option(GONE_FEATURES))),
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

test('@10.41 the table of the guide has every name of the originals', () => {
  const text = readFileSync(GUIDE, 'utf8');
  const [before] = text.split(START);
  const wanted = `${before}${START}\n${table()}`;
  if (process.env.WRITE_TABLE) writeFileSync(GUIDE, wanted);
  else expect(text.trimEnd()).toBe(wanted.trimEnd());
});

test('@10.41 each name that an entry exports is there, also the one that says that it is not', async () => {
  for (const [title, { values }] of Object.entries(names.packages)) {
    const entry = await ENTRIES[title]!();
    expect(
      values.filter((name) => !(name in entry)),
      title,
    ).toEqual([]);
  }
});

test('@10.41 each method and property of the modal is there', () => {
  const modal = new AppKit({ projectId: 'p', networks: [mainnet] }, null);
  expect(names.modal.filter((name) => !(name in modal))).toEqual([]);
});

test('@10.41 each option and feature is passed on, or says that it is not', () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const read = ['adapters', 'features', 'showWallets', 'themeVariables', 'universalProviderConfigOverride'];
  for (const name of names.options.filter((one) => !read.includes(one))) {
    forgetSaid();
    warned.mockClear();
    const ours = ourOptions({ [name]: 'given' } as never);
    const to = (RENAMED as Record<string, string>)[name] ?? name;
    if (Object.hasOwn(GONE_OPTIONS, name)) expect([ours, warned.mock.calls.length], name).toEqual([{}, 1]);
    else expect(ours, name).toEqual({ [to]: 'given' });
  }
  for (const name of names.features.filter((one) => !Object.hasOwn(GONE_FEATURES, one)))
    expect(Object.values(ourOptions({ features: { [name]: true } }).features!), name).toEqual([true]);
});

test('@10.41 each element is there', () => {
  for (const name of Object.keys(names.elements)) {
    const [, bare] = /^(?:appkit|w3m)-(.*)$/.exec(name)!;
    expect(bare == 'modal' || Object.hasOwn(ELEMENTS, bare!), name).toBe(true);
  }
});
