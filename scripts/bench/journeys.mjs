// Lists the files of dist/ that a browser requests from one step to the next, with brotli 11. Unlike `bytes`, which adds up the parts of a step,
// it leaves out files that are loaded already.
import { readFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import { at } from '../lib/project.mjs';
import { BUTTON } from './browser.mjs';
import { wallet } from './growth.mjs';

const RECEIVER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const WALLET = 'wallet-selector-test.bench';
const HALF_SECOND_MS = 600;

const id = (name) => `[data-testid="${name}"]`;

/** Goals: issue 30, each against the step before. */
const STEPS = [
  ['from the click on', 210],
  // its part has loaded early, because the wallet was in the list
  ['a wallet of the page, its account'],
  ['a send, to its preview', 60],
  ['what follows it, from its confirmation on'],
  ['a swap, from the form of a send', 50],
  ['the history'],
  ['a sign-in, beside an account', 45],
];

export async function journeys({ browse, each, line }) {
  let steps;
  await each(async () => {
    steps = await account(browse);
    const [, own] = steps;
    steps.push((await signIn(browse)).filter((file) => !own.includes(file)));
  }, 1);
  STEPS.forEach(([name, most], step) => {
    const files = steps[step];
    const kB = files.reduce((sum, file) => sum + weight(file), 0) / 1000;
    line(`browser: ${name}, ${files.length} files`, 'kB br', [kB], most && { most });
  });
}

const weight = (file) =>
  brotliCompressSync(readFileSync(at('dist', file)), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11 },
  }).length;

/** Files of dist/ that a page has asked for, and of them what is new since the last time. */
function watch({ page, quiet }) {
  const known = new Set();
  return async () => {
    await quiet({ begun: true });
    const all = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
    );
    const fresh = [...new Set(all)].filter((path) => /^\/dist\/./.test(path) && !known.has(path));
    fresh.forEach((path) => known.add(path));
    return fresh.map((path) => path.slice('/dist/'.length));
  };
}

async function connect(stage, next) {
  const press = async (name) => stage.page.mouse.click(...(await stage.place(name)));
  await next();
  await press(BUTTON);
  const list = await next();
  await press(id(WALLET));
  return { press, list };
}

const account = (browse) =>
  browse(
    '/?nologin&nowallet',
    async (stage) => {
      const { page, place } = stage;
      const next = watch(stage);
      const { press, list } = await connect(stage, next);
      await page.waitForFunction(() =>
        document.querySelector('wallet-button')?.shadowRoot?.textContent.includes('0x15'),
      );
      await press(BUTTON);
      await place(id('w3m-account-default-send-button'));
      const own = await next();
      await press(id('w3m-account-default-send-button'));
      await press(id('wm-send-amount'));
      await page.keyboard.type('0.5');
      await press(id('wm-send-address'));
      await page.keyboard.type(RECEIVER);
      await press(id('wm-send-review'));
      await place(id('wm-send-confirm'));
      const send = await next();
      await page.waitForTimeout(HALF_SECOND_MS); // before that it takes no press
      await press(id('wm-send-confirm'));
      const followed = await next();
      await press(id('header-back'));
      await press(id('header-back'));
      await press(id('w3m-account-default-swaps-button'));
      const swap = await next();
      await press(id('header-back'));
      await press(id('tab-activity'));
      return [list, own, send, followed, swap, await next()];
    },
    { scripts: [wallet] },
  );

const signIn = (browse) =>
  browse(
    '/?noauto&nowallet',
    async (stage) => {
      const { page, place } = stage;
      await page.evaluate(async () => {
        const [{ createWalletModal }, config] = await Promise.all([
          import('/dist/index.js'),
          fetch('/demo-config.json').then((answer) => answer.json()),
        ]);
        const { networks, services } = config;
        createWalletModal({
          projectId: 'demo',
          networks,
          services,
          siwx: true,
          features: { email: false, socials: false },
        });
      });
      const next = watch(stage);
      await connect(stage, next);
      await place(id('w3m-connecting-siwe-sign'));
      return next();
    },
    { scripts: [wallet] },
  );
