/** Deeds of Bitcoin: documents (PSBT) over the account's own coins, words and transfers. */
import * as btc from '@scure/btc-signer';
import type { BitcoinAccount, BitcoinInput, BitcoinProvider } from '../../element/src/handle/bitcoin';
import { nodeOf, read, toHex, type Account, type Came, type Deed } from './kinds';
import { isOlder, isWitness } from './bitcoin-words';
import { coinsOf, isSigned, psbtOf, type Coin, type Input, type Output } from './psbt';

type Row = Deed<BitcoinProvider>;

/** `account 2` of the demo: its address for payments, and on the public network. */
const BOB = 'bcrt1quz7csjq59egc2y6kpmkthhtlupxrea7pdn5vp7';
const BOB_ON_MAIN = 'bc1quz7csjq59egc2y6kpmkthhtlupxrea7p9ukjdy';
const MANY = 6;
const FEE = 500;
const NOBLE = '@noble/curves';
/** Kinds of signatures (BIP-143, BIP-341). */
const [ALL, NONE, SINGLE, ANYONE] = [1, 2, 3, 0x80];
/** of these amounts are coins that carry collectibles */
const CARRIERS = [330, 546, 10_000];
const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));

/** What a document is made of: the account's keys and coins. */
interface Has {
  /** address for payments, and the one for what is collected */
  pays: string;
  holds: string;
  /** the largest coin of each */
  coin: Coin;
  piece: Coin;
  bobs: Coin;
}

async function has(keys: readonly BitcoinAccount[], account: Account): Promise<Has> {
  const pays = keys.find(({ intention }) => intention == 'payment')!.address;
  const holds = keys.find(({ intention }) => intention == 'ordinal')?.address ?? pays;
  const largest = async (address: string) => {
    const coins = await coinsOf(account, address);
    const [first] = coins.toSorted((a, b) => b.value - a.value);
    if (!first) throw new Error(`The account has no coins at ${address}`);
    return first;
  };
  const [coin, piece, bobs] = await Promise.all([largest(pays), largest(holds), largest(BOB)]);
  if (CARRIERS.includes(coin.value)) throw new Error('The account has too few coins');
  return { pays, holds, coin, piece, bobs };
}

interface Draft {
  inputs: Input[];
  outputs: Output[];
  /** where that is not each own input */
  sign?: BitcoinInput[];
  broadcast?: boolean;
}

const rest = ({ pays, coin }: Has, paid: number): Output => ({ to: pays, sats: coin.value - paid - FEE });

/** Asks for a signature of a document. */
const document =
  (draft: (own: Has) => Draft): Row['ask'] =>
  async (provider, account) => {
    const keys = await provider.getAccounts();
    const { inputs, outputs, sign, broadcast } = draft(await has(keys, account));
    const psbt = await psbtOf(account, keys, inputs, outputs);
    // The kind of signature stands in the document: not every wallet can be told it beside that.
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

/** A payment of the largest coin, with what is otherwise. */
const payment = (more: (own: Has) => Partial<Draft> = () => ({}), kind?: number): Row['ask'] =>
  document((own) => ({
    inputs: [{ ...own.coin, ...(kind === undefined ? {} : { sighash: kind }) }],
    outputs: [{ to: BOB, sats: 50_000 }, rest(own, 50_000)],
    ...more(own),
  }));

const data = (bytes: Uint8Array): Uint8Array => btc.Script.encode(['RETURN', bytes]);
const text = (words: string) => data(new TextEncoder().encode(words));

/** A coin of nobody: no network has its transaction. */
const invented = (address: string): Coin => ({ address, txid: '11'.repeat(32), vout: 0, value: 40_000 });

async function words(provider: BitcoinProvider, { address }: Account): Promise<Came> {
  const message = `Hello from the page of deeds, ${new Date().toISOString()}`;
  const signature = await provider.signMessage({ message, address, protocol: 'ecdsa' });
  return {
    text: base64(signature),
    check: { by: NOBLE, holds: isOlder(message, signature, address) },
  };
}

/** A transfer with fields that the provider has no name for. */
const transfer =
  (more: object = {}): Row['ask'] =>
  async (provider, account) => {
    const params = { account: account.address, recipientAddress: BOB, amount: '50000', ...more };
    const { txid } = (await provider.request({ method: 'sendTransfer', params })) as { txid: string };
    type Sent = { vout: { scriptpubkey_address?: string; value: number }[] };
    const { vout } = await read<Sent>(`${nodeOf(account)}/tx/${txid}`);
    const holds = vout.some((of) => of.scriptpubkey_address == BOB && of.value == 50_000);
    return { text: txid, check: { by: 'the node', holds } };
  };

export const deeds: readonly Row[] = [
  { name: 'A message', says: 'Signs words that move nothing (ECDSA).', weight: 'plain', ask: words },
  {
    name: 'A message by the other address',
    says: 'Signs words by the address of collectibles (BIP-322).',
    weight: 'plain',
    async ask(provider) {
      const keys = await provider.getAccounts();
      const { address } = keys.find(({ intention }) => intention == 'ordinal') ?? keys[0]!;
      const message = 'mine';
      const signature = await provider.signMessage({ message, address, protocol: 'bip322' });
      return { text: toHex(signature), check: { by: NOBLE, holds: isWitness(message, signature, address) } };
    },
  },
  {
    name: 'A transfer',
    says: 'Pays 50,000 sats to Bob; the wallet builds the transaction and sends it.',
    weight: 'plain',
    ask: transfer(),
  },
  {
    name: 'A payment',
    says: 'Pays 50,000 sats to Bob, the rest comes back.',
    weight: 'look',
    ask: payment(),
  },
  {
    name: 'Many receivers',
    says: `Pays 20,000 sats ${MANY} times.`,
    weight: 'look',
    ask: payment((own) => ({
      outputs: [...Array.from({ length: MANY }, () => ({ to: BOB, sats: 20_000 })), rest(own, MANY * 20_000)],
    })),
  },
  {
    name: 'A payment with a note',
    says: 'Pays 50,000 sats, and writes words into the chain (OP_RETURN).',
    weight: 'look',
    ask: payment((own) => ({
      outputs: [{ to: BOB, sats: 50_000 }, { script: text('for the tea'), sats: 0 }, rest(own, 50_000)],
    })),
  },
  {
    name: 'Signed and sent at once',
    says: 'A payment that the wallet broadcasts.',
    weight: 'look',
    ask: payment(() => ({ broadcast: true })),
  },
  {
    name: 'An amount that the network proves',
    says: 'A payment whose document does not have the transaction before; the node has it.',
    weight: 'look',
    ask: payment(({ coin }) => ({ inputs: [{ ...coin, isBare: true }] })),
  },
  {
    name: 'With somebody else’s coin',
    says: 'Bob puts a coin in too, and gets it back.',
    weight: 'look',
    ask: payment((own) => ({
      inputs: [own.coin, own.bobs],
      outputs: [{ to: BOB, sats: 50_000 + own.bobs.value }, rest(own, 50_000)],
    })),
  },
  {
    name: 'With a coin nobody vouches for',
    says: 'An input of which nothing is known: whose it is nobody can say.',
    weight: 'risky',
    ask: payment((own) => ({ inputs: [own.coin, { ...invented(BOB), isUnknown: true }] })),
  },
  {
    name: 'An amount that nobody proves',
    says: 'An own input that no network has: what it holds is the page’s word.',
    weight: 'risky',
    ask: document(({ pays }) => ({
      inputs: [{ ...invented(pays), isBare: true }],
      outputs: [{ to: BOB, sats: 39_000 }],
    })),
  },
  {
    name: 'Runes',
    says: 'A runestone says where tokens go, in bytes of its own.',
    weight: 'risky',
    ask: payment((own) => ({
      outputs: [
        { script: Uint8Array.of(0x6a, 0x5d, 3, 0x16, 1, 2), sats: 0 },
        { to: BOB, sats: 50_000 },
        rest(own, 50_000),
      ],
    })),
  },
  {
    name: 'A collectible is spent',
    says: 'Pays with the coin of the address of collectibles.',
    weight: 'risky',
    ask: document(({ piece }) => ({ inputs: [piece], outputs: [{ to: BOB, sats: piece.value - FEE }] })),
  },
  {
    name: 'A collectible is offered',
    says: 'SINGLE and ANYONECANPAY: it is sold to whoever pays 5,000,000 sats.',
    weight: 'risky',
    ask: document(({ piece, pays }) => ({
      inputs: [{ ...piece, sighash: SINGLE | ANYONE }],
      outputs: [{ to: pays, sats: 5_000_000 }],
    })),
  },
  {
    name: 'Others may put in more',
    says: 'ANYONECANPAY: inputs can be added afterwards.',
    weight: 'risky',
    ask: payment(undefined, ALL | ANYONE),
  },
  {
    name: 'One output is sure',
    says: 'SINGLE: all of it comes back, the rest is whoever’s completes it.',
    weight: 'risky',
    ask: document(({ coin, pays }) => ({
      inputs: [{ ...coin, sighash: SINGLE }],
      outputs: [{ to: pays, sats: coin.value }],
    })),
  },
  {
    name: 'Coins are destroyed',
    says: 'An output that nobody can spend has 50,000 sats.',
    weight: 'risky',
    ask: payment((own) => ({ outputs: [{ script: text('gone'), sats: 50_000 }, rest(own, 50_000)] })),
  },
  {
    name: 'A fee that is hardly meant',
    says: 'Pays 50,000 sats with a fee of 2,000,500.',
    weight: 'risky',
    ask: payment((own) => ({ outputs: [{ to: BOB, sats: 50_000 }, rest(own, 2_050_000)] })),
  },
  {
    name: 'Whoever has it decides',
    says: 'NONE: where the coins go is not signed.',
    weight: 'grave',
    ask: payment(undefined, NONE),
  },
  {
    name: 'Whoever has it decides, and adds',
    says: 'NONE and ANYONECANPAY: nothing but the coin is signed.',
    weight: 'grave',
    ask: payment(undefined, NONE | ANYONE),
  },
  {
    name: 'Sold for what Bob gets',
    says: 'SINGLE: only what somebody else gets is sure.',
    weight: 'grave',
    ask: payment(undefined, SINGLE),
  },
  {
    name: 'Sold below its price',
    says: 'A listing that gives back half of what is put in.',
    weight: 'grave',
    ask: document(({ coin, pays }) => ({
      inputs: [{ ...coin, sighash: SINGLE | ANYONE }],
      outputs: [{ to: pays, sats: Math.floor(coin.value / 2) }],
    })),
  },
  {
    name: 'The rest goes elsewhere',
    says: 'A transfer whose change is somebody else’s.',
    weight: 'grave',
    ask: transfer({ changeAddress: BOB }),
  },
  {
    name: 'Somebody else’s input',
    says: 'The wallet is to sign the input that is Bob’s.',
    weight: 'refused',
    ask: payment((own) => ({
      inputs: [own.coin, own.bobs],
      outputs: [{ to: BOB, sats: 50_000 + own.bobs.value }, rest(own, 50_000)],
      sign: [
        { address: own.pays, index: 0 },
        { address: own.pays, index: 1 },
      ],
    })),
  },
  {
    name: 'The same input twice',
    says: 'One input is named two times.',
    weight: 'refused',
    ask: payment(({ pays }) => ({
      sign: [
        { address: pays, index: 0 },
        { address: pays, index: 0 },
      ],
    })),
  },
  {
    name: 'Signed already for something else',
    says: 'The input carries a signature that leaves open where the coins go.',
    weight: 'refused',
    ask: payment(({ coin }) => ({ inputs: [{ ...coin, signedAs: NONE }] })),
  },
  {
    name: 'An address of another network',
    says: 'A transfer to an address of the public network.',
    weight: 'refused',
    ask: transfer({ recipientAddress: BOB_ON_MAIN }),
  },
  {
    name: 'More than there is',
    says: 'Pays a million sats more than is put in.',
    weight: 'refused',
    ask: payment(({ coin }) => ({ outputs: [{ to: BOB, sats: coin.value + 1_000_000 }] })),
  },
];
