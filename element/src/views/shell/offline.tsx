// The banner of a browser without a connection, over every view: what cannot be reached, what still works, and what was pressed and
// waits for a part that is not there yet: it goes on by itself (docs/spec/views.md section 1). Fetched ahead, while there is a
// connection.

import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Command } from '../../contract';
import { missed, useDispatch, useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';

function listen(changed: () => void): () => void {
  const gone = new AbortController();
  for (const name of ['online', 'offline']) addEventListener(name, changed, { signal: gone.signal });
  return () => gone.abort();
}

export function Offline() {
  const isOff = useSyncExternalStore(listen, () => !navigator.onLine);
  const { view } = useSlice('router');
  const { address } = useSlice('account');
  const dispatch = useDispatch();
  const [waits, wait] = useState<Command | null>(null);

  useEffect(() => {
    missed.hear = (command) => !navigator.onLine && wait(command);
    return () => void (missed.hear = undefined);
  }, []);
  // Somebody went elsewhere: what was pressed there is not wanted any more.
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
