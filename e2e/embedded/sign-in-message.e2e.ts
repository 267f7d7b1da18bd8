// Signing in by the same step as a login by email (docs/spec/embedded-frame.md section 4, siwxMessage): what is stored is a message of
// ERC-4361 and a signature that others accept, of a key, of a contract that is there (ERC-1271) and of one that is not yet (ERC-6492), on a
// real chain. Others are here viem, ethers and npm siwe (which knows no ERC-6492). What is changed on its way is not stored, and the person is asked.
import type { Page } from '@playwright/test';
import { verifyMessage as byEthers } from 'ethers';
import { SiweMessage } from 'siwe';
import { type Address, type Hex } from 'viem';
import { parseSiweMessage, validateSiweMessage } from 'viem/siwe';
import { chain, freshAddress } from '../support/chain';
import { call, expectClosed, still } from '../support/modal';
import { sessions } from '../support/sign-in';
import { expect, test } from '../support/test';
import {
  approve,
  askedOf,
  connectedAs,
  giveEmail,
  keepMessages,
  logIn,
  openLink,
  request,
  resultOf,
  typeCode,
  visitLogin,
} from './host-page';
import { freshEmail } from './peer';

const MAGIC = '6492649264926492649264926492649264926492649264926492649264926492';
const EOA = { siwx: true, defaultAccountTypes: { eip155: 'eoa' } };
const SMART = { siwx: true };

type Signed = { address: Address; message: string; signature: Hex };

/** The one session that was stored, after a login in which nobody was asked for it. */
async function signedBy(page: Page, address: Address): Promise<Signed> {
  const all = await sessions(page);
  expect(all).toHaveLength(1);
  const [{ data, message, signature }] = all as [(typeof all)[0]];
  const { host, origin } = new URL(page.url());
  expect(data).toMatchObject({ accountAddress: address, chainId: 'eip155:1337', domain: host });
  const parsed = parseSiweMessage(message);
  expect(parsed).toMatchObject({ address, chainId: 1337, domain: host, uri: origin, version: '1' });
  expect(parsed.nonce).toMatch(/^[A-Za-z\d]{8,}$/);
  expect(parsed.nonce).toBe(data.nonce);
  expect(parsed.issuedAt!.toISOString()).toBe(data.issuedAt);
  expect(parsed.expirationTime!.toISOString()).toBe(data.expirationTime);
  expect(new SiweMessage(message).toMessage(), 'npm siwe reads the same').toBe(message);
  expect(validateSiweMessage({ address, message: parsed, domain: host, nonce: parsed.nonce! })).toBe(true);
  expect(await askedOf(page), 'nobody was asked').toEqual([]);
  return { address, message, signature };
}

/** It holds on the chain, and nothing else does. */
async function holds({ address, message, signature }: Signed): Promise<void> {
  const { domain, nonce } = parseSiweMessage(message);
  const given = { address, message, signature, domain: domain!, nonce: nonce! };
  expect(await chain.verifySiweMessage(given)).toBe(true);
  const at = signature.indexOf(MAGIC) < 0 ? 20 : signature.length - MAGIC.length - 150;
  const flipped =
    `${signature.slice(0, at)}${signature[at] === '1' ? '2' : '1'}${signature.slice(at + 1)}` as Hex;
  for (const [what, wrong] of Object.entries({
    'another nonce': { ...given, nonce: 'somebodyelses' },
    'another site': { ...given, domain: 'bank.example' },
    'another account': { ...given, address: freshAddress() },
    'a nonce that was changed in the text': {
      ...given,
      message: message.replace(nonce!, `${nonce!}0`),
      nonce: `${nonce!}0`,
    },
    'a time that was changed in the text': {
      ...given,
      message: message.replace(/Expiration Time: 2/, 'Expiration Time: 3'),
    },
    'a signature that was changed': { ...given, signature: flipped },
    'no signature': { ...given, signature: '0x' as Hex },
  }))
    expect(await chain.verifySiweMessage(wrong).catch(() => false), what).toBe(false);
}

test('a key signs the message within the login, and viem and ethers accept it @10.34', async ({
  page,
  context,
}) => {
  await keepMessages(context);
  await visitLogin(page, EOA);
  const signed = await signedBy(page, await logIn(page));
  expect(signed.signature).toHaveLength(132);
  expect(byEthers(signed.message, signed.signature)).toBe(signed.address);
  const { signature } = signed;
  const theirs = new SiweMessage(signed.message);
  const { domain, nonce } = theirs;
  expect(await theirs.verify({ signature, domain, nonce })).toMatchObject({ success: true });
  const other = await theirs.verify(
    { signature, domain: 'bank.example', nonce },
    { suppressExceptions: true },
  );
  expect(other.success).toBe(false);
  await holds(signed);
});

test('a smart account signs before (ERC-6492) and after its deployment (ERC-1271) @10.34', async ({
  page,
  context,
}) => {
  await keepMessages(context);
  await visitLogin(page, SMART);
  const email = freshEmail();
  const address = await logIn(page, email);
  expect(await chain.getCode({ address })).toBeUndefined();
  const early = await signedBy(page, address);
  expect(early.signature.endsWith(MAGIC)).toBe(true);
  await holds(early);

  const outcome = await request(page, 'eth_sendTransaction', [
    { from: address, to: freshAddress(), value: '0x0' },
  ]);
  await still(page, 'ApproveTransaction');
  await approve(page);
  await chain.waitForTransactionReceipt({ hash: await resultOf<Hex>(outcome) });
  expect(await chain.getCode({ address })).toMatch(/^0x.+/);
  await expectClosed(page);
  // The early one counts still.
  const { domain, nonce } = parseSiweMessage(early.message);
  expect(await chain.verifySiweMessage({ ...early, domain: domain!, nonce: nonce! })).toBe(true);

  await call(page, 'disconnect');
  await expect.poll(() => sessions(page)).toEqual([]);
  await giveEmail(page, email);
  await typeCode(page, email);
  expect(await connectedAs(page)).toBe(address);
  const late = await signedBy(page, address);
  expect(late.signature).toHaveLength(132);
  expect(late.message).not.toBe(early.message);
  await holds(late);
});

test.describe('a response that was changed on its way', () => {
  /** Whoever stands before us on the page hands on the frame's answer, changed. */
  const between = (page: Page, change: string): Promise<unknown> =>
    page.addInitScript((what) => {
      if (window !== window.top) return;
      // where there are no ports every answer comes to the window
      delete (window as { MessageChannel?: unknown }).MessageChannel;
      const { get } = Object.getOwnPropertyDescriptor(MessageEvent.prototype, 'data')!;
      type Data = { payload?: Record<string, string> } | undefined;
      function changed(this: MessageEvent): unknown {
        const data = get!.call(this) as Data;
        const { signature, message } = data?.payload ?? {};
        if (!this.isTrusted || !signature || !message) return data;
        const digit = (text: string, at: number) =>
          text.slice(0, at) + (text[at] === '1' ? '2' : '1') + text.slice(at + 1);
        const other =
          what === 'signature'
            ? { signature: digit(signature, signature.length > 132 ? signature.length - 214 : 20) }
            : what === 'nonce'
              ? { message: message.replace('Nonce: ', 'Nonce: 0') }
              : { message: message.replace(location.host, 'bank.example') };
        return { ...data, payload: { ...data!.payload, ...other } };
      }
      Object.defineProperty(MessageEvent.prototype, 'data', { get: changed, configurable: true });
    }, change);

  for (const [whose, options] of [
    ['a key', EOA],
    ['an account that is not there yet', SMART],
  ] as const)
    for (const change of whose === 'a key' ? ['signature', 'nonce', 'domain'] : ['signature'])
      test(`stores nothing and asks the user if the ${change} changed, of ${whose} @10.34`, async ({
        page,
      }) => {
        await between(page, change);
        await visitLogin(page, options);
        const email = freshEmail();
        await giveEmail(page, email);
        await still(page, 'EmailVerifyDevice');
        await openLink(email);
        await typeCode(page, email);
        await still(page, 'SIWXSignMessage');
        expect(await sessions(page)).toEqual([]);
      });
});
