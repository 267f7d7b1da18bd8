// WhatIsAWallet: three short help cards, and the link to a first wallet (docs/spec/views.md section 4).

import { useDispatch, useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import { Button } from '../../ui/button';
import { HelpCards, type Picture } from '../help-cards';

/** a purse with a coin and a picture */
const purse: Picture = [
  'M43 15h15a3 3 0 013 3v22H40V18a3 3 0 013-3z',
  'M45 31l4-5 3 3 4-4',
  'M20 29a9.5 9.5 0 1019 0 9.5 9.5 0 00-19 0z',
  'M20 35h40a6 6 0 016 6v18a6 6 0 01-6 6H20a6 6 0 01-6-6V41a6 6 0 016-6z',
  'M66 45H55a5 5 0 000 10h11',
];
/** a page with a request, and a phone that approves it */
const yes: Picture = [
  'M17 17h40a5 5 0 015 5v28a5 5 0 01-5 5H17a5 5 0 01-5-5V22a5 5 0 015-5z',
  'M19 25h.01M26 25h.01M19 36h17M19 45h10',
  'M52 18a8 8 0 1016 0 8 8 0 00-16 0z',
  'M44 32h16a5 5 0 015 5v25a5 5 0 01-5 5H44a5 5 0 01-5-5V37a5 5 0 015-5z',
  'M46 50l4 4 8-9',
];
/** a download, and words on paper that are stored away */
const download: Picture = [
  'M42 24h20a4 4 0 014 4v30a4 4 0 01-4 4H42z',
  'M52 33h7M52 41h7M52 49h4',
  'M56 60a7 7 0 1014 0 7 7 0 00-14 0z',
  'M21 13h20a5 5 0 015 5v44a5 5 0 01-5 5H21a5 5 0 01-5-5V18a5 5 0 015-5z',
  'M31 26v17M24 37l7 7 7-7M24 55h14',
];

export function WhatIsAWallet() {
  const { enableWalletGuide } = useSlice('options');
  const dispatch = useDispatch();
  return (
    <HelpCards
      done={t('help.wallet.done')}
      cards={[
        { icon: purse, title: t('help.wallet.keys'), text: t('help.wallet.keys.text') },
        { icon: yes, title: t('help.wallet.login'), text: t('help.wallet.login.text') },
        { icon: download, title: t('help.wallet.get'), text: t('help.wallet.get.text') },
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
