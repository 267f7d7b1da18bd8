// OnRampProviders: who sells (docs/spec/views.md section 6). A provider's window is opened in the click itself, before the engine hears of it
// (engine/popup.ts).

import type { OnrampProvider } from '../../contract';
import { useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import lists from '../../styles/lists.css';
import { bank, card } from '../../ui/glyphs';
import { Icon } from '../../ui/icon';
import { ListItem } from '../../ui/list-item';
import { Notice } from '../../ui/notice';
import { useRoving } from '../../ui/roving';
import form from '../money/form.css';
import { Help } from '../on-ramp/on-ramp';
import onramp from '../on-ramp/on-ramp.css';
import { useLooked } from '../swap/use-looked';
import { useSheet } from '../use-sheet';
import { logos } from './logos';
import css from './on-ramp-providers.css';
import { useProvider } from './use-provider';

export function OnRampProviders() {
  const { providers, networkName, quote, check } = useSlice('onramp');
  const sheet = useSheet<HTMLElement>(lists, form, onramp, css);
  const { list, tabIndexOf } = useRoving(-1);
  const choose = useProvider();
  useLooked('buy.looked');
  const isGone = check == 'no_quote';
  return (
    <section className="onramp" ref={sheet}>
      {providers.length == 0 ? (
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
            {isGone
              ? t(quote?.isEstimate ? 'onramp.explain.no_quote_failed' : 'onramp.explain.no_quote')
              : t('onramp.leave')}
          </p>
          <ul className="rows" aria-label={t('title.buy.providers')} {...list}>
            {providers.map((provider, i) => (
              <li key={provider.id}>
                <ListItem
                  icon={logos[provider.id]}
                  label={provider.name}
                  note={<Terms provider={provider} network={networkName} got={quote?.got ?? null} />}
                  off={provider.isOff}
                  testId={`onramp-provider-${provider.id}`}
                  tabIndex={tabIndexOf(i, providers.length)}
                  end={<Ways />}
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
  got: string | null;
}

/** The fee, and what comes of it here; of who has no price, what it sells. */
function Terms({ provider: { fee, symbol, isQuoted, id, isOff }, network, got }: TermsProps) {
  const what =
    isQuoted && got
      ? t('onramp.terms', { amount: got, symbol, network })
      : isOff && id == 'coinbase' && !got
        ? t('onramp.terms.off', { network })
        : t('onramp.terms.open', { symbol });
  return (
    <>
      {t('onramp.fee', { fee })} · <bdi>{what}</bdi>
    </>
  );
}

/** By card or from a bank. */
const Ways = () => (
  <span className="provider-ways">
    <span className="glyphs" role="img" aria-label={t('onramp.ways')}>
      <Icon name={card} />
      <Icon name={bank} />
    </span>
    <Icon name="chevron" mirrored />
  </span>
);
