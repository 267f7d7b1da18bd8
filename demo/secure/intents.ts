/**
 * Typed data that the holder of the signature executes later: token transfers (EIP-3009), a Safe's transactions, user operations,
 * forwarded calls, exchange orders, delegations (as engine/core/src/namespaces/eip155/reader/intents.rs). The signature has the effects
 * of the call itself. Data with one of these names in another form is unreadable.
 */
import { zeroAddress, type Address } from 'viem';
import { addressOf, bytesOf, numberOf } from './abi';
import { operation, refund, toCall, type Told } from './carried';
import { comes, nothing, offered, untilOf } from './orders';

type Fields = Record<string, unknown>;

/** An exchange order: what it gives, what it gets, the recipient and the expiry. */
type Form = { gives: [string, string]; gets: [string, string]; receiver?: string; until?: string };

/** The Gnosis Protocol, 1inch's limit orders, 0x (limit and over the counter). */
const ORDERS: readonly Form[] = [
  {
    gives: ['sellToken', 'sellAmount'],
    gets: ['buyToken', 'buyAmount'],
    receiver: 'receiver',
    until: 'validTo',
  },
  { gives: ['makerAsset', 'makingAmount'], gets: ['takerAsset', 'takingAmount'], receiver: 'receiver' },
  { gives: ['makerToken', 'makerAmount'], gets: ['takerToken', 'takerAmount'], until: 'expiry' },
];

/** The actions of the signature's holder: `told` is null if unreadable. Null for other data. */
export function readIntent(
  contract: Address | null,
  signer: Address | null,
  primaryType: string,
  message: Fields,
): { told: Told[] | null } | null {
  const call = (to: Address | null, data: unknown, value: bigint | null = 0n): Told[] | null => {
    const bytes = bytesOf(data);
    return to && bytes && value !== null ? [toCall(to, value, bytes)] : null;
  };
  const of = (told: Told[] | null) => ({ told });
  switch (primaryType) {
    case 'TransferWithAuthorization':
    case 'ReceiveWithAuthorization':
      return of(transfer(contract, message));
    case 'SafeTx':
      return of(safe(contract, message));
    case 'SafeOp':
      return of(call(addressOf(message['safe']), message['callData']));
    case 'PackedUserOperation':
    case 'UserOperation':
      return of(call(addressOf(message['sender']), message['callData']));
    // the contract calls itself for the signer
    case 'MetaTransaction':
      return of(call(contract, message['functionSignature']));
    case 'ForwardRequest':
      return of(call(addressOf(message['to']), message['data'], numberOf(message['value'])));
    case 'Delegation':
      return message['delegate'] === undefined ? null : of(delegation(contract, message));
    // a digest of other data
    case 'SafeMessage':
      return of(null);
    case 'Order':
    case 'LimitOrder':
    case 'OtcOrder':
    case 'RfqOrder': {
      const form = ORDERS.find(({ gives, gets }) =>
        [...gives, ...gets].every((name) => Object.hasOwn(message, name)),
      );
      return form ? of(order(form, signer, message)) : null;
    }
    default:
      return null;
  }
}

/** EIP-3009. */
function transfer(token: Address | null, of: Fields): Told[] | null {
  const [amount, party, end] = [numberOf(of['value']), addressOf(of['to']), numberOf(of['validBefore'])];
  if (!token || amount === null || !party || end === null) return null;
  return [
    { effect: { words: 'send', risk: 'warning', place: 0, token, party, amount, until: untilOf(end) } },
  ];
}

/** The same fields as `execTransaction`. */
function safe(account: Address | null, of: Fields): Told[] | null {
  const [kind, value, gasPrice] = ['operation', 'value', 'gasPrice'].map((name) => numberOf(of[name]));
  const [to, data] = [addressOf(of['to']), bytesOf(of['data'])];
  if (!account || kind == null || value == null || gasPrice == null || !to || !data) return null;
  const all = operation(account, Number(kind), to, value, data);
  if (!all || !gasPrice) return all;
  const [token, receiver] = [addressOf(of['gasToken']), addressOf(of['refundReceiver'])];
  return token && receiver ? [...all, refund(token, receiver)] : null;
}

/** The delegate acts for the account from then on, within caveats of unknown contracts. */
function delegation(on: Address | null, of: Fields): Told[] | null {
  const party = addressOf(of['delegate']);
  if (!party) return null;
  return [
    {
      effect: { words: 'control', risk: 'critical', place: 0, power: 'module', ...(on ? { on } : {}), party },
    },
  ];
}

function order({ gives, gets, receiver, until }: Form, signer: Address | null, of: Fields): Told[] | null {
  const thing = ([token, amount]: [string, string]) => {
    const read = [addressOf(of[token]), numberOf(of[amount])] as const;
    return read[0] && read[1] !== null ? { token: read[0], amount: read[1] } : null;
  };
  const [given, got] = [thing(gives), thing(gets)];
  const end = until ? numberOf(of[until]) : undefined;
  const to = receiver ? addressOf(of[receiver]) : zeroAddress;
  if (!given || !got || end === null || !to) return null;
  const isPaid = got.amount !== 0n && (to === zeroAddress || to === signer);
  return [
    { effect: offered(given, end === undefined ? undefined : untilOf(end)) },
    { effect: isPaid ? comes(got) : nothing() },
  ];
}
