// BuyInProgress: the user is in a provider's window. It says what to do there, and then shows the result (docs/spec/views.md section 6).
// Windows open synchronously in a click (engine/popup.ts).

import { useState } from 'react';
import type { BuyPhase } from '../../contract';
import { useDispatch, useSlice } from '../../engine/hooks';
import { openShop } from '../../engine/popup';
import { t, type AnyKey } from '../../i18n/later';
import { Button } from '../../ui/button';
import { Details } from '../../ui/details';
import { RingLogo } from '../../ui/ring';
import connecting from '../connecting-external/connecting-external.css';
import { Copied } from '../copied';
import { isPhone } from '../is-phone';
import { Ending } from '../money/ending';
import { literally } from '../money/error-notice';
import { logos, names } from '../on-ramp-providers/logos';
import { useProvider } from '../on-ramp-providers/use-provider';
import { useVisibility } from '../swap/use-looked';
import { useCopy } from '../use-copy';
import { useKeptFocus } from '../use-kept-focus';
import { useSheet } from '../use-sheet';
import css from './buy-in-progress.css';

interface Look {
  title: AnyKey;
  text: AnyKey;
  turning?: boolean;
  /** the button for this phase */
  way?: 'open' | 'show' | 'retry';
}

const closed: Look = { title: 'social.closed', text: 'buy.closed.text', way: 'retry' };

const looks: Record<BuyPhase, Look> = {
  // no attempt is running: shown like a closed window
  idle: closed,
  preparing: { title: 'buy.preparing', text: 'buy.preparing.text', turning: true },
  ready: { title: 'buy.ready', text: 'buy.ready.text', way: 'open' },
  waiting: { title: 'social.waiting', text: 'buy.waiting.text', turning: true, way: 'show' },
  pending: { title: 'buy.pending', text: 'buy.pending.text', turning: true },
  closed,
  failed: { title: 'buy.failed', text: 'buy.failed.text', way: 'retry' },
};

export function BuyInProgress() {
  const { view } = useSlice('router');
  const { phase: now, selectedProvider: provider, url, host, fault, ended } = useSlice('onramp');
  const dispatch = useDispatch();
  const begin = useProvider();
  const [copied, copy] = useCopy();
  useVisibility('buy.looked');
  const sheet = useSheet<HTMLElement>(connecting, css);
  const phase = usePhase(now, view == 'BuyInProgress' && !ended);
  const focusHandlers = useKeptFocus(sheet, phase);
  const { title, text, turning = false, way } = looks[phase];
  const words = { provider: provider ? names[provider] : '', host: host ?? '' };
  if (ended)
    return (
      <Ending
        ended={ended}
        word={provider == 'meld' ? 'buy.received' : 'buy.done'}
        testId="wm-buy-status"
        phase="done"
        doneTestId="wm-buy-done"
        onDone={() => dispatch({ type: 'router.back' })}
      >
        {t(provider == 'meld' ? 'buy.received.text' : 'buy.done.text', words)}
      </Ending>
    );
  const failed = phase == 'failed';
  return (
    <section className="connecting" ref={sheet} {...focusHandlers}>
      <RingLogo
        image={null}
        icon={provider ? logos[provider] : 'coin'}
        turning={turning}
        badge={failed ? { icon: 'alert', kind: 'error' } : null}
      />
      <div className="connecting-status" role="status" data-testid="wm-buy-status" data-phase={phase}>
        <h2>{t(title, words)}</h2>
        <p>{t(text, words)}</p>
        {host && way != 'retry' && way != 'open' && <p className="small">{t('buy.host', words)}</p>}
      </div>
      {failed && fault && <Details label={t('details')}>{literally(fault)}</Details>}
      {way == 'retry' && provider && (
        <Button
          kind="primary"
          testId="w3m-connecting-widget-secondary-button"
          onClick={() => begin(provider)}
        >
          {t('retry')}
        </Button>
      )}
      {way == 'open' && url && (
        <Button
          kind="primary"
          testId="wm-buy-open"
          onClick={() => {
            openShop(url, isPhone());
            dispatch({ type: 'buy.window' });
          }}
        >
          {t('pay.open', words)}
        </Button>
      )}
      {(way == 'show' || (url && way != 'retry')) && (
        <div className="buy-ways">
          {way == 'show' && (
            <Button testId="wm-buy-show" onClick={() => dispatch({ type: 'buy.window' })}>
              {t('social.show')}
            </Button>
          )}
          {url && (
            <Button kind="pill" testId="wui-link-copy" onClick={() => void copy(url)}>
              <Copied done={!!copied} label="pairing.copy" />
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

/** The current phase. A view that animates out keeps its last phase. */
function usePhase(now: BuyPhase, isHere: boolean): BuyPhase {
  const [last, setLast] = useState(now);
  const next = isHere ? now : last;
  if (next != last) setLast(next);
  return next;
}
