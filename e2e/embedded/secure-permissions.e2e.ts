// Permissions in the frame (ERC-7715 by docs/spec/services.md A10): what a person reads before allowing something for later, where it is kept,
// how it is taken back, and what is never asked.
import { maxUint256, numberToHex, parseAbi, parseEther, type Address, type Hex } from 'viem';
import { freshAddress, TOKENS } from '../support/chain';
import { PAGE_URL } from '../support/ports';
import { expect, test } from '../support/test';
import { permissionOf, sessionsOf } from './grants';
import { freshEmail, logIn, userOf, type Peer } from './peer';
import {
  ask,
  begin,
  confirm,
  expectRefused,
  part,
  reject,
  REJECTED,
  smartWallet,
  valueOf,
} from './smart-wallet';

const KEY: Hex = `0x03${'a7'.repeat(32)}`;
const DAY_S = 86_400;
const inSeconds = (seconds: number): number => Math.floor(Date.now() / 1_000) + seconds;

const ether = {
  type: 'native-token-recurring-allowance',
  data: { allowance: numberToHex(parseEther('0.5')), start: 0, period: DAY_S },
};
const dollars = (allowance: bigint) => ({
  type: 'erc20-recurring-allowance',
  data: { token: TOKENS.DUSD.address, allowance: numberToHex(allowance), start: 0, period: 7 * DAY_S },
});

const request = (address: Address, more: object = {}) =>
  permissionOf(address, {
    expiry: inSeconds(30 * DAY_S),
    signer: { type: 'keys', data: { keys: [{ type: 'secp256k1', publicKey: KEY }] } },
    permissions: [ether],
    ...more,
  });

type Granted = { context: string; expiry: number; accountMeta?: object };

/** Grants it, and the person says yes. */
async function grant(peer: Peer, address: Address, more: object = {}): Promise<Granted> {
  const answer = await begin(peer, 'wallet_grantPermissions', request(address, more));
  await expect(part(peer, 'title')).toHaveText('Allow without asking');
  await confirm(peer);
  return valueOf<Granted>(await answer());
}

test('a permission is read in words, granted, listed and taken back', async ({ page }) => {
  const { peer, address } = await smartWallet(page);
  const shop = freshAddress();
  const mint = {
    type: 'contract-call',
    data: {
      address: shop,
      abi: parseAbi(['function mint(address to, uint256 count)', 'function burn()']),
      functions: [{ functionName: 'mint', valueLimit: numberToHex(parseEther('0.01')) }],
    },
  };
  const asked = request(address, {
    permissions: [ether, dollars(5_000_000n), mint],
    policies: [{ type: 'call-limit', data: { count: 9 } }],
  });
  const answer = await begin(peer, 'wallet_grantPermissions', asked);
  await expect(part(peer, 'title')).toHaveText('Allow without asking');
  await expect(part(peer, 'site')).toHaveText(PAGE_URL);
  await expect(part(peer, 'network')).toHaveText('Demo Chain');
  await expect(part(peer, 'fact-what-this-means')).toContainText('without asking you again');
  await expect(part(peer, 'fact-it-may-take-up-to')).toHaveText(['0.5 ETH every day', '5 DUSD every week']);
  await expect(part(peer, 'fact-token-contract')).toHaveAttribute('aria-label', TOKENS.DUSD.address);
  await expect(part(peer, 'fact-it-may-call-the-contract')).toHaveAttribute('aria-label', shop);
  await expect(part(peer, 'fact-function')).toHaveText(/^mint\(address,uint256\)\s+paying up to 0.01 ETH/);
  await expect(part(peer, 'fact-at-most')).toHaveText('9 calls in all');
  await expect(part(peer, 'fact-until')).toHaveText(/^\d+ \w+ 20\d\d, \d\d:\d\d UTC, for (29|30) days/);
  await expect(part(peer, 'fact-who-may-by-the-key-secp-k-')).toHaveText(KEY);
  await expect(part(peer, 'fact-for-the-account')).toHaveAttribute('aria-label', address);
  await expect(part(peer, 'warning')).toHaveCount(0);
  await confirm(peer);
  const granted = valueOf<Granted>(await answer());
  expect(granted).toMatchObject({ chainId: '0x539', address, expiry: asked[0]!.expiry });
  expect(granted.accountMeta, 'who uses it makes the account first').toBeDefined();
  const [listed, ...others] = await sessionsOf(address);
  expect(others).toEqual([]);
  expect(listed).toMatchObject({
    pci: granted.context,
    expiry: asked[0]!.expiry,
    project: { id: 'demo', name: new URL(PAGE_URL).host, url: PAGE_URL },
    permissions: [{ type: ether.type }, { type: 'erc20-recurring-allowance' }, { type: 'contract-call' }],
  });
  expect(listed).not.toHaveProperty('revokedAt');

  const revoking = await begin(peer, 'wallet_revokePermissions', { pci: granted.context });
  await expect(part(peer, 'title')).toHaveText('Revoke a permission');
  await expect(part(peer, 'fact-it-was-given-to')).toHaveText(PAGE_URL);
  await expect(part(peer, 'fact-it-may-take-up-to')).toHaveText(['0.5 ETH every day', '5 DUSD every week']);
  await confirm(peer);
  expect(valueOf<unknown>(await revoking())).toBe(true);
  expect((await sessionsOf(address))[0]!.revokedAt).toBeGreaterThan(0);
  await expectRefused(peer, 'wallet_revokePermissions', [{ pci: granted.context }], 'revoked already');
});

test('a no grants nothing and takes nothing back', async ({ page }) => {
  const { peer, address } = await smartWallet(page);
  const refused = await begin(peer, 'wallet_grantPermissions', request(address));
  await expect(part(peer, 'reject')).toBeFocused();
  await reject(peer);
  expect(await refused()).toEqual(REJECTED);
  expect(await sessionsOf(address)).toEqual([]);

  const { context } = await grant(peer, address);
  const kept = await begin(peer, 'wallet_revokePermissions', [{ permissionsContext: context }]);
  await expect(part(peer, 'title')).toHaveText('Revoke a permission');
  await page.keyboard.press('Escape');
  expect(await kept()).toEqual(REJECTED);
  expect((await sessionsOf(address))[0]).not.toHaveProperty('revokedAt');
});

test('what has no limit, or lasts for years, is warned of', async ({ page }) => {
  const { peer, address } = await smartWallet(page);
  const more = { permissions: [dollars(maxUint256)], expiry: inSeconds(800 * DAY_S) };
  await begin(peer, 'wallet_grantPermissions', request(address, more));
  await expect(part(peer, 'fact-it-may-take-up-to')).toHaveText('Without limit, DUSD every week');
  await expect(part(peer, 'warning')).toHaveText([
    'It could take all your DUSD.',
    'This lasts for more than a year.',
  ]);
});

test('what cannot be granted is refused in words, and nobody is asked', async ({ page }) => {
  const { peer, address, owner } = await smartWallet(page);
  for (const [more, words] of [
    [{ expiry: inSeconds(-1) }, 'expiry is over'],
    [{ permissions: [{ type: 'erc721-token-transfer', data: {} }] }, '"erc721-token-transfer" is not known'],
    [{ policies: [{ type: 'moon-phase', data: {} }] }, '"moon-phase" is not known'],
    [{ signer: { type: 'account', data: { address } } }, 'signer.type must be one of keys'],
    [{ chainId: '0x53a' }, 'chainId is not the active network'],
    [{ address: owner }, 'This account is not the one that is logged in'],
  ] as const)
    await expectRefused(peer, 'wallet_grantPermissions', request(address, more), words);
  await expectRefused(peer, 'wallet_revokePermissions', { pci: '0x1234' }, 'This permission is not known');
  await expectRefused(peer, 'wallet_revokePermissions', [{ eth_accounts: {} }], 'disconnect');
  expect((await ask(peer, 'wallet_getCapabilities', [address, ['0x539']])).payload).toMatchObject({
    '0x539': { permissions: { supported: true, signerTypes: ['keys'] } },
  });

  await userOf(peer, { preferredAccountType: 'eoa' });
  const params = request(owner);
  await expectRefused(
    peer,
    'wallet_grantPermissions',
    params,
    'Only the smart account can grant permissions',
  );
  expect((await ask(peer, 'wallet_getCapabilities', [owner, ['0x539']])).payload).not.toHaveProperty([
    '0x539',
    'permissions',
  ]);
  expect(await sessionsOf(address)).toEqual([]);
});

test('what one has granted another cannot revoke', async ({ page }) => {
  const { peer, address } = await smartWallet(page);
  const { context } = await grant(peer, address);
  await peer.call('SIGN_OUT');
  await logIn(peer, freshEmail());
  await expectRefused(peer, 'wallet_revokePermissions', { pci: context }, "another account's");
  await peer.call('SIGN_OUT');
  await expectRefused(peer, 'wallet_revokePermissions', { pci: context }, 'Nobody is logged in');
  expect((await sessionsOf(address))[0]).not.toHaveProperty('revokedAt');
});
