// The banner for a browser without a connection, over every view. It says what can't be reached and what still works. A command that
// waits for a missing part runs once the connection is back (docs/spec/views.md section 1). Prefetched while there is a connection.

import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Command } from '../../contract';
import { failed, useDispatch, useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';

function listen(changed: () => void): () => void {
  const controller = new AbortController();
  for (const name of ['online', 'offline']) addEventListener(name, changed, { signal: controller.signal });
  return () => controller.abort();
}

export function Offline() {
  const isOff = useSyncExternalStore(listen, () => !navigator.onLine);
  const { view } = useSlice('router');
  const { address } = useSlice('account');
  const dispatch = useDispatch();
  const [waits, wait] = useState<Command | null>(null);

  useEffect(() => {
    failed.hear = (command) => !navigator.onLine && wait(command);
    return () => void (failed.hear = undefined);
  }, []);
  // The user moved to another view, so the waiting command is dropped.
  useEffect(() => wait(null), [view]);
  useEffect(() => {
    if (isOff || !waits) return;
    wait(null);
    dispatch(waits);
  }, [isOff, waits, dispatch]);

  return (
    <div role="status">
      {isOff && (
        <div className="alert-bar warning" data-testid="wm-offline">
          <Icon name="alert" />
          <div>
            <strong>{t('all.offline')}</strong>
            <span>{t(waits ? 'offline.waits' : 'offline.text')}</span>
          </div>
          <Button
            kind="pill"
            onClick={() => dispatch(waits ?? { type: address ? 'balances.refresh' : 'directory.retry' })}
          >
            {t('retry')}
          </Button>
        </div>
      )}
    </div>
  );
}
