// Disconnect: one click without a confirmation, busy until it is done (docs/spec/views.md section 5).

import type { AccountSlice } from '../contract';
import { useDispatch } from '../engine/hooks';
import { t } from '../i18n/later';
import { ListItem } from '../ui/list-item';

interface Props {
  account: AccountSlice;
  tabIndex?: number;
  wayOut?: boolean;
  quiet?: boolean;
}

export function DisconnectRow({ account: { disconnecting, namespace }, tabIndex, wayOut, quiet }: Props) {
  const dispatch = useDispatch();
  return (
    <ListItem
      icon="leave"
      label={t(disconnecting ? 'account.disconnecting' : 'account.disconnect')}
      busy={disconnecting}
      testId="disconnect-button"
      tabIndex={tabIndex}
      wayOut={wayOut}
      quiet={quiet}
      onClick={() =>
        !disconnecting && dispatch({ type: 'accounts.disconnect', namespace: namespace ?? undefined })
      }
    />
  );
}
