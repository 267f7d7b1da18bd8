// Transaction: a transaction sent from this page, from signing to its result, with the calls of a batch (docs/spec/views.md section 7).

import type { StepState, TimelineLine, TransactionView } from '../../contract';
import { useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import { knownText } from '../../i18n/t';
import lists from '../../styles/lists.css';
import { clock } from '../../ui/glyphs';
import { Groups } from '../../ui/groups';
import { Icon } from '../../ui/icon';
import { Notice } from '../../ui/notice';
import { Amount } from '../amount';
import { AddedFact } from '../money/added';
import { Fact } from '../money/fact';
import shared from '../money/preview.css';
import { useSheet } from '../use-sheet';
import css from './transaction.css';

export function Transaction() {
  const { shown } = useSlice('transactions');
  const { hidden, wallet } = useSlice('account');
  const sheet = useSheet<HTMLElement>(lists, shared, css);
  if (!shown)
    return (
      <section ref={sheet}>
        <Notice icon={clock} title={t('tx.gone')} text={t('tx.gone.text')} testId="wm-tx-gone" />
      </section>
    );
  const { kind, verb, description, dropped, came, phase, amount, symbol, to, calls } = shown;
  const { networkName, date, iso, explorerUrl } = shown;
  const name = wallet?.name ?? t('wallet');
  return (
    <section className="preview" ref={sheet}>
      <div className="preview-head">
        <p className="small" data-testid="wm-tx-kind">
          {description != null ? (
            <bdi>{description}</bdi>
          ) : verb ? (
            (knownText(`verb.${verb}`) ?? verb)
          ) : (
            t(`tx.kind.${kind}`)
          )}
        </p>
        {amount && (
          <p className="preview-amount" data-testid="wm-tx-amount">
            <Amount hidden={hidden}>{amount}</Amount> <bdi className="preview-symbol">{symbol}</bdi>
          </p>
        )}
      </div>
      <div className="tx-card">
        <Timeline of={shown} wallet={name} />
        <p className="tx-said" role="status" data-testid="wm-tx-status" data-status={phase}>
          {t(`tx.text.${dropped && (phase == 'sent' || phase == 'unknown') ? 'dropped' : phase}`, {
            wallet: name,
          })}
        </p>
      </div>
      {calls.length > 0 && <Calls of={shown} hidden={hidden} />}
      <dl className="facts">
        {to && (
          <div className="tx-party">
            <dt>{t(came ? 'preview.from' : `tx.to.${kind}`)}</dt>
            <dd>
              <Groups address={to} testId="wm-tx-to" />
            </dd>
          </div>
        )}
        {networkName && (
          <Fact label={t('preview.network')}>
            <bdi>{networkName}</bdi>
          </Fact>
        )}
        <AddedFact of={shown.added} testId="wm-tx-added" />
        <Fact label={t('tx.when')}>
          <time dateTime={iso}>
            <bdi>{date}</bdi>
          </time>
        </Fact>
      </dl>
      {explorerUrl && (
        <a
          className="secondary tx-explorer"
          part="button button-secondary"
          data-testid="wm-tx-explorer"
          href={explorerUrl}
          target="_blank"
          rel="noopener noreferrer"
        >
          {t('account.explorer')}
          <Icon name="external" />
        </a>
      )}
    </section>
  );
}

const Timeline = ({ of: { timeline }, wallet }: { of: TransactionView; wallet: string }) => (
  <ol className="tx-steps" aria-label={t('tx.steps')}>
    {timeline.map((line) => (
      <li
        key={line.step}
        data-testid={`wm-tx-step-${line.step}`}
        data-state={line.state}
        aria-current={isNow(line) ? 'step' : undefined}
      >
        <span className="tx-mark">
          <Mark state={line.state} />
        </span>
        <span>
          {t(isNow(line) ? `tx.${line.step}.${line.state}` : `tx.${line.step}`, { wallet })}
          {line.state == 'done' && <span className="sr">. {t('swap.step.done')}</span>}
        </span>
      </li>
    ))}
  </ol>
);

/** A step that is pending. Only hoped-for steps are awaited. */
type Awaited = TimelineLine & { step: 'signed' | 'sent' | 'confirmed'; state: 'now' | 'slow' };
const isNow = (line: TimelineLine): line is Awaited => line.state == 'now' || line.state == 'slow';

const Mark = ({ state }: { state: StepState }) =>
  state == 'done' ? (
    <Icon name="check" />
  ) : state == 'now' ? (
    <span className="spinner" />
  ) : state == 'slow' ? (
    <Icon name={clock} />
  ) : state == 'bad' ? (
    <Icon name="close" />
  ) : null;

/** A batch, call by call: one transaction for all of them. */
const Calls = ({ of: { calls }, hidden }: { of: TransactionView; hidden: boolean }) => (
  <div>
    <h2 className="tx-calls-title">{t('tx.calls', { n: `${calls.length}` })}</h2>
    <ol className="tx-calls">
      {calls.map(({ to, value }, i) => (
        <li key={i} data-testid="wm-tx-call">
          <Groups address={to} />
          {value && (
            <span className="tx-value">
              <Amount hidden={hidden}>{value}</Amount>
            </span>
          )}
        </li>
      ))}
    </ol>
  </div>
);
