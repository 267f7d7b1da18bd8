/**
 * Signed orders: Seaport, also in bulk, and Blur (as engine/core/src/namespaces/eip155/reader/orders.rs). The holder of the signature can
 * take the offered assets; the result lists what leaves and what the signer gets. An order with only a signed root, or in another form,
 * is unreadable.
 */
import { zeroAddress, type Address } from 'viem';
import { addressOf, numberOf } from './abi';
import type { Amount, Effect } from './effects';
import { isRecord } from './json';

/** Seaport accepts at most 2 ^ 24 orders. */
const TREE_MAX = 24;

type Fields = Record<string, unknown>;
type Thing = { token?: Address; amount: Amount };

/** Null for data that isn't an order. */
export function readOrder(domain: Fields, primaryType: string, message: Fields): Effect[] | null {
  const isBlur = typeof domain['name'] === 'string' && domain['name'].startsWith('Blur Exchange');
  const unread: Effect[] = [{ words: 'unread', risk: 'warning', place: 0 }];
  switch (primaryType) {
    case 'OrderComponents':
      return seaport(message) ?? unread;
    case 'BulkOrder':
      return bulk(message['tree'], 0) ?? unread;
    case 'Order':
      return isBlur ? (blur(message) ?? unread) : null;
    // a root can stand for any data
    case 'Root':
    case 'OrderRoot':
      return unread;
    default:
      return isBlur ? unread : null;
  }
}

export const offered = ({ token, amount }: Thing, until?: bigint | null): Effect => ({
  words: 'offer',
  risk: 'warning',
  place: 0,
  ...(token ? { token } : {}),
  amount,
  ...(until === undefined ? {} : { until }),
});

export const comes = ({ token, amount }: Thing): Effect => ({
  words: 'receive',
  risk: 'review',
  place: 0,
  ...(token ? { token } : {}),
  amount,
});

/** Offers everything for nothing. */
export const nothing = (): Effect => ({ words: 'receive_nothing', risk: 'critical', place: 0 });

/** An expiry beyond every clock counts as none. */
export const untilOf = (seconds: bigint): bigint | null => (seconds < 2n ** 64n ? seconds : null);

/** Many orders, in nested lists. Padding entries offer nothing. */
function bulk(tree: unknown, depth: number): Effect[] | null {
  if (!Array.isArray(tree)) return isRecord(tree) ? seaport(tree) : null;
  if (depth > TREE_MAX || tree.length === 0) return null;
  const all = tree.map((branch) => bulk(branch, depth + 1));
  return all.every((effects) => effects !== null) ? all.flat() : null;
}

/** The moved asset, at most or at least. */
function item(of: unknown, isMost: boolean): Thing | null {
  if (!isRecord(of)) return null;
  const [start, end] = [numberOf(of['startAmount']), numberOf(of['endAmount'])];
  const [kind, token, piece] = [
    numberOf(of['itemType']),
    addressOf(of['token']),
    numberOf(of['identifierOrCriteria']),
  ];
  if (start === null || end === null || kind === null) return null;
  const amount = start > end === isMost ? start : end;
  if (kind === 0n) return { amount };
  if (!token) return null;
  switch (kind) {
    case 1n:
      return { token, amount };
    case 2n:
    case 3n:
      return piece === null ? null : { token, amount: [piece, amount] };
    // any NFT of a collection, or of a part of it
    case 4n:
    case 5n:
      return { token, amount: { any: amount } };
    default:
      return null;
  }
}

function seaport(message: Fields): Effect[] | null {
  const [offerer, end] = [addressOf(message['offerer']), numberOf(message['endTime'])];
  const { offer, consideration } = message;
  if (!offerer || end === null || !Array.isArray(offer) || !Array.isArray(consideration)) return null;
  const all: Effect[] = [];
  for (const of of offer) {
    const given = item(of, true);
    if (!given) return null;
    all.push(offered(given, untilOf(end)));
  }
  let isPaid = all.length === 0;
  for (const of of consideration) {
    const recipient = isRecord(of) ? addressOf(of['recipient']) : null;
    const got = item(of, false);
    if (!recipient || !got) return null;
    if (recipient !== offerer) continue;
    isPaid ||= got.amount !== 0n;
    all.push(comes(got));
  }
  return isPaid ? all : [...all, nothing()];
}

/** Blur's first version: one NFT for one price. Later versions sign roots. */
function blur(message: Fields): Effect[] | null {
  const [end, id, count, price, side] = ['expirationTime', 'tokenId', 'amount', 'price', 'side'].map((name) =>
    numberOf(message[name]),
  );
  const [token, paid] = [addressOf(message['collection']), addressOf(message['paymentToken'])];
  if (end == null || id == null || count == null || price == null || !token || !paid) return null;
  const piece: Thing = { token, amount: [id, count] };
  const money: Thing = { ...(paid === zeroAddress ? {} : { token: paid }), amount: price };
  if (side === 0n) return [offered(money, untilOf(end)), comes(piece)];
  if (side !== 1n) return null;
  return [offered(piece, untilOf(end)), price ? comes(money) : nothing()];
}
