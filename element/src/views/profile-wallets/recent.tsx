// Connections that were: each leads to its own wallet, and can be forgotten.

import type { ProfileRecent } from '../../contract';
import { useDispatch } from '../../engine/hooks';
import { t } from '../../i18n/later';
import { IconButton } from '../../ui/button';
import { ListItem } from '../../ui/list-item';

export function Recent({ wallets }: { wallets: ProfileRecent[] }) {
  const dispatch = useDispatch();
  return (
    <>
      <h2 className="group-title" data-testid="recently-connected-text">
        {t('profile.recent')}
      </h2>
      <ul className="rows">
        {wallets.map(({ namespace, connectorId, name, icon, short, label, action, reachable, busy }) => (
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
              end={reachable && <span className="profile-do">{t(`profile.${action}`)}</span>}
              onClick={() => !busy && dispatch({ type: 'profileWallets.switch', namespace, connectorId })}
            />
            <IconButton
              icon="close"
              label={t('profile.remove', { wallet: name })}
              off={busy}
              testId="wm-profile-remove"
              onClick={() => !busy && dispatch({ type: 'profileWallets.remove', namespace, connectorId })}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
