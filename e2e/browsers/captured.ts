// The recorder of e2e/captured in Firefox and in WebKit, over each way to a wallet that the demo has: every function of the browser is replaced
// after our entry has loaded, then a user connects, signs and sends or logs in. What each dialect of a wallet needs is proven in Chromium.
import { expect, test } from '@playwright/test';
import { accountOf } from '../../demo/cosmos/layout.mjs';
import { codeFor, freshEmail, mails } from '../embedded/peer';
import { freshAddress } from '../support/chain';
import { addressOf as solanaOf } from '../../demo/solana/layout.mjs';
import { DEMO_WALLET } from '../support/modal';
import { PAGE_URL } from '../support/ports';
import { install, requested, type Markers, type Recorder, type Seen } from '../support/recorder';
import { faultsOf } from '../support/unseen';
import { id, Screen } from './screen';
import {
  BUTTON,
  closed,
  ENGINES,
  openCard,
  pair,
  pressSend,
  preview,
  STATUS,
  WINDOW,
  windowOf,
} from './steps';
import type { Engine } from './driver';

const ETHER = ['1.234567', '1234567000000000000', (1234567n * 10n ** 12n).toString(16)];
const DEMO_MESSAGE = ['Hello from the wallet-modal demo'];
const RETRY = id('w3m-connecting-widget-secondary-button');
type Recorded = { recorder: Recorder };

const mark = (page: Screen, name: string, texts: readonly string[]) =>
  page.tab.evaluate(([of, all]) => (globalThis as unknown as Recorded).recorder.mark(of, all), [
    name,
    texts,
  ] as const);
/** Looks for what is known only afterwards among what was seen. */
const find = (page: Screen, name: string, text: string) =>
  page.tab.evaluate(([of, one]) => (globalThis as unknown as Recorded).recorder.find(of, one), [
    name,
    text,
  ] as const);

const request = (page: Screen, family: string, method: string, params: object) =>
  page.tab.evaluate(requested, [family, method, params] as const);

type Walk = (page: Screen, engine: Engine, account: number) => Promise<void>;

/** The page with its functions replaced; nothing of what passes may have been seen in the end. */
function walk(title: string, query: string, markers: Markers, body: Walk, ownPromises = false): void {
  test(`@10.60 ${title}`, async ({}, { project }) => {
    const { path, account, open } = ENGINES[project.name as keyof typeof ENGINES];
    test.skip(!path || path == 'none', `there is no ${project.name} on this machine`);
    const engine = await open(path!);
    try {
      const page = new Screen(engine, await engine.open());
      await page.tab.resize(...WINDOW);
      await page.tab.goto(`${PAGE_URL}/${query}`);
      await page.says(BUTTON, 'Connect wallet');
      await expect.poll(() => page.tab.evaluate(() => 'walletModal' in window)).toBe(true);
      await page.tab.evaluate(() => {
        // wallets of the demo without a window of their own ask by it
        window.confirm = () => true;
      });
      await page.tab.evaluate(install, { markers, own: '/dist/' });
      await body(page, engine, account);
      const [replaced, all] = await page.tab.evaluate((): [number, Seen[]] => {
        const { recorder } = globalThis as unknown as Recorded;
        return [recorder.replaced, recorder.seen()];
      });
      expect(replaced, 'functions of the browser that were replaced').toBeGreaterThan(3_000);
      // Firefox hides the frames of its driver's own scripts. An iterator is asked by code alone, and ours would be named.
      const isDriver = ({ by, fn }: Seen) => by == 'none' && /iterator/i.test(fn);
      // Some of the demo's wallets answer with a promise of a promise, which the browser itself hears, by no code of ours.
      const isWallet = ({ by, fn }: Seen) => ownPromises && by == 'none' && /\.(then|catch|json)$/.test(fn);
      expect(faultsOf(all.filter((one) => !isDriver(one) && !isWallet(one)))).toEqual([]);
      // the views draw the recipient: a recorder that names none of our files sees nothing
      if (markers.receiver) expect(all.filter(({ by }) => by != 'none').length).toBeGreaterThan(0);
    } finally {
      await engine.end();
    }
  });
}

const ether = (): { to: string; markers: Markers } => {
  const to = freshAddress();
  return { to, markers: { receiver: [to, to.slice(2)], amount: ETHER, message: DEMO_MESSAGE } };
};

/** Connects, signs and sends, each in a window of the wallet. */
const inWindows =
  (row: string, to: string): Walk =>
  async (page, _engine, account) => {
    await openCard(page, 'Connect');
    const wallet = await windowOf(page, id(row), RETRY);
    await wallet.click(id(`demo-wallet-account-${account}`));
    await wallet.click(id('demo-wallet-confirm'));
    await closed(page);
    const signing = await windowOf(page, id('demo-sign'));
    await signing.click(id('demo-wallet-confirm'));
    await page.says(id('demo-result'), /^Signed: 0x[0-9a-f]{130}$/);
    await preview(page, ETHER[0]!, to);
    const sending = await page.window(() => pressSend(page));
    await sending.click(id('demo-wallet-confirm'));
    await page.says(STATUS, `${ETHER[0]} ETH`);
  };

const page1 = ether();
walk('a wallet of the page', '?nologin', page1.markers, inWindows(DEMO_WALLET, page1.to));

const coinbase = ether();
walk(
  'Coinbase’s window',
  '?nowallet&coinbase',
  coinbase.markers,
  inWindows('wallet-selector-com.coinbase.wallet', coinbase.to),
);

const relay = ether();
walk('a wallet on another device', '?nowallet&nologin', relay.markers, async (page, engine, account) => {
  await openCard(page, 'Connect');
  await page.click(id('wallet-selector-walletconnect'));
  await page.view('ConnectingWalletConnect');
  await page.seen(id('wui-qr-code'));
  await expect.poll(() => page.scan(id('wui-qr-code'))).toMatch(/^wc:/);
  const uri = (await page.scan(id('wui-qr-code')))!;
  const pocket = await pair(engine, uri, account);
  await page.tab.front();
  await closed(page);
  await find(page, 'pairing key', /symKey=([0-9a-f]{64})/.exec(uri)![1]!);
  await page.click(id('demo-sign'));
  await pocket.tab.front();
  await pocket.click(id('pocket-confirm'));
  await page.says(id('demo-result'), /^Signed: 0x[0-9a-f]{130}$/);
  await find(page, 'answer', (await page.text(id('demo-result'))).replace('Signed: ', ''));
  await page.tab.front();
  await preview(page, ETHER[0]!, relay.to);
  await pressSend(page);
  await pocket.tab.front();
  await pocket.click(id('pocket-confirm'));
  await page.tab.front();
  await page.says(STATUS, `${ETHER[0]} ETH`);
});

walk('the embedded wallet', '', {}, async (page) => {
  const email = freshEmail();
  await openCard(page, 'Connect');
  await page.fill(id('wui-email-input'), email);
  await page.press('Enter');
  await page.view('EmailVerifyDevice');
  await expect.poll(async () => (await mails(email))[0]?.link ?? null).not.toBeNull();
  await fetch((await mails(email))[0]!.link!);
  await page.view('EmailVerifyOtp');
  const code = await codeFor(email);
  await mark(page, 'code', [code]);
  await page.click(`${id('wui-otp-input')} input`);
  await page.tab.type(code);
  await closed(page);
  await page.says(id('demo-status'), 'connected');
});

const SUN = solanaOf('recorded in browsers');
const HELLO = ['Hello, sky'];

walk(
  'Solana',
  '?solana=only',
  {
    receiver: [SUN],
    amount: ['0.123457', '123457000'],
    message: DEMO_MESSAGE,
  },
  async (page) => {
    await openCard(page, 'Connect');
    await page.click('[data-testid^="wallet-selector-"][data-testid*="demo"]');
    await closed(page);
    await page.click(id('demo-sign'));
    await page.says(id('demo-result'), /^Signed: [0-9a-f]{128}$/);
    await preview(page, '0.123457', SUN);
    await pressSend(page);
    await page.says(STATUS, '0.123457 SOL');
  },
  true,
);

walk(
  'Polkadot',
  '?polkadot=only',
  { message: DEMO_MESSAGE },
  async (page) => {
    await openCard(page, 'Connect');
    await page.click(id('wallet-selector-polkadot:demo-polkadot-wallet'));
    await closed(page);
    await page.click(id('demo-sign'));
    await page.says(id('demo-result'), /^Signed: 0x[0-9a-f]+$/);
    await find(page, 'answer', (await page.text(id('demo-result'))).replace('Signed: ', ''));
  },
  true,
);

walk(
  'Bitcoin',
  '?bitcoin=only',
  { message: HELLO },
  async (page) => {
    await openCard(page, 'Connect');
    await page.click(id('wallet-selector-bip122:demo-bitcoin-wallet'));
    await closed(page);
    const account = await page.text(id('demo-account'));
    const { signature } = await request(page, 'bip122', 'signMessage', { account, message: HELLO[0] });
    await find(page, 'answer', signature!);
  },
  true,
);

walk(
  'Cosmos',
  '?cosmos=only',
  { message: HELLO },
  async (page) => {
    await openCard(page, 'Connect');
    const wallet = await windowOf(page, id('wallet-selector-app.keplr'), RETRY);
    await wallet.click(id('demo-wallet-confirm'));
    await closed(page);
    const { address } = accountOf('account 1');
    // a press of the user is what opens the wallet's window
    await page.tab.evaluate(
      ([signerAddress, data]) => {
        document.querySelector('[data-testid="demo-sign"]')!.addEventListener(
          'click',
          async (event) => {
            event.stopImmediatePropagation();
            const element = document.querySelector('wallet-modal') as unknown as {
              request(args: object, namespace: string): Promise<{ signature: string }>;
            };
            const params = { chainId: 'demo-cosmos-1', signerAddress, data };
            try {
              const answer = await element.request({ method: 'cosmos_signArbitrary', params }, 'cosmos');
              document.body.dataset.signed = answer.signature;
            } catch {
              // the window was blocked: pressed again
            }
          },
          true,
        );
      },
      [address, HELLO[0]!] as const,
    );
    const signing = await windowOf(page, id('demo-sign'));
    await signing.click(id('demo-wallet-confirm'));
    await expect.poll(() => page.attribute('body', 'data-signed')).toBeTruthy();
    await find(page, 'answer', (await page.attribute('body', 'data-signed'))!);
  },
  true,
);
