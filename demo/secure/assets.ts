/** wallet_getAssets (ERC-7811): balances from the chain, for coins and tokens that the site knows or the page names. */
import { createPublicClient, erc20Abi, http, numberToHex, type Address, type Hex } from 'viem';
import { tokenFacts } from '../wallets/confirm/token';
import { passed, readWanted, type Asset, type Place } from './asset-filters';
import { isRecord } from './json';
import { networks, type Network } from './networks';
import { smartAddress } from './smart';
import type { Signer } from './requests';

type Listed = Pick<Asset, 'address' | 'metadata'>;

/** The site's list of assets per chain, with their current price. */
async function listed(): Promise<Map<number, Listed[]>> {
  const answer: unknown = await (await fetch('/assets.json')).json();
  const chains = isRecord(answer) ? Object.entries(answer) : [];
  return new Map(chains.map(([chain, assets]) => [Number(chain), assets as Listed[]]));
}

/** Whether the site has a list of assets: without one it discovers nothing. A test can remove it (`POST /__fault`). */
export const knowsAssets = async (): Promise<boolean> => (await fetch('/assets.json')).ok;

async function read(account: Address, network: Network, asset: Listed): Promise<Asset> {
  const reader = createPublicClient({ transport: http(network.rpcUrl, { retryCount: 0 }) });
  const { address } = asset;
  const balance: bigint =
    address === 'native'
      ? await reader.getBalance({ address: account })
      : await reader.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [account] });
  const type = address === 'native' ? 'NATIVE' : 'ERC20';
  return { address, balance: numberToHex(balance), type, metadata: asset.metadata };
}

/** A token that the page names and the site doesn't know, described by its contract; null if that isn't readable. */
async function stranger(address: Address, network: Network): Promise<Listed | null> {
  const reader = createPublicClient({ transport: http(network.rpcUrl, { retryCount: 0 }) });
  const facts = await tokenFacts(reader, address);
  // Its name isn't read, because it could be anything.
  return facts && { address, metadata: { name: facts.symbol, ...facts } };
}

async function ofChain(
  account: Address,
  network: Network,
  known: Listed[],
  named: Place[] | null,
): Promise<Asset[]> {
  const wanted =
    named === null
      ? known
      : await Promise.all(
          named.map(
            async (place) =>
              known.find(({ address }) => address === place) ??
              (place === 'native' ? null : await stranger(place, network)),
          ),
        );
  const all = await Promise.allSettled(
    wanted.filter((asset) => asset !== null).map((asset) => read(account, network, asset)),
  );
  // An asset that can't be read, such as on a reset chain, is omitted.
  return all.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
}

export async function getAssets([given]: readonly unknown[], { owner }: Signer): Promise<unknown> {
  const [all, own] = [await networks(), await smartAddress(owner.address)];
  const wanted = readWanted(
    given,
    all.map(({ id }) => id),
  );
  if (wanted.account !== owner.address && wanted.account !== own)
    throw new Error('This account is not the one that is logged in');
  const known = await listed();
  const answers = [...wanted.chains].map(async ([id, named]): Promise<[Hex, Asset[]]> => {
    const network = all.find((one) => one.id === id)!;
    const assets = await ofChain(wanted.account, network, known.get(id) ?? [], named);
    return [numberToHex(id), passed(assets, wanted, named !== null)];
  });
  return Object.fromEntries(await Promise.all(answers));
}
