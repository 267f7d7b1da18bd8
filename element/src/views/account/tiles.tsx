// What can be done with the account: the actions of the engine in its order, then Copy.

import type { AccountAction, AccountSlice } from '../../contract';
import { useDispatch } from '../../engine/hooks';
import { t } from '../../i18n/later';
import { Icon } from '../../ui/icon';
import { Copied } from '../copied';

interface Props {
  account: AccountSlice;
  waits: boolean;
  copied: boolean;
  onCopy(): void;
}

export function Tiles({ account, waits, copied, onCopy }: Props) {
  const dispatch = useDispatch();
  const open: Record<AccountAction, () => unknown> = {
    send: () => dispatch({ type: 'send.open' }),
  };
  return (
    <div className="account-tiles">
      {account.actions.map((action, i) => (
        <button
          key={action}
          type="button"
          className="account-tile"
          data-testid={`w3m-account-default-${action}-button`}
          data-first={i ? undefined : ''}
          aria-disabled={waits || undefined}
          onClick={() => !waits && open[action]()}
        >
          <Icon name={action} />
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
