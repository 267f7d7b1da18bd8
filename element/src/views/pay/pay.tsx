// Pay (docs/spec/views.md section 6): the payment that the page requests, its recipient and network, and the ways to pay: the wallet, or
// an exchange, whose host PayLoading shows before its page opens.

import { useDispatch, useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import lists from '../../styles/lists.css';
import { Button } from '../../ui/button';
import { Coin } from '../../ui/coin';
import { Details } from '../../ui/details';
import { Groups } from '../../ui/groups';
import { Icon } from '../../ui/icon';
import { ListItem } from '../../ui/list-item';
import { Notice } from '../../ui/notice';
import { Skeleton } from '../../ui/skeleton';
import { Fact, NetworkFact } from '../money/fact';
import shared from '../money/preview.css';
import { Warning } from '../money/status';
import { literally } from '../money/error-notice';
import { useKeptFocus } from '../use-kept-focus';
import { useSheet } from '../use-sheet';
import css from './pay.css';

export function Pay() {
  const pay = useSlice('pay');
  const sheet = useSheet<HTMLElement>(lists, shared, css);
  const dispatch = useDispatch();
  const { amount, symbol, token, network, to, checked, refused, error, trouble } = pay;
  const focusHandlers = useKeptFocus(sheet, `${checked} ${refused} ${pay.phase} ${pay.exchangesPhase}`);
  if (!to || !network) return <section ref={sheet} />;
  const retry = () => dispatch({ type: 'pay.reload' });
  return (
    <section className="preview pay" ref={sheet} {...focusHandlers}>
      <div className="preview-head">
        <Coin image={pay.image} text={symbol} />
        <p className="small" data-testid="wm-pay-site">
          {t('pay.asks', { site: pay.site || location.host })}
        </p>
        <p className="preview-amount">
          <bdi>{amount}</bdi> <bdi className="preview-symbol">{symbol}</bdi>
        </p>
        {pay.worth && (
          <p className="small" data-testid="wm-pay-worth">
            {pay.worth}
          </p>
        )}
      </div>
      <dl className="facts">
        <Fact label={t('preview.to')}>
          <Groups address={to.address} testId="wm-pay-to" />
        </Fact>
        <NetworkFact name={network.name} icon={network.icon} />
      </dl>
      {token && (
        <details className="details">
          <summary>{t('details')}</summary>
          <dl className="facts">
            <Fact label={t('preview.contract')}>
              <Groups address={token} testId="wm-pay-contract" />
            </Fact>
          </dl>
        </details>
      )}
      {pay.earlier && (
        <Warning phase="earlier" testId="wm-pay-earlier">
          {t('pay.earlier')}
        </Warning>
      )}
      {checked == 'failed' && !refused ? (
        <Notice
          inner
          alert
          icon="alert"
          title={t('pay.unchecked')}
          text={t('pay.unchecked.text', { network: network.name })}
          testId="wm-pay-unchecked"
        >
          <Button kind="pill" onClick={retry}>
            {t('retry')}
          </Button>
        </Notice>
      ) : (
        error &&
        trouble && (
          <div className="preview-status failed" role="alert" data-phase="failed" data-testid="wm-pay-error">
            <Icon name="alert" />
            <div>
              <strong>{t(refused ? 'pay.refused' : 'pay.failed')}</strong>
              <p>{t(`pay.trouble.${trouble}`, { symbol, wallet: pay.wallet?.name ?? t('wallet') })}</p>
              <Details label={t('details')}>{literally(error)}</Details>
            </div>
          </div>
        )
      )}
      {!refused && <Ways />}
    </section>
  );
}

/** The wallet, and the exchanges. */
function Ways() {
  const { phase, checked, wallet, network, exchanges, exchangesPhase } = useSlice('pay');
  const dispatch = useDispatch();
  const isOff = checked != 'ready' || phase != 'choosing';
  const name = wallet?.name ?? t('wallet');
  return (
    <>
      <ListItem
        image={wallet?.icon}
        icon="wallet"
        label={wallet ? t('pay.wallet', { wallet: name }) : t('pay.connect')}
        note={
          <span>
            {wallet
              ? wallet.switches
                ? t('pay.wallet.switches', { network: network!.name })
                : wallet.short
              : t('pay.connect.text')}
          </span>
        }
        end={<Icon name="chevron" mirrored />}
        busy={phase == 'preparing' || (phase == 'choosing' && checked == 'loading')}
        off={isOff}
        testId="wallet-payment-option"
        onClick={() => dispatch({ type: 'pay.wallet' })}
      />
      {(exchangesPhase != 'ready' || exchanges.length > 0) && (
        <p className="pay-or">
          <span>{t('logins.or')}</span>
        </p>
      )}
      {exchangesPhase == 'loading' && <Skeleton rows={2} words={t('pay.exchanges.loading')} />}
      {exchangesPhase == 'failed' && (
        <Notice
          inner
          icon="alert"
          title={t('pay.exchanges.failed')}
          text={t('pay.exchanges.failed.text')}
          testId="wm-pay-exchanges-failed"
        >
          <Button kind="pill" testId="wm-pay-retry" onClick={() => dispatch({ type: 'pay.reload' })}>
            {t('retry')}
          </Button>
        </Notice>
      )}
      {exchangesPhase == 'ready' && !exchanges.length && (
        <p className="small pay-none" data-testid="wm-pay-none">
          {t('pay.exchanges.none')}
        </p>
      )}
      {exchanges.length > 0 && (
        <div className="pay-exchanges" role="group" aria-label={t('pay.exchanges')}>
          {exchanges.map(({ id, name, image }) => (
            <ListItem
              key={id}
              image={image}
              icon="coin"
              label={name}
              end={<Icon name="external" mirrored />}
              off={isOff}
              testId={`exchange-option-${id}`}
              onClick={() => dispatch({ type: 'pay.exchange', id })}
            />
          ))}
        </div>
      )}
    </>
  );
}
