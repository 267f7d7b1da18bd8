// ConnectingWalletConnect: connects a wallet that isn't in this page, with a QR code, or with a link if the wallet is on this device
// (docs/spec/views.md section 4; requirements 1.2, 1.3, 2.7, 10.16).

import type { Platform } from '../../contract';
import { useDispatch, useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import { Tabs } from '../../ui/tabs';
import { Agreed } from '../agreed';
import { Pairing } from './pairing';

/** Tabs have other ids than platforms: `tab-webapp` (docs/spec/views.md section 4). */
const tabOf = (platform: Platform) => (platform == 'web' ? 'webapp' : platform);

export const ConnectingWalletConnect = () => (
  <Agreed hidden>
    <Connecting />
  </Agreed>
);

function Connecting() {
  const pairing = useSlice('pairing');
  const dispatch = useDispatch();
  const { done } = useSlice('router');
  const { platforms, platform } = pairing;
  // Once connected, there is nothing left to choose.
  if (platforms.length < 2 || done) return <Pairing key={platform} pairing={pairing} />;
  return (
    <section>
      <Tabs
        label={t('pairing.tabs')}
        tabs={platforms.map((one) => ({ id: tabOf(one), label: t(`pairing.tab.${one}`) }))}
        chosen={tabOf(platform)}
        onChoose={(id) =>
          dispatch({ type: 'pairing.platform', platform: platforms.find((one) => tabOf(one) == id)! })
        }
      >
        <Pairing key={platform} pairing={pairing} />
      </Tabs>
    </section>
  );
}
