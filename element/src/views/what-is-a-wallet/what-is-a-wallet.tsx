// WhatIsAWallet: three short cards for whoever asks, and the way to a first wallet (docs/spec/views.md section 4).

import { useDispatch, useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import { Button } from '../../ui/button';
import { arrowIn, key } from '../../ui/glyphs';
import { HelpCards } from '../help-cards';

export function WhatIsAWallet() {
  const { enableWalletGuide } = useSlice('options');
  const dispatch = useDispatch();
  return (
    <HelpCards
      done={t('help.wallet.done')}
      cards={[
        { icon: 'wallet', title: t('help.wallet.keys'), text: t('help.wallet.keys.text') },
        { icon: key, title: t('help.wallet.login'), text: t('help.wallet.login.text') },
        { icon: arrowIn, title: t('help.wallet.get'), text: t('help.wallet.get.text') },
      ]}
    >
      {enableWalletGuide && (
        <Button testId="wm-help-get" onClick={() => dispatch({ type: 'router.push', view: 'GetWallet' })}>
          {t('connect.guide.start')}
        </Button>
      )}
    </HelpCards>
  );
}
