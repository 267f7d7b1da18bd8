// Storage of the browser: junk in it, newer than us, not ours, full, denied.
import type { Page } from '@playwright/test';
import { freshAddress, fundedAddress, giveToken, tokenBalance } from '../support/chain';
import {
  button,
  call,
  card,
  create,
  disconnect,
  expectClosed,
  leaveEnding,
  openCard,
  pressSend,
  still,
  visit,
} from '../support/modal';
import { expectNetwork, networkRow, openNetworks } from '../support/networks';
import { ScriptedWallet } from '../support/scripted';
import { SigningWallet } from '../support/signing-wallet';
import { expect, test } from '../support/test';
import { previewToken, tokenRow } from '../support/tokens';

/** Whether the handle says that it is ready, in words. */
const ready = (): Promise<string> => {
  const { walletModal } = window as unknown as { walletModal: { ready(): Promise<void> } };
  const late = new Promise<string>((resolve) => setTimeout(resolve, 5_000, 'not after 5 s'));
  return Promise.race([walletModal.ready().then(() => 'ready'), late]);
};

test.describe('storage', () => {
  const names = ['storage_version', 'connection_status', 'connections', 'connected_namespaces'];
  const more = ['eip155:connected_connector_id', 'wallet_id', 'wallet_name', 'active_caip_network_id'];

  /** Fills what is stored, from another page of the origin. */
  const fill = async (page: Page, kind: 'garbage' | 'newer' | 'foreign'): Promise<void> => {
    await page.goto('/favicon.svg');
    await page.evaluate(
      async ([keys, how]) => {
        const junk = [
          '{"v":99,"value":',
          '"connected"',
          '[[[[[',
          '\ud800',
          '{"v":1,"value":{"eip155":[{"a":1e999}]}}',
        ];
        keys.forEach((key, i) => localStorage.setItem(`wallet-modal:${key}`, junk[i % junk.length]!));
        await new Promise<void>((resolve, reject) => {
          const request = indexedDB.open('wallet-modal', how == 'newer' ? 7 : 1);
          request.onupgradeneeded = () => {
            if (how == 'foreign') request.result.createObjectStore('something else');
            else request.result.createObjectStore('kv');
          };
          request.onerror = () => reject(request.error);
          request.onsuccess = () => {
            const database = request.result;
            if (how == 'foreign') return (database.close(), resolve());
            const transaction = database.transaction('kv', 'readwrite');
            const store = transaction.objectStore('kv');
            keys.forEach((key, i) => store.put(i % 2 ? junk[i % junk.length]! : { deep: [new Date()] }, key));
            transaction.oncomplete = () => (database.close(), resolve());
          };
        });
      },
      [[...names, ...more, 'transactions'], kind] as const,
    );
  };

  for (const kind of ['garbage', 'newer', 'foreign'] as const) {
    test(`works with ${kind === 'garbage' ? 'garbage in every key' : kind === 'newer' ? 'a newer database' : 'a database without our store'} @10.23`, async ({
      page,
    }) => {
      const account = await fundedAddress();
      const wallet = await ScriptedWallet.install(page, { accounts: [account] });
      await fill(page, kind);
      await visit(page);
      await openCard(page);
      await page.getByTestId(wallet.row).click();
      await expectClosed(page);
      await expect(button(page)).toContainText('12.345 ETH');
      await page.reload();
      // Where the database cannot be used its mirror is.
      await expect(page.getByTestId('demo-account')).toHaveText(account);
    });
  }

  test('knows the last selected account although the page closed before the database wrote it @10.23', async ({
    page,
  }) => {
    const [first, second] = [freshAddress(), freshAddress()];
    const wallet = await ScriptedWallet.install(page, { accounts: [first] });
    await visit(page);
    await openCard(page);
    await page.getByTestId(wallet.row).click();
    await expectClosed(page);
    const account = page.getByTestId('demo-account');
    await expect(account).toHaveText(first);
    const stored = () => page.evaluate(() => localStorage['wallet-modal:connections'] as string);
    await expect.poll(stored).toContain(first);
    // from now on it never says that it is open
    await page.evaluate(() => {
      IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
    });
    await wallet.switchAccount(second);
    await expect(account).toHaveText(second);
    expect(await stored()).toContain(second);
    await openCard(page, 'Account');
    await disconnect(page);
    await expect(button(page)).toHaveText('Connect wallet');
    await page.reload();
    await expect(page.getByTestId('demo-status')).toHaveText('disconnected');
    await expect(button(page)).toHaveText('Connect wallet');
  });

  const broken: Record<string, () => void> = {
    denied: () => {
      const deny = () => {
        throw new DOMException('denied', 'SecurityError');
      };
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
        Object.defineProperty(window, name, { get: deny, configurable: true });
      IDBFactory.prototype.open = deny;
    },
    full: () => {
      const full = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
      Storage.prototype.setItem = full;
      IDBObjectStore.prototype.put = full;
      IDBObjectStore.prototype.add = full;
    },
  };
  for (const [how, breakIt] of Object.entries(broken))
    test(`all storage ${how}: tokens, networks and a send work until the page closes @10.23`, async ({
      page,
    }) => {
      test.slow();
      await page.addInitScript(breakIt);
      const [wallet, to] = [await SigningWallet.install(page), freshAddress()];
      await giveToken('DUSD', wallet.address, 77_000_000n);
      await visit(page, '?nowallet');
      await openCard(page);
      expect.soft(await page.evaluate(ready), 'ready() settles').toBe('ready');
      await page.getByTestId(wallet.row).click();
      await expectClosed(page);
      await openCard(page, 'Account');
      await expect(tokenRow(page, 'DUSD')).toBeVisible();
      await page.getByTestId('tab-activity').click();
      await expect(card(page).locator('[data-testid^=wm-tx-]')).toHaveCount(1);
      await previewToken(page, 'DUSD', '1.5', to);
      await pressSend(page);
      await leaveEnding(page, 'send', /^Sent 1\.5 DUSD/);
      expect(await tokenBalance('DUSD', to)).toBe(1_500_000n);
      expect(wallet.count('eth_sendTransaction')).toBe(1);
      await openNetworks(page);
      await networkRow(page, 1338).click();
      await still(page, 'Account');
      await expectNetwork(page, 1338);
      await disconnect(page);
      await expectClosed(page);
      await expect(page.getByTestId('demo-status')).toHaveText('disconnected');
    });
});

test("storage: 'cookie': keeps what a server needs for the first render in cookies too: Lax, for every path, removed with the connection @9.28", async ({
  page,
  context,
}) => {
  const account = freshAddress();
  const wallet = await ScriptedWallet.install(page, { accounts: [account] });
  const all = async () =>
    (await context.cookies()).filter(({ name }) => decodeURIComponent(name).startsWith('wallet-modal:'));
  const value = async (key: string): Promise<unknown> => {
    const found = (await all()).find(({ name }) => decodeURIComponent(name) == `wallet-modal:${key}`);
    return found && (JSON.parse(decodeURIComponent(found.value)) as { value: unknown }).value;
  };
  const connect = async (): Promise<void> => {
    await call(page, 'open');
    await page.getByTestId(wallet.row).click();
    await expectClosed(page);
  };
  await page.goto('/?noauto');
  await create(page);
  await connect();
  expect(await all(), 'a page that has not asked for them gets none').toEqual([]);
  // under our prefix, and none of a server's business
  const others = ['wallet-modal:siwx_sessions', 'wallet-modal:asked'];
  await page.evaluate((keys) => keys.forEach((key) => (localStorage[key] = '[]')), others);
  await page.reload();
  await create(page, { storage: 'cookie' });
  await expect.poll(() => value('connection_status')).toBe('connected');
  for (const { name } of await all()) expect(others).not.toContain(decodeURIComponent(name));
  await call(page, 'disconnect');
  await connect();
  await expect.poll(() => value('connection_status')).toBe('connected');
  expect(await value('active_caip_network_id')).toBe('eip155:1337');
  for (const cookie of await all())
    expect(cookie).toMatchObject({ path: '/', sameSite: 'Lax', secure: false, httpOnly: false });
  // what is not mirrored stays in the database alone
  expect(await value('native_balance_cache')).toBeUndefined();
  await call(page, 'disconnect');
  await expect.poll(() => value('connection_status')).toBe('disconnected');
  expect(await value('wallet_id')).toBeUndefined();
});

test.describe('the page’s own storage', () => {
  type How = 'kept' | 'throws' | 'never' | 'garbage';

  /** Records outside of the page, as a server has them: asked over a way that takes its time. */
  async function serve(page: Page): Promise<Map<string, string>> {
    const records = new Map<string, string>();
    await page.exposeFunction('hostStorage', async (method: string, key: string, value: string) => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (method == 'get') return records.get(key);
      if (method == 'set') records.set(key, value);
      else records.delete(key);
      return undefined;
    });
    return records;
  }

  const begin = (page: Page, how: How = 'kept'): Promise<void> =>
    page.evaluate(async (way) => {
      const { hostStorage } = window as unknown as { hostStorage: (...args: string[]) => Promise<string> };
      const own = async (...args: string[]): Promise<unknown> => {
        if (way == 'throws') throw new Error('the store is closed');
        if (way == 'never') return new Promise(() => {});
        return way == 'garbage' ? { junk: new Date() } : hostStorage(...args);
      };
      const storage = {
        get: (key: string) => own('get', key),
        set: (key: string, value: string) => own('set', key, value),
        remove: (key: string) => own('remove', key),
      };
      const url = '/dist/index.js';
      const { createWalletModal } = await import(url);
      const { networks, services } = await (await fetch('/demo-config.json')).json();
      const given = { projectId: 'demo', networks, services, storage };
      (window as unknown as { walletModal: unknown }).walletModal = createWalletModal(given);
    }, how);

  const address = (page: Page): Promise<unknown> => call(page, 'getAddress');

  const connect = async (page: Page, wallet: ScriptedWallet): Promise<void> => {
    await call(page, 'open');
    await page.getByTestId(wallet.row).click();
    await expectClosed(page);
  };

  /** What of ours is in the browser itself. */
  const inBrowser = (page: Page): Promise<string[]> =>
    page.evaluate(async () => {
      const names = Object.keys(localStorage).filter((name) => name.startsWith('wallet-modal'));
      const all = await indexedDB.databases();
      return [...names, ...all.map(({ name }) => `database ${name}`)];
    });

  test('has the records, the browser none, and a connection returns from it in a new browser too, until Disconnect', async ({
    page,
  }) => {
    const account = freshAddress();
    const wallet = await ScriptedWallet.install(page, { accounts: [account] });
    const records = await serve(page);
    await page.goto('/?noauto');
    await begin(page);
    await connect(page, wallet);
    await expect.poll(() => records.get('wallet-modal:connections')).toContain(account);
    expect([...records.keys()].every((key) => key.startsWith('wallet-modal:'))).toBe(true);
    expect(await inBrowser(page)).toEqual(['wallet-modal:connection_status']);
    await page.reload();
    await begin(page);
    await expect.poll(() => address(page)).toBe(account);
    // nothing in the browser says that there is a connection: the host's own does
    await page.evaluate(() => localStorage.removeItem('wallet-modal:connection_status'));
    await page.reload();
    await begin(page);
    await expect.poll(() => address(page)).toBe(account);
    await call(page, 'disconnect');
    await expect.poll(() => records.get('wallet-modal:connection_status')).toContain('"disconnected"');
    expect(records.get('wallet-modal:connections')).toContain('"recent":true');
    await page.reload();
    await begin(page);
    await call(page, 'open');
    expect(await address(page)).toBeFalsy();
  });

  test('another tab follows a disconnect', async ({ page, context }) => {
    const account = freshAddress();
    const wallet = await ScriptedWallet.install(page, { accounts: [account] });
    const other = await context.newPage();
    await ScriptedWallet.install(other, { accounts: [account] });
    for (const tab of [page, other]) {
      // each asks the same two records of the host: whatever was connected is in the first one's
      await tab.goto('/?noauto');
      await tab.evaluate(() => {
        const named = (key: string) => `host ${key}`;
        const methods = {
          get: (key: string) => localStorage.getItem(named(key)),
          set: (key: string, value: string) => localStorage.setItem(named(key), value),
          remove: (key: string) => localStorage.removeItem(named(key)),
        };
        const ask = (method: 'get', ...args: [string]) => methods[method](...args);
        (window as unknown as { hostStorage: unknown }).hostStorage = async (
          ...args: Parameters<typeof ask>
        ) => ask(...args);
      });
      await begin(tab);
      if (tab == page) await connect(tab, wallet);
    }
    await expect.poll(() => address(other)).toBe(account);
    await call(page, 'disconnect');
    await expect.poll(() => address(other)).toBeFalsy();
    await other.close();
  });

  for (const how of ['throws', 'never', 'garbage'] as const)
    test(`that ${how == 'throws' ? 'throws' : how == 'never' ? 'never responds' : 'responds with garbage'}: works until the page closes`, async ({
      page,
    }) => {
      const account = await fundedAddress();
      const wallet = await ScriptedWallet.install(page, { accounts: [account] });
      const said: string[] = [];
      page.on('console', (message) => said.push(message.text()));
      await serve(page);
      await page.goto('/?noauto');
      await begin(page, how);
      await connect(page, wallet);
      await expect.poll(() => address(page)).toBe(account);
      expect(await page.evaluate(ready)).toBe('ready');
      const failed = said.filter((line) => line.includes('storage.'));
      if (how == 'throws') {
        // the read and the write, each once however many records there are
        expect(failed.filter((line) => line.includes('storage.get() failed'))).toHaveLength(1);
        expect(failed.join()).toContain('the store is closed');
      } else expect(failed).toEqual([]);
      await call(page, 'disconnect');
      await expect.poll(() => address(page)).toBeFalsy();
    });
});
