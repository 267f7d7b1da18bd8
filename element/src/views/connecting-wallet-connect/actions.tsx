// The actions for a pairing: the link that opens the wallet, and the alternatives (requirement 10.16). It is a real link that exists
// before the tap, so that the browser follows it.

import type { PairingSlice } from '../../contract';
import { useDispatch } from '../../engine/hooks';
import { t } from '../../i18n/later';
import { Button } from '../../ui/button';
import { Copied } from '../copied';
import { useCopy } from '../use-copy';
import { opensInApp, linkOf, type Look } from './look';

interface Props {
  pairing: PairingSlice;
  look: Look;
  onQr(): void;
  onDownload(id: string): void;
}

export function Actions({ pairing, look, onQr, onDownload }: Props) {
  const dispatch = useDispatch();
  const { wallet, canDownload, notOpened, platform, phase } = pairing;
  const get = wallet && canDownload ? () => onDownload(wallet.id) : null;
  if (look.kind == 'end')
    return (
      <>
        {look.retry && (
          <Button
            kind="primary"
            testId="w3m-connecting-widget-secondary-button"
            onClick={() => dispatch({ type: 'pairing.retry' })}
          >
            {t('retry')}
          </Button>
        )}
        {platform == 'unsupported' && get && (
          <Button kind="primary" testId="wm-pairing-get" onClick={get}>
            {t('title.download', { wallet: wallet!.name })}
          </Button>
        )}
        {phase == 'unreachable' && (
          <Button kind="pill" testId="wm-pairing-other" onClick={() => dispatch({ type: 'router.back' })}>
            {t('pairing.other')}
          </Button>
        )}
      </>
    );
  const getIt = get && (
    <p className="small">
      {t('pairing.get', { wallet: wallet!.name })}{' '}
      <button type="button" className="link" data-testid="wm-pairing-get" onClick={get}>
        {t('pairing.get.it')}
      </button>
    </p>
  );
  const showQr = (
    <Button kind="pill" testId="wm-show-qr" onClick={onQr}>
      {t('pairing.show_qr')}
    </Button>
  );
  if (look.kind == 'copy')
    return (
      <>
        <Copy pairing={pairing} testId="copy-wc2-uri" kind="primary" />
        <div className="ways">{showQr}</div>
        {getIt}
      </>
    );
  if (look.kind == 'qr')
    return (
      <>
        <div className="ways">
          <Copy pairing={pairing} testId="copy-wc2-uri" />
          {linkOf(pairing) && <Open pairing={pairing} kind="pill" />}
        </div>
        {getIt}
      </>
    );
  return (
    <>
      <Open pairing={pairing} kind="primary" />
      <div
        className={notOpened ? 'ways asked' : 'ways'}
        data-testid={notOpened ? 'wm-not-opened' : undefined}
      >
        {notOpened && get && (
          <Button kind="pill" testId="wm-pairing-get" onClick={get}>
            {t('title.download', { wallet: wallet!.name })}
          </Button>
        )}
        {!opensInApp(pairing) && (
          <>
            <Copy pairing={pairing} testId="wui-link-copy" />
            {showQr}
          </>
        )}
      </div>
      {!notOpened && getIt}
    </>
  );
}

/**
 * Ready before the tap. The choice is dispatched afterwards, and nothing waits for it. It is always the same element, so it keeps the
 * focus.
 */
function Open({ pairing, kind }: { pairing: PairingSlice; kind: 'primary' | 'pill' }) {
  const dispatch = useDispatch();
  const { platform, wallet, phase } = pairing;
  // A web app opens in a new tab; the engine decides how an app's link opens.
  const target = platform == 'web' ? '_blank' : pairing.target;
  const href = phase == 'ready' ? linkOf(pairing) : null;
  return (
    <a
      className={kind}
      part={kind == 'pill' ? 'button' : 'button button-primary'}
      role="link"
      tabIndex={0}
      href={href ?? undefined}
      target={target}
      rel="noopener noreferrer"
      aria-disabled={!href}
      aria-busy={!href}
      data-testid="wm-open-wallet"
      onClick={(event) => {
        if (!href) return;
        // A sandboxed frame can't navigate its page, so the link opens in a new tab.
        if (target == '_top') {
          event.preventDefault();
          if (!open(href, target)) open(href, '_blank', 'noopener,noreferrer');
        }
        void dispatch({ type: 'pairing.opened', platform });
      }}
    >
      {!href && <span className="spinner" />}
      <span>{t('pairing.open', { wallet: wallet?.name ?? t('wallet') })}</span>
    </a>
  );
}

interface CopyProps {
  pairing: PairingSlice;
  testId: 'copy-wc2-uri' | 'wui-link-copy';
  kind?: 'primary' | 'pill';
}

function Copy({ pairing, testId, kind = 'pill' }: CopyProps) {
  const [copied, copy] = useCopy();
  const { uri } = pairing;
  return (
    <Button
      kind={kind}
      off={!uri}
      testId={testId}
      data-first={testId == 'copy-wc2-uri' ? '' : undefined}
      onClick={() => uri && copy(uri)}
    >
      <Copied done={!!copied} label="pairing.copy" />
    </Button>
  );
}
