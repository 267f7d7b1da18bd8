/** The filters of a page's asset request (ERC-7811), validated strictly, and their application. */
import { getAddress, isAddress, type Address, type Hex } from 'viem';
import { isRecord } from './json';

export type Place = Address | 'native';

export type Asset = {
  address: Place;
  balance: Hex;
  /** Uppercase (docs/spec/services.md A11); the standard has lowercase, and readers accept both. */
  type: 'NATIVE' | 'ERC20';
  metadata: { name: string; symbol: string; decimals: number; price?: number; iconUrl?: string };
};

export type Wanted = {
  account: Address;
  /** The chains, with the assets that the request names; null means all assets. */
  chains: Map<number, Place[] | null>;
  /** The types to include. */
  types: string[] | null;
};

const CHAIN = /^0x[\da-f]{1,12}$/i;

/** The asset's location; null for a type that isn't supported. */
function placeOf(given: unknown, where: string): Place | null {
  // The standard once had a list of plain addresses.
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

/** Reads the request; `known`: the chains of this wallet. Other chains are ignored. */
export function readWanted(given: unknown, known: readonly number[]): Wanted {
  if (!isRecord(given)) throw new Error('account is missing');
  const { account, assetFilter, assetTypeFilter, chainFilter } = given;
  if (typeof account !== 'string' || !isAddress(account)) throw new Error('account is no address');
  const wanted = { account: getAddress(account) };
  if (assetFilter !== undefined) {
    // If assets are named, the other filters don't apply.
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

/** The included assets of one chain: highest value first, without a price last. */
export function passed(assets: readonly Asset[], { types }: Wanted, isNamed: boolean): Asset[] {
  const worth = ({ balance, metadata: { price = 0, decimals } }: Asset): number =>
    (Number(BigInt(balance)) / 10 ** decimals) * price;
  return assets
    .filter(({ type }) => types === null || types.includes(type))
    .filter(({ balance, type }) => isNamed || type === 'NATIVE' || BigInt(balance) > 0n)
    .sort((one, other) => worth(other) - worth(one));
}
