// The body of both pairing views: QR code or logo at the top, what to do, how to do it. The text element stays, so that screen readers
// announce each change; a renewed QR code isn't announced.

import { useState } from 'react';
import type { PairingSlice } from '../../contract';
import { useDispatch, useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import { page } from '../../page';
import lists from '../../styles/lists.css';
import tabs from '../../styles/tabs.css';
import { Details } from '../../ui/details';
import { QrCode } from '../../ui/qr-code';
import qrSheet from '../../ui/qr-code.css';
import { Done } from '../../ui/done';
import { RingLogo } from '../../ui/ring';
import connecting from '../connecting-external/connecting-external.css';
import { useKeptFocus } from '../use-kept-focus';
import { useSheet } from '../use-sheet';
import { Actions } from './actions';
import css from './connecting-wallet-connect.css';
import { lookOf } from './look';

interface Props {
  pairing: PairingSlice;
  /** only the QR code, whatever the device and the wallet */
  basic?: boolean;
}

export function Pairing({ pairing, basic = false }: Props) {
  const dispatch = useDispatch();
  // The QR code checks its color again when the page's colors change.
  useSlice('theme');
  const { done } = useSlice('router');
  const [wantsQr, setWantsQr] = useState(basic);
  const sheet = useSheet<HTMLElement>(lists, tabs, connecting, qrSheet, css);
  const look = lookOf(basic ? { ...pairing, platform: 'mobile' } : pairing, wantsQr);
  const { phase, uri, qr, error, relay, notOpened, missing } = pairing;
  const focusHandlers = useKeptFocus(sheet, `${look.kind} ${phase}`);
  const icon = pairing.wallet?.icon ?? null;
  const { rows } = useSlice('directory');
  const wallet = pairing.wallet?.name ?? t('wallet');
  // For "Details": whose response is missing, or the error message.
  const details =
    phase == 'unreachable'
      ? relay
      : phase == 'failed' && error && !missing && [error.code, error.details ?? error.message].join(' · ');
  const asks = look.kind == 'link' && notOpened;
  const words = { wallet, family: missing ? t(`profile.namespace.${missing}`) : '' };
  if (done)
    return (
      <Done
        image={icon}
        title={t('connecting.connected')}
        text={t('connecting.connected.text', words)}
        testId="wm-connecting-status"
        phase="connected"
      />
    );
  return (
    <section className={`connecting pairing of-${look.kind}`} ref={sheet} {...focusHandlers}>
      {look.kind == 'qr' ? (
        <QrCode
          qr={uri ? qr : null}
          logo={icon}
          label={t('pairing.qr', { wallet })}
          enlargeLabel={t('qr.enlarge')}
          closeLabel={t('close')}
          uri={page.options.testMode === true ? uri : null}
        />
      ) : (
        <RingLogo
          image={pairing.wallet ? icon : (rows.find(({ id }) => id == 'walletConnect')?.icon ?? null)}
          turning={!!look.turning || (look.kind != 'end' && phase != 'ready')}
          badge={look.badge}
        />
      )}
      <div className="connecting-status" role="status" data-testid="wm-connecting-status" data-phase={phase}>
        <h2>{t(asks ? 'pairing.not_opened' : look.title, words)}</h2>
        <p>{t(asks ? 'pairing.not_opened.text' : look.text, words)}</p>
      </div>
      {look.kind == 'end' && details && <Details label={t('details')}>{details}</Details>}
      <Actions
        pairing={pairing}
        look={look}
        onQr={() => setWantsQr(true)}
        onDownload={(id) => dispatch({ type: 'directory.download', id })}
      />
    </section>
  );
}
