// ConnectingFarcaster (docs/spec/views.md section 4; docs/spec/embedded-frame.md section 7): a QR code for the phone, or on a phone the
// link that opens the app. It continues once the user has approved on the phone.

import { useDispatch, useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import { page } from '../../page';
import { Button } from '../../ui/button';
import { Details } from '../../ui/details';
import { Done } from '../../ui/done';
import { QrCode } from '../../ui/qr-code';
import qrSheet from '../../ui/qr-code.css';
import { RingLogo } from '../../ui/ring';
import connecting from '../connecting-external/connecting-external.css';
import pairing from '../connecting-wallet-connect/connecting-wallet-connect.css';
import { Copied } from '../copied';
import { isPhone } from '../is-phone';
import { logoOf } from '../logins/logos';
import { useSocialPhase } from '../logins/use-social-phase';
import { useCopy } from '../use-copy';
import { useKeptFocus } from '../use-kept-focus';
import { useSheet } from '../use-sheet';

const provider = 'farcaster';

export function ConnectingFarcaster() {
  const { done, view } = useSlice('router');
  const { social, socialError: error, url, qr } = useSlice('embedded');
  const phase = useSocialPhase(social, view == 'ConnectingFarcaster');
  // The QR code checks its color again when the page's colors change.
  useSlice('theme');
  const dispatch = useDispatch();
  const [copied, copy] = useCopy();
  const sheet = useSheet<HTMLElement>(connecting, qrSheet, pairing);
  const asks = phase == 'preparing' || phase == 'waiting';
  const phone = isPhone();
  const kind = asks ? (phone ? 'link' : 'qr') : 'end';
  const focusHandlers = useKeptFocus(sheet, `${kind} ${phase}`);
  const ready = phase == 'waiting' && !!url;
  const words = { provider: t('provider.farcaster') };
  const [title, text] = ready
    ? phone
      ? [t('social.continue', words), t('farcaster.open.text')]
      : [t('farcaster.scan'), t('farcaster.scan.text')]
    : phase == 'preparing'
      ? [t('farcaster.preparing'), t('farcaster.scan.text')]
      : phase == 'failed'
        ? [error?.message ?? t('connecting.failed'), t('social.failed.text')]
        : [t('social.reading'), t('social.reading.text')];
  if (done)
    return (
      <Done
        image={null}
        icon={logoOf(provider)}
        title={t('connecting.connected')}
        text={t('social.connected.text', words)}
        testId="wm-social-status"
        phase="connected"
      />
    );
  return (
    <section className={`connecting pairing of-${kind}`} ref={sheet} {...focusHandlers}>
      {kind == 'qr' ? (
        <QrCode
          qr={ready ? qr : null}
          label={t('farcaster.qr')}
          enlargeLabel={t('qr.enlarge')}
          closeLabel={t('close')}
          uri={page.options.testMode === true && ready ? url : null}
        />
      ) : (
        <RingLogo
          image={null}
          icon={logoOf(provider)}
          turning={phase == 'preparing' || phase == 'reading'}
          badge={phase == 'failed' ? { icon: 'alert', kind: 'error' } : null}
        />
      )}
      <div className="connecting-status" role="status" data-testid="wm-social-status" data-phase={phase}>
        <h2>{title}</h2>
        <p>{text}</p>
      </div>
      {phase == 'failed' && error?.details && (
        <Details label={t('details')}>{`${error.code} · ${error.details}`}</Details>
      )}
      {kind == 'link' && (
        <a
          className="primary"
          part="button button-primary"
          role="link"
          tabIndex={0}
          href={(ready && url) || undefined}
          target="_blank"
          rel="noopener noreferrer"
          aria-disabled={!ready}
          aria-busy={!ready}
          data-testid="wm-farcaster-open"
        >
          {!ready && <span className="spinner" />}
          <span>{t('farcaster.open')}</span>
        </a>
      )}
      {asks && (
        <div className="ways">
          <Button kind="pill" off={!ready} testId="wui-link-copy" onClick={() => ready && copy(url)}>
            <Copied done={!!copied} label="farcaster.copy" />
          </Button>
        </div>
      )}
      {(phase == 'failed' || phase == 'idle') && (
        <Button
          kind="primary"
          testId="w3m-connecting-widget-secondary-button"
          onClick={() => dispatch({ type: 'embedded.social', provider })}
        >
          {t('retry')}
        </Button>
      )}
    </section>
  );
}
