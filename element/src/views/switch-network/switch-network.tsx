// SwitchNetwork: asks the wallet to switch, and to add the network first if needed, then shows the result (docs/spec/views.md section 5,
// requirements 4.28-4.31). The card's title is the network.

import { useRef } from 'react';
import type { SwitchPhase } from '../../contract';
import { useDispatch, useSlice } from '../../engine/hooks';
import { t, type LaterKey } from '../../i18n/later';
import { Button } from '../../ui/button';
import { Details } from '../../ui/details';
import { RingLogo } from '../../ui/ring';
import { Refused } from '../refused';
import { FullView, useConfirm } from '../trusted';
import { useSheet } from '../use-sheet';
import css from './switch-network.css';

type ShownPhase = Exclude<SwitchPhase, 'idle'> | 'busy';

const texts: Record<ShownPhase, [LaterKey, LaterKey]> = {
  confirm: ['switch.confirm', 'switch.confirm.text'],
  adding: ['switch.adding', 'switch.adding.text'],
  // the wallet has approved: the user doesn't have to confirm anything else
  moving: ['switch.moving', 'switch.moving.text'],
  rejected: ['switch.rejected', 'switch.rejected.text'],
  // not a rejection: the wallet has another request open
  busy: ['switch.busy', 'switch.busy.text'],
};

export function SwitchNetwork() {
  const { phase, target, error } = useSlice('networks');
  const { wallet, network } = useSlice('account');
  const dispatch = useDispatch();
  const sheet = useSheet<HTMLElement>(css);
  // When it ends, the state is cleared while the view closes: until then its last state is rendered.
  const last = useRef<ShownPhase>('confirm');
  if (phase != 'idle') last.current = phase == 'rejected' && error ? 'busy' : phase;
  const [title, text] = texts[last.current];
  const names = { network: target?.name ?? '', current: network.name, wallet: wallet?.name ?? t('wallet') };
  const rejected = phase == 'rejected';
  const confirm = useConfirm('networks.retry', phase, () => dispatch({ type: 'networks.retry' }));
  return (
    <section className="switch-network" ref={sheet}>
      <RingLogo
        image={target?.icon ?? null}
        icon="globe"
        turning={phase == 'confirm' || phase == 'adding' || phase == 'moving'}
        badge={rejected ? { icon: error ? 'alert' : 'close', kind: error ? 'error' : 'quiet' } : null}
      />
      <div className="switch-status" role="status" data-testid="wm-switch-status" data-phase={phase}>
        <h2>{t(title, names)}</h2>
        {confirm.refused ? <Refused why={confirm.refused} /> : <p>{t(text, names)}</p>}
      </div>
      {rejected && error && (
        <Details label={t('details')}>{[error.code, error.details ?? error.message].join(' · ')}</Details>
      )}
      {rejected &&
        (confirm.refused == 'framed' ? (
          <FullView />
        ) : (
          <Button kind="primary" testId="wui-network-button" {...confirm.button}>
            {t('retry')}
          </Button>
        ))}
    </section>
  );
}
