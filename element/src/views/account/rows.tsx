// What can be done with the account: the rows of the engine, in its order.

import type { ReactElement } from 'react';
import type { AccountRow, AccountSlice } from '../../contract';
import { useDispatch } from '../../engine/hooks';
import { t } from '../../i18n/later';
import { sliders } from '../../ui/glyphs';
import { Icon } from '../../ui/icon';
import { ListItem } from '../../ui/list-item';
import { useRoving } from '../../ui/roving';
import { DisconnectRow } from '../disconnect-row';

export function Rows({ account, waits }: { account: AccountSlice; waits: boolean }) {
  const dispatch = useDispatch();
  const { list, tabIndexOf } = useRoving();
  const draw: Record<AccountRow, (tabIndex: number) => ReactElement> = {
    send: (tabIndex) => (
      <ListItem
        icon="send"
        label={t('account.send')}
        testId="w3m-account-default-send-button"
        tabIndex={tabIndex}
        end={<Icon name="chevron" mirrored />}
        onClick={() => !waits && dispatch({ type: 'send.open' })}
      />
    ),
    settings: (tabIndex) => (
      <ListItem
        icon={sliders}
        label={t('account.settings')}
        testId="account-settings-button"
        tabIndex={tabIndex}
        end={<Icon name="chevron" mirrored />}
        onClick={() => dispatch({ type: 'router.push', view: 'AccountSettings' })}
      />
    ),
    disconnect: (tabIndex) => <DisconnectRow account={account} tabIndex={tabIndex} />,
  };
  return (
    <ul className="rows" {...list}>
      {account.rows.map((row, i) => (
        <li key={row}>{draw[row](tabIndexOf(i, account.rows.length))}</li>
      ))}
    </ul>
  );
}
