// Earlier connections: each opens its own wallet, and can be forgotten.

import type { ProfileRecent } from '../../contract';
import { useDispatch } from '../../engine/hooks';
import { t } from '../../i18n/later';
import { Icon } from '../../ui/icon';
import { ListItem } from '../../ui/list-item';
import { useRoving } from '../../ui/roving';

export function Recent({ wallets }: { wallets: ProfileRecent[] }) {
  const dispatch = useDispatch();
  const { list, tabIndexOf } = useRoving();
  return (
    <div className="profile-recent">
      <h2 className="group-title" data-testid="recently-connected-text">
        {t('profile.recent')}
      </h2>
      <ul className="rows" {...list}>
        {wallets.map(({ namespace, connectorId, name, icon, short, label, action, reachable, busy }, i) => (
          <li key={connectorId} className="profile-line">
            <ListItem
              image={icon}
              label={name}
              note={
                reachable ? (
                  <>
                    {label && <bdi>{label}</bdi>}
                    <bdi dir="ltr">{short}</bdi>
                  </>
                ) : (
                  t('profile.unreachable')
                )
              }
              off={!reachable}
              busy={busy}
              testId="recent-connection"
              tabIndex={tabIndexOf(2 * i, 2 * wallets.length)}
              end={reachable && <span className="profile-do">{t(`profile.${action}`)}</span>}
              onClick={() => !busy && dispatch({ type: 'profileWallets.switch', namespace, connectorId })}
            />
            <button
              type="button"
              className="icon-button"
              aria-label={t('profile.remove', { wallet: name })}
              aria-disabled={busy || undefined}
              tabIndex={tabIndexOf(2 * i + 1, 2 * wallets.length)}
              data-testid="wm-profile-remove"
              onClick={() => !busy && dispatch({ type: 'profileWallets.remove', namespace, connectorId })}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
