/** What of a person's assets a page asks for (ERC-7811): the filters, read strictly, and what passes them. */
import { getAddress, isAddress, type Address, type Hex } from 'viem';
import { isRecord } from './json';

export type Place = Address | 'native';

export type Asset = {
  address: Place;
  balance: Hex;
  /** In capitals (docs/spec/services.md A11); the standard has small letters, and readers take both. */
  type: 'NATIVE' | 'ERC20';
  metadata: { name: string; symbol: string; decimals: number; price?: number; iconUrl?: string };
};

export type Wanted = {
  account: Address;
  /** The chains to look at, and the assets named there; none named: all that are held. */
  chains: Map<number, Place[] | null>;
  /** The types to leave in. */
  types: string[] | null;
};

const CHAIN = /^0x[\da-f]{1,12}$/i;

/** Where it lies; null for a type of which nobody here counts any. */
function placeOf(given: unknown, where: string): Place | null {
  // The standard was once a list of addresses alone.
  const { address, type } = isRecord(given) ? given : { address: given, type: undefined };
  if (typeof address !== 'string') throw new Error(`${where}.address is missing`);
  const isNative = address.toLowerCase() === 'native';
  if (!isNative && !isAddress(address)) throw new Error(`${where}.address is no address`);
  if (type !== undefined && typeof type !== 'string') throw new Error(`${where}.type must be a text`);
  const kind = type?.toLowerCase() ?? (isNative ? 'native' : 'erc20');
  if (isNative !== (kind === 'native')) throw new Error(`${where}.type does not fit its address`);
  if (isNative) return 'native';
  return kind === 'erc20' ? getAddress(address) : null;
}

function textsOf(given: unknown, name: string, fits: (text: string) => boolean): string[] {
  if (!Array.isArray(given) || !given.every((one) => typeof one === 'string' && fits(one)))
    throw new Error(`${name} must be a list of ${name === 'chainFilter' ? 'chain ids in hex' : 'types'}`);
  return given as string[];
}

/** Reads what is asked for; `known`: the chains of this wallet. Other chains are left out. */
export function readWanted(given: unknown, known: readonly number[]): Wanted {
  if (!isRecord(given)) throw new Error('account is missing');
  const { account, assetFilter, assetTypeFilter, chainFilter } = given;
  if (typeof account !== 'string' || !isAddress(account)) throw new Error('account is no address');
  const wanted = { account: getAddress(account) };
  if (assetFilter !== undefined) {
    // Where assets are named, the other filters do not count.
    if (!isRecord(assetFilter)) throw new Error('assetFilter must be an object by chain ids');
    const chains = new Map<number, Place[] | null>();
    for (const [chain, assets] of Object.entries(assetFilter)) {
      const where = `assetFilter[${JSON.stringify(chain)}]`;
      if (!CHAIN.test(chain)) throw new Error(`${where} is no chain id in hex`);
      if (!Array.isArray(assets)) throw new Error(`${where} must be a list`);
      const places = assets.map((one, index) => placeOf(one, `${where}[${index}]`));
      const named = [...new Set(places.filter((place) => place !== null))];
      if (known.includes(Number(chain))) chains.set(Number(chain), assets.length === 0 ? null : named);
    }
    return { ...wanted, chains, types: null };
  }
  const asked =
    chainFilter === undefined
      ? known
      : textsOf(chainFilter, 'chainFilter', (text) => CHAIN.test(text)).map(Number);
  const types =
    assetTypeFilter === undefined
      ? null
      : textsOf(assetTypeFilter, 'assetTypeFilter', () => true).map((text) => text.toUpperCase());
  return {
    ...wanted,
    chains: new Map(known.filter((id) => asked.includes(id)).map((id) => [id, null])),
    types,
  };
}

/** What of the assets of one chain is answered: what is worth most comes first, what has no price last. */
export function passed(assets: readonly Asset[], { types }: Wanted, isNamed: boolean): Asset[] {
  const worth = ({ balance, metadata: { price = 0, decimals } }: Asset): number =>
    (Number(BigInt(balance)) / 10 ** decimals) * price;
  return assets
    .filter(({ type }) => types === null || types.includes(type))
    .filter(({ balance, type }) => isNamed || type === 'NATIVE' || BigInt(balance) > 0n)
    .sort((one, other) => worth(other) - worth(one));
}
