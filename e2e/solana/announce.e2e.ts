// Option `announceProvider` on a page with networks of solana: the finder that other libraries use has our provider among the wallets of the page,
// and connects and signs by it; our own list does not have it (docs/spec/page-wallets.md section 2).
import { build } from 'esbuild';
import { fileURLToPath } from 'node:url';
import nacl from 'tweetnacl';
import { keyPairOf } from '../../demo/solana/layout.mjs';
import { confirm, create, expectClosed, still } from '../support/modal';
import { ScriptedSolanaWallet } from '../support/scripted-solana';
import { expect, test } from '../support/test';

const finder = build({
  stdin: {
    contents: `import { getWallets } from '@wallet-standard/app'; window.wallets = getWallets();`,
    resolveDir: fileURLToPath(new URL('.', import.meta.url)),
  },
  bundle: true,
  write: false,
  format: 'esm',
  platform: 'browser',
}).then(({ outputFiles }) => outputFiles[0]!.text);

interface Account {
  address: string;
}
interface Found {
  name: string;
  accounts: Account[];
  features: {
    'standard:connect': { connect(): Promise<{ accounts: Account[] }> };
    'standard:disconnect': { disconnect(): Promise<void> };
    'standard:events': { on(name: 'change', heard: (change: { accounts: Account[] }) => void): void };
    'solana:signMessage': {
      signMessage(of: { account: Account; message: Uint8Array }): Promise<{ signature: Uint8Array }[]>;
    };
  };
}
interface Finder {
  wallets: { get(): Found[] };
  heard: string[][];
}

test('the Wallet Standard’s finder lists our provider, connects, signs and disconnects through it @4.7 @10.38 @10.42', async ({
  page,
}) => {
  const wallet = await ScriptedSolanaWallet.install(page);
  await page.route('**/finder.js', async (route) =>
    route.fulfill({ body: await finder, contentType: 'text/javascript; charset=utf-8' }),
  );
  await page.goto('/?noauto&nowallet');
  const networks = await page.evaluate(async (finder) => {
    await import(finder);
    return (await (await fetch('/demo-config.json')).json()).solanaNetworks;
  }, '/finder.js');
  // Harmless messages go straight on otherwise.
  await create(page, {
    networks,
    announceProvider: true,
    reviewRequests: 'always',
    metadata: { name: 'The shop' },
  });
  const names = () => page.evaluate(() => (window as unknown as Finder).wallets.get().map((one) => one.name));
  await expect.poll(names).toEqual(['Scripted Sun', 'The shop']);

  const connected = page.evaluate(async () => {
    const found = window as unknown as Finder;
    const ours = found.wallets.get().find((one) => one.name == 'The shop')!;
    found.heard = [];
    ours.features['standard:events'].on('change', ({ accounts }) =>
      found.heard.push(accounts.map((one) => one.address)),
    );
    const { accounts } = await ours.features['standard:connect'].connect();
    return accounts.map((one) => one.address);
  });
  await still(page, 'Connect');
  // It is not offered to itself.
  await expect(page.locator('[data-testid^="wallet-selector-solana:"]')).toHaveCount(1);
  await page.getByTestId(wallet.row).click();
  const one = ScriptedSolanaWallet.address('account 1');
  expect(await connected).toEqual([one]);
  await expectClosed(page);

  const message = 'Hello, sun';
  const signed = page.evaluate(async (text) => {
    const ours = (window as unknown as Finder).wallets.get().find((of) => of.name == 'The shop')!;
    const [account] = ours.accounts;
    const bytes = new TextEncoder().encode(text);
    const [output] = await ours.features['solana:signMessage'].signMessage({
      account: account!,
      message: bytes,
    });
    return [...output!.signature];
  }, message);
  const card = page.getByTestId('wm-review-confirm');
  await confirm(card);
  const { publicKey } = keyPairOf('account 1');
  const signature = Uint8Array.from(await signed);
  expect(nacl.sign.detached.verify(new TextEncoder().encode(message), signature, publicKey)).toBe(true);

  const left = await page.evaluate(async () => {
    const found = window as unknown as Finder;
    const ours = found.wallets.get().find((of) => of.name == 'The shop')!;
    await ours.features['standard:disconnect'].disconnect();
    return [ours.accounts.length, found.heard];
  });
  expect(left).toEqual([0, [[one], []]]);
});
