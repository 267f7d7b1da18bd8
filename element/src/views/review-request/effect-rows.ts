// The table of effects: how the review shows each line that the engine sends. The compiler asks for a row per label. The title of a label
// is the text `review.<label>`; the row has everything else.

import type { EffectLabel, EffectLine } from '../../contract';
import type { LaterKey } from '../../i18n/later';

/** A text, or the function that picks it for a line. */
type Choice = LaterKey | ((line: EffectLine) => LaterKey | undefined);

export interface EffectRow {
  /** The title, if `review.<label>` needs another form: without a name, with one, or with a name and an amount. */
  plain?: LaterKey;
  named?: LaterKey;
  counted?: LaterKey;
  title?: Choice;
  /** What the effect means for the user. It never repeats what the line already shows. */
  meaning?: Choice;
  /** Whose address the line has (`party`). Otherwise "Address". */
  address?: Choice;
  /** What the effect is done to (`on`). Otherwise a contract or an account. */
  on?: LaterKey;
  /** What the user accepts, if the effect is critical. Otherwise, that they have read it. */
  accept?: Choice;
  /** Where the foreign text of the line is shown, apart from the title: quoted in full, or in small print. */
  text?: 'quote' | 'small' | ((line: EffectLine) => 'quote' | 'small');
}

export const isRisky = ({ risk }: EffectLine) => risk == 'warning' || risk == 'critical';
export const isContract = (address: string) => address.startsWith('0x');

const ifRisky = (key: LaterKey) => (line: EffectLine) => (isRisky(line) ? key : undefined);

/** Without its fields, typed data says as little as an unknown call. */
const ofFields = (key: LaterKey) => (line: EffectLine) => (line.fields ? key : 'review.unknown.text');

export const effectRows: Record<EffectLabel, EffectRow> = {
  // what leaves and arrives
  send: { address: 'review.to', text: 'quote' },
  offer: { meaning: 'review.offer.text', address: 'review.to' },
  receive: { address: 'review.from' },
  receive_nothing: { meaning: 'review.receive_nothing.text', accept: 'review.accept.nothing' },
  move: { address: 'review.to' },
  burn: { meaning: 'review.burn.text' },
  total: {},
  at_most: { meaning: 'review.at_most.text' },
  fee: { text: 'small' },
  fee_unknown: {},
  sponsored: {},

  // approvals
  approve: {
    meaning: ifRisky('review.approve.text'),
    address: 'review.spender',
    accept: 'review.accept.allow',
  },
  approve_unlimited: {
    meaning: 'review.approve_unlimited.text',
    address: 'review.spender',
    accept: 'review.accept.allow',
  },
  approve_piece: {
    meaning: 'review.approve_piece.text',
    address: 'review.spender',
    accept: 'review.accept.piece',
  },
  approve_number: {
    meaning: 'review.approve_number.text',
    address: 'review.spender',
    accept: 'review.accept.allow',
  },
  raise: { meaning: 'review.raise.text', address: 'review.spender', accept: 'review.accept.allow' },
  approve_all: {
    meaning: 'review.approve_all.text',
    address: 'review.spender',
    accept: 'review.accept.approve_all',
  },
  permit: { address: 'review.spender', accept: 'review.accept.allow' },
  permit_unlimited: {
    meaning: 'review.permit_unlimited.text',
    address: 'review.spender',
    accept: 'review.accept.allow',
  },
  permit_piece: {
    meaning: 'review.permit_piece.text',
    address: 'review.spender',
    accept: 'review.accept.piece',
  },
  revoke: { address: 'review.grantee' },
  revoke_all: { address: 'review.grantee' },
  period: { plain: 'review.period.plain' },

  // authority
  control: {
    title: ({ power }) => (power ? `review.control.${power}` : 'review.control'),
    meaning: ({ power }) => (power == 'keys' ? 'review.control.keys.text' : 'review.control.text'),
    address: 'review.controls',
    accept: ({ power }) => (power == 'keys' ? 'review.accept.keys' : 'review.accept.control'),
    // the arguments of a whole call name the kind of authority
    text: ({ text }) => (text?.includes('\n') ? 'quote' : 'small'),
  },
  grant: {
    plain: 'review.control.message',
    meaning: 'review.grant.text',
    address: 'review.grants',
    accept: 'review.accept.grant',
  },
  grant_up_to: {
    plain: 'review.grant_up_to.plain',
    meaning: 'review.grant.text',
    address: 'review.grants',
  },
  end_grant: { plain: 'review.end_grant.plain', address: 'review.grantee' },

  // accounts and tokens
  create: { named: 'review.create.named' },
  create_with: {},
  open: { meaning: 'review.open.text', address: 'review.to' },
  fund: { meaning: 'review.fund.text', address: 'review.to', on: 'review.program' },
  close: {
    meaning: ({ party }) => (party ? 'review.close.text' : 'review.close.unknown'),
    address: 'review.to',
    accept: 'review.accept.close',
  },
  mint: { address: 'review.to' },
  freeze: {},
  thaw: {},
  change: { plain: 'review.change.plain', counted: 'review.change.amount' },

  // stakes and votes
  stake: { address: 'review.validator', text: 'small' },
  unstake: { address: 'review.validator' },
  restake: { address: 'review.validator', on: 'review.validator.from' },
  claim: { address: 'review.validator' },
  payee: { address: 'review.to' },
  vote: { plain: 'review.vote.plain', counted: 'review.vote.amount' },
  deposit: { named: 'review.deposit.named' },

  // calls
  unknown: {
    plain: 'review.unknown.plain',
    meaning: 'review.unknown.text',
    address: ({ party }) => (party && isContract(party) ? 'review.contract' : 'review.program'),
  },
  carries: {
    plain: 'review.carries.plain',
    meaning: 'review.carries.text',
    address: 'review.contract',
  },
  carries_part: {
    plain: 'review.carries_part.plain',
    meaning: 'review.carries_part.text',
    address: 'review.contract',
  },
  carries_unread: {
    plain: 'review.carries_unread.plain',
    meaning: 'review.unknown.text',
    address: 'review.contract',
  },
  behind: { plain: 'review.behind.plain', meaning: 'review.behind.text' },
  // a call of the network that the engine knows does what its name says
  invoke: { meaning: ifRisky('review.unknown.text'), text: 'quote' },
  unread: { named: 'review.unread.named', meaning: 'review.unknown.text' },
  elsewhere: {},
  note: { text: 'quote' },
  data: { text: 'quote' },

  // signatures
  message: { text: 'quote' },
  typed: {
    plain: 'review.typed.plain',
    meaning: ofFields('review.typed.text'),
    address: 'review.contract',
  },
  typed_moves: {
    plain: 'review.typed_moves.plain',
    meaning: ofFields('review.typed_moves.text'),
    address: 'review.contract',
  },
  sign_in: { text: 'quote' },
  sign_in_elsewhere: {
    meaning: 'review.sign_in_elsewhere.text',
    accept: 'review.accept.sign_in',
    text: 'quote',
  },
  timeless: { meaning: 'review.timeless.text', accept: 'review.accept.timeless' },
  durable: { meaning: 'review.durable.text' },
  lookup: { meaning: 'review.lookup.text' },
  checked: { meaning: 'review.checked.text', text: 'quote' },
  proven: { meaning: 'review.proven.text', text: 'quote' },
  differs: { meaning: 'review.differs.text', accept: 'review.accept.differs', text: 'quote' },
  at_once: {},

  // inputs and outputs of Bitcoin
  unproven: { meaning: 'review.unproven.text' },
  collectible: { plain: 'review.collectible.plain', meaning: 'review.collectible.text' },
  joint: { meaning: 'review.joint.text' },
  joint_unproven: { meaning: 'review.joint_unproven.text' },
  joinable: { meaning: 'review.joinable.text' },
  listing: {
    plain: 'review.listing.plain',
    meaning: 'review.listing.text',
    accept: 'review.accept.listing',
  },
  partial: {
    plain: 'review.partial.plain',
    meaning: 'review.partial.text',
    accept: 'review.accept.listing',
  },
  blank: { meaning: 'review.blank.text', accept: 'review.accept.blank' },
  script: { plain: 'review.script.plain', meaning: 'review.script.text' },
};

const chosen = (choice: Choice | undefined, line: EffectLine) =>
  typeof choice == 'function' ? choice(line) : choice;

/** The title of a line. A form with a name or an amount is used only if the line has them. */
export function titleKey(line: EffectLine): LaterKey {
  const { words, text, amount } = line;
  const { title, counted, named, plain } = effectRows[words];
  const form = text ? ((amount ? counted : undefined) ?? named) : plain;
  return chosen(title, line) ?? form ?? `review.${words}`;
}

export const meaningKey = (line: EffectLine) => chosen(effectRows[line.words].meaning, line);

export const addressKey = (line: EffectLine) =>
  chosen(effectRows[line.words].address, line) ?? 'review.address';

export const onKey = ({ words, on }: EffectLine): LaterKey =>
  effectRows[words].on ?? (on && isContract(on) ? 'review.contract' : 'review.account');

export const acceptKey = (line: EffectLine) =>
  chosen(effectRows[line.words].accept, line) ?? 'review.accept.other';

export function textPlace(line: EffectLine) {
  const { text } = effectRows[line.words];
  return typeof text == 'function' ? text(line) : text;
}
