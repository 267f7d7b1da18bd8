// Permissions (ERC-7715 by docs/spec/services.md A10): what a person reads before allowing something for later, what is signed for it, how it is
// taken back, and what is never asked. That the site lists it until then: demo/services/tests/hosts/smart_sessions.rs.
import {
  keccak256,
  maxUint256,
  numberToHex,
  parseAbi,
  parseEther,
  stringToHex,
  type Address,
  type Hex,
} from 'viem';
import { expect, it } from 'vitest';
import { chain, freshAddress, TOKENS } from './testing/chain';
import {
  expectRefused,
  freshEmail,
  logIn,
  PAGE,
  REJECTED,
  smartWallet,
  userOf,
  valueOf,
  type Peer,
} from './testing/peer';

const KEY: Hex = `0x03${'a7'.repeat(32)}`;
const DAY_S = 86_400;
const inSeconds = (seconds: number): number => Math.floor(Date.now() / 1_000) + seconds;

const ether = {
  type: 'native-token-recurring-allowance',
  data: { allowance: numberToHex(parseEther('0.5')), start: 0, period: DAY_S },
};
const dollars = (allowance: bigint) => ({
  type: 'erc20-recurring-allowance',
  data: { token: TOKENS.DUSD, allowance: numberToHex(allowance), start: 0, period: 7 * DAY_S },
});

const request = (address: Address, more: object = {}) => [
  {
    chainId: '0x539',
    address,
    expiry: inSeconds(30 * DAY_S),
    signer: { type: 'keys', data: { keys: [{ type: 'secp256k1', publicKey: KEY }] } },
    permissions: [ether],
    policies: [],
    ...more,
  },
];

type Granted = { context: string; expiry: number; accountMeta?: object };

/** Grants it, and the person says yes. */
async function grant(peer: Peer, address: Address): Promise<Granted> {
  const answer = peer.ask('wallet_grantPermissions', request(address));
  expect((await peer.asked()).title).toBe('Allow without asking');
  await peer.confirm();
  return valueOf<Granted>(await answer);
}

it('shows a permission in words, grants it, stores it as signed, and revokes it', async () => {
  const { peer, address, owner } = await smartWallet();
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
  const answer = peer.ask('wallet_grantPermissions', asked);
  const read = await peer.asked();
  expect(read).toMatchObject({
    title: 'Allow without asking',
    site: PAGE,
    network: 'Demo Chain',
    warnings: [],
  });
  expect(read.fact('what-this-means')).toContain('without asking you again');
  expect(read.facts('it-may-take-up-to')).toEqual(['0.5 ETH every day', '5 DUSD every week']);
  expect(read.address('token-contract')).toBe(TOKENS.DUSD);
  expect(read.address('it-may-call-the-contract')).toBe(shop);
  expect(read.fact('function')).toMatch(/^mint\(address,uint256\)\s+paying up to 0.01 ETH/);
  expect(read.fact('at-most')).toBe('9 calls in all');
  expect(read.fact('until')).toMatch(/^\d+ \w+ 20\d\d, \d\d:\d\d UTC, for (29|30) days/);
  expect(read.fact('who-may-by-the-key-secp-k-')).toBe(KEY);
  expect(read.address('for-the-account')).toBe(address);
  await peer.confirm();
  const granted = valueOf<Granted>(await answer);
  expect(granted).toMatchObject({ chainId: '0x539', address, expiry: asked[0]!.expiry });
  expect(granted.accountMeta, 'who uses it makes the account first').toBeDefined();
  const [pci, ...others] = [...peer.site.grants.keys()];
  expect([pci, others]).toEqual([granted.context, []]);
  const kept = peer.site.grants.get(pci!)!;
  expect(JSON.parse(kept.text)).toMatchObject({
    origin: PAGE,
    projectId: 'demo',
    expiry: asked[0]!.expiry,
    permissions: [{ type: ether.type }, { type: 'erc20-recurring-allowance' }, { type: 'contract-call' }],
  });
  const hash = keccak256(stringToHex(kept.text));
  expect(await chain.verifyHash({ address: owner, hash, signature: kept.signature as Hex })).toBe(true);

  const revoking = peer.ask('wallet_revokePermissions', { pci: granted.context });
  const taken = await peer.asked();
  expect(taken.title).toBe('Revoke a permission');
  expect(taken.fact('it-was-given-to')).toBe(PAGE);
  expect(taken.facts('it-may-take-up-to')).toEqual(['0.5 ETH every day', '5 DUSD every week']);
  await peer.confirm();
  expect(valueOf<unknown>(await revoking)).toBe(true);
  const signature = kept.revokedBy as Hex;
  const message = `Revoke smart session: ${pci}`;
  expect(await chain.verifyMessage({ address, message, signature })).toBe(true);
  expect(await chain.verifyMessage({ address, message: pci!, signature }), 'never the bare id').toBe(false);
  await expectRefused(peer, 'wallet_revokePermissions', [{ pci: granted.context }], 'revoked already');
});

it('a refusal grants nothing and revokes nothing', async () => {
  const { peer, address } = await smartWallet();
  const refused = peer.ask('wallet_grantPermissions', request(address));
  await peer.reject();
  expect(await refused).toEqual(REJECTED);
  expect(peer.site.grants.size).toBe(0);

  const { context } = await grant(peer, address);
  for (const name of ['permissionsContext', 'permissionContext', 'context']) {
    const kept = peer.ask('wallet_revokePermissions', [{ [name]: context }]);
    expect((await peer.asked()).title).toBe('Revoke a permission');
    await peer.reject();
    expect(await kept).toEqual(REJECTED);
  }
  expect(peer.site.grants.get(context)!.revokedBy).toBeNull();
});

it('warns of a permission without a limit or for years', async () => {
  const { peer, address } = await smartWallet();
  const more = { permissions: [dollars(maxUint256)], expiry: inSeconds(800 * DAY_S) };
  void peer.ask('wallet_grantPermissions', request(address, more));
  const { fact, warnings } = await peer.asked();
  expect(fact('it-may-take-up-to')).toBe('Without limit, DUSD every week');
  expect(warnings).toEqual(['It could take all your DUSD.', 'This lasts for more than a year.']);
});

it('rejects an impossible permission with the reason, without asking the user', async () => {
  const { peer, address, owner } = await smartWallet();
  for (const [more, words] of [
    [{ expiry: inSeconds(-1) }, 'expiry is over'],
    [{ permissions: [{ type: 'erc721-token-transfer', data: {} }] }, '"erc721-token-transfer" is not known'],
    [{ policies: [{ type: 'moon-phase', data: {} }] }, '"moon-phase" is not known'],
    [{ signer: { type: 'account', data: { address } } }, 'signer.type must be one of keys'],
    [{ chainId: '0x53a' }, 'chainId is not the active network'],
    [{ address: owner }, 'This account is not the one that is logged in'],
  ] as const)
    await expectRefused(peer, 'wallet_grantPermissions', request(address, more), words);
  const two = [...request(address), ...request(address)];
  await expectRefused(peer, 'wallet_grantPermissions', two, 'One permission request');
  await expectRefused(peer, 'wallet_revokePermissions', { pci: '0x1234' }, 'This permission is not known');
  await expectRefused(peer, 'wallet_revokePermissions', [{ eth_accounts: {} }], 'disconnect');
  await expectRefused(peer, 'wallet_revokePermissions', [{}], 'permission to revoke is missing');
  expect((await peer.ask('wallet_getCapabilities', [address, ['0x539']])).payload).toMatchObject({
    '0x539': { permissions: { supported: true, signerTypes: ['keys'] } },
  });

  await userOf(peer, { preferredAccountType: 'eoa' });
  const words = 'Only the smart account can grant permissions';
  await expectRefused(peer, 'wallet_grantPermissions', request(owner), words);
  expect((await peer.ask('wallet_getCapabilities', [owner, ['0x539']])).payload).not.toHaveProperty([
    '0x539',
    'permissions',
  ]);
  expect(peer.site.grants.size).toBe(0);
});

it('rejects the revocation of another account’s permission', async () => {
  const { peer, address } = await smartWallet();
  const { context } = await grant(peer, address);
  const elsewhere = await peer.ask('wallet_revokePermissions', { pci: context }, { chainId: 1338 });
  expect(elsewhere.payload!['message']).toContain('of another network');
  await peer.call('SIGN_OUT');
  await logIn(peer, freshEmail());
  await expectRefused(peer, 'wallet_revokePermissions', { pci: context }, "another account's");
  await peer.call('SIGN_OUT');
  await expectRefused(peer, 'wallet_revokePermissions', { pci: context }, 'Nobody is logged in');
  expect(peer.site.grants.get(context)!.revokedBy).toBeNull();
});
