// OnRampProviders: the sellers (docs/spec/views.md section 6). A click requests a provider's page; BuyInProgress shows its host and opens
// it.

import type { OnrampProvider } from '../../contract';
import { useDispatch, useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import lists from '../../styles/lists.css';
import { Button } from '../../ui/button';
import { bank, card } from '../../ui/glyphs';
import { Icon } from '../../ui/icon';
import { ListItem } from '../../ui/list-item';
import { Notice } from '../../ui/notice';
import { useRoving } from '../../ui/roving';
import form from '../money/form.css';
import { Help } from '../on-ramp/on-ramp';
import onramp from '../on-ramp/on-ramp.css';
import { useVisibility } from '../swap/use-looked';
import { useSheet } from '../use-sheet';
import { logos } from './logos';
import css from './on-ramp-providers.css';
import { useProvider } from './use-provider';

export function OnRampProviders() {
  const { providers, networkName, quote, check } = useSlice('onramp');
  const sheet = useSheet<HTMLElement>(lists, form, onramp, css);
  const { list, tabIndexOf } = useRoving(-1);
  const choose = useProvider();
  const dispatch = useDispatch();
  // A seller gets an address, which must not be one that only storage knows.
  const isConfirmed = useSlice('account').confirmation == 'confirmed';
  useVisibility('buy.looked');
  const isGone = check == 'no_quote';
  const isMeld = providers.some(({ id }) => id == 'meld');
  const leave = !quote ? 'onramp.leave.open' : isMeld ? 'onramp.leave.meld' : 'onramp.leave';
  return (
    <section className="onramp" ref={sheet}>
      {!isConfirmed ? (
        <Notice
          inner
          icon="wallet"
          title={t('receive.confirm.title')}
          text={t('onramp.unconfirmed')}
          testId="wm-onramp-unconfirmed"
        >
          <Button
            kind="pill"
            testId="wm-onramp-confirm"
            onClick={() => dispatch({ type: 'router.push', view: 'Receive' })}
          >
            {t('onramp.confirm')}
          </Button>
        </Notice>
      ) : providers.length == 0 ? (
        <Notice
          inner
          icon="coin"
          title={t('onramp.none')}
          text={t('onramp.unavailable', { network: networkName })}
          testId="wm-onramp-none"
        />
      ) : (
        <>
          <p className="small onramp-word" role="status" data-testid="wm-onramp-word">
            {isGone ? t(quote?.isEstimate ? 'onramp.gone' : 'onramp.explain.no_quote') : t(leave)}
          </p>
          <ul className="rows" aria-label={t('title.buy.providers')} {...list}>
            {providers.map((provider, i) => (
              <li key={provider.id}>
                <ListItem
                  icon={logos[provider.id]}
                  label={provider.name}
                  note={<Terms provider={provider} network={networkName} isGone={isGone} got={quote?.got} />}
                  off={provider.isOff}
                  testId={`onramp-provider-${provider.id}`}
                  tabIndex={tabIndexOf(i, providers.length)}
                  end={<Ways fee={provider.fee} />}
                  onClick={() => choose(provider.id)}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      <Help />
    </section>
  );
}

interface TermsProps {
  provider: OnrampProvider;
  network: string;
  /** its price has expired */
  isGone: boolean;
  got: string | null | undefined;
}

/** The amount that the user gets from it; for a provider without a price, what it sells. */
function Terms({ provider: { symbol, isQuoted, isOff }, network, isGone, got }: TermsProps) {
  if (isQuoted && got) return <bdi>{t('onramp.terms', { amount: got, symbol, network })}</bdi>;
  return <bdi>{isOff && !isGone ? t('onramp.terms.off', { network }) : symbol}</bdi>;
}

/** The fee, and whether it takes cards or bank transfers. */
const Ways = ({ fee }: { fee: string }) => (
  <span className="provider-ways">
    <span className="provider-fee">
      <bdi>{t('onramp.fee', { fee })}</bdi>
      <span role="img" aria-label={t('onramp.ways')}>
        <Icon name={card} />
        <Icon name={bank} />
      </span>
    </span>
    <Icon name="chevron" mirrored />
  </span>
);
