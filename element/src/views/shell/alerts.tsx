// The alerts for developers, one at a time, between header and view.

import { useDispatch, useSlice } from '../../engine/hooks';
import { t } from '../../i18n/t';
import { AlertBar } from '../../ui/alert-bar';

export function Alerts() {
  const [alert] = useSlice('alerts').visible;
  const dispatch = useDispatch();
  if (!alert) return null;
  return (
    <AlertBar
      key={alert.key}
      title={alert.title}
      detail={alert.detail}
      kind={alert.kind}
      dismissLabel={t('dismiss')}
      onDismiss={() => dispatch({ type: 'alerts.dismiss', key: alert.key })}
    />
  );
}
