// SwitchActiveChain: the user chose a network whose type has no connected wallet (docs/spec/views.md section 5, requirement 2.16). It
// says why another wallet is needed, and lists suitable ones.

import { useDispatch, useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import { Button } from '../../ui/button';
import { RingLogo } from '../../ui/ring';
import { useSheet } from '../use-sheet';
import css from '../switch-network/switch-network.css';

export function SwitchActiveChain() {
  const { target, namespace } = useSlice('networks');
  const { wallet } = useSlice('account');
  const dispatch = useDispatch();
  const sheet = useSheet<HTMLElement>(css);
  const names = {
    network: target?.name ?? '',
    family: namespace ? t(`profile.namespace.${namespace}`) : '',
    wallet: wallet?.name ?? t('wallet.capital'),
  };
  return (
    <section
      className="switch-network"
      ref={sheet}
      data-testid={`w3m-switch-active-chain-to-${names.network}`}
    >
      <RingLogo image={target?.icon ?? null} icon="globe" turning={false} />
      <div className="switch-status">
        <h2>{t('active_chain.title', names)}</h2>
        <p>{t('active_chain.text', names)}</p>
      </div>
      <Button
        kind="primary"
        testId="w3m-switch-active-chain-button"
        onClick={() => dispatch({ type: 'router.push', view: 'Connect' })}
      >
        {t('active_chain.connect')}
      </Button>
    </section>
  );
}
