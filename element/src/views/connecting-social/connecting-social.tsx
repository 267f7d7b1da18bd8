// ConnectingSocial (docs/spec/views.md section 4, requirements 4.16 to 4.18): the user is in a provider's window. It says what to do
// there, and then shows the result. Windows open synchronously in a click (engine/popup.ts).

import type { SocialPhase } from '../../contract';
import { useDispatch, useSlice } from '../../engine/hooks';
import { openWindow } from '../../engine/popup';
import { t, type AnyKey } from '../../i18n/later';
import { nameOf } from '../../i18n/logins';
import { Button } from '../../ui/button';
import { Details } from '../../ui/details';
import { RingLogo } from '../../ui/ring';
import connecting from '../connecting-external/connecting-external.css';
import { logoOf } from '../logins/logos';
import { useSocial } from '../logins/use-social';
import { useSocialPhase } from '../logins/use-social-phase';
import { useKeptFocus } from '../use-kept-focus';
import { useSheet } from '../use-sheet';

interface Look {
  title: AnyKey;
  text: AnyKey;
  turning?: boolean;
  /** the button for this phase */
  way?: 'open' | 'show' | 'retry';
}

const closed: Look = { title: 'social.closed', text: 'social.closed.text', way: 'retry' };

const looks: Record<SocialPhase, Look> = {
  // no attempt is running: shown like a closed window
  idle: closed,
  preparing: { title: 'social.preparing', text: 'social.preparing.text', turning: true },
  blocked: { title: 'social.blocked', text: 'social.blocked.text', way: 'open' },
  waiting: { title: 'social.waiting', text: 'social.waiting.text', turning: true, way: 'show' },
  closed,
  reading: { title: 'social.reading', text: 'social.reading.text', turning: true },
  failed: { title: 'connecting.failed', text: 'social.failed.text', way: 'retry' },
};

export function ConnectingSocial() {
  const { done, view } = useSlice('router');
  const embedded = useSlice('embedded');
  const { window } = useSlice('connect').logins;
  const dispatch = useDispatch();
  const begin = useSocial();
  const sheet = useSheet<HTMLElement>(connecting);
  const phase = useSocialPhase(embedded.social, view == 'ConnectingSocial');
  const focusHandlers = useKeptFocus(sheet, phase);
  const { provider, socialError: error } = embedded;
  const { title, text, turning = false, way } = looks[phase];
  const words = { provider: nameOf(provider) };
  const failed = phase == 'failed' && !done;
  const message = done ? t('connecting.connected') : failed && error ? error.message : t(title, words);
  return (
    <section className="connecting" ref={sheet} {...focusHandlers}>
      <RingLogo
        image={null}
        icon={logoOf(provider)}
        turning={turning && !done}
        done={done}
        badge={failed ? { icon: 'alert', kind: 'error' } : null}
      />
      <div
        className="connecting-status"
        role="status"
        data-testid="wm-social-status"
        data-phase={done ? 'connected' : phase}
      >
        <h2>{message}</h2>
        <p>{t(done ? 'social.connected.text' : text, words)}</p>
      </div>
      {failed && error?.details && (
        <Details label={t('details')}>{`${error.code} · ${error.details}`}</Details>
      )}
      {!done && way == 'open' && (
        <Button
          kind="primary"
          testId="wm-social-open"
          onClick={() => {
            if (window) openWindow(window);
            dispatch({ type: 'embedded.window' });
          }}
        >
          {t('social.open')}
        </Button>
      )}
      {!done && way == 'show' && provider && (
        <Button testId="wm-social-show" onClick={() => dispatch({ type: 'embedded.social', provider })}>
          {t('social.show')}
        </Button>
      )}
      {!done && way == 'retry' && provider && (
        <Button
          kind="primary"
          testId="w3m-connecting-widget-secondary-button"
          onClick={() => begin(provider)}
        >
          {t('retry')}
        </Button>
      )}
    </section>
  );
}
