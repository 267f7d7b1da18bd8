// WhatIsANetwork: two short help cards (docs/spec/views.md section 5).

import { t } from '../../i18n/later';
import { HelpCards } from '../help-cards';

export const WhatIsANetwork = () => (
  <HelpCards
    cards={[
      { icon: 'globe', title: t('help.network.where'), text: t('help.network.where.text') },
      { icon: 'coin', title: t('help.network.cost'), text: t('help.network.cost.text') },
    ]}
  />
);
