// The blocks of code of the guide, as they stand in its markdown: ```js main.js is the file main.js of a project. What a reader puts
// in place of (an id, the host of dist/, a node) is put in place of here, and nothing else is changed.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { REGTEST_CHAIN } from '../../bindings/testing/keys/bitcoin.mjs';
import { BITCOIN_URL, CHAIN_URL, CHAIN_URLS, HOST_URLS, PAGE_URL, SOLANA_URL } from '../support/ports';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const GUIDE = path.join(ROOT, 'docs/guide');
const SOURCES = [
  ...readdirSync(GUIDE, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join(GUIDE, name)),
  path.join(ROOT, 'README.md'),
  path.join(ROOT, 'docs/payments.md'),
  path.join(ROOT, 'docs/calls.md'),
];

/** The blocks of docs/guide/how-to, which how-to.e2e.ts runs. */
export const HOW_TO = [
  'custom-button.html',
  'custom-button.ts',
  'custom-button-react.tsx',
  'show-balance.ts',
  'show-balance-react.tsx',
  'send-transaction.ts',
  'send-transaction-click.ts',
  'sign-message.ts',
  'sign-message-server.ts',
  'switch-network.ts',
  'add-network.ts',
  'gate-a-page.html',
  'gate-a-page.ts',
  'gate-a-page-react.tsx',
  'handle-disconnect.html',
  'handle-disconnect.ts',
  'account-server.mjs',
  'account-cookie.mjs',
  'solana-wallet.ts',
  'solana-transfer.ts',
  'bitcoin-wallet.ts',
  'bitcoin-transfer.ts',
  'accept-payment.ts',
  'accept-payment-server.ts',
  'email-login.html',
  'email-login.ts',
  'email-login-form.ts',
  'localize.ts',
];

export interface Block {
  language: string;
  file: string;
  text: string;
}

/** Every block there is; what a page exchanges (`diff`) is in scripts/moves.test.mjs. One without a file name is a mistake of the guide. */
export const BLOCKS: readonly Block[] = SOURCES.flatMap((source) =>
  [...readFileSync(source, 'utf8').matchAll(/^```(\S*)[ ]?(\S*)\n(.*?)^```$/gms)].flatMap(
    ([, language = '', file = '', text = '']) => {
      if (language == 'diff' || language == 'mermaid') return [];
      if (!file)
        throw new Error(`${path.relative(ROOT, source)}: a block without a file name: ${text.slice(0, 80)}`);
      return { language, file, text };
    },
  ),
);

const services = JSON.stringify({
  wallet: HOST_URLS.wallets,
  data: HOST_URLS.data,
  secure: HOST_URLS.secure,
  analytics: HOST_URLS.analytics,
  relay: [HOST_URLS.relay.replace(/^http/, 'ws')],
});
/** `dist/embed.html` has the hash of this build. */
const integrity = () =>
  /global\.js" integrity="([^"]+)"/.exec(readFileSync(path.join(ROOT, 'dist/embed.html'), 'utf8'))![1]!;

const VALUES: [RegExp, (() => string) | string][] = [
  [/projectId: 'YOUR_PROJECT_ID'/g, `projectId: 'demo', services: ${services}`],
  [/project-id="YOUR_PROJECT_ID"/g, 'project-id="demo"'],
  [/https:\/\/your\.host\/wallet-modal\//g, `${PAGE_URL}/dist/`],
  [/https:\/\/your\.node/g, CHAIN_URL],
  [/https:\/\/your\.polygon\.node/g, CHAIN_URLS[2]!],
  [/\b137\b/g, '1339'],
  [/https:\/\/your\.solana\.node/g, SOLANA_URL],
  [/\b5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp\b/g, 'localnet'],
  [/https:\/\/your\.esplora\.node/g, BITCOIN_URL],
  [/\b000000000019d6689c085ae165831e93\b/g, REGTEST_CHAIN.replace('bip122:', '')],
  [/\bid: 1,/g, 'id: 1337,'],
  [/'eip155:1'/g, "'eip155:1337'"],
  [/sha384-\.\.\./g, integrity],
  [/https:\/\/api\.web3modal\.org/g, HOST_URLS.wallets],
  [/https:\/\/rpc\.walletconnect\.org/g, HOST_URLS.data],
  [/wss:\/\/relay\.walletconnect\.org/g, HOST_URLS.relay.replace(/^http/, 'ws')],
  [/https:\/\/pulse\.walletconnect\.org/g, HOST_URLS.analytics],
  [/https:\/\/secure\.walletconnect\.org/g, HOST_URLS.secure],
  [/\.\.\/wallet-modal\b/g, ROOT.replace(/\/$/, '')],
];

/** The text of a block, with the values of this machine. */
export function block(file: string): string {
  const found = BLOCKS.filter((one) => one.file == file);
  if (found.length != 1) throw new Error(`${found.length} blocks are the file ${file}`);
  return VALUES.reduce((text, [from, to]) => text.replace(from, to as string), found[0]!.text);
}

/** Lays these blocks, and files of the test's own, into a project. */
export function project(folder: string, files: readonly string[], own: Record<string, string> = {}): string {
  const all = { 'package.json': '{"private":true,"type":"module"}', ...own };
  for (const file of files) Object.assign(all, { [file]: block(file) });
  for (const [file, text] of Object.entries(all)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  return folder;
}
