// OnRampFiatSelect and OnRampTokenSelect: the currencies and tokens of a purchase (docs/spec/views.md section 6). A selection returns to
// the form; the engine does both.

import type { ReactNode } from 'react';
import { useDispatch, useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import lists from '../../styles/lists.css';
import { Button } from '../../ui/button';
import { Coin } from '../../ui/coin';
import { Icon } from '../../ui/icon';
import { ListItem } from '../../ui/list-item';
import { Notice } from '../../ui/notice';
import { useRoving } from '../../ui/roving';
import { Skeleton } from '../../ui/skeleton';
import form from '../money/form.css';
import select from '../money/select.css';
import { TokenRows } from '../money/token-rows';
import { Sample } from '../on-ramp/on-ramp';
import { nameOf, signOf } from '../on-ramp/currency';
import css from '../on-ramp/on-ramp.css';
import { useKeptFocus } from '../use-kept-focus';
import { useSheet } from '../use-sheet';

export function OnRampFiatSelect() {
  const { paymentCurrencies: all, paymentCurrency } = useSlice('onramp');
  const dispatch = useDispatch();
  const { list, tabIndexOf } = useRoving(all.findIndex((id) => id == paymentCurrency?.id));
  return (
    <List none={all.length == 0}>
      <ul className="rows" aria-label={t('title.buy.fiat')} {...list}>
        {all.map((id, i) => (
          <li key={id}>
            <ListItem
              face={<Coin image={null} text={signOf(id)} />}
              label={nameOf(id)}
              note={id}
              current={id == paymentCurrency?.id}
              testId={`wm-onramp-${id}`}
              tabIndex={tabIndexOf(i, all.length)}
              end={
                id == paymentCurrency?.id && (
                  <span className="selected" role="img" aria-label={t('networks.selected')}>
                    <Icon name="check" />
                  </span>
                )
              }
              onClick={() => dispatch({ type: 'buy.payment', id })}
            />
          </li>
        ))}
      </ul>
    </List>
  );
}

export function OnRampTokenSelect() {
  const { purchaseCurrencies, purchaseCurrency } = useSlice('onramp');
  const dispatch = useDispatch();
  const all = purchaseCurrencies.map((row) => ({ ...row, amount: null, worth: null }));
  const { list, tabIndexOf } = useRoving(all.findIndex(({ id }) => id == purchaseCurrency?.id));
  return (
    <List none={all.length == 0}>
      <ul className="rows" aria-label={t('title.select')} {...list}>
        <TokenRows
          tokens={all}
          chosen={purchaseCurrency?.id}
          tabIndexOf={(token) => tabIndexOf(all.indexOf(token), all.length)}
          onChoose={(id) => dispatch({ type: 'buy.purchase', id })}
        />
      </ul>
    </List>
  );
}

function List({ none, children }: { none: boolean; children: ReactNode }) {
  const { isSample, networkName, optionsPhase } = useSlice('onramp');
  const { enableNetworkSwitch } = useSlice('options');
  const dispatch = useDispatch();
  const sheet = useSheet<HTMLElement>(lists, form, select, css);
  const focusHandlers = useKeptFocus(sheet, `${isSample} ${optionsPhase} ${none}`);
  return (
    <section className="select onramp" ref={sheet} {...focusHandlers}>
      {isSample && <Sample />}
      {!none ? (
        children
      ) : optionsPhase == 'loading' ? (
        <Skeleton words={t('loading')} />
      ) : (
        <Notice
          inner
          icon="coin"
          title={t('onramp.none')}
          text={t('onramp.unavailable', { network: networkName })}
          testId="wm-onramp-none"
        >
          {enableNetworkSwitch && (
            <Button kind="pill" onClick={() => dispatch({ type: 'buy.network' })}>
              {t('swap.network')}
            </Button>
          )}
        </Notice>
      )}
    </section>
  );
}
