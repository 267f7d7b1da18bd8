/** Bitcoin effects: PSBTs that spend the account's own coins, messages and transfers. */
import { isWitness } from './bitcoin-words';
import {
  BOB,
  document,
  FEE,
  invented,
  NOBLE,
  payment,
  rest,
  text,
  transfer,
  words,
  type Row,
} from './bitcoin-requests';
import { toHex } from './kinds';

/** Bob's mainnet address. */
const BOB_ON_MAIN = 'bc1quz7csjq59egc2y6kpmkthhtlupxrea7p9ukjdy';
const MANY = 6;
/** Sighash types (BIP-143, BIP-341). */
const [ALL, NONE, SINGLE, ANYONE] = [1, 2, 3, 0x80];
/** one more than the total supply */
const TOO_MANY = 2_100_000_000_000_001;

export const effects: readonly Row[] = [
  { name: 'A message', says: 'Signs words that move nothing (ECDSA).', risk: 'normal', ask: words },
  {
    name: 'A message by the other address',
    says: 'Signs words by the address of collectibles (BIP-322).',
    risk: 'normal',
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
    risk: 'normal',
    ask: transfer(),
  },
  {
    name: 'A payment',
    says: 'Pays 50,000 sats to Bob, the rest comes back.',
    risk: 'review',
    ask: payment(),
  },
  {
    name: 'Many receivers',
    says: `Pays 20,000 sats ${MANY} times.`,
    risk: 'review',
    ask: payment((own) => ({
      outputs: [...Array.from({ length: MANY }, () => ({ to: BOB, sats: 20_000 })), rest(own, MANY * 20_000)],
    })),
  },
  {
    name: 'A payment with a note',
    says: 'Pays 50,000 sats, and writes words into the chain (OP_RETURN).',
    risk: 'review',
    ask: payment((own) => ({
      outputs: [{ to: BOB, sats: 50_000 }, { script: text('for the tea'), sats: 0 }, rest(own, 50_000)],
    })),
  },
  {
    name: 'Signed and sent at once',
    says: 'A payment that the wallet broadcasts.',
    risk: 'review',
    ask: payment(() => ({ broadcast: true })),
  },
  {
    name: 'An amount that the network proves',
    says: 'A payment whose document does not have the transaction before; the node has it.',
    risk: 'review',
    ask: payment(({ coin }) => ({ inputs: [{ ...coin, isBare: true }] })),
  },
  {
    name: 'With somebody else’s coin',
    says: 'Bob puts a coin in too, and gets it back.',
    risk: 'review',
    ask: payment((own) => ({
      inputs: [own.coin, own.bobs],
      outputs: [{ to: BOB, sats: 50_000 + own.bobs.value }, rest(own, 50_000)],
    })),
  },
  {
    name: 'With a coin nobody vouches for',
    says: 'An input of which nothing is known: whose it is nobody can say.',
    risk: 'warning',
    ask: payment((own) => ({ inputs: [own.coin, { ...invented(BOB), isUnknown: true }] })),
  },
  {
    name: 'An amount that nobody proves',
    says: 'An own input that no network has: what it holds is the page’s word.',
    risk: 'warning',
    ask: document(({ pays }) => ({
      inputs: [{ ...invented(pays), isBare: true }],
      outputs: [{ to: BOB, sats: 39_000 }],
    })),
  },
  {
    name: 'Runes',
    says: 'A runestone says where tokens go, in bytes of its own.',
    risk: 'warning',
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
    risk: 'warning',
    ask: document(({ piece }) => ({ inputs: [piece], outputs: [{ to: BOB, sats: piece.value - FEE }] })),
  },
  {
    name: 'A collectible is offered',
    says: 'SINGLE and ANYONECANPAY: it is sold to whoever pays 5,000,000 sats.',
    risk: 'warning',
    ask: document(({ piece, pays }) => ({
      inputs: [{ ...piece, sighash: SINGLE | ANYONE }],
      outputs: [{ to: pays, sats: 5_000_000 }],
    })),
  },
  {
    name: 'Others may put in more',
    says: 'ANYONECANPAY: inputs can be added afterwards.',
    risk: 'warning',
    ask: payment(undefined, ALL | ANYONE),
  },
  {
    name: 'One output is sure',
    says: 'SINGLE: all of it comes back, the rest is whoever’s completes it.',
    risk: 'warning',
    ask: document(({ coin, pays }) => ({
      inputs: [{ ...coin, sighash: SINGLE }],
      outputs: [{ to: pays, sats: coin.value }],
    })),
  },
  {
    name: 'Coins are destroyed',
    says: 'An output that nobody can spend has 50,000 sats.',
    risk: 'warning',
    ask: payment((own) => ({ outputs: [{ script: text('gone'), sats: 50_000 }, rest(own, 50_000)] })),
  },
  {
    name: 'A fee that is hardly meant',
    says: 'Pays 50,000 sats with a fee of 2,000,500.',
    risk: 'warning',
    ask: payment((own) => ({ outputs: [{ to: BOB, sats: 50_000 }, rest(own, 2_050_000)] })),
  },
  {
    name: 'Whoever has it decides',
    says: 'NONE: where the coins go is not signed.',
    risk: 'critical',
    ask: payment(undefined, NONE),
  },
  {
    name: 'Whoever has it decides, and adds',
    says: 'NONE and ANYONECANPAY: nothing but the coin is signed.',
    risk: 'critical',
    ask: payment(undefined, NONE | ANYONE),
  },
  {
    name: 'Sold for what Bob gets',
    says: 'SINGLE: only what somebody else gets is sure.',
    risk: 'critical',
    ask: payment(undefined, SINGLE),
  },
  {
    name: 'Sold below its price',
    says: 'A listing that gives back half of what is put in.',
    risk: 'critical',
    ask: document(({ coin, pays }) => ({
      inputs: [{ ...coin, sighash: SINGLE | ANYONE }],
      outputs: [{ to: pays, sats: Math.floor(coin.value / 2) }],
    })),
  },
  {
    name: 'The rest goes elsewhere',
    says: 'A transfer whose change is somebody else’s.',
    risk: 'blocked',
    ask: transfer({ changeAddress: BOB }),
  },
  {
    name: 'A transfer with a note',
    says: 'No wallet of a page writes it, so what is sent would not be what is read.',
    risk: 'blocked',
    ask: transfer({ memo: '68656c6c6f' }),
  },
  {
    name: 'Somebody else’s input',
    says: 'The wallet is to sign the input that is Bob’s.',
    risk: 'blocked',
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
    risk: 'blocked',
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
    risk: 'blocked',
    ask: payment(({ coin }) => ({ inputs: [{ ...coin, signedAs: NONE }] })),
  },
  {
    name: 'An address of another network',
    says: 'A transfer to an address of the public network.',
    risk: 'blocked',
    ask: transfer({ recipientAddress: BOB_ON_MAIN }),
  },
  {
    name: 'More than there is',
    says: 'Pays a million sats more than is put in.',
    risk: 'blocked',
    ask: payment(({ coin }) => ({ outputs: [{ to: BOB, sats: coin.value + 1_000_000 }] })),
  },
  {
    name: 'An older coin without what it comes from',
    says: 'An input of the first kind of address (p2pkh): only the whole transaction before says how much it holds.',
    risk: 'blocked',
    ask: document(({ older }) => ({
      inputs: [{ ...older, isBare: true }],
      outputs: [{ to: BOB, sats: older.value - FEE }],
      sign: [{ address: older.address, index: 0 }],
    })),
  },
  {
    name: 'More than there will ever be',
    says: 'An amount above 21 million bitcoin.',
    risk: 'blocked',
    ask: document(({ pays }) => ({
      inputs: [{ ...invented(pays, TOO_MANY + FEE), isBare: true }],
      outputs: [{ to: BOB, sats: TOO_MANY }],
    })),
  },
];
