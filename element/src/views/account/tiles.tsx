// The account's actions: those of the engine, in its order, then Copy.

import { useEffect } from 'react';
import type { AccountAction, AccountSlice } from '../../contract';
import { useDispatch, useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import { card, qr, turn } from '../../ui/glyphs';
import { type Glyph, Icon, type IconName } from '../../ui/icon';
import { loadView } from '..';
import { Copied } from '../copied';
import { whenIdle } from '../shell/idle';

interface Props {
  account: AccountSlice;
  waits: boolean;
  copied: boolean;
  onCopy(): void;
}

const icons: Record<AccountAction, IconName | Glyph> = {
  onramp: card,
  receive: qr,
  send: 'send',
  swaps: turn,
};

export function Tiles({ account, waits, copied, onCopy }: Props) {
  const dispatch = useDispatch();
  // test ids by which automation finds the tiles: they differ for an embedded wallet (docs/spec/views.md section 5)
  const isEmbedded = !!useSlice('embedded').login;
  const swaps = account.actions.includes('swaps');
  // Send is prefetched as the most likely next view (views/index.ts), and Swap if it is offered.
  useEffect(() => (swaps ? whenIdle(() => void loadView('Swap').catch(() => {})) : undefined), [swaps]);
  const open: Record<AccountAction, () => unknown> = {
    onramp: () => dispatch({ type: 'buy.open' }),
    receive: () => dispatch({ type: 'router.push', view: 'Receive' }),
    send: () => dispatch({ type: 'send.open' }),
    swaps: () => dispatch({ type: 'swap.open' }),
  };
  return (
    <div
      className="account-tiles"
      data-testid={isEmbedded ? 'w3m-account-wallet-features-widget' : undefined}
    >
      {account.actions.map((action, i) => (
        <button
          key={action}
          type="button"
          className="account-tile"
          data-testid={
            isEmbedded ? `wallet-features-${action}-button` : `w3m-account-default-${action}-button`
          }
          data-first={i ? undefined : ''}
          aria-disabled={waits || undefined}
          onClick={() => !waits && open[action]()}
        >
          <Icon name={icons[action]} />
          <span>{t(`account.${action}`)}</span>
        </button>
      ))}
      <button
        type="button"
        className="account-tile"
        data-testid="wm-account-copy"
        data-first={account.actions.length ? undefined : ''}
        onClick={onCopy}
      >
        <Copied done={copied} />
      </button>
    </div>
  );
}
