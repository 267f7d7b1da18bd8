/** Bitcoin requests for the effects page: PSBTs that spend the account's own coins, messages and transfers. */
import * as btc from '@scure/btc-signer';
import type { BitcoinAccount, BitcoinInput, BitcoinProvider } from '../../element/src/handle/bitcoin';
import { nodeOf, read, type Account, type Came, type Effect } from './kinds';
import { isOlder } from './bitcoin-words';
import { coinsOf, isSigned, NETWORK, psbtOf, type Coin, type Input, type Output } from './psbt';

export type Row = Effect<BitcoinProvider>;

/** The payment address of the demo's `account 2`. */
export const BOB = 'bcrt1quz7csjq59egc2y6kpmkthhtlupxrea7pdn5vp7';
export const FEE = 500;
export const NOBLE = '@noble/curves';
/** coins with these amounts carry collectibles */
const CARRIERS = [330, 546, 10_000];
export const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));

/** The inputs of a document: the account's keys and coins. */
interface Has {
  /** the address for payments, and the one for collectibles */
  pays: string;
  holds: string;
  /** the largest coin of each */
  coin: Coin;
  piece: Coin;
  bobs: Coin;
  /** an older coin (p2pkh) of the same key: the account's own if its address has that type */
  older: Coin;
}

/** A coin that doesn't exist: no network has its transaction. */
export const invented = (address: string, value = 40_000): Coin => ({
  address,
  txid: '11'.repeat(32),
  vout: 0,
  value,
});

async function has(keys: readonly BitcoinAccount[], account: Account): Promise<Has> {
  const { address: pays, publicKey } = keys.find(({ intention }) => intention == 'payment')!;
  const holds = keys.find(({ intention }) => intention == 'ordinal')?.address ?? pays;
  const largest = async (address: string) => {
    const coins = await coinsOf(account, address);
    const [first] = coins.toSorted((a, b) => b.value - a.value);
    if (!first) throw new Error(`The account has no coins at ${address}`);
    return first;
  };
  const old = publicKey ? btc.p2pkh(publicKey, NETWORK).address! : pays;
  const [coin, piece, bobs, older] = await Promise.all([
    largest(pays),
    largest(holds),
    largest(BOB),
    largest(old).catch(() => invented(old)),
  ]);
  if (CARRIERS.includes(coin.value)) throw new Error('The account has too few coins');
  return { pays, holds, coin, piece, bobs, older };
}

interface Draft {
  inputs: Input[];
  outputs: Output[];
  /** default: every own input */
  sign?: BitcoinInput[];
  broadcast?: boolean;
}

export const rest = ({ pays, coin }: Has, paid: number): Output => ({
  to: pays,
  sats: coin.value - paid - FEE,
});

/** Requests the signature of a document. */
export const document =
  (draft: (own: Has) => Draft): Row['ask'] =>
  async (provider, account) => {
    const keys = await provider.getAccounts();
    const { inputs, outputs, sign, broadcast } = draft(await has(keys, account));
    const psbt = await psbtOf(account, keys, inputs, outputs);
    // The document contains the sighash type, because not every wallet accepts it as a parameter.
    const own = inputs.flatMap(({ address }, index) =>
      keys.some((one) => one.address == address) ? [{ address, index }] : [],
    );
    const signInputs = sign ?? own;
    const answer = await provider.signPSBT({ psbt, signInputs, ...(broadcast ? { broadcast } : {}) });
    if (answer.txid) return { text: answer.txid };
    const indexes = signInputs.map(({ index }) => index);
    const holds = isSigned(psbt, answer.psbt, indexes);
    return { text: base64(answer.psbt), check: { by: NOBLE, holds } };
  };

/** A payment from the largest coin, with changes. */
export const payment = (more: (own: Has) => Partial<Draft> = () => ({}), kind?: number): Row['ask'] =>
  document((own) => ({
    inputs: [{ ...own.coin, ...(kind === undefined ? {} : { sighash: kind }) }],
    outputs: [{ to: BOB, sats: 50_000 }, rest(own, 50_000)],
    ...more(own),
  }));

const data = (bytes: Uint8Array): Uint8Array => btc.Script.encode(['RETURN', bytes]);
export const text = (words: string) => data(new TextEncoder().encode(words));

export async function words(provider: BitcoinProvider, { address }: Account): Promise<Came> {
  const message = `Hello from the page of effects, ${new Date().toISOString()}`;
  const signature = await provider.signMessage({ message, address, protocol: 'ecdsa' });
  return {
    text: base64(signature),
    check: { by: NOBLE, holds: isOlder(message, signature, address) },
  };
}

/** A transfer with fields that the provider doesn't name. */
export const transfer =
  (more: object = {}): Row['ask'] =>
  async (provider, account) => {
    const params = { account: account.address, recipientAddress: BOB, amount: '50000', ...more };
    const { txid } = (await provider.request({ method: 'sendTransfer', params })) as { txid: string };
    type Sent = { vout: { scriptpubkey_address?: string; value: number }[] };
    const { vout } = await read<Sent>(`${nodeOf(account)}/tx/${txid}`);
    const holds = vout.some((of) => of.scriptpubkey_address == BOB && of.value == 50_000);
    return { text: txid, check: { by: 'the node', holds } };
  };
