// @vitest-environment jsdom
// The card without WebAssembly. Its wallets answer what a test gives them: a guess. In a browser: e2e/shell/no-wasm.e2e.ts.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fillDom } from '../testing/page';
import { listenForWallets } from '../wallets/announced';
import { draw } from './no-engine';

const account = `0x${'a'.repeat(40)}`;
let body: HTMLElement;
let number = 0;
type Wallet = { answer(accounts: unknown): void; decline(error: Error): void; provider: object };
const wallets: Record<string, Wallet> = {};

function newWallet(): Wallet {
  let wallet!: Wallet;
  const response = new Promise((answer, decline) => {
    wallet = { answer, decline, provider: { request: () => response } };
  });
  return wallet;
}
function announce(name: string, uuid = `${name} ${++number}`): void {
  const { provider } = (wallets[name] ??= newWallet());
  const detail = { info: { uuid, name, rdns: 'com.example' }, provider };
  dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
}
const rows = () => [...body.querySelectorAll<HTMLElement>('[data-testid=wm-no-engine-wallet]')];
const names = () => rows().map((row) => row.textContent);
const statusText = () => body.querySelector('.no-engine-said')!.textContent;
const nextTask = () => new Promise((done) => setTimeout(done));

listenForWallets();
beforeEach(() => {
  fillDom();
  const root = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' });
  const head = document.createElement('h1');
  body = document.createElement('div');
  root.append(document.createElement('div'), head, body);
  draw(head, body);
});
afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

describe('@10.25 the card without WebAssembly', () => {
  test('a wallet that announces itself late gets a row, also after others announced themselves again', async () => {
    announce('One', 'one');
    await nextTask();
    const before = names();
    announce('One', 'one');
    await nextTask();
    announce('Two');
    await nextTask();
    expect(names()).toEqual([...before, 'Two']);
  });

  test('keeps the request and the focus when another wallet announces itself', async () => {
    announce('Asked');
    await nextTask();
    const row = rows().at(-1)!;
    row.focus();
    row.click();
    announce('Late');
    await nextTask();
    expect(names().slice(-2)).toEqual(['Asked', 'Late']);
    expect((row.getRootNode() as ShadowRoot).activeElement).toBe(row);
    wallets.Asked!.answer([account]);
    await nextTask();
    expect(statusText()).toContain(account);
  });

  test("a late response to an earlier click doesn't replace a later one", async () => {
    announce('First');
    announce('Second');
    await nextTask();
    const [first, second] = rows().slice(-2);
    first!.click();
    second!.click();
    wallets.Second!.answer([account]);
    await nextTask();
    wallets.First!.decline(new Error('declined'));
    await nextTask();
    expect(statusText()).toContain(account);
  });

  test("a provider whose traps throw doesn't remove other rows", async () => {
    const hostile = new Proxy({ request: () => 1 }, { has: () => { throw Error(); } }); // prettier-ignore
    const detail = { info: { uuid: 'h', name: 'Hostile', rdns: 'com.example' }, provider: hostile };
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
    announce('Honest');
    await nextTask();
    expect(names().slice(-2)).toEqual(['Hostile', 'Honest']);
  });

  test('the first wallet with a uuid keeps its row', async () => {
    announce('Own', 'same');
    announce('Other', 'same');
    await nextTask();
    expect(names().at(-1)).toBe('Own');
    rows().at(-1)!.click();
    wallets.Other!.answer([`0x${'b'.repeat(40)}`]);
    wallets.Own!.answer([account]);
    await nextTask();
    expect(statusText()).toContain(account);
  });
});
