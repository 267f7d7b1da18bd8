// ReviewRequest (docs/spec/views.md section 7): what the page asks of the wallet, in words, before the wallet is asked. Addresses are
// whole; what cannot be decoded is said to be unknown.

import { type ReactNode, useState } from 'react';
import type { EffectLine, EffectLabel, SaidLine, TokenNote } from '../../contract';
import { useDispatch, useSlice } from '../../engine/hooks';
import type { LaterKey } from '../../i18n/en-later';
import { t } from '../../i18n/later';
import { Button } from '../../ui/button';
import { Details } from '../../ui/details';
import { Groups } from '../../ui/groups';
import { Icon } from '../../ui/icon';
import { Accept } from '../money/accept';
import acceptSheet from '../money/accept.css';
import { Changes } from '../money/changes';
import { Fact } from '../money/fact';
import previewSheet from '../money/preview.css';
import { Doubts } from '../money/doubts';
import { Rules } from '../money/rules';
import rulesSheet from '../money/rules.css';
import { Refused } from '../refused';
import { useSheet } from '../use-sheet';
import css from './review-request.css';
import { TrustedButton, useConfirm } from '../trusted';

/** who or what the address of a line is */
const parties: Partial<Record<EffectLabel, LaterKey>> = {
  approve: 'review.spender',
  approve_unlimited: 'review.spender',
  approve_piece: 'review.spender',
  approve_number: 'review.spender',
  approve_all: 'review.spender',
  permit: 'review.spender',
  permit_unlimited: 'review.spender',
  permit_piece: 'review.spender',
  raise: 'review.spender',
  revoke: 'review.grantee',
  revoke_all: 'review.grantee',
  send: 'review.to',
  offer: 'review.to',
  receive: 'review.from',
  move: 'review.to',
  close: 'review.to',
  open: 'review.to',
  fund: 'review.to',
  mint: 'review.to',
  payee: 'review.to',
  control: 'review.controls',
  grant: 'review.grants',
  grant_up_to: 'review.grants',
  end_grant: 'review.grantee',
  stake: 'review.validator',
  unstake: 'review.validator',
  restake: 'review.validator',
  claim: 'review.validator',
  unknown: 'review.contract',
  carries: 'review.contract',
  carries_unread: 'review.contract',
  carries_part: 'review.contract',
  typed: 'review.contract',
  typed_moves: 'review.contract',
  rest: 'review.to',
};

/** what the same is called where addresses are no contracts: of chains whose addresses don't begin so */
const elsewhere: Partial<Record<EffectLabel, LaterKey>> = {
  unknown: 'review.program',
};

/** what the address is called that something is done to, where it is neither a contract nor an account */
const places: Partial<Record<EffectLabel, LaterKey>> = {
  fund: 'review.program',
  restake: 'review.validator.from',
};

/** sentences that have a name in them, and those without it; a sentence says nothing that its line lacks */
const unnamed: Partial<Record<EffectLabel, LaterKey>> = {
  unknown: 'review.unknown.plain',
  carries: 'review.carries.plain',
  carries_part: 'review.carries_part.plain',
  carries_unread: 'review.carries_unread.plain',
  behind: 'review.behind.plain',
  typed: 'review.typed.plain',
  typed_moves: 'review.typed_moves.plain',
  change: 'review.change.plain',
  vote: 'review.vote.plain',
  end_grant: 'review.end_grant.plain',
  grant: 'review.control.message',
  grant_up_to: 'review.grant_up_to.plain',
  period: 'review.period.plain',
  script: 'review.script.plain',
  collectible: 'review.collectible.plain',
  listing: 'review.listing.plain',
  partial: 'review.partial.plain',
};

/** and those that have one only where the line has it */
const named: Partial<Record<EffectLabel, LaterKey>> = {
  unread: 'review.unread.named',
  create: 'review.create.named',
  deposit: 'review.deposit.named',
};

/** sentences that say how much where the line does */
const counted: Partial<Record<EffectLabel, LaterKey>> = {
  change: 'review.change.amount',
  vote: 'review.vote.amount',
};

/** what is shown below its sentence as it was written */
const quoted: EffectLabel[] = ['message', 'note', 'data', 'invoke', 'send', 'checked', 'proven', 'differs'];

/** what a sentence means for who reads it */
const meanings: Partial<Record<EffectLabel, LaterKey>> = {
  approve_unlimited: 'review.approve_unlimited.text',
  permit_unlimited: 'review.permit_unlimited.text',
  approve_all: 'review.approve_all.text',
  approve_piece: 'review.approve_piece.text',
  approve_number: 'review.approve_number.text',
  permit_piece: 'review.permit_piece.text',
  raise: 'review.raise.text',
  offer: 'review.offer.text',
  receive_nothing: 'review.receive_nothing.text',
  control: 'review.control.text',
  burn: 'review.burn.text',
  close: 'review.close.text',
  timeless: 'review.timeless.text',
  durable: 'review.durable.text',
  lookup: 'review.lookup.text',
  checked: 'review.checked.text',
  proven: 'review.proven.text',
  differs: 'review.differs.text',
  open: 'review.open.text',
  fund: 'review.fund.text',
  behind: 'review.behind.text',
  grant: 'review.grant.text',
  grant_up_to: 'review.grant.text',
  script: 'review.script.text',
  typed: 'review.typed.text',
  typed_moves: 'review.typed_moves.text',
  carries_part: 'review.carries_part.text',
  sign_in_elsewhere: 'review.sign_in_elsewhere.text',
  unknown: 'review.unknown.text',
  carries: 'review.carries.text',
  carries_unread: 'review.unknown.text',
  unread: 'review.unknown.text',
  invoke: 'review.unknown.text',
  at_most: 'review.at_most.text',
  unproven: 'review.unproven.text',
  collectible: 'review.collectible.text',
  joint: 'review.joint.text',
  joint_unproven: 'review.joint_unproven.text',
  joinable: 'review.joinable.text',
  listing: 'review.listing.text',
  partial: 'review.partial.text',
  blank: 'review.blank.text',
  rest: 'review.rest.text',
};

/** what somebody gives away, in words that are ticked; of the others that what is marked so was read */
const accepted: Partial<Record<EffectLabel, LaterKey>> = {
  approve: 'review.accept.allow',
  approve_unlimited: 'review.accept.allow',
  approve_piece: 'review.accept.piece',
  approve_number: 'review.accept.allow',
  permit: 'review.accept.allow',
  permit_piece: 'review.accept.piece',
  sign_in_elsewhere: 'review.accept.sign_in',
  permit_unlimited: 'review.accept.allow',
  raise: 'review.accept.allow',
  approve_all: 'review.accept.approve_all',
  control: 'review.accept.control',
  grant: 'review.accept.grant',
  close: 'review.accept.close',
  receive_nothing: 'review.accept.nothing',
  timeless: 'review.accept.timeless',
  differs: 'review.accept.differs',
  blank: 'review.accept.blank',
  listing: 'review.accept.listing',
  partial: 'review.accept.listing',
  rest: 'review.accept.rest',
};

export function ReviewRequest() {
  const slice = useSlice('review');
  const { id, phase, lines, from, networkName, changes, raw, method, count, link, tooLarge } = slice;
  const dispatch = useDispatch();
  const sheet = useSheet<HTMLElement>(previewSheet, acceptSheet, rulesSheet, css);
  /** the request of which all lines are wanted */
  const [unfolded, unfold] = useState<number | null>(null);
  const waits = phase == 'waiting';
  const isRead = phase == 'review' && id != null && !tooLarge;
  const isOpen = !slice.critical || slice.accepted;
  const confirm = useConfirm(
    'review.confirm',
    `${id} ${phase} ${isOpen}`,
    isRead && isOpen ? (click) => dispatch({ type: 'review.confirm', id }, click) : undefined,
  );
  const tick = useConfirm(
    'review.accept',
    `${id} ${phase}`,
    isRead && slice.critical
      ? (click) => dispatch({ type: 'review.accept', id, accepted: !slice.accepted }, click)
      : undefined,
  );
  const name = slice.wallet ?? t('wallet');
  const leave = () => dispatch({ type: 'review.cancel' });
  if (phase == 'differs')
    return (
      <section className="preview" ref={sheet}>
        <Notice
          phase={phase}
          mark={<Icon name="alert" />}
          title={t('preview.differs')}
          text={t('preview.differs.text')}
        >
          {link && (
            <a href={link} target="_blank" rel="noopener noreferrer">
              {t('explorer.open')}
            </a>
          )}
        </Notice>
        <div className="stays">
          <Button kind="primary" data-first="" testId="wm-review-cancel" onClick={leave}>
            {t('preview.close')}
          </Button>
        </div>
      </section>
    );
  if (id == null) return <section ref={sheet} />;
  const host = location.host;
  const folded = unfolded == id ? 0 : slice.folded;
  const refused = confirm.refused ?? tick.refused;
  return (
    <section className="preview" ref={sheet} data-request={id}>
      <p className="review-who">
        {t('review.asks', { host })}
        {count > 1 && <span className="review-count">{t('review.count', { n: String(count) })}</span>}
      </p>
      <ol className="review-lines">
        {lines.slice(0, lines.length - folded).map((line, i) => (
          <Line key={i} line={line} call={calls(method)} />
        ))}
      </ol>
      {folded > 0 && (
        <Button testId="wm-review-more" onClick={() => unfold(id)}>
          {t('review.more', { n: String(folded) })}
        </Button>
      )}
      {slice.leftOut > 0 && (
        <p className="review-left-out">{t('review.left_out', { n: String(slice.leftOut) })}</p>
      )}
      {slice.tokens.map((note) => (
        <Token key={note.token} note={note} />
      ))}
      <dl className="facts">
        {from && (
          <Fact label={t('preview.from')}>
            <Groups address={from} />
          </Fact>
        )}
        {slice.fails && (
          <Fact label={t('review.fails')} testId="wm-review-fails">
            {t(`review.fails.${slice.fails}`)}
          </Fact>
        )}
        {changes.length > 0 && (
          <Fact label={t('preview.changes')}>
            <Changes changes={changes} testId="wm-review-changes" />
          </Fact>
        )}
        {networkName && (
          <Fact label={t('preview.network')}>
            <bdi>{networkName}</bdi>
          </Fact>
        )}
      </dl>
      {slice.tried && (
        <p className="small" data-testid="wm-review-tried">
          {t('review.tried')}
        </p>
      )}
      <div className="review-raw">
        <Details label={t('details')}>{`${method} ${raw}`}</Details>
        {slice.rawLeftOut > 0 && (
          <p className="small">{t('review.raw_left_out', { n: String(slice.rawLeftOut) })}</p>
        )}
      </div>
      <div className="stays preview-foot">
        {isRead && slice.critical && (
          <Accept
            command="review.accept"
            accepted={slice.accepted}
            testId="wm-review-accept"
            press={tick.button}
          >
            {givenAway(lines).map((words) => (
              <span key={words}>{words}</span>
            ))}
          </Accept>
        )}
        {waits ? (
          <Notice
            phase={phase}
            mark={<span className="spinner" />}
            title={t('preview.waiting', { wallet: name })}
            text={t('review.waiting.text')}
          />
        ) : (
          <div className="preview-status" role="status" data-phase={phase} data-testid="wm-review-status">
            {refused ? (
              <Refused why={refused} />
            ) : tooLarge ? (
              <p className="small">{t('review.too_large')}</p>
            ) : (
              <p className="small">{t(isOpen ? 'review.calm' : 'review.accept.first', { wallet: name })}</p>
            )}
          </div>
        )}
        <div className="pair">
          <Button
            testId="wm-review-cancel"
            data-first=""
            data-way-out=""
            off={waits}
            onClick={() => !waits && leave()}
          >
            {t('preview.cancel')}
          </Button>
          {!tooLarge && (
            <TrustedButton
              command="review.confirm"
              kind="primary"
              busy={waits}
              off={!isOpen}
              testId="wm-review-confirm"
              {...confirm.button}
            >
              {t('review.continue')}
            </TrustedButton>
          )}
        </div>
      </div>
    </section>
  );
}

interface NoticeProps {
  phase: string;
  mark: ReactNode;
  title: string;
  text: string;
  children?: ReactNode;
}

const Notice = ({ phase, mark, title, text, children }: NoticeProps) => (
  <div className={`preview-status ${phase}`} role="status" data-phase={phase} data-testid="wm-review-status">
    {mark}
    <div>
      <strong>{title}</strong>
      <p>{text}</p>
      {children}
    </div>
  </div>
);

/** What is ticked before a critical request goes on: each thing that is given away, once. */
function givenAway(lines: EffectLine[]): string[] {
  const of = (line: EffectLine) => {
    const key = line.power == 'keys' ? 'review.accept.keys' : (accepted[line.words] ?? 'review.accept.other');
    // of an allowance with an amount no more is given away
    return key == 'review.accept.allow' && line.amount
      ? t('review.accept.allow.amount', { amount: amountOf(line) })
      : t(key, { token: line.symbol ?? t('review.token') });
  };
  return [...new Set(lines.filter(({ risk }) => risk == 'critical').map(of))];
}

/** How much of what: a symbol where the token is known by its address; else it is "a token", whose address is below. */
function amountOf({ amount, all, symbol, token }: EffectLine): string {
  const name = { token: symbol ?? t('review.token') };
  if (amount) return symbol || !/^[\d.,]+$/.test(amount) ? amount : `${amount} ${t('review.tokens')}`;
  if (all) return t(symbol ? 'review.all' : 'review.all.of', name);
  return symbol || token ? t('review.some', name) : t('review.some.plain');
}

function titleOf(line: EffectLine): string {
  const { words, amount, symbol, text, power } = line;
  const own: LaterKey = `review.${words}`;
  const key =
    words == 'control' && power
      ? (`review.control.${power}` as const)
      : text
        ? ((amount ? counted[words] : undefined) ?? named[words] ?? own)
        : (unnamed[words] ?? own);
  return t(key, {
    amount: amountOf(line),
    token: symbol ?? t('review.token'),
    name: text ?? '',
    call: text ?? '',
  });
}

/** What a sentence means: nothing that its line lacks. */
function meaningOf({ effect, risk, words, party, power, fields }: EffectLine): LaterKey | undefined {
  const isRisky = risk == 'warning' || risk == 'critical';
  if (words == 'approve') return isRisky ? 'review.approve.text' : undefined;
  // A call of the network that is known does what its name says.
  if (words == 'invoke' && !isRisky) return undefined;
  if (words == 'close' && !party) return 'review.close.unknown';
  if ((words == 'typed' || words == 'typed_moves') && !fields) return 'review.unknown.text';
  if (effect == 'control' && power == 'keys') return 'review.control.keys.text';
  return meanings[words];
}

/** What one of several is called. */
const calls = (method: string) =>
  method == 'solana_signAllTransactions' ? 'review.transaction' : 'review.call';

const isContract = (address: string) => address.startsWith('0x');

function Line({ line, call: name }: { line: EffectLine; call: LaterKey }) {
  const { effect, risk, words, token, party, owner, on, call, until, text, fields, said } = line;
  const isRisky = risk == 'warning' || risk == 'critical';
  // Control that a whole call hands over has its kind in the arguments.
  const isWhole =
    effect == 'sign_in' || quoted.includes(words) || (words == 'control' && text?.includes('\n'));
  const isSmall = words == 'fee' || words == 'stake' || (words == 'control' && !isWhole);
  const meaning = meaningOf(line);
  return (
    <li
      className={isRisky ? `review-line ${risk}` : 'review-line'}
      data-effect={effect}
      data-risk={risk}
      data-testid="wm-review-line"
    >
      <p className="review-title">
        {isRisky && <Icon name="alert" />}
        {said ? (
          <strong>
            {t('review.said')} <bdi>{said.intent}</bdi>
          </strong>
        ) : (
          <strong>{titleOf(line)}</strong>
        )}
      </p>
      {call != null && <p className="small">{t(name, { n: String(call) })}</p>}
      {said && <Said said={said} />}
      {said && <p className="small">{titleOf(line)}</p>}
      {text && isWhole && <pre className="review-text">{text}</pre>}
      {fields && <pre className="review-text">{fields}</pre>}
      {text && isSmall && (
        <p className="small">
          <bdi>{text}</bdi>
        </p>
      )}
      {meaning && !said && <p className="small">{t(meaning)}</p>}
      {line.uncounted && (
        <p className="small" data-testid="wm-review-uncounted">
          {t('preview.uncounted', { amount: line.uncounted })}
        </p>
      )}
      <dl className="review-facts">
        {line.withheld && (
          <div>
            <dt>{t('preview.withheld')}</dt>
            <dd data-testid="wm-review-withheld">
              <bdi>{line.withheld}</bdi>
            </dd>
          </div>
        )}
        {owner && <Address label={t('preview.from')} address={owner} />}
        {party && (
          <Address
            label={t(
              (isContract(party) ? undefined : elsewhere[words]) ?? parties[words] ?? 'review.address',
            )}
            address={party}
            testId="wm-review-party"
          />
        )}
        {on && (
          <Address
            label={t(places[words] ?? (isContract(on) ? 'review.contract' : 'review.account'))}
            address={on}
          />
        )}
        {token && <Address label={t('review.token_contract')} address={token} />}
        {until != null && (
          <div>
            <dt>{t('review.until')}</dt>
            <dd>{until || t('review.until.none')}</dd>
          </div>
        )}
      </dl>
    </li>
  );
}

/** What is said of a token before anything is pressed. */
const Token = ({ note: { symbol, token, rules, doubt } }: { note: TokenNote }) => (
  <div className="review-token" data-testid="wm-review-token">
    {symbol ? <bdi>{symbol}</bdi> : <Groups address={token} />}
    <Rules rules={rules} testId="wm-review-rules" />
    <Doubts doubts={doubt ? [doubt] : []} testId="wm-review-doubt" />
  </div>
);

/** What the site's own descriptor says of the request, kept apart from what we decode ourselves. */
const Said = ({ said: { facts, leftOut } }: { said: SaidLine }) => (
  <div className="review-said" data-testid="wm-review-said">
    <dl className="review-facts">
      {facts.map(({ label, value, address }, i) => (
        <div key={i}>
          <dt>
            <bdi>{label}</bdi>
          </dt>
          {value != null && (
            <dd>
              <bdi>{value}</bdi>
            </dd>
          )}
          {address && (
            <dd>
              <Groups address={address} />
            </dd>
          )}
        </div>
      ))}
    </dl>
    {leftOut > 0 && <p className="small">{t('review.said.left_out', { n: String(leftOut) })}</p>}
    <p className="small">{t('review.said.text')}</p>
  </div>
);

const Address = ({ label, address, testId }: { label: string; address: string; testId?: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>
      <Groups address={address} testId={testId} />
    </dd>
  </div>
);
