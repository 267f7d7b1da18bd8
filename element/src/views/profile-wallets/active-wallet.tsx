// The connected wallet of a namespace: its account and its actions.

import type { ProfileWallet } from '../../contract';
import { useDispatch } from '../../engine/hooks';
import { t } from '../../i18n/later';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { Copied } from '../copied';
import { useAddressCopy } from '../use-address-copy';
import { WalletFace } from './wallet-face';

export function ActiveWallet({ wallet }: { wallet: ProfileWallet }) {
  const dispatch = useDispatch();
  const [copied, copy] = useAddressCopy();
  const { namespace, connectorId, name, address, label, short, active, waits, disconnecting } = wallet;
  const confirmed = wallet.confirmation == 'confirmed';
  const tag = waits ? 'account.reconnecting' : active ? 'profile.active' : 'connect.tag.connected';
  return (
    <div
      className={waits ? 'profile-card waits' : 'profile-card'}
      role="group"
      aria-label={name}
      data-testid={active ? 'wui-active-profile-wallet-item' : 'active-connection'}
    >
      <div className="profile-head">
        <WalletFace icon={wallet.icon} />
        <span className="row-text">
          <bdi>{name}</bdi>
          <span className="row-note">{t(`profile.kind.${wallet.kind}`)}</span>
        </span>
        <span className={active && !waits ? 'tag active' : 'tag'}>{t(tag)}</span>
      </div>
      <Address
        called={label}
        short={short}
        title={confirmed ? address : undefined}
        copied={copied == address}
        onCopy={() => copy(address, wallet)}
        testId="wm-profile-copy"
        first
      />
      {wallet.more.map((one) => (
        <Address
          key={one.address}
          called={t(`profile.kind.${one.kind}`)}
          short={one.short}
          title={confirmed ? one.address : undefined}
          copied={copied == one.address}
          onCopy={() => copy(one.address, wallet)}
          testId="wm-profile-copy-more"
        />
      ))}
      <div className="profile-actions">
        {wallet.action && (
          <Button
            kind="pill"
            testId="wm-profile-switch"
            onClick={() => dispatch({ type: 'profileWallets.switch', namespace, connectorId })}
          >
            {t(`profile.${wallet.action}`)}
          </Button>
        )}
        {wallet.explorerUrl && (
          <a
            className="pill"
            href={wallet.explorerUrl}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={t('account.explorer')}
            data-testid="wm-profile-explorer"
          >
            {t('profile.explorer')}
            <Icon name="external" />
          </a>
        )}
        <Button
          kind="pill"
          busy={disconnecting}
          testId="disconnect-button"
          onClick={() => !disconnecting && dispatch({ type: 'accounts.disconnect', namespace })}
        >
          {t(disconnecting ? 'account.disconnecting' : 'account.disconnect')}
        </Button>
      </div>
    </div>
  );
}

interface AddressProps {
  called: string | null;
  short: string;
  title: string | undefined;
  testId: string;
  /** gets the focus when the view opens, because it isn't a wallet that Enter would open */
  first?: boolean;
  copied: boolean;
  onCopy(): void;
}

const Address = ({ called, short, title, testId, first, copied, onCopy }: AddressProps) => (
  <button
    type="button"
    className="profile-address"
    title={title}
    aria-label={`${t('account.copy')} ${called ?? ''} ${short}`}
    data-testid={testId}
    data-first={first || undefined}
    onClick={onCopy}
  >
    {called && <bdi className="profile-called">{called}</bdi>}
    <bdi dir="ltr">{short}</bdi>
    <Copied done={copied} label={null} />
  </button>
);
