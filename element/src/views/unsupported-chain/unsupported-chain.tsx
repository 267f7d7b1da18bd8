// UnsupportedChain: the wallet is on a network that the page doesn't support (docs/spec/views.md section 5, requirement 4.27). It names
// the network, lists the page's networks, and has a way out.

import { useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import lists from '../../styles/lists.css';
import { RingLogo } from '../../ui/ring';
import { useLastAccount } from '../account/use-last-account';
import { DisconnectRow } from '../disconnect-row';
import { NetworkRows, useNetworkPictures } from '../networks/network-rows';
import networksCss from '../networks/networks.css';
import { useLongList } from '../use-long-list';
import { useSheet } from '../use-sheet';
import css from './unsupported-chain.css';

export function UnsupportedChain() {
  const account = useLastAccount();
  const { groups } = useSlice('networks');
  const sheet = useSheet<HTMLElement>(lists, networksCss, css);
  useNetworkPictures();
  const rows = groups.flatMap((group) => group.rows);
  const long = useLongList(rows.map(({ name }) => name));
  const { network, wallet } = account;
  return (
    <section className="unsupported" ref={sheet}>
      <div className="unsupported-head">
        <RingLogo image={wallet?.icon ?? null} turning={false} badge={{ icon: 'alert', kind: 'error' }} />
        <h2>{t('unsupported.title', { wallet: wallet?.name ?? t('wallet.capital') })}</h2>
        <p className="tag" data-testid="wm-unsupported-network">
          {network.name}
        </p>
        <p>{t('unsupported.text')}</p>
      </div>
      <div role="group" aria-label={t('unsupported.list')} {...long.list}>
        <NetworkRows rows={rows} list={long} />
        {long.end && <div ref={long.end} />}
      </div>
      <DisconnectRow account={account} wayOut />
    </section>
  );
}
