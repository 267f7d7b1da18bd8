// Leather 6.73 (docs/spec/page-wallets.md section 3.2; leather-io/extension, src/background/messaging/rpc-methods and src/shared/rpc). It
// has no connection, no network switch and no events; each request names its network.

import { add, filterItems, findItem, freeze, mapped, vow } from '../captured';
import {
  plainData,
  isAccount,
  isPlain,
  mainnet,
  nameOf,
  regtest,
  signet,
  testnet,
  testnet4,
  toAccount,
  type Dialect,
  type Names,
  type WalletState,
} from './bitcoin';
import { toHex } from './bytes';
import { fault, attempt, unreadable } from './foreign';
import { requestOf } from './sats-connect';
import { readList, type Foreign } from './standard';

const names: Names = [
  [mainnet, 'mainnet'],
  [testnet, 'testnet'],
  [testnet4, 'testnet4'],
  [signet, 'signet'],
  // Leather's name of regtest (leather-io/mono, models, WalletDefaultNetworkConfigurationIds)
  [regtest, 'devnet'],
];
const accounts_max = 100;

/** Here, -32000 is an error of Leather's server, not a rejection. */
const codes = [
  [4002, 4200],
  [7, 4100],
  [16, 4100],
  [-32000, -32603],
  [-32601, 4200],
] as const;

/**
 * The codes for requests that Leather broadcasts: 4002 can also mean that the broadcast failed, so it is unknown whether the network has
 * the transaction.
 */
const codes_of_money = [
  [4002, -32603],
  [7, 4100],
  [16, 4100],
  [-32000, -32603],
  [-32601, 4200],
] as const;

/**
 * Leather reports address types, not purposes. According to Leather, the first is for payments and the second holds collectibles (section
 * 3.2).
 */
const kinds = [
  ['BTC', 'p2wpkh', 'payment'],
  ['BTC', 'p2tr', 'ordinal'],
  ['STX', undefined, 'stx'],
] as const;

function isSame(one: readonly number[], other: readonly number[]): boolean {
  for (let i = 0; i < one.length; i++) if (one[i] != other[i]) return false;
  return one.length == other.length;
}

export function leatherDialect(provider: object): Dialect {
  const call = requestOf(provider, codes);
  const send = requestOf(provider, codes_of_money);
  let standing = mainnet;

  const ask = async (chains: readonly string[]): Promise<WalletState> => {
    const chain = chains[0] ?? standing;
    const answer = await call('getAddresses', plainData({ network: nameOf(names, chain) }));
    standing = chain;
    const addresses = readList(
      attempt(() => answer.addresses),
      accounts_max,
    );
    const accounts = mapped(addresses, (one) => {
      const of = one as Foreign;
      const symbol = attempt(() => of.symbol);
      const type = attempt(() => of.type);
      const kind = findItem(kinds, (each) => each[0] == symbol && (!each[1] || each[1] == type));
      return kind ? toAccount(one, chain, kind[2]) : null;
    });
    return { chain, accounts: filterItems(accounts, isAccount) };
  };
  const network = () => nameOf(names, standing);

  return {
    ask,
    // Its only read opens a window, so the stored accounts apply until its next response.
    look: (chains, stored) => {
      standing = stored[0]?.chain ?? chains[0] ?? standing;
      const here = filterItems(stored, (account) => account.chain == standing);
      return vow(() => (here.length ? { chain: standing, accounts: here, remembered: true } : null));
    },
    // also for native segwit: `type` has no other value
    only: 'bip322',
    switchTo: (chain) => ask([chain]),
    async signMessage(by, message) {
      const params = plainData({
        message,
        paymentType: by.type == 'ordinal' ? 'p2tr' : 'p2wpkh',
        type: 'bip322',
        network: network(),
      });
      const answer = await call('signMessage', params);
      // the request names an address type, not an address
      if (attempt(() => answer.address) != by.address) throw unreadable();
      return attempt(() => answer.signature);
    },
    takes({ inputs }) {
      const first = inputs[0]!;
      for (let i = 0; i < inputs.length; i++)
        if ((!isPlain(first) || !isPlain(inputs[i]!)) && !isSame(inputs[i]!.sighashTypes, first.sighashTypes))
          throw fault(4200, 'This wallet supports one list of sighash types for all inputs');
    },
    async signPsbt({ psbt, inputs, broadcast }) {
      const signAtIndex: number[] = [];
      for (let i = 0; i < inputs.length; i++) add(signAtIndex, inputs[i]!.index);
      const first = inputs[0]!;
      const isSpecial = !isPlain(first);
      const answer = await (broadcast ? send : call)(
        'signPsbt',
        plainData({
          hex: toHex(psbt),
          signAtIndex: freeze(signAtIndex),
          ...(isSpecial ? { allowedSighash: freeze(first.sighashTypes) } : {}),
          broadcast,
          network: network(),
        }),
      );
      return { psbt: attempt(() => answer.hex), txid: attempt(() => answer.txid) };
    },
    async sendTransfer(_, to, sats) {
      const recipients = freeze([plainData({ address: to, amount: sats })]);
      const answer = await send('sendTransfer', plainData({ recipients, network: network() }));
      return attempt(() => answer.txid);
    },
  };
}
