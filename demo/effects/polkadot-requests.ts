/**
 * Polkadot requests for the effects page: calls built from the node's metadata, with the account's nonce and the network's current
 * version, and messages. @polkadot/util-crypto verifies the signatures.
 */
import { stringToU8a, u8aToHex, u8aWrapBytes } from '@polkadot/util';
import { cryptoWaitReady, signatureVerify } from '@polkadot/util-crypto';
import type { PolkadotProvider } from '../../element/src/handle/polkadot';
import { builderOf } from '../polkadot/payload.mjs';
import { nodeOf, rpc, type Account, type Came, type Effect } from './kinds';

export type Row = Effect<PolkadotProvider>;

/** The demo's `account 2`, and another account. */
export const BOB = '5E5EM6GywRM1Cj499xJFtdZMw2VSh86tjYdQpTPLYGWZb4wA';
export const EVE = '5HRABXfxSqGsnBFptfUZ8NS6qgs9dkSyMWK1d4Urff7dJbf2';

type Build = ReturnType<typeof builderOf>;
export type Call = ReturnType<Build['callOf']>;
/** Creates a call of a pallet by name. */
export type Make = (pallet: string, name: string, args: unknown[]) => Call;

/** By network and version. */
const built = new Map<string, Promise<Build>>();

/** The network's and the account's state on the node. */
export async function network(account: Account) {
  const ask = <T>(method: string, params: unknown[] = []) => rpc<T>(nodeOf(account), method, params);
  const [{ specVersion, transactionVersion }, genesisHash, blockHash, nonce] = await Promise.all([
    ask<{ specVersion: number; transactionVersion: number }>('state_getRuntimeVersion'),
    ask<string>('chain_getBlockHash', [0]),
    ask<string>('chain_getFinalizedHead'),
    ask<number>('system_accountNextIndex', [account.address]),
  ]);
  const block = Number((await ask<{ number: string }>('chain_getHeader', [blockHash])).number);
  const key = `${genesisHash} ${specVersion}`;
  const make = async () => builderOf(await ask('state_getMetadata'), await ask('system_properties'));
  built.set(key, built.get(key) ?? make());
  const now = { nonce, genesisHash, blockHash, block, specVersion, transactionVersion };
  return { build: await built.get(key)!, now };
}

async function checked(bytes: Uint8Array, signature: string, address: string): Promise<Came> {
  await cryptoWaitReady();
  const { isValid } = signatureVerify(bytes, signature, address);
  return { text: signature, check: { by: '@polkadot/util-crypto', holds: isValid } };
}

/** Signs a transaction with this call; `more` overrides fields of its payload. */
export const transaction =
  (call: (make: Make, me: string) => Call, more: object = {}): Row['ask'] =>
  async (provider, account) => {
    const { build, now } = await network(account);
    const payload = {
      ...build.payloadOf(account.address, call(build.callOf, account.address), now),
      ...more,
    };
    const { signature } = await provider.signer.signPayload(payload);
    return checked(build.bytesOf(payload), signature, account.address);
  };
/** A single call by name. */
export const calls = (pallet: string, name: string, ...args: unknown[]) =>
  transaction((make) => make(pallet, name, args));

export const words =
  (text: string): Row['ask'] =>
  async (provider, { address }) => {
    const raw = { address, data: u8aToHex(stringToU8a(text)), type: 'bytes' };
    const { signature } = await provider.signer.signRaw(raw);
    return checked(u8aWrapBytes(text), signature, address);
  };

export const pays = (make: Make, units: bigint, to = BOB) =>
  make('Balances', 'transfer_keep_alive', [to, units]);
export const together = (make: Make, all: Call[]) => make('Utility', 'batch_all', [all]);
