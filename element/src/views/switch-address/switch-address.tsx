// SwitchAddress: the accounts of a wallet that shares several, the current one first (docs/spec/views.md section 5). The wallet gets no
// request, because each later request names its account.

import { useDispatch, useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import lists from '../../styles/lists.css';
import { Avatar } from '../../ui/avatar';
import { ListItem } from '../../ui/list-item';
import { Notice } from '../../ui/notice';
import { useRoving } from '../../ui/roving';
import { Skeleton } from '../../ui/skeleton';
import { useSheet } from '../use-sheet';

export function SwitchAddress() {
  const { ready, active } = useSlice('profileWallets');
  const dispatch = useDispatch();
  const sheet = useSheet<HTMLElement>(lists);
  const { list, tabIndexOf } = useRoving();
  const all = active?.choice ?? [];
  return (
    <section ref={sheet}>
      {!ready ? (
        <Skeleton rows={2} words={t('loading')} />
      ) : active && all.length ? (
        <ul className="rows" aria-label={t('address.of', { wallet: active.name })} {...list}>
          {all.map(({ address, short, label }, i) => (
            <li key={address} data-testid="switch-address-item">
              <ListItem
                face={<Avatar address={address} image={null} />}
                label={label ?? short}
                note={label && <bdi dir="ltr">{short}</bdi>}
                current={address == active.address}
                testId={`w3m-switch-address-button-${i}`}
                tabIndex={tabIndexOf(i, all.length)}
                end={address == active.address && <span className="tag">{t('profile.active')}</span>}
                onClick={() =>
                  dispatch({ type: 'profileWallets.choose', namespace: active.namespace, address })
                }
              />
            </li>
          ))}
        </ul>
      ) : (
        <Notice icon="wallet" title={t('address.one')} text={t('address.one.text')} />
      )}
    </section>
  );
}
