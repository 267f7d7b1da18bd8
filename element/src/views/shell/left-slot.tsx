// The header's left slot: the back button, a help button, or the network button (docs/spec/views.md section 1).

import type { NetworkBadge, RouterSlice } from '../../contract';
import { useDispatch } from '../../engine/hooks';
import { t } from '../../i18n/t';
import { IconButton } from '../../ui/button';
import { Icon } from '../../ui/icon';

export function LeftSlot({ router: { left, network } }: { router: RouterSlice }) {
  const dispatch = useDispatch();
  if (left == 'back')
    return (
      <IconButton
        icon="back"
        mirrored
        label={t('back')}
        part="back"
        testId="header-back"
        onClick={() => dispatch({ type: 'router.back' })}
      />
    );
  if (left == 'help')
    return (
      <IconButton
        icon="help"
        label={t('title.wallet_help')}
        testId="wm-header-help"
        onClick={() => dispatch({ type: 'router.push', view: 'WhatIsAWallet' })}
      />
    );
  if (left == 'network')
    return <Picker network={network} onClick={() => dispatch({ type: 'router.push', view: 'Networks' })} />;
  return null;
}

function Picker({ network: { name, icon, supported }, onClick }: { network: NetworkBadge; onClick(): void }) {
  return (
    <button
      type="button"
      className={supported ? 'pill picker' : 'pill picker error'}
      part="button"
      title={name}
      aria-label={`${supported ? name : `${t('network.unsupported')}: ${name}`}. ${t('network.choose')}`}
      data-testid="w3m-account-select-network"
      onClick={onClick}
    >
      {supported && (icon ? <img src={icon} alt="" part="icon" /> : <Icon name="globe" />)}
      <bdi>{supported ? name : t('network.unsupported')}</bdi>
      <Icon name="chevron" />
    </button>
  );
}
