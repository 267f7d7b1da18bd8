// PayLoading (docs/spec/views.md section 6): a wallet confirms or an exchange's page is open; then it shows the result.

import { useDispatch, useSlice } from '../../engine/hooks';
import { openShopAt } from '../../engine/popup';
import { t, type AnyKey } from '../../i18n/later';
import type { PayPhase, PayTrouble } from '../../contract';
import { Button } from '../../ui/button';
import { Details } from '../../ui/details';
import { Icon } from '../../ui/icon';
import { RingLogo } from '../../ui/ring';
import connecting from '../connecting-external/connecting-external.css';
import { Ending } from '../money/ending';
import { literally } from '../money/error-notice';
import { useKeptFocus } from '../use-kept-focus';
import { useSheet } from '../use-sheet';
import css from './pay-loading.css';

interface Look {
  title: AnyKey;
  text: AnyKey;
  turning?: boolean;
}

const looks: Partial<Record<PayPhase, Look>> = {
  opening: { title: 'pay.opening', text: 'pay.opening.text', turning: true },
  exchange: { title: 'pay.exchange', text: 'pay.exchange.text', turning: true },
  ready: { title: 'pay.ready', text: 'pay.ready.text' },
  wallet: { title: 'preview.waiting', text: 'preview.waiting.text', turning: true },
  confirming: { title: 'preview.confirming', text: 'preview.confirming.text', turning: true },
  done: { title: 'pay.done', text: 'pay.done' },
  said: { title: 'pay.said', text: 'pay.said' },
  failed: { title: 'pay.failed', text: 'pay.failed' },
  unknown: { title: 'pay.unknown', text: 'pay.unknown.wallet' },
};

/** reasons for an unknown outcome that have their own text */
const saidOfUnknown: PayTrouble[] = ['replaced', 'unshown', 'differs', 'altered', 'unread'];

export function PayLoading() {
  const pay = useSlice('pay');
  const { wallet: own } = useSlice('account');
  const dispatch = useDispatch();
  const sheet = useSheet<HTMLElement>(connecting, css);
  const focusHandlers = useKeptFocus(sheet, pay.phase);
  const { phase, exchange, url, host, explorerUrl, error, trouble } = pay;
  const look = looks[phase];
  if (!look) return <section ref={sheet} />;
  const close = () => dispatch({ type: 'router.close', reason: 'user' });
  if (phase == 'done' || phase == 'said')
    return (
      <Ending
        ended={{ gave: `${pay.amount} ${pay.symbol}`, got: null, atLeast: false, to: pay.to, explorerUrl }}
        word={look.title}
        testId="wm-pay-status"
        phase={phase}
        explorerTestId="wm-pay-explorer"
        doneTestId="wm-pay-close"
        onDone={close}
      >
        {exchange && t(phase == 'said' ? 'pay.said.with' : 'pay.done.with', { exchange: exchange.name })}
      </Ending>
    );
  const words = {
    amount: `${pay.amount} ${pay.symbol}`,
    symbol: pay.symbol,
    exchange: exchange?.name ?? '',
    host: host ?? '',
    wallet: pay.wallet?.name ?? own?.name ?? t('wallet'),
  };
  const text =
    trouble && (phase == 'failed' || saidOfUnknown.includes(trouble))
      ? t(`pay.trouble.${trouble}`, words)
      : t(phase == 'unknown' && exchange ? 'pay.unknown.exchange' : look.text, words);
  const isReady = phase == 'ready';
  const isAtExchange = phase == 'exchange' || isReady;
  return (
    <section className="connecting pay-loading" ref={sheet} {...focusHandlers}>
      <RingLogo
        image={exchange ? exchange.image : (pay.wallet?.icon ?? null)}
        icon={exchange ? 'coin' : 'wallet'}
        turning={!!look.turning}
        badge={
          phase == 'failed'
            ? { icon: 'alert', kind: 'error' }
            : phase == 'unknown'
              ? { icon: 'alert', kind: 'quiet' }
              : null
        }
      />
      <div className="connecting-status" role="status" data-testid="wm-pay-status" data-phase={phase}>
        <h2>{t(look.title, words)}</h2>
        <p>{text}</p>
      </div>
      {error && <Details label={t('details')}>{literally(error)}</Details>}
      {isAtExchange && url && (
        <a
          className={isReady ? 'primary' : 'secondary'}
          part={`button button-${isReady ? 'primary' : 'secondary'}`}
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          data-testid="wm-pay-open"
          data-first=""
          onClick={(event) => {
            if (!pay.inTab) {
              event.preventDefault();
              openShopAt(url);
            }
            dispatch({ type: 'pay.opened' });
          }}
        >
          <span>{t(isReady ? 'pay.open' : 'pay.open.again', words)}</span>
        </a>
      )}
      {isAtExchange && (
        <Button kind="pill" testId="wm-pay-other" onClick={() => dispatch({ type: 'pay.again' })}>
          {t('pay.other')}
        </Button>
      )}
      {explorerUrl && (
        <a
          className="secondary"
          part="button button-secondary"
          href={explorerUrl}
          target="_blank"
          rel="noopener noreferrer"
          data-testid="wm-pay-explorer"
        >
          {t('account.explorer')}
          <Icon name="external" />
        </a>
      )}
      {phase == 'failed' && (
        <Button kind="primary" testId="wm-pay-again" onClick={() => dispatch({ type: 'pay.again' })}>
          {t('retry')}
        </Button>
      )}
      {phase == 'unknown' && (
        <Button kind="primary" testId="wm-pay-close" data-way-out onClick={close}>
          {t('preview.close')}
        </Button>
      )}
    </section>
  );
}
