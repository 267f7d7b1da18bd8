// @vitest-environment node
// What a contract keeps, by what the network's node says of it: an allowance of an amount, or of one NFT (decision 195, "Approvals of NFTs, and
// sign-ins elsewhere").
import { encodeAbiParameters, parseAbiParameters, zeroAddress, type Address, type Hex } from 'viem';
import { afterEach, expect, it, vi } from 'vitest';
import { tellEffects } from './effect-words';
import { effectsOfCall, effectsOfTyped, PERMIT2, type Effect } from './effects';

const TOKEN = '0x00000000000000000000000000000000000000a1';
const SPENDER: Address = '0x00000000000000000000000000000000000000b2';
const OWNER: Address = '0x00000000000000000000000000000000000000c3';
const bool = (value: boolean) => encodeAbiParameters(parseAbiParameters('bool'), [value]);
const address = (value: Address) => encodeAbiParameters(parseAbiParameters('address'), [value]);
const number = (value: bigint) => encodeAbiParameters(parseAbiParameters('uint256'), [value]);

/** 'no': the contract reverts; null: the node does not answer. */
type Said = Hex | 'no' | null;
interface Contract {
  supports: Said;
  owner: Said;
  decimals: Said;
}

function answer({ supports, owner, decimals }: Contract): void {
  const bySelector: Record<string, Said> = {
    '0x01ffc9a7': supports,
    '0x6352211e': owner,
    '0x313ce567': decimals,
    '0x70a08231': number(10n ** 30n),
  };
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    const { id, method, params } = JSON.parse(body) as {
      id: number;
      method: string;
      params: [{ data: Hex }];
    };
    const said = method == 'eth_getCode' ? '0x60' : (bySelector[params[0].data.slice(0, 10)] ?? null);
    if (said == null) throw new TypeError('offline');
    const told = said == 'no' ? { error: { code: 3, message: 'execution reverted' } } : { result: said };
    return new Response(JSON.stringify({ jsonrpc: '2.0', id, ...told }), {
      headers: { 'content-type': 'application/json' },
    });
  });
}
afterEach(() => vi.unstubAllGlobals());

const network = { id: 1, name: 'Demo', symbol: 'ETH', rpcUrl: 'http://localhost:1' };

async function title(units: bigint, contract: Contract): Promise<string | null> {
  answer(contract);
  const data =
    `0x095ea7b3${SPENDER.slice(2).padStart(64, '0')}${units.toString(16).padStart(64, '0')}` as const;
  const effects = effectsOfCall({ to: TOKEN, value: 0n, data });
  const [told] = await tellEffects(effects, OWNER, network as never);
  // what isn't plainly an amount is warned of
  expect(told!.warnings.length).toBe(told!.title ? 1 : 0);
  return told!.title;
}

const counts: Contract = { supports: 'no', owner: 'no', decimals: number(6n) };
const NFT = 'Allow taking an NFT';
const UNCLEAR = 'Allow taking';
it.each<[string, Partial<Contract>, string | null, string | null]>([
  ['counts amounts', {}, null, null],
  ['says that it keeps no NFT', { supports: bool(false), owner: address(zeroAddress) }, null, null],
  ['says that it keeps NFTs', { supports: bool(true) }, NFT, NFT],
  ['names an owner of the number', { owner: address(OWNER) }, NFT, NFT],
  ['has no decimals', { decimals: 'no' }, UNCLEAR, UNCLEAR],
  ['is not asked, since the node is silent about ERC-165', { supports: null }, UNCLEAR, UNCLEAR],
  ['is not asked, since the node is silent about the owner', { owner: null }, UNCLEAR, UNCLEAR],
])('a contract %s @10.12', async (_what, said, four, zero) => {
  const contract = { ...counts, ...said };
  expect(await title(4n, contract)).toBe(four);
  // zero takes an allowance back only where the contract counts
  expect(await title(0n, contract)).toBe(zero);
});

const [deadline, signer] = ['1900000000', { signer: OWNER }];
const permits: Record<string, (units: bigint) => Effect[]> = {
  'a permit of the token': (units) => {
    const message = { owner: OWNER, spender: SPENDER, value: String(units), nonce: '0', deadline };
    return effectsOfTyped('Permit', { chainId: 1, verifyingContract: TOKEN }, message, signer);
  },
  'a permit of Permit2': (units) => {
    const details = { token: TOKEN, amount: String(units), expiration: deadline, nonce: '0' };
    const message = { details, spender: SPENDER, sigDeadline: deadline };
    return effectsOfTyped('PermitSingle', { chainId: 1, verifyingContract: PERMIT2 }, message, signer);
  },
  'a transfer by Permit2': (units) => {
    const message = { permitted: { token: TOKEN, amount: String(units) }, spender: SPENDER, deadline };
    const domain = { chainId: 1, verifyingContract: PERMIT2 };
    return effectsOfTyped('PermitTransferFrom', domain, message, signer);
  },
};
const PIECE = 'Allow taking an NFT by a signature';
const SPENDING = 'Allow spending by a signature';
const ofPiece = ['Whoever has this signature can take this NFT.'];
const ofUnits = ['Whoever has this signature can take it until it ends.'];
it.each(Object.keys(permits))(
  '%s is read as an NFT where the contract keeps NFTs, also number 0 @10.12',
  async (kind) => {
    for (const units of [4n, 0n]) {
      const of = async (said: Partial<Contract>) => {
        answer({ ...counts, ...said });
        const [told] = await tellEffects(permits[kind]!(units), OWNER, network as never);
        const amount = told!.facts.find(({ label }) => label == 'It may take up to');
        return [told!.title, told!.warnings, amount && 'value' in amount ? amount.value : null];
      };
      const piece = [PIECE, ofPiece, `1 of NFT #${units}, of an unknown token`];
      expect(await of({ supports: bool(true), decimals: 'no' })).toEqual(piece);
      expect(await of({ owner: address(OWNER), decimals: 'no' })).toEqual(piece);
      // it may be either, where the node doesn't say
      const either = `${units} smallest units or NFT #${units}, of an unknown token`;
      expect(await of({ supports: null, decimals: 'no' })).toEqual([SPENDING, ofUnits, either]);
      expect((await of({})).slice(0, 2)).toEqual([SPENDING, ofUnits]);
    }
  },
);
