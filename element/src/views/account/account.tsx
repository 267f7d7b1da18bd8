// Account: identity, total value, actions and holdings (docs/spec/views.md section 5). The engine returns all values ready to display.

import { useDispatch, useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import lists from '../../styles/lists.css';
import tabs from '../../styles/tabs.css';
import { Icon } from '../../ui/icon';
import { ListItem } from '../../ui/list-item';
import { useAddressCopy } from '../use-address-copy';
import { useSheet } from '../use-sheet';
import css from './account.css';
import { Belongings } from './belongings';
import { Identity } from './identity';
import { Tiles } from './tiles';
import { useLastAccount } from './use-last-account';
import { Worth } from './worth';

export function Account() {
  const account = useLastAccount();
  const [copied, copy] = useAddressCopy();
  const sheet = useSheet<HTMLElement>(lists, tabs, css);
  const { address } = account;
  if (!address) return <section ref={sheet} />;
  const waits = account.status != 'connected';
  const onCopy = () => copy(address, account);
  return (
    <section className={waits ? 'account waits' : 'account'} ref={sheet}>
      <Identity account={account} waits={waits} onCopy={onCopy} />
      <Worth account={account} />
      <Tiles account={account} waits={waits} copied={!!copied} onCopy={onCopy} />
      <Belongings account={account} />
      <Upgrade />
    </section>
  );
}

/** Lets users who logged in with email take their wallet elsewhere. At the bottom, so that nothing moves when the login is known. */
function Upgrade() {
  const { login } = useSlice('embedded');
  const dispatch = useDispatch();
  if (!login?.email) return null;
  return (
    <div className="upgrade-card">
      <ListItem
        icon="external"
        label={t('title.upgrade')}
        note={t('upgrade.title')}
        testId="w3m-wallet-upgrade-card"
        end={<Icon name="chevron" mirrored />}
        onClick={() => dispatch({ type: 'router.push', view: 'UpgradeEmailWallet' })}
      />
    </div>
  );
}
