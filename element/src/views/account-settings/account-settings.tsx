// AccountSettings: the full address, the network, the wallet or login behind it, and Disconnect (docs/spec/views.md section 5).

import type { LoginSlice } from '../../contract';
import { useDispatch, useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import { nameOf } from '../../i18n/logins';
import lists from '../../styles/lists.css';
import { Avatar } from '../../ui/avatar';
import { clock, seal, tag } from '../../ui/glyphs';
import { Groups } from '../../ui/groups';
import { Icon } from '../../ui/icon';
import { ListItem } from '../../ui/list-item';
import { useLastAccount } from '../account/use-last-account';
import { Copied } from '../copied';
import { DisconnectRow } from '../disconnect-row';
import { logoOf } from '../logins/logos';
import { useAddressCopy } from '../use-address-copy';
import { useSheet } from '../use-sheet';
import css from './account-settings.css';

export function AccountSettings() {
  const account = useLastAccount();
  const { login } = useSlice('embedded');
  const { enableNetworkSwitch } = useSlice('options');
  const { features } = useSlice('state');
  const dispatch = useDispatch();
  const [copied, copy] = useAddressCopy();
  const sheet = useSheet<HTMLElement>(lists, css);
  const { address, network, wallet } = account;
  if (!address) return <section ref={sheet} />;
  return (
    <section className="settings" ref={sheet}>
      <div className="settings-address">
        <Avatar address={address} image={account.image} />
        <bdi className="settings-name">{account.name ?? account.label ?? t('settings.address')}</bdi>
        <button
          type="button"
          className="pill"
          aria-label={copied ? undefined : t('account.copy')}
          data-testid="account-settings-address"
          data-first
          onClick={() => copy(address, account)}
        >
          <Copied done={!!copied} />
        </button>
        {account.confirmation == 'confirmed' ? (
          <Groups address={address} testId="wm-settings-whole" />
        ) : (
          <bdi dir="ltr">{account.short}</bdi>
        )}
      </div>
      <ul className="rows">
        <li>
          <ListItem
            image={network.icon}
            icon={network.supported ? 'globe' : 'alert'}
            label={network.name}
            note={network.supported ? t('settings.network') : t('network.unsupported')}
            testId="account-switch-network-button"
            end={enableNetworkSwitch && <Icon name="chevron" mirrored />}
            onClick={
              enableNetworkSwitch ? () => dispatch({ type: 'router.push', view: 'Networks' }) : undefined
            }
          />
        </li>
        {login && <Login login={login} />}
        {wallet && !login && (
          <li>
            <ListItem
              image={wallet.icon}
              label={wallet.name}
              note={t('settings.connected')}
              testId="wm-settings-wallet"
            />
          </li>
        )}
        {account.namespace == 'eip155' && (
          <li>
            <ListItem
              icon={seal}
              label={t('settings.permissions')}
              note={t('settings.permissions.text')}
              testId="wm-settings-permissions"
              end={<Icon name="chevron" mirrored />}
              onClick={() => dispatch({ type: 'router.push', view: 'Permissions' })}
            />
          </li>
        )}
        {features.smartSessions === true && account.namespace == 'eip155' && (
          <li>
            <ListItem
              icon={clock}
              label={t('settings.sessions')}
              note={t('settings.sessions.text')}
              testId="wm-settings-sessions"
              end={<Icon name="chevron" mirrored />}
              onClick={() => dispatch({ type: 'router.push', view: 'SmartSessionList' })}
            />
          </li>
        )}
      </ul>
      <DisconnectRow account={account} quiet />
    </section>
  );
}

/**
 * The login, with a button to change its email address; a name for an account without one; and a switch between its two account types.
 */
function Login({
  login: { provider, email, name, accountType, eoa, smart, canSwitch, switching, canName },
}: {
  login: LoginSlice;
}) {
  const dispatch = useDispatch();
  const other = accountType == 'smartAccount' ? 'eoa' : 'smartAccount';
  const by = nameOf(provider);
  return (
    <>
      <li data-testid="wm-settings-email">
        <ListItem
          icon={logoOf(provider)}
          label={name ?? by}
          note={t(email ? 'settings.email' : 'settings.login', { provider: by })}
          testId={email ? 'w3m-account-email-update' : 'wm-settings-login'}
          end={email && <Icon name="chevron" mirrored />}
          onClick={email ? () => dispatch({ type: 'router.push', view: 'UpdateEmailWallet' }) : undefined}
        />
      </li>
      {canName && (
        <li>
          <ListItem
            icon={tag}
            label={t('settings.name')}
            note={t('settings.name.text')}
            testId="account-choose-name-button"
            end={<Icon name="chevron" mirrored />}
            onClick={() => dispatch({ type: 'router.push', view: 'ChooseAccountName' })}
          />
        </li>
      )}
      {canSwitch && (
        <li>
          <div
            data-testid="wm-settings-account-type"
            className="account-types"
            role="group"
            aria-label={t('settings.account_type')}
            aria-busy={switching}
          >
            {(['smartAccount', 'eoa'] as const).map((kind) => (
              <button
                key={kind}
                type="button"
                aria-pressed={kind != other}
                aria-disabled={switching}
                data-testid={kind == other ? 'account-toggle-preferred-account-type' : undefined}
                onClick={() =>
                  kind == other && !switching && dispatch({ type: 'embedded.accountType', accountType: kind })
                }
              >
                <span>{t(`profile.kind.${kind}`)}</span>
                {switching && kind == other ? (
                  <span className="spinner" />
                ) : (
                  <bdi className="small" dir="ltr">
                    {(kind == 'eoa' ? eoa : smart) ?? ''}
                  </bdi>
                )}
              </button>
            ))}
          </div>
        </li>
      )}
    </>
  );
}
