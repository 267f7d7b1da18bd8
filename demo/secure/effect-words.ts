/** Describes effects in sentences: action and counterparty, warnings, and consequences that need their own checkbox. */
import {
  BaseError,
  ContractFunctionRevertedError,
  ContractFunctionZeroDataError,
  createPublicClient,
  erc20Abi,
  formatEther,
  formatUnits,
  http,
  parseAbi,
  zeroAddress,
  type Address,
  type Hex,
  type PublicClient,
} from 'viem';
import type { Fact } from '../wallets/confirm/dom';
import { readTokenCall, tokenFacts, type TokenFacts } from '../wallets/confirm/token';
import {
  isAsked,
  settled,
  type Amount,
  type Effect,
  type EffectLabel,
  type Keeps,
  type Power,
  type Standing,
} from './effects';
import type { Network } from './networks';

/** `title`: for a request without other effects; null if an effect has a title. */
export type Told = { title: string | null; facts: Fact[]; warnings: string[]; accepts: string[] };

/** The node is asked about this many allowances of one request; others stay unverified. */
const ASKED_MAX = 16;

const TITLES: Partial<Record<EffectLabel, string>> = {
  approve_unlimited: 'Allow spending',
  approve_piece: 'Allow taking an NFT',
  approve_number: 'Allow taking',
  permit_piece: 'Allow taking an NFT by a signature',
  raise: 'Raise an allowance',
  approve_all: 'Allow taking a whole collection',
  revoke_all: 'Take back a collection',
  permit: 'Allow spending by a signature',
  permit_unlimited: 'Allow spending by a signature',
  control: 'Hand over control',
  move: 'Move a token',
  unread: 'Sign what is not read',
  offer: 'Let somebody take it by a signature',
  carries: 'Make calls inside of a call',
  carries_unread: 'Make calls inside of a call',
  carries_part: 'Make calls inside of a call',
  typed_moves: 'Sign data that might move money',
};

const POWERS: Record<Power, string> = {
  owner: 'Whose a contract is',
  admin: 'Who administers a contract',
  program: 'What a contract does',
  guard: 'What guards an account',
  module: 'What may act for an account',
  signer: 'Who signs for an account',
  delegate: 'What the account itself does',
};

const NOTHING: Standing = { keeps: null, holding: null, isContract: null };

async function standingOf(effect: Effect, account: Address, reader: PublicClient): Promise<Standing> {
  const { token, party } = effect;
  if (!token || !party) return NOTHING;
  const silent = (): null => null;
  const [keeps, holding, isContract] = await Promise.all([
    keepsOf(token, effect.number ?? 0n, reader),
    reader
      .readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [account] })
      .catch(silent),
    reader
      .getCode({ address: party })
      .then((code) => code !== undefined && code !== '0x')
      .catch(silent),
  ]);
  return { keeps, holding, isContract };
}

const erc721 = parseAbi([
  'function supportsInterface(bytes4) view returns (bool)',
  'function ownerOf(uint256) view returns (address)',
]);

/** A contract's response; 'none' if it reverts or returns nothing, null if the node doesn't respond. */
async function saidBy<T>(answer: Promise<T>): Promise<T | 'none' | null> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof BaseError)) return null;
    const isNone = error.walk(
      (cause) =>
        cause instanceof ContractFunctionRevertedError || cause instanceof ContractFunctionZeroDataError,
    );
    return isNone ? 'none' : null;
  }
}

/** The contract's own kind (token or NFT). No response isn't a no. */
async function keepsOf(address: Address, number: bigint, reader: PublicClient): Promise<Keeps> {
  const [is721, owner, decimals] = await Promise.all([
    saidBy(
      reader.readContract({ address, abi: erc721, functionName: 'supportsInterface', args: ['0x80ac58cd'] }),
    ),
    saidBy(reader.readContract({ address, abi: erc721, functionName: 'ownerOf', args: [number] })),
    saidBy(reader.readContract({ address, abi: erc20Abi, functionName: 'decimals' })),
  ]);
  if (is721 === true || (owner !== null && owner !== 'none' && owner !== zeroAddress)) return 'pieces';
  return is721 !== null && owner !== null && typeof decimals === 'number' ? 'amounts' : null;
}

/** The effects for `account` on this network. */
export async function tellEffects(
  effects: readonly Effect[],
  account: Address,
  network: Network,
): Promise<Told[]> {
  const reader = createPublicClient({ transport: http(network.rpcUrl, { retryCount: 0 }) });
  const asked = effects.filter(isAsked).slice(0, ASKED_MAX);
  return Promise.all(
    effects.map(async (read): Promise<Told> => {
      const [token, standing] = await Promise.all([
        read.token && (read.words !== 'send' || read.isInner) ? tokenFacts(reader, read.token) : null,
        asked.includes(read) ? standingOf(read, account, reader) : NOTHING,
      ]);
      const effect = isAsked(read) ? settled(read, standing) : read;
      const { risk } = effect;
      const all = token ? `all your ${token.symbol}` : 'all you have of this token';
      return {
        title: TITLES[effect.words] ?? null,
        facts: factsOf(effect, token, network.symbol),
        warnings: risk === 'normal' || risk === 'review' ? [] : [warning(effect, all)],
        accepts: risk === 'critical' ? [accept(effect, all)] : [],
      };
    }),
  );
}

/** The same for one request. */
export async function tellOf(effects: readonly Effect[], account: Address, network: Network): Promise<Told> {
  const all = await tellEffects(effects, account, network);
  return {
    title: all.find(({ title }) => title !== null)?.title ?? null,
    facts: all.flatMap(({ facts }) => facts),
    warnings: unique(all.flatMap(({ warnings }) => warnings)),
    accepts: unique(all.flatMap(({ accepts }) => accepts)),
  };
}

export const unique = (texts: readonly string[]): string[] => [...new Set(texts)];

function warning({ words }: Effect, all: string): string {
  switch (words) {
    case 'approve_unlimited':
      return `It could take ${all}, now and later.`;
    case 'permit_unlimited':
      return `With this signature it could take ${all}, now and later.`;
    case 'approve':
      return 'It could be taken at any time.';
    case 'approve_piece':
      return 'It could take this NFT at any time.';
    case 'approve_number':
      return 'The network does not say whether this is an amount or one NFT. It could take that NFT.';
    case 'permit_piece':
      return 'Whoever has this signature can take this NFT.';
    case 'raise':
      return 'It is added to what may be taken already.';
    case 'permit':
      return 'Whoever has this signature can take it until it ends.';
    case 'approve_all':
      return 'It could take every NFT of this collection, now and later.';
    case 'control':
      return 'Whoever gets control decides from then on, and can take everything.';
    case 'move':
      return 'By this call alone nobody can tell whose it is.';
    case 'create':
    case 'create_with':
      return 'Nobody can tell what this contract will do.';
    case 'offer':
      return 'Whoever has this signature can take it.';
    case 'receive_nothing':
      return 'Nothing comes to you for it.';
    case 'unread':
      return 'It is not read here: whoever has this signature can take what it offers.';
    case 'carries':
      return 'It makes further calls: each of them is said here.';
    case 'carries_unread':
      return 'It makes further calls that nobody could read.';
    case 'carries_part':
      return 'It makes further calls, and not all of them could be read.';
    case 'behind':
      return 'More data follows than the call takes. It is not read here.';
    case 'typed_moves':
      return 'It names a recipient with an amount, or an account with a right.';
    case 'receive':
    case 'unknown':
    case 'send':
    case 'revoke':
    case 'revoke_all':
    case 'typed':
      return 'Nobody can tell what this does.';
  }
}

function accept({ words, amount }: Effect, all: string): string {
  if (words === 'control') return 'I hand over control: someone else decides from then on.';
  if (words === 'approve_all') return 'I let someone take every NFT of a collection, now and later.';
  if (words.endsWith('_piece')) return 'I let someone take this NFT, now or later.';
  if (words === 'receive_nothing') return 'I give it away for nothing.';
  // an allowance with an amount gives away no more than that
  if (typeof amount === 'bigint') return 'I let someone take this amount, now and later.';
  return `I let someone take ${all}, now and later.`;
}

function amountText(amount: Amount | undefined, token: TokenFacts): string {
  const unit = token?.symbol ?? 'of an unknown token';
  if (typeof amount === 'object' && 'number' in amount)
    return `${amount.number} smallest units or NFT #${amount.number}, ${unit}`;
  if (typeof amount === 'object' && 'any' in amount) return `${amount.any} NFTs of any number, ${unit}`;
  if (typeof amount === 'object') return `${amount[1]} of NFT #${amount[0]}, ${unit}`;
  if (amount === undefined || amount === 'any') return `Without limit, ${unit}`;
  return token ? `${formatUnits(amount, token.decimals)} ${unit}` : `${amount} smallest units ${unit}`;
}

function factsOf(effect: Effect, token: TokenFacts, coin: string): Fact[] {
  const { words, party, amount, power, until } = effect;
  const who = (label: string): Fact[] => (party ? [{ kind: 'address', label, value: party }] : []);
  const contract: Fact[] = effect.token
    ? [{ kind: 'address', label: 'Token contract', value: effect.token }]
    : [];
  const end: Fact[] = until === undefined ? [] : [{ kind: 'text', label: 'Until', value: endOf(until) }];
  /** An inner call must name its token. */
  const inner = effect.isInner ? contract : [];
  const takes = (label: string): Fact[] => [
    { kind: 'amount', label, value: amountText(amount, token) },
    ...inner,
    ...who('Who may take it'),
  ];
  /** Outgoing or incoming amounts of the coin or a token. */
  const moves = (label: string): Fact[] => {
    const isAll = amount === undefined || amount === 'any';
    const coins = typeof amount === 'bigint' ? `${formatEther(amount)} ${coin}` : coin;
    const value = effect.token ? (isAll ? 'As much as there is' : amountText(amount, token)) : coins;
    return [{ kind: 'amount', label, value }, ...contract];
  };
  switch (words) {
    case 'approve':
    case 'approve_unlimited':
      return takes('It may take up to');
    case 'approve_piece':
    case 'approve_number':
      return takes('It may take');
    case 'raise':
      return takes('It may take so much more');
    case 'permit':
    case 'permit_unlimited':
    case 'permit_piece':
      return [
        ...takes('It may take up to'),
        ...(effect.isInner ? [] : contract),
        { kind: 'text', label: 'Until', value: endOf(until) },
      ];
    case 'offer':
      return [...moves('You give'), ...who('It goes to'), ...end];
    case 'receive':
      return moves('You get');
    case 'receive_nothing':
      return [{ kind: 'text', label: 'You get', value: 'Nothing' }];
    case 'carries':
    case 'carries_unread':
    case 'carries_part':
      return party ? [{ kind: 'address', label: 'Calls that make others', value: party }] : [];
    case 'create_with':
      return moves('It gets');
    case 'approve_all':
      return [
        { kind: 'text', label: 'It may take', value: 'Every NFT of the collection' },
        ...inner,
        ...who('Who may take it'),
      ];
    case 'revoke_all':
      return [
        { kind: 'text', label: 'It may take', value: 'Nothing of the collection any more' },
        ...who('Who could take it'),
      ];
    case 'control':
      return [
        { kind: 'text', label: 'It changes', value: POWERS[power!] },
        ...(effect.isInner && effect.on ? [{ kind: 'address' as const, label: 'Of', value: effect.on }] : []),
        ...who('Who gets control'),
      ];
    case 'move':
      return [
        { kind: 'amount', label: 'It moves', value: amountText(amount, token) },
        ...inner,
        ...who('It goes to'),
      ];
    case 'send':
      return effect.isInner ? [...moves('It sends'), ...who('To')] : [];
    case 'revoke':
      return effect.isInner
        ? [
            { kind: 'text', label: 'It may take', value: 'Nothing any more' },
            ...contract,
            ...who('Who could take it'),
          ]
        : [];
    case 'unknown':
      return effect.isInner ? who('It calls an unknown function of') : [];
    case 'create':
    case 'unread':
    case 'behind':
    case 'typed':
    case 'typed_moves':
      return [];
  }
}

/** The largest second that a Date supports. */
const SECONDS_MAX = 8_640_000_000_000n;

function endOf(until: bigint | null | undefined): string {
  if (until === null || until === undefined || until > SECONDS_MAX) return 'No end';
  return `${new Date(Number(until) * 1_000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Adds the effects of a call before its data, without repeating what the token's own description says. */
export function withEffects(
  facts: readonly Fact[],
  { to, data }: { to: Address | null; data: Hex },
  told: Told,
): Fact[] {
  if (to && readTokenCall(to, data)) return [...facts];
  const at = facts.findIndex((fact) => fact.label.startsWith('Data, '));
  if (at < 0) return [...facts];
  const named: Fact[] =
    told.facts.length > 0
      ? told.facts
      : [
          {
            kind: 'text',
            label: to ? 'Calls an unknown function' : 'Makes',
            value: to ? data.slice(0, 10) : 'A contract',
          },
        ];
  return [...facts.slice(0, at), ...named, ...facts.slice(at)];
}
