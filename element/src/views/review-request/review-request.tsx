// ReviewRequest (docs/spec/views.md section 7): what the page asks of the wallet, in words, before the wallet is asked. Addresses are
// whole; what cannot be decoded is said to be unknown.

import { type ReactNode, useState } from 'react';
import type { EffectLine, SaidLine, TokenNote } from '../../contract';
import { useDispatch, useSlice } from '../../engine/hooks';
import { t, type LaterKey } from '../../i18n/later';
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
import { acceptKey, addressKey, isRisky, meaningKey, onKey, textPlace, titleKey } from './effect-rows';
import css from './review-request.css';
import { TrustedButton, useConfirm } from '../trusted';

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
    const key = acceptKey(line);
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

const titleOf = (line: EffectLine) =>
  t(titleKey(line), {
    amount: amountOf(line),
    token: line.symbol ?? t('review.token'),
    name: line.text ?? '',
    call: line.text ?? '',
  });

/** What one of several is called. */
const calls = (method: string) =>
  method == 'solana_signAllTransactions' ? 'review.transaction' : 'review.call';

function Line({ line, call: name }: { line: EffectLine; call: LaterKey }) {
  const { effect, words, risk, token, party, owner, on, call, until, text, fields, said } = line;
  const alerts = isRisky(line);
  const place = textPlace(line);
  const meaning = meaningKey(line);
  return (
    <li
      className={alerts ? `review-line ${risk}` : 'review-line'}
      data-effect={effect}
      data-label={words}
      data-risk={risk}
      data-testid="wm-review-line"
    >
      <p className="review-title">
        {alerts && <Icon name="alert" />}
        {said ? (
          <strong>
            {t('review.said')} <bdi>{said.intent}</bdi>
          </strong>
        ) : (
          <strong>{titleOf(line)}</strong>
        )}
      </p>
      {call != null && <p className="small">{t(name, { n: String(call) })}</p>}
      {said && <QuotedFacts said={said} />}
      {said && <p className="small">{titleOf(line)}</p>}
      {text && place == 'quote' && <pre className="review-text">{text}</pre>}
      {fields && <pre className="review-text">{fields}</pre>}
      {text && place == 'small' && (
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
        {party && <Address label={t(addressKey(line))} address={party} testId="wm-review-party" />}
        {on && <Address label={t(onKey(line))} address={on} />}
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
const QuotedFacts = ({ said: { facts, leftOut } }: { said: SaidLine }) => (
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
