// ProfileWallets: the connected wallet of each namespace, and earlier ones (docs/spec/views.md section 5; requirements 2.11, 10.19). The
// engine decides what each button does and whether it works.

import type { Namespace } from '../../contract';
import { useDispatch, useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import lists from '../../styles/lists.css';
import tabsCss from '../../styles/tabs.css';
import { Button } from '../../ui/button';
import { Icon, type Glyph } from '../../ui/icon';
import { ListItem } from '../../ui/list-item';
import { Notice } from '../../ui/notice';
import { Skeleton } from '../../ui/skeleton';
import { Tabs } from '../../ui/tabs';
import { useKeptFocus } from '../use-kept-focus';
import { useSheet } from '../use-sheet';
import { ActiveWallet } from './active-wallet';
import css from './profile-wallets.css';
import { Recent } from './recent';

const plus: Glyph = { d: 'M10 4.5v11M4.5 10h11' };

export function ProfileWallets() {
  const { ready, tabs, tab, active, recent, disconnectsAll } = useSlice('profileWallets');
  const dispatch = useDispatch();
  const sheet = useSheet<HTMLElement>(lists, tabsCss, css);
  const focusHandlers = useKeptFocus(sheet, `${tab} ${active?.connectorId} ${recent.length}`);
  const add = () => dispatch({ type: 'router.push', view: 'Connect' });
  const wallets = (
    <>
      {active ? (
        <ActiveWallet wallet={active} />
      ) : (
        <Notice
          icon="wallet"
          title={t('profile.empty')}
          text={t('profile.empty.text')}
          testId="empty-template"
        >
          <Button kind="primary" testId="wm-profile-connect" onClick={add}>
            {t('profile.connect')}
          </Button>
        </Notice>
      )}
      {recent.length > 0 && <Recent wallets={recent} />}
    </>
  );
  return (
    <section className="profile-wallets" ref={sheet} {...focusHandlers}>
      {!ready ? (
        <Skeleton rows={2} words={t('loading')} />
      ) : tabs.length && tab ? (
        <Tabs<Namespace>
          label={t('profile.tabs')}
          tabs={tabs.map((id) => ({ id, label: t(`profile.namespace.${id}`) }))}
          chosen={tab}
          onChoose={(namespace) => namespace != tab && dispatch({ type: 'profileWallets.tab', namespace })}
        >
          {wallets}
        </Tabs>
      ) : (
        wallets
      )}
      {(active || disconnectsAll) && (
        <ul className="rows">
          {!!active?.choice.length && (
            <li>
              <ListItem
                icon="wallet"
                label={t('profile.address')}
                testId="wm-profile-address"
                end={<Icon name="chevron" mirrored />}
                onClick={() => dispatch({ type: 'router.push', view: 'SwitchAddress' })}
              />
            </li>
          )}
          <li>
            <ListItem icon={plus} label={t('profile.add')} testId="add-connection-button" onClick={add} />
          </li>
          {disconnectsAll && (
            <li>
              <ListItem
                icon="leave"
                label={t('profile.disconnect_all')}
                testId="disconnect-all-button"
                onClick={() => dispatch({ type: 'accounts.disconnect' })}
              />
            </li>
          )}
        </ul>
      )}
    </section>
  );
}
