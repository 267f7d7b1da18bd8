// WhatIsAWallet: three short cards for whoever asks (views.md section 4).

import { t } from '../../i18n/later';
import { arrowIn, key } from '../../ui/glyphs';
import { HelpCards } from '../help-cards';

export const WhatIsAWallet = () => (
  <HelpCards
    done={t('help.wallet.done')}
    cards={[
      { icon: 'wallet', title: t('help.wallet.keys'), text: t('help.wallet.keys.text') },
      { icon: key, title: t('help.wallet.login'), text: t('help.wallet.login.text') },
      { icon: arrowIn, title: t('help.wallet.get'), text: t('help.wallet.get.text') },
    ]}
  />
);
