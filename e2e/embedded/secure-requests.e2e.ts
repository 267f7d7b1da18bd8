// Wallet requests in the frame: reads, approvals as a person sees them, what is signed and sent, and what can press Confirm (docs/spec/rpc.md
// section 1, docs/spec/security.md T11).
import type { Locator, Page } from '@playwright/test';
import {
  encodeFunctionData,
  erc20Abi,
  parseEther,
  stringToHex,
  toHex,
  verifyMessage,
  verifyTypedData,
  type Address,
  type Hex,
} from 'viem';
import { chain, freshAddress, giveToken, tokenBalance, TOKENS } from '../support/chain';
import { CHAIN_URL, PAGE_URL } from '../support/ports';
import { expect, test } from '../support/test';
import { freshEmail, logIn, readyPeer, rpc, type Peer } from './peer';

const part = (peer: Peer, name: string): Locator => peer.frame.getByTestId(`secure-${name}`);

/** Armed: half a second has passed, with everything in sight. */
const armed = (peer: Peer) => expect(part(peer, 'confirm')).toHaveAttribute('aria-disabled', 'false');

async function confirm(peer: Peer): Promise<void> {
  // Where a pointer comes from outside, the half second begins anew.
  await part(peer, 'confirm').hover();
  await armed(peer);
  await part(peer, 'confirm').click();
}

/** Logged in, with some Ether. */
async function wallet(page: Page): Promise<{ peer: Peer; address: Address }> {
  const peer = await readyPeer(page);
  const { address } = (await logIn(peer, freshEmail())) as { address: Address };
  // Chromium throws away what is pressed in a frame of another origin half a second after it came or moved.
  await page.waitForTimeout(600);
  await fetch(CHAIN_URL, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'anvil_setBalance',
      params: [address, toHex(parseEther('5'))],
    }),
  });
  return { peer, address };
}

const sign = (address: Address, text: string) => rpc('personal_sign', [stringToHex(text), address]);
const REJECTED = { ok: false, payload: { message: 'User rejected the request' } };

test.describe('requests that need nobody', () => {
  test('reads go to the local chain, of the asked network', async ({ page }) => {
    const { peer, address } = await wallet(page);
    expect(await peer.call('RPC_REQUEST', rpc('eth_chainId'))).toEqual({ ok: true, payload: '0x539' });
    expect((await peer.call('RPC_REQUEST', rpc('eth_chainId', [], { chainId: 'eip155:1338' }))).payload).toBe(
      '0x53a',
    );
    expect((await peer.call('RPC_REQUEST', rpc('eth_getBalance', [address, 'latest']))).payload).toBe(
      toHex(parseEther('5')),
    );
    expect((await peer.call('RPC_REQUEST', rpc('eth_accounts'))).payload).toEqual([address]);
  });

  test('a method that is not of the list is refused with its sentence', async ({ page }) => {
    const { peer, address } = await wallet(page);
    for (const method of ['eth_sign', 'eth_signTransaction', 'anvil_setBalance', 'debug_x', 'toString', ''])
      expect(await peer.call('RPC_REQUEST', rpc(method, [address, '0x']))).toEqual({
        ok: false,
        payload: { message: 'Requested RPC call is not allowed' },
      });
    await expect(part(peer, 'approve')).toHaveCount(0);
  });
});

test.describe('approvals', () => {
  test('a message is shown with the site, network and whole address, and signed on Confirm', async ({
    page,
  }) => {
    const { peer, address } = await wallet(page);
    const answer = await peer.begin('RPC_REQUEST', sign(address, 'Hello, Ada'));
    await expect(part(peer, 'title')).toHaveText('Sign a message');
    await expect(part(peer, 'site')).toHaveText(PAGE_URL);
    await expect(part(peer, 'network')).toHaveText('Demo Chain');
    await expect(part(peer, 'fact-message')).toHaveText('Hello, Ada');
    await expect(part(peer, 'fact-with')).toHaveAttribute('aria-label', address);
    await expect(part(peer, 'fact-with').locator('span')).toHaveCount(10);
    await expect(part(peer, 'reject')).toBeFocused();
    await confirm(peer);
    const { payload } = (await answer()) as unknown as { payload: Hex };
    expect(await verifyMessage({ address, message: 'Hello, Ada', signature: payload })).toBe(true);
    await expect(part(peer, 'approve')).toHaveCount(0);
  });

  test('Reject and Esc are a no, and the next one in the line comes', async ({ page }) => {
    const { peer, address } = await wallet(page);
    // The first takes longer to prepare: the network is asked what it costs and does.
    const sending = { from: address, to: freshAddress(), value: '0x1' };
    const first = await peer.begin('RPC_REQUEST', rpc('eth_sendTransaction', [sending]));
    const second = await peer.begin('RPC_REQUEST', sign(address, 'two'));
    await expect(part(peer, 'title')).toHaveText('Send');
    await part(peer, 'reject').click();
    expect(await first()).toEqual(REJECTED);
    await expect(part(peer, 'fact-message')).toHaveText('two');
    await expect(part(peer, 'reject')).toBeFocused();
    await page.keyboard.press('Escape');
    expect(await second()).toEqual(REJECTED);
  });

  test('RPC_ABORT ends what is shown and what waits', async ({ page }) => {
    const { peer, address } = await wallet(page);
    const answers = [
      await peer.begin('RPC_REQUEST', sign(address, 'one')),
      await peer.begin('RPC_REQUEST', sign(address, 'two')),
    ];
    await expect(part(peer, 'approve')).toBeVisible();
    await peer.call('RPC_ABORT');
    for (const answer of answers)
      expect(await answer()).toEqual({ ok: false, payload: { message: 'Request was aborted' } });
    await expect(part(peer, 'approve')).toHaveCount(0);
  });

  test('hidden characters are seen, bytes are not taken for text', async ({ page }) => {
    const { peer, address } = await wallet(page);
    const answer = await peer.begin('RPC_REQUEST', sign(address, 'pay\u202e1\u200b0'));
    await expect(part(peer, 'fact-message')).toHaveText('pay[U+202E]1[U+200B]0');
    await part(peer, 'reject').click();
    await answer();
    await peer.begin('RPC_REQUEST', rpc('personal_sign', ['0xff00ff', address]));
    await expect(part(peer, 'fact-message')).toHaveText('0xff00ff');
    await expect(part(peer, 'warning')).toContainText('This is no text');
  });

  test('a sign-in message of another site is warned of, one of this site is not', async ({ page }) => {
    const { peer, address } = await wallet(page);
    const message = (domain: string) =>
      `${domain} wants you to sign in with your Ethereum account:\n${address}\n\nURI: https://${domain}`;
    const answer = await peer.begin('RPC_REQUEST', sign(address, message('bank.example')));
    await expect(part(peer, 'title')).toHaveText('Sign in');
    await expect(part(peer, 'warning')).toContainText('bank.example');
    await part(peer, 'reject').click();
    await answer();
    await peer.begin('RPC_REQUEST', sign(address, message(new URL(PAGE_URL).host)));
    await expect(part(peer, 'title')).toHaveText('Sign in');
    await expect(part(peer, 'warning')).toHaveCount(0);
  });

  test('typed data is shown whole and signed; for another network or with unknown fields it is not', async ({
    page,
  }) => {
    const { peer, address } = await wallet(page);
    const data = {
      domain: { name: 'Shop', chainId: 1337, verifyingContract: TOKENS.DUSD.address },
      types: {
        EIP712Domain: [
          { name: 'name', type: 'string' },
          { name: 'chainId', type: 'uint256' },
          { name: 'verifyingContract', type: 'address' },
        ],
        Order: [
          { name: 'buyer', type: 'string' },
          { name: 'prices', type: 'uint256[]' },
        ],
      },
      primaryType: 'Order',
      message: { buyer: 'Ada', prices: ['1', '2'] },
    } as const;
    const ask = (given: unknown) => rpc('eth_signTypedData_v4', [address, given]);
    const said = async (given: unknown) =>
      (await peer.call('RPC_REQUEST', ask(given))).payload!.message as string;
    expect(await said({ ...data, domain: { ...data.domain, chainId: 1 } })).toContain('domain.chainId');
    expect(await said({ ...data, message: { ...data.message, tip: '9' } })).toContain('message.tip');
    expect(await said({ ...data, message: { buyer: 'Ada' } })).toContain('message.prices');
    const answer = await peer.begin('RPC_REQUEST', ask(JSON.stringify(data)));
    await expect(part(peer, 'fact-data')).toContainText('"buyer": "Ada"');
    await expect(part(peer, 'fact-for')).toHaveText('Shop');
    await confirm(peer);
    const signature = (await answer()).payload as unknown as Hex;
    expect(
      await verifyTypedData({ ...data, address, signature } as unknown as Parameters<
        typeof verifyTypedData
      >[0]),
    ).toBe(true);
  });

  test('a payment is shown in words and sent on the local chain', async ({ page }) => {
    const { peer, address } = await wallet(page);
    const to = freshAddress();
    const answer = await peer.begin(
      'RPC_REQUEST',
      rpc('eth_sendTransaction', [{ from: address, to, value: toHex(parseEther('0.25')) }]),
    );
    await expect(part(peer, 'title')).toHaveText('Send');
    await expect(part(peer, 'fact-amount')).toHaveText('0.25 ETH');
    await expect(part(peer, 'fact-to')).toHaveAttribute('aria-label', to);
    await expect(part(peer, 'fact-network-fee-at-most')).toContainText('ETH');
    await confirm(peer);
    const hash = (await answer()).payload as unknown as Hex;
    const receipt = await chain.waitForTransactionReceipt({ hash });
    expect(receipt.status).toBe('success');
    expect((await chain.getTransaction({ hash })).from.toLowerCase()).toBe(address.toLowerCase());
    expect(await chain.getBalance({ address: to })).toBe(parseEther('0.25'));
  });

  test('token calls are decoded, an unlimited allowance is called so, anything else is hex', async ({
    page,
  }) => {
    const { peer, address } = await wallet(page);
    const to = freshAddress();
    await giveToken('MDW', address, 10n ** 18n);
    const send = (data: Hex) =>
      peer.begin(
        'RPC_REQUEST',
        rpc('eth_sendTransaction', [{ from: address, to: TOKENS.MDW.address, data }]),
      );
    const call = (functionName: 'transfer' | 'approve', amount: bigint) =>
      encodeFunctionData({ abi: erc20Abi, functionName, args: [to, amount] });

    const sent = await send(call('transfer', 4n * 10n ** 17n));
    await expect(part(peer, 'fact-amount')).toHaveText('0.4 MDW');
    await expect(part(peer, 'fact-to')).toHaveAttribute('aria-label', to);
    await confirm(peer);
    await chain.waitForTransactionReceipt({ hash: (await sent()).payload as unknown as Hex });
    expect(await tokenBalance('MDW', to)).toBe(4n * 10n ** 17n);

    const allowed = await send(call('approve', 2n ** 256n - 1n));
    await expect(part(peer, 'fact-it-may-take-up-to')).toContainText('Without limit');
    await expect(part(peer, 'warning')).toContainText('all your MDW');
    await part(peer, 'reject').click();
    await allowed();

    await send('0xdeadbeef00');
    await expect(part(peer, 'fact-calls-an-unknown-function')).toHaveText('0xdeadbeef');
  });

  test('that a call takes everything is said also where it looks as if it failed', async ({ page }) => {
    const peer = await readyPeer(page);
    // Nothing to pay a fee with.
    const { address } = await logIn(peer, freshEmail());
    const args = [freshAddress(), 2n ** 256n - 1n] as const;
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args });
    await peer.begin(
      'RPC_REQUEST',
      rpc('eth_sendTransaction', [{ from: address, to: TOKENS.MDW.address, data }]),
    );
    await expect(part(peer, 'warning')).toHaveText([/^It could take all/, /^This will probably fail/]);
  });

  test('a request for another account, or from nobody, is refused unseen', async ({ page }) => {
    const { peer } = await wallet(page);
    const message = 'This account is not the one that is logged in';
    expect((await peer.call('RPC_REQUEST', sign(freshAddress(), 'x'))).payload).toEqual({ message });
    await peer.call('SIGN_OUT');
    expect((await peer.call('RPC_REQUEST', sign(freshAddress(), 'x'))).payload).toEqual({
      message: 'Nobody is logged in',
    });
    await expect(part(peer, 'approve')).toHaveCount(0);
  });

  test('it follows the page from light to dark', async ({ page }) => {
    const { peer, address } = await wallet(page);
    await peer.begin('RPC_REQUEST', sign(address, 'x'));
    const ground = () =>
      part(peer, 'approve').evaluate(
        (element) => getComputedStyle(element.ownerDocument.body).backgroundColor,
      );
    await peer.call('SYNC_THEME', { themeMode: 'light' });
    expect(await ground()).toBe('rgb(255, 255, 255)');
    await peer.call('SYNC_THEME', { themeMode: 'dark' });
    expect(await ground()).toBe('rgb(20, 23, 24)');
  });
});

test.describe('what presses Confirm', () => {
  const unanswered = async (peer: Peer, answers: () => Promise<number>) => {
    await peer.page.waitForTimeout(700);
    expect(await answers()).toBe(0);
  };
  const counter = async (peer: Peer) => {
    const before = (await peer.said()).length;
    return async () => (await peer.said()).length - before;
  };

  test('nothing in its first half second, also not a double click', async ({ page }) => {
    await page.clock.install();
    const { peer, address } = await wallet(page);
    const answers = await counter(peer);
    await page.clock.pauseAt(Date.now() + 60_000);
    await peer.begin('RPC_REQUEST', sign(address, 'x'));
    await expect(async () => {
      const at = (await part(peer, 'confirm').boundingBox())!;
      await page.mouse.dblclick(at.x + at.width / 2, at.y + at.height / 2, { delay: 10 });
      await expect(part(peer, 'note')).not.toBeEmpty({ timeout: 500 });
    }).toPass();
    await page.clock.runFor(400);
    await part(peer, 'confirm').click({ force: true });
    await unanswered(peer, answers);
    await page.clock.runFor(300);
    await part(peer, 'confirm').click();
    await expect.poll(answers).toBe(1);
  });

  test('no script, and no press that began elsewhere', async ({ page }) => {
    const { peer, address } = await wallet(page);
    const answers = await counter(peer);
    await peer.begin('RPC_REQUEST', sign(address, 'x'));
    await part(peer, 'confirm').hover();
    await armed(peer);
    await part(peer, 'confirm').dispatchEvent('click');
    const [from, to] = [
      (await part(peer, 'title').boundingBox())!,
      (await part(peer, 'confirm').boundingBox())!,
    ];
    await page.mouse.move(from.x + 5, from.y + 5);
    await page.mouse.down();
    await page.mouse.move(to.x + 20, to.y + 10);
    await page.mouse.up();
    await unanswered(peer, answers);
  });

  for (const [what, css] of [
    ['something lies over it, though it lets presses through', null],
    ['the frame is hardly to be seen', 'opacity: 0.01'],
    ['the frame is turned', 'transform: rotate(2deg)'],
  ] as const)
    test(`nothing while ${what}`, async ({ page }) => {
      const { peer, address } = await wallet(page);
      const answers = await counter(peer);
      await peer.begin('RPC_REQUEST', sign(address, 'x'));
      await part(peer, 'confirm').hover();
      await armed(peer);
      await page.evaluate((style) => {
        const { frame } = window as unknown as { frame: HTMLElement };
        if (style !== null) return void (frame.style.cssText = style);
        const veil = document.createElement('div');
        veil.style.cssText = 'position:fixed;inset:0;background:#fff;pointer-events:none';
        document.body.append(veil);
      }, css);
      await expect(part(peer, 'confirm')).toHaveAttribute('aria-disabled', 'true');
      const at = (await part(peer, 'confirm').boundingBox())!;
      await page.mouse.click(at.x + at.width / 2, at.y + at.height / 2);
      await unanswered(peer, answers);
    });

  test('nothing when the frame is moved under a resting pointer', async ({ page }) => {
    const { peer, address } = await wallet(page);
    const answers = await counter(peer);
    await page.mouse.move(700, 300);
    await peer.begin('RPC_REQUEST', sign(address, 'x'));
    await armed(peer);
    const at = (await part(peer, 'confirm').boundingBox())!;
    await page.evaluate(
      ([x, y]) => {
        const { frame } = window as unknown as { frame: HTMLElement };
        frame.style.cssText = `position: relative; left: ${x}px; top: ${y}px`;
      },
      [700 - at.x - at.width / 2, 300 - at.y - at.height / 2] as const,
    );
    await page.mouse.down();
    await page.mouse.up();
    await unanswered(peer, answers);
  });

  test('nothing when a mouse comes from outside and presses at once', async ({ page }) => {
    const { peer, address } = await wallet(page);
    const answers = await counter(peer);
    await page.mouse.move(700, 300);
    await peer.begin('RPC_REQUEST', sign(address, 'x'));
    await armed(peer);
    const at = (await part(peer, 'confirm').boundingBox())!;
    await page.mouse.click(at.x + at.width / 2, at.y + at.height / 2);
    await expect(part(peer, 'note')).not.toBeEmpty();
    await unanswered(peer, answers);
  });

  test('nothing when it was pressed down before its time and let go after', async ({ page }) => {
    await page.clock.install();
    const { peer, address } = await wallet(page);
    const answers = await counter(peer);
    await page.clock.pauseAt(Date.now() + 60_000);
    await peer.begin('RPC_REQUEST', sign(address, 'x'));
    await part(peer, 'confirm').hover();
    await page.mouse.down();
    await page.clock.runFor(1_000);
    await armed(peer);
    await page.mouse.up();
    await expect(part(peer, 'note')).not.toBeEmpty();
    await unanswered(peer, answers);
  });

  test('by keyboard it is reached and pressed', async ({ page }) => {
    const { peer, address } = await wallet(page);
    const answer = await peer.begin('RPC_REQUEST', sign(address, 'x'));
    await armed(peer);
    await page.keyboard.press('Tab');
    await expect(part(peer, 'confirm')).toBeFocused();
    await page.keyboard.press('Enter');
    expect((await answer()).ok).toBe(true);
  });

  test('where a browser cannot see what covers a frame, it is asked in a window', async ({
    page,
    context,
  }) => {
    await page.addInitScript(() => {
      Reflect.deleteProperty(IntersectionObserverEntry.prototype, 'isVisible');
    });
    const { peer, address } = await wallet(page);
    const answer = await peer.begin('RPC_REQUEST', sign(address, 'in a window'));
    await expect(part(peer, 'confirm')).toHaveCount(0);
    const [popup] = await Promise.all([context.waitForEvent('page'), part(peer, 'open-window').click()]);
    await expect(popup.getByTestId('secure-fact-message')).toHaveText('in a window');
    await popup.getByTestId('secure-confirm').hover();
    await expect(popup.getByTestId('secure-confirm')).toHaveAttribute('aria-disabled', 'false');
    await popup.getByTestId('secure-confirm').click();
    const signature = (await answer()).payload as unknown as Hex;
    expect(await verifyMessage({ address, message: 'in a window', signature })).toBe(true);

    const closed = await peer.begin('RPC_REQUEST', sign(address, 'closed'));
    const [second] = await Promise.all([context.waitForEvent('page'), part(peer, 'open-window').click()]);
    await expect(second.getByTestId('secure-confirm')).toBeVisible();
    await second.close();
    expect(await closed()).toEqual(REJECTED);
  });
});
