// WhatIsABuy: two short help cards, and the link to the form (docs/spec/views.md section 6).

import { useDispatch } from '../../engine/hooks';
import { t } from '../../i18n/later';
import { card, clock } from '../../ui/glyphs';
import { HelpCards } from '../help-cards';

export function WhatIsABuy() {
  const dispatch = useDispatch();
  return (
    <HelpCards
      cards={[
        { icon: card, title: t('help.buy.how'), text: t('help.buy.how.text') },
        { icon: clock, title: t('help.buy.after'), text: t('help.buy.after.text') },
      ]}
      done={t('account.onramp')}
      onDone={() => dispatch({ type: 'buy.open' })}
    />
  );
}
