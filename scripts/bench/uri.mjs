// From the click on a wallet of another device to its code on the screen, with a link that the relay has taken.
import { Problem } from '../lib/fail.mjs';
import { BUTTON } from './browser.mjs';

const GOAL = { below: 300 };
const WALLET_CONNECT = '[data-testid="wallet-selector-walletconnect"]';
const BACK = '[data-testid="header-back"]';
/** IDs of the directory have 64 hexadecimal digits. Browser wallets and built-in ones have a name. */
const OF_DIRECTORY = /^wallet-selector-[0-9a-f]{64}$/;

export async function uri({ browse, each, line }) {
  const warm = { row: [], directory: [] };
  const cold = { row: [], directory: [] };
  await each(async () => {
    await browse('/?noauto&nowallet', async (stage) => {
      await openList(stage);
      cold.row.push(await code(stage, WALLET_CONNECT));
      await leave(stage);
      warm.row.push(await code(stage, WALLET_CONNECT));
      await leave(stage);
      warm.directory.push(await code(stage, await fromDirectory(stage)));
    });
    await browse('/?noauto&nowallet', async (stage) => {
      await openList(stage);
      cold.directory.push(await code(stage, await fromDirectory(stage)));
    });
  });
  line('link on screen: WalletConnect, warm', 'ms', warm.row, GOAL);
  line('link on screen: wallet of the directory, warm', 'ms', warm.directory, GOAL);
  line('link on screen: WalletConnect, first time', 'ms', cold.row);
  line('link on screen: wallet of the directory, first time', 'ms', cold.directory);
}

/** The demo's modal, but with links that a script may read, so that the code's is known to be a new one. */
async function openList({ page, timed, quiet }) {
  await page.evaluate(async () => {
    const { createWalletModal } = await import('/dist/index.js');
    const { networks, services } = await (await fetch('/demo-config.json')).json();
    createWalletModal({ projectId: 'demo', networks, services, testMode: true });
  });
  await timed(BUTTON, ['list']);
  await quiet();
}

const code = async ({ timed }, row) => (await timed(row, ['code'])).code;

/** Returns to the list: the pairing and its socket end, loaded code stays. The next pairing opens a new socket. */
async function leave({ timed, quiet }) {
  await timed(BACK, ['list']);
  await quiet();
}

async function fromDirectory({ page }) {
  const rows = await page
    .locator('[data-testid^="wallet-selector-"]')
    .evaluateAll((all) => all.map((row) => row.dataset.testid));
  const found = rows.find((id) => OF_DIRECTORY.test(id));
  if (!found) throw new Problem(`no wallet of the directory is in the list, only: ${rows.join(', ')}`);
  return `[data-testid="${found}"]`;
}
