// Everything goes wrong at once with what an account can do: the wallet is locked, busy, silent, late, mad; nothing can be stored, or what
// was stored is junk; the host takes the element away; names and histories attack; the chain is gone. The ways before an account is
// connected: refusals.e2e.ts, hostile.e2e.ts.
import type { Page } from '@playwright/test';
import { chain, freshAddress, fundedAddress, giveToken, tokenBalance, TOKENS } from '../support/chain';
import {
  button,
  call,
  card,
  connectDemoWallet,
  connectingStatus,
  DEMO_WALLET,
  dialog,
  expectClosed,
  hearEvents,
  openCard,
  pressSend,
  review,
  sendStatus,
  still,
  toast,
  view,
  visit,
  walletWindow,
} from '../support/modal';
import {
  demoAccount,
  expectNetwork,
  networkRow,
  openAccount,
  openNetworks,
  switchStatus,
  walletGoesTo,
} from '../support/networks';
import { CHAIN_URL, CHAIN_URLS } from '../support/ports';
import { ScriptedWallet } from '../support/scripted';
import { SigningWallet } from '../support/signing-wallet';
import { expect, test } from '../support/test';
import {
  balanceOf,
  historyOf,
  holder,
  openSend,
  previewToken,
  tokenRow,
  withAccount,
} from '../support/tokens';

const balance = (page: Page) => page.getByTestId('balance-amount');
const MARKUP = '<img src=x onerror="window.__pwned=1"><script>window.__pwned=1</script>';

/** Calls into the demo wallet, as a person in its own window would. */
const inWallet = (page: Page, what: 'lock' | 'unlock' | 'reset') =>
  page.evaluate((name) => {
    const { demoWallet } = window as unknown as { demoWallet: Record<string, () => void> };
    demoWallet[name]!();
  }, what);

test.describe('the wallet is locked', () => {
  test('while connected: out, and back with its window after one Unlock @4.1 @4.6', async ({ page }) => {
    test.slow();
    await visit(page);
    await connectDemoWallet(page, 1);
    await openCard(page, 'Account');
    await inWallet(page, 'lock');
    await expect(page.getByTestId('demo-status')).toHaveText('disconnected');
    await expect(view(page, 'Account')).toHaveCount(0);
    await expect(button(page)).toHaveText('Connect wallet');
    if (await dialog(page).isVisible()) await page.keyboard.press('Escape');
    await expectClosed(page);

    await openCard(page);
    const popup = await walletWindow(page, () => page.getByTestId(DEMO_WALLET).click());
    await expect(popup.getByTestId('demo-wallet-confirm')).toHaveText('Unlock');
    await popup.getByTestId('demo-wallet-confirm').click();
    await expectClosed(page);
    await expect(page.getByTestId('demo-account')).toHaveText(demoAccount(1));
  });

  test('at the start: nobody is asked, nothing is shown of the account; not unlocking is a quiet no @4.2 @8.33', async ({
    page,
    context,
  }) => {
    test.slow();
    await visit(page);
    await connectDemoWallet(page, 1);
    await inWallet(page, 'lock');
    await expect(page.getByTestId('demo-status')).toHaveText('disconnected');
    const opened: string[] = [];
    await page.reload();
    context.on('page', (popup) => opened.push(popup.url()));
    await expect(button(page)).toHaveText('Connect wallet');
    await openCard(page);
    await expect(page.getByTestId(DEMO_WALLET)).toBeVisible();
    expect(opened).toEqual([]);
    const popup = await walletWindow(page, () => page.getByTestId(DEMO_WALLET).click());
    await popup.getByTestId('demo-wallet-reject').click();
    await expect(connectingStatus(page)).toHaveAttribute('data-phase', 'rejected');
    await expect(toast(page)).toHaveCount(0);
    await expect(page.getByTestId('demo-status')).toHaveText('disconnected');
  });

  test('over an open send: the form goes with the account, nothing is asked', async ({ page }) => {
    const wallet = await withAccount(page, await fundedAddress());
    await review(page, '1', freshAddress());
    await wallet.emit('accountsChanged', []);
    await expect(page.getByTestId('demo-status')).toHaveText('disconnected');
    await expect(view(page, 'SendPreview')).toHaveCount(0);
    await expect(card(page)).not.toContainText('12.345');
    expect(wallet.count('eth_sendTransaction')).toBe(0);
  });
});

test.describe('the wallet is busy or silent', () => {
  test('-32002 to connect: said, waited for, and the yes that comes by its event counts', async ({
    page,
  }) => {
    const account = await fundedAddress();
    const wallet = await ScriptedWallet.install(page, {
      accounts: [account],
      answers: { eth_requestAccounts: { code: -32002, message: 'Already processing eth_requestAccounts' } },
    });
    await visit(page, '?nowallet');
    await openCard(page);
    await page.getByTestId(wallet.row).click();
    await expect(connectingStatus(page)).toContainText('Scripted already has a request open');
    expect(wallet.count('eth_requestAccounts')).toBe(1);
    await wallet.answer('eth_accounts', { result: [account] });
    await wallet.emit('accountsChanged', [account]);
    await expectClosed(page);
    await expect(page.getByTestId('demo-account')).toHaveText(account);
  });

  test('-32002 to send: not sent, said why, and Try again sends it', async ({ page }) => {
    test.slow();
    const to = freshAddress();
    const wallet = await withAccount(page, await fundedAddress(), {
      eth_sendTransaction: { code: -32002, message: 'Request already pending' },
    });
    await review(page, '0.5', to);
    await pressSend(page);
    await expect(sendStatus(page)).toHaveAttribute('data-phase', 'failed');
    await sendStatus(page).getByText('Details').click();
    await expect(sendStatus(page)).toContainText('Request already pending');
    expect(await chain.getBalance({ address: to })).toBe(0n);
    await wallet.answer('eth_sendTransaction', 'wait');
    await expect(async () => {
      await page.getByTestId('wm-send-confirm').click();
      await expect(sendStatus(page)).toHaveAttribute('data-phase', 'waiting', { timeout: 300 });
    }).toPass();
    await expect.poll(() => wallet.count('eth_sendTransaction')).toBe(2);
  });

  test('a switch that is never answered: left by closing, and the next one is asked afresh', async ({
    page,
  }) => {
    const wallet = await withAccount(page, await fundedAddress(), { wallet_switchEthereumChain: 'wait' });
    await openNetworks(page);
    await networkRow(page, 1338).click();
    await expect(switchStatus(page)).toHaveAttribute('data-phase', 'confirm');
    await page.keyboard.press('Escape');
    await expectClosed(page);
    await openCard(page, 'Account');
    await openNetworks(page);
    await networkRow(page, 1339).click();
    await expect.poll(() => wallet.count('wallet_switchEthereumChain')).toBe(2);
    await expect(page.getByTestId('w3m-header-text')).toHaveText('Demo Chain 3');
    // The old question is answered now: too late, it moves nothing.
    await wallet.settle('wallet_switchEthereumChain', { result: null });
    await expect(switchStatus(page)).toHaveAttribute('data-phase', 'confirm');
    await expectNetwork(page, 1337);
    await wallet.answer('eth_chainId', { result: '0x53b' });
    await wallet.settle('wallet_switchEthereumChain', { result: null });
    await still(page, 'Account');
    await expectNetwork(page, 1339);
  });

  test('a hash that comes after everything was closed and another form begun: followed, the form untouched @10.31', async ({
    page,
  }) => {
    test.slow();
    const events = await hearEvents(page);
    const [account, to] = [await holder({ DUSD: 77_000_000n }), freshAddress()];
    const wallet = await withAccount(page, account, { eth_sendTransaction: 'wait' });
    await previewToken(page, 'DUSD', '1.5', to);
    await pressSend(page);
    await expect.poll(() => wallet.count('eth_sendTransaction')).toBe(1);
    await page.keyboard.press('Escape');
    await expectClosed(page);
    const hash = await giveToken('DUSD', to, 1_500_000n);
    await wallet.settle('eth_sendTransaction', { result: hash });
    await expect
      .poll(() => events.of('wallet-transaction').map(({ status }) => status))
      .toEqual(['sent', 'confirmed']);
    await openCard(page, 'Account');
    expect(wallet.count('eth_sendTransaction')).toBe(1);
  });
});

/** A wallet whose answers are sources, chosen while the page runs. */
async function madWallet(page: Page, account: string) {
  await page.addInitScript(
    `(() => {
      const address = '${account}';
      const cases = {
        'throws at once': () => { throw new Error('<b>boom</b>'); },
        'throws nothing at all': () => { throw undefined; },
        'rejects with nothing': () => Promise.reject(),
        'rejects with parts that throw': () => Promise.reject({ get code() { throw 1; }, get message() { throw 2; } }),
        'gives no promise': () => 42,
        'gives undefined': () => Promise.resolve(undefined),
        'gives a cyclic object': () => { const a = {}; a.a = a; return Promise.resolve(a); },
        'gives a text without end': () => Promise.resolve('x'.repeat(2e6)),
        'answers twice': () => ({ then(yes, no) { yes(null); yes('0x1'); no(new Error('twice')); } }),
        'answers twice, first no': () => ({ then(yes, no) { no({ code: 4001, message: 'no' }); yes(null); } }),
        'gives a thenable that throws': () => ({ then() { throw new Error('then'); } }),
      };
      const odd = (window.__mad = { now: {}, asked: [], chainId: '0x539' });
      const plain = { eth_requestAccounts: () => [address], eth_accounts: () => [address], eth_chainId: () => odd.chainId, wallet_revokePermissions: () => null };
      const listeners = {};
      odd.emit = (event, payload) => (listeners[event] ?? []).forEach((fn) => fn(payload));
      const provider = {
        request({ method }) {
          odd.asked.push(method);
          const chosen = odd.now[method];
          if (chosen) return cases[chosen]();
          if (plain[method]) return Promise.resolve(plain[method]());
          return Promise.reject(Object.assign(new Error('not known'), { code: -32601 }));
        },
        on(event, fn) { (listeners[event] ??= []).push(fn); },
        removeListener() {},
      };
      const info = { uuid: 'd4dcb6e2-8f0a-4c7b-9a55-0000000000aa', name: 'Mad', rdns: 'test.mad', icon: 'data:,' };
      const tell = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }));
      addEventListener('eip6963:requestProvider', tell);
      tell();
    })()`,
  );
  await visit(page, '?nowallet');
  await openAccount(page, 'wallet-selector-test.mad');
  type Mad = { now: Record<string, string | undefined>; asked: string[]; chainId: string };
  return {
    set: (method: string, name?: string) =>
      page.evaluate(([m, n]) => void ((window as unknown as { __mad: Mad }).__mad.now[m!] = n), [
        method,
        name,
      ] as const),
    standsOn: (id: string) =>
      page.evaluate((value) => void ((window as unknown as { __mad: Mad }).__mad.chainId = value), id),
    count: (method: string) =>
      page.evaluate(
        (m) => (window as unknown as { __mad: Mad }).__mad.asked.filter((one) => one == m).length,
        method,
      ),
  };
}

test.describe('the wallet answers nonsense', () => {
  test('to a switch: it ends, nothing pretends to be there, and a sane answer works after it @4.31', async ({
    page,
  }) => {
    test.setTimeout(90_000);
    const wallet = await madWallet(page, await fundedAddress());
    for (const [what, end] of [
      ['throws at once', 'list'],
      ['throws nothing at all', 'list'],
      ['rejects with nothing', 'list'],
      ['rejects with parts that throw', 'list'],
      ['gives a thenable that throws', 'list'],
      ['answers twice, first no', 'rejected'],
    ] as const) {
      await wallet.set('wallet_switchEthereumChain', what);
      await openNetworks(page);
      await networkRow(page, 1338).click();
      if (end == 'rejected') {
        await expect(switchStatus(page), what).toHaveAttribute('data-phase', 'rejected');
        await page.getByTestId('header-back').click();
      } else await expect(toast(page), what).toHaveAttribute('data-variant', 'error');
      await still(page, 'Networks');
      await expectNetwork(page, 1337);
      await page.getByTestId('header-back').click();
      await still(page, 'Account');
    }
    // It says yes, and stands where it stood: believed is where it stands.
    await wallet.set('wallet_switchEthereumChain', 'answers twice');
    await openNetworks(page);
    await networkRow(page, 1338).click();
    await expect(toast(page)).toHaveText(/The wallet is on another network/);
    await still(page, 'Networks');
    await expectNetwork(page, 1337);
    // Whatever it said: it is there.
    await wallet.set('wallet_switchEthereumChain', 'gives a cyclic object');
    await wallet.standsOn('0x53a');
    await networkRow(page, 1338).click();
    await still(page, 'Account');
    await expectNetwork(page, 1338);
  });

  test('to a send: failed when it said no, unknown when nobody can tell, never asked twice', async ({
    page,
  }) => {
    test.setTimeout(90_000);
    const wallet = await madWallet(page, await fundedAddress());
    let asked = 0;
    for (const [what, phase] of [
      ['throws at once', 'failed'],
      ['rejects with parts that throw', 'failed'],
      ['answers twice, first no', 'review'],
      ['gives no promise', 'unknown'],
      ['gives a cyclic object', 'unknown'],
      ['answers twice', 'unknown'],
      ['gives a text without end', 'unknown'],
    ] as const) {
      await wallet.set('eth_sendTransaction', what);
      await review(page, '0.25', freshAddress());
      const confirm = page.getByTestId('wm-send-confirm');
      await expect(async () => {
        if ((await wallet.count('eth_sendTransaction')) == asked) await confirm.click({ timeout: 500 });
        expect(await wallet.count('eth_sendTransaction')).toBe(asked + 1);
      }).toPass();
      asked += 1;
      await expect(sendStatus(page), what).toHaveAttribute('data-phase', phase);
      await page.keyboard.press('Escape');
      await expectClosed(page);
      expect(await wallet.count('eth_sendTransaction'), what).toBe(asked);
      await openCard(page, 'Account');
    }
  });

  test('events twice, of other families, with nonsense: the account stays what it is', async ({ page }) => {
    const account = await fundedAddress();
    const wallet = await withAccount(page, account);
    await openNetworks(page);
    await wallet.answer('eth_chainId', { result: '0x53a' });
    for (const payload of ['0x53a', '0x53a', '1338', 1338, { chainId: '0x53a' }, null])
      await wallet.emit('chainChanged', payload);
    for (const payload of [[account], [account, account], [account.toLowerCase()]])
      await wallet.emit('accountsChanged', payload);
    await expectNetwork(page, 1338);
    await expect(page.getByTestId('demo-account')).toHaveText(account);
    await expect(view(page, 'UnsupportedChain')).toHaveCount(0);
  });
});

test.describe('storage', () => {
  /** Each stored record of ours, replaced; in both stores. */
  const spoil = (page: Page, junk: string) =>
    page.evaluate(async (text) => {
      const keys = Object.keys(localStorage).filter((key) => key.startsWith('wallet-modal:'));
      for (const key of keys) localStorage.setItem(key, text);
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open('wallet-modal');
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      const done = await new Promise<string[]>((resolve, reject) => {
        const transaction = database.transaction('kv', 'readwrite');
        const store = transaction.objectStore('kv');
        const all = store.getAllKeys();
        all.onsuccess = () => all.result.forEach((key) => store.put(text, key));
        transaction.oncomplete = () => resolve(all.result.map(String));
        transaction.onerror = () => reject(transaction.error);
      });
      database.close();
      return [...keys, ...done];
    }, junk);

  test('every record of balances, names, transactions and connections is junk: the page works, and heals', async ({
    page,
  }) => {
    test.setTimeout(90_000);
    const account = await holder({ DUSD: 77_000_000n });
    const wallet = await withAccount(page, account);
    await expect(tokenRow(page, 'DUSD')).toContainText('77.000 DUSD');
    for (const junk of [
      '{"v":1,"value":',
      `{"v":1,"value":[{"timestamp":1e999,"balance":[{"symbol":"${MARKUP.replaceAll('"', '\\"')}","quantity":{"numeric":"-1","decimals":"99"}}]}]}`,
      '\ud800',
    ]) {
      expect((await spoil(page, junk)).length).toBeGreaterThan(5);
      await page.reload();
      await page.waitForFunction(() => 'walletModal' in window);
      await expect(button(page)).not.toHaveAttribute('aria-busy', 'true');
      if ((await page.getByTestId('demo-status').textContent()) != 'connected') {
        await openCard(page);
        await page.getByTestId(wallet.row).click();
        await expectClosed(page);
      }
      await openCard(page, 'Account');
      await expect(balance(page)).toContainText('12.345 ETH');
      await expect(tokenRow(page, 'DUSD')).toContainText('77.000 DUSD');
      await page.getByTestId('tab-activity').click();
      await expect(card(page).locator('[data-testid^=wm-tx-]')).toHaveCount(1);
      await page.getByTestId('tab-tokens').click();
    }
    expect(await page.evaluate(() => '__pwned' in window)).toBe(false);
  });

  test('full: nothing can be written, and all of it works until the page goes', async ({ page }) => {
    test.slow();
    await page.addInitScript(() => {
      const full = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
      Storage.prototype.setItem = full;
      IDBObjectStore.prototype.put = full;
      IDBObjectStore.prototype.add = full;
    });
    const [wallet, to] = [await SigningWallet.install(page), freshAddress()];
    await giveToken('DUSD', wallet.address, 77_000_000n);
    await visit(page, '?nowallet');
    await openAccount(page, wallet.row);
    await expect(tokenRow(page, 'DUSD')).toBeVisible();
    await openNetworks(page);
    await networkRow(page, 1338).click();
    await still(page, 'Account');
    await expectNetwork(page, 1338);
    await openNetworks(page);
    await networkRow(page, 1337).click();
    await still(page, 'Account');
    await previewToken(page, 'DUSD', '1.5', to);
    await pressSend(page);
    await expect(toast(page)).toHaveText(/1\.5 DUSD sent/);
    expect(await tokenBalance('DUSD', to)).toBe(1_500_000n);
    expect(wallet.count('eth_sendTransaction')).toBe(1);
    await page.getByTestId('disconnect-button').click();
    await expectClosed(page);
    await expect(page.getByTestId('demo-status')).toHaveText('disconnected');
  });

  test('denied: tokens, networks and settings all the same', async ({ page }) => {
    test.slow();
    await page.addInitScript(() => {
      const deny = () => {
        throw new DOMException('denied', 'SecurityError');
      };
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
        Object.defineProperty(window, name, { get: deny, configurable: true });
      IDBFactory.prototype.open = deny;
    });
    const wallet = await SigningWallet.install(page);
    await giveToken('DUSD', wallet.address, 77_000_000n);
    await visit(page, '?nowallet');
    await openAccount(page, wallet.row);
    await expect(tokenRow(page, 'DUSD')).toBeVisible();
    await page.getByTestId('tab-activity').click();
    await expect(card(page).locator('[data-testid^=wm-tx-]')).toHaveCount(1);
    await page.getByTestId('account-settings-button').click();
    await still(page, 'AccountSettings');
    await page.getByTestId('account-switch-network-button').click();
    await still(page, 'Networks');
    await networkRow(page, 1339).click();
    await still(page, 'AccountSettings');
    await expectNetwork(page, 1339);
  });
});

test.describe('the host takes the element away', () => {
  /** What a host's framework may do with it, while something is open. */
  const remove = (page: Page) =>
    page.evaluate(() => {
      const element = document.querySelector('wallet-modal')!;
      (window as unknown as { kept: Element }).kept = element;
      element.remove();
    });
  const append = (page: Page, where = 'body') =>
    page.evaluate((selector) => {
      document.querySelector(selector)!.append((window as unknown as { kept: Element }).kept);
    }, where);
  const move = (page: Page, where: string) =>
    page.evaluate(
      (selector) => document.querySelector(selector)!.append(document.querySelector('wallet-modal')!),
      where,
    );

  test('removed while a switch is asked: closed; added again, what the wallet did counts @10.30', async ({
    page,
  }) => {
    const wallet = await withAccount(page, await fundedAddress(), { wallet_switchEthereumChain: 'wait' });
    await openNetworks(page);
    await networkRow(page, 1338).click();
    await expect(switchStatus(page)).toHaveAttribute('data-phase', 'confirm');
    await remove(page);
    await expect.poll(() => call(page, 'isOpen')).toBe(false);
    await wallet.answer('eth_chainId', { result: '0x53a' });
    await wallet.settle('wallet_switchEthereumChain', { result: null });
    await wallet.emit('chainChanged', '0x53a');
    await append(page);
    await expectClosed(page);
    await openCard(page, 'Account');
    await expect(page.getByTestId('w3m-account-select-network')).toContainText('Demo Chain 2');
    // told on the document while the element was out of it
    await expectNetwork(page, 1338);
  });

  test('moved and appended twice while a switch is asked: it goes on where it was @10.30', async ({
    page,
  }) => {
    const wallet = await withAccount(page, await fundedAddress(), { wallet_switchEthereumChain: 'wait' });
    await openNetworks(page);
    await networkRow(page, 1338).click();
    await expect(switchStatus(page)).toHaveAttribute('data-phase', 'confirm');
    await move(page, 'main');
    await move(page, 'body');
    await move(page, 'body');
    await still(page, 'SwitchNetwork');
    await expect(switchStatus(page)).toHaveCount(1);
    expect(await dialog(page).evaluate((box) => box.matches(':modal'))).toBe(true);
    await wallet.answer('eth_chainId', { result: '0x53a' });
    await wallet.settle('wallet_switchEthereumChain', { result: null });
    await still(page, 'Account');
    await expectNetwork(page, 1338);
    expect(wallet.count('wallet_switchEthereumChain')).toBe(1);
  });

  test('removed while a send is asked: it is still followed; added again it is shown @10.30 @10.31', async ({
    page,
  }) => {
    test.slow();
    const events = await hearEvents(page);
    const [account, to] = [await holder({ DUSD: 77_000_000n }), freshAddress()];
    const wallet = await withAccount(page, account, { eth_sendTransaction: 'wait' });
    await previewToken(page, 'DUSD', '1.5', to);
    await pressSend(page);
    await expect.poll(() => wallet.count('eth_sendTransaction')).toBe(1);
    await remove(page);
    await append(page, 'main');
    await expectClosed(page);
    await openCard(page, 'Account');
    await page.getByTestId('w3m-account-default-send-button').click();
    await still(page, 'SendPreview');
    await expect(sendStatus(page)).toHaveAttribute('data-phase', 'waiting');
    await move(page, 'body');
    await still(page, 'SendPreview');
    const hash = await giveToken('DUSD', to, 1_500_000n);
    await wallet.settle('eth_sendTransaction', { result: hash });
    await expect(toast(page)).toHaveText(/1\.5 DUSD sent/);
    await still(page, 'Account');
    expect(events.of('wallet-transaction').map(({ status }) => status)).toEqual(['sent', 'confirmed']);
    expect(wallet.count('eth_sendTransaction')).toBe(1);
    expect(events.of('wallet-error')).toEqual([]);
  });
});

test.describe('hostile words', () => {
  test.afterEach(async ({ page }) => {
    expect(await page.evaluate(() => '__pwned' in window), 'a payload ran').toBe(false);
  });

  test('a wallet named by markup, twice under one rdns: text in every view of the account @10.5 @10.33', async ({
    page,
  }) => {
    const account = await fundedAddress();
    const name = MARKUP.slice(0, 60);
    const icon =
      'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="window.__pwned=1"><script>window.__pwned=1</script></svg>';
    const answers = { wallet_switchEthereumChain: 'wait' } as const;
    const wallet = await ScriptedWallet.install(page, {
      name,
      icon,
      accounts: [account],
      answers,
      uuid: 'd4dcb6e2-8f0a-4c7b-9a55-0000000000b1',
    });
    await page.addInitScript((id) => {
      const info = { uuid: id, name: 'Other', rdns: 'test.scripted', icon: 'data:,' };
      const provider = { request: async () => [], on() {}, removeListener() {} };
      const tell = () =>
        dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }));
      addEventListener('eip6963:requestProvider', tell);
      tell();
    }, 'd4dcb6e2-8f0a-4c7b-9a55-0000000000b2');
    await visit(page, '?nowallet');
    await openCard(page);
    const rows = card(page).getByRole('listitem');
    await expect(rows.filter({ hasText: 'Two apps use this name' })).toHaveCount(2);
    await rows.filter({ hasText: '<img src=x' }).getByRole('button').click();
    await expectClosed(page);
    await openCard(page, 'Account');
    await page.getByTestId('account-settings-button').click();
    await still(page, 'AccountSettings');
    await expect(page.getByTestId('wm-settings-wallet')).toContainText('<img src=x onerror=');
    await page.getByTestId('account-switch-network-button').click();
    await still(page, 'Networks');
    await networkRow(page, 1338).click();
    await still(page, 'SwitchNetwork');
    await expect(switchStatus(page)).toContainText('Confirm in <img src=x onerror=');
    await wallet.emit('chainChanged', '0x7a69');
    await page.getByTestId('header-back').click();
    await still(page, 'UnsupportedChain');
    await expect(card(page)).toContainText('<img src=x onerror=');
    await expect(card(page).locator('img[onerror], script')).toHaveCount(0);
  });

  test('tokens and a past named by markup, with pictures and links elsewhere: text, letters, no request @10.5 @3.9', async ({
    page,
  }) => {
    const account = await fundedAddress();
    const headers = { 'access-control-allow-origin': '*' };
    const evil = 'https://evil.example/x.png';
    const script = `java${'script'}:window.__pwned=1`;
    await page.route(balanceOf(account), (route) =>
      route.fulfill({
        headers,
        json: {
          balances: [
            {
              name: 'Ether',
              symbol: 'ETH',
              chainId: 'eip155:1337',
              price: 1,
              value: 1,
              quantity: { decimals: '18', numeric: '12.345' },
            },
            {
              name: MARKUP,
              symbol: '<b>\u202eX',
              chainId: 'eip155:1337',
              address: `eip155:1337:${TOKENS.MDW.address}`,
              price: 1e308,
              value: '1e999',
              quantity: { decimals: '18', numeric: '1' },
              iconUrl: evil,
            },
            {
              name: 'Dollar',
              symbol: 'DUSD',
              chainId: 'eip155:1338',
              address: `eip155:1338:${TOKENS.DUSD.address}`,
              quantity: { decimals: '6', numeric: '99' },
              iconUrl: script,
            },
            {
              name: 'Minus',
              symbol: 'MIN',
              chainId: 'eip155:1337',
              address: `eip155:1337:${TOKENS.QGLD.address}`,
              quantity: { decimals: '8', numeric: '-5' },
            },
          ],
        },
      }),
    );
    await page.route(historyOf(account), (route) =>
      route.fulfill({
        headers,
        json: {
          next: null,
          data: [
            {
              id: 'one',
              metadata: {
                hash: `0x${'ab'.repeat(32)}`,
                minedAt: '2026-01-02T03:04:05Z',
                chain: 'eip155:1337',
                status: 'confirmed',
                operationType: '<b>send</b>',
                sentFrom: account,
                sentTo: MARKUP,
              },
              transfers: [
                {
                  direction: 'in',
                  quantity: { numeric: '1e400' },
                  nft_info: {
                    name: MARKUP,
                    content: { preview: { url: script } },
                    flags: { is_spam: false },
                  },
                },
                {
                  direction: 'out',
                  quantity: { numeric: '1' },
                  fungible_info: { symbol: '<i>Z', icon: { url: evil } },
                },
              ],
            },
            { id: 'two', metadata: { minedAt: 'yesterday', operationType: 'send' } },
            { id: 'three' },
            null,
            7,
          ],
        },
      }),
    );
    await withAccount(page, account);
    await expect(balance(page)).toContainText('12.345 ETH');
    const tokens = card(page).locator('[data-testid^=wm-token-]');
    await expect(tokens.filter({ hasText: '<img src=x' })).toHaveCount(1);
    await expect(tokens.filter({ hasText: /Dollar|Minus/ })).toHaveCount(0);
    expect(await tokens.last().textContent()).not.toMatch(/\u202e/);
    await page.getByTestId('tab-activity').click();
    const rows = card(page).locator('[data-testid^=wm-tx-]');
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText('<b>send</b>');
    await page.getByTestId('tab-nfts').click();
    await expect(card(page).locator('.nfts')).toHaveAttribute('data-phase', 'ready');
    await expect(card(page).locator('script, b, i, img[onerror]')).toHaveCount(0);
    for (const src of await card(page)
      .locator('img')
      .evaluateAll((all) => all.map((one) => (one as HTMLImageElement).src)))
      expect(src).toMatch(/^(blob|data):/);
    await page.getByTestId('w3m-account-default-send-button').click();
    await still(page, 'Send');
    await page.getByTestId('wm-send-token').click();
    await still(page, 'SendSelectToken');
    await expect(card(page)).toContainText('<img src=x');
    await expect(card(page).locator('script, b, i, img[onerror]')).toHaveCount(0);
  });

  test('a list that lies about decimals and amounts: what is sent is what the contract says @1.20', async ({
    page,
  }) => {
    const account = await holder({ DUSD: 77_000_000n });
    await page.route(balanceOf(account), (route) =>
      route.fulfill({
        headers: { 'access-control-allow-origin': '*' },
        json: {
          balances: [
            {
              name: 'Demo Dollar',
              symbol: 'DUSD',
              chainId: 'eip155:1337',
              address: `eip155:1337:${TOKENS.DUSD.address}`,
              price: 1,
              quantity: { decimals: '2', numeric: '1000000' },
            },
          ],
        },
      }),
    );
    const wallet = await withAccount(page, account, { eth_sendTransaction: 'wait' });
    await openSend(page, 'DUSD');
    await expect(view(page, 'Send')).toContainText('77.000 DUSD available');
    await page.getByTestId('wm-send-address').fill(freshAddress());
    await page.getByTestId('wm-send-amount').fill('78');
    await expect(card(page)).toContainText('More than you have');
    await page.getByTestId('wm-send-amount').fill('1.000001');
    await page.getByTestId('wm-send-review').click();
    await still(page, 'SendPreview');
    await pressSend(page);
    await expect.poll(() => wallet.count('eth_sendTransaction')).toBe(1);
    const [{ data }] = wallet.params('eth_sendTransaction') as [{ data: string }];
    expect(BigInt(`0x${data.slice(-64)}`)).toBe(1_000_001n);
  });
});

test.describe('the chain is gone', () => {
  test('over the form of a token: nothing is previewed that cannot be checked, and it works once it is back', async ({
    page,
  }) => {
    test.slow();
    const account = await holder({ DUSD: 77_000_000n });
    const wallet = await withAccount(page, account);
    await expect(tokenRow(page, 'DUSD')).toBeVisible();
    await page.route(`${CHAIN_URL}/**`, (route) => route.abort());
    await openSend(page, 'DUSD');
    await page.getByTestId('wm-send-amount').fill('1.5');
    await page.getByTestId('wm-send-address').fill(freshAddress());
    await expect(page.getByTestId('wm-send-max')).toHaveAttribute('aria-busy', 'false', { timeout: 15_000 });
    await page.getByTestId('wm-send-review').click();
    await expect(view(page, 'SendPreview')).toHaveCount(0);
    // a failure is never silent: why there is no preview is said.
    await expect
      .soft(page.getByTestId('wm-send-error').or(card(page).getByRole('alert')).first())
      .toBeVisible();
    await page.unroute(`${CHAIN_URL}/**`);
    await page.getByTestId('wm-send-max').click({ force: true });
    await expect(view(page, 'Send')).toContainText('77.000 DUSD available');
    await page.getByTestId('wm-send-review').click();
    await still(page, 'SendPreview');
    expect(wallet.count('eth_sendTransaction')).toBe(0);
  });

  test('over the network that is switched to: switched, and said that nothing can be read', async ({
    page,
  }) => {
    test.slow();
    const wallet = await SigningWallet.install(page);
    await visit(page, '?nowallet');
    await openAccount(page, wallet.row);
    await page.route(`${CHAIN_URLS[1]}/**`, (route) => route.abort());
    await page.route(balanceOf(wallet.address), (route) => route.abort());
    await openNetworks(page);
    await networkRow(page, 1338).click();
    await still(page, 'Account');
    await expectNetwork(page, 1338);
    await expect(balance(page)).toHaveAttribute('data-phase', 'failed', { timeout: 15_000 });
    await expect(page.getByTestId('w3m-account-select-network')).toContainText('Demo Chain 2');
    await page.unroute(`${CHAIN_URLS[1]}/**`);
    await openNetworks(page);
    await networkRow(page, 1337).click();
    await still(page, 'Account');
    await expect(balance(page)).toContainText('10.000 ETH', { timeout: 15_000 });
  });

  test('the wallet goes away and comes back to another network while the card is open', async ({ page }) => {
    await visit(page);
    await connectDemoWallet(page, 1);
    await openCard(page, 'Account');
    await inWallet(page, 'reset');
    await expect(page.getByTestId('demo-status')).toHaveText('disconnected');
    await walletGoesTo(page, 1338);
    await expect(button(page)).toHaveText('Connect wallet');
    await expect(view(page, 'Account')).toHaveCount(0);
  });
});
