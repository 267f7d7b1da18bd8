// Downloads: the places to get a wallet (docs/spec/views.md section 4; requirement 10.32): this browser's extension, phone stores, the
// wallet's site. On a desktop, a store's row shows the QR code that opens the store on the phone.

import { useState, type ReactNode } from 'react';
import type { DownloadKind, DownloadLink, WalletTile } from '../../contract';
import { useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import lists from '../../styles/lists.css';
import { phone, puzzle, qr as qrGlyph } from '../../ui/glyphs';
import { Icon, type Glyph, type IconName } from '../../ui/icon';
import { ListItem } from '../../ui/list-item';
import { Notice } from '../../ui/notice';
import { QrCode } from '../../ui/qr-code';
import qrSheet from '../../ui/qr-code.css';
import { Skeleton } from '../../ui/skeleton';
import { useSheet } from '../use-sheet';
import css from './downloads.css';

const icons: Record<DownloadKind, IconName | Glyph> = {
  extension: puzzle,
  ios: phone,
  android: phone,
  website: 'globe',
};

export function Downloads() {
  const { download } = useSlice('directory');
  const sheet = useSheet<HTMLElement>(lists, qrSheet, css);
  const links = download?.links ?? [];
  const first = links.find(({ qr }) => qr)?.kind;
  // Before a choice, the first QR code is visible without a click.
  const [chosen, setChosen] = useState<DownloadKind | null>();
  const current = chosen === undefined ? first : chosen;
  return (
    <section className="downloads" ref={sheet}>
      {!download ? (
        <Skeleton words={t('loading')} />
      ) : links.length == 0 ? (
        <Notice
          icon="wallet"
          title={t('download.none', { wallet: download.wallet.name })}
          text={t('download.none.text')}
          testId="wm-download-none"
        />
      ) : (
        <ul className="rows">
          {links.map((link) => (
            <li key={link.kind}>
              <Row
                link={link}
                wallet={download.wallet}
                isShown={link.kind == current}
                onShow={(on) => setChosen(on ? link.kind : null)}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface RowProps {
  link: DownloadLink;
  wallet: WalletTile;
  isShown: boolean;
  onShow(on: boolean): void;
}

function Row({ link: { kind, url, qr }, wallet, isShown: shown, onShow }: RowProps): ReactNode {
  const shared = {
    icon: icons[kind],
    label: t(`download.${kind}`),
    note: kind == 'website' ? <bdi dir="ltr">{new URL(url).host}</bdi> : t(`download.${kind}.text`),
    testId: `wm-download-${kind}`,
  };
  if (!qr) return <ListItem {...shared} href={url} end={<Icon name="external" mirrored />} />;
  return (
    <>
      <ListItem
        {...shared}
        expanded={shown}
        end={<Icon name={shown ? 'close' : qrGlyph} />}
        onClick={() => onShow(!shown)}
      />
      {shown && (
        <div className="download-qr">
          <QrCode
            qr={qr}
            label={t('download.qr', { wallet: wallet.name, store: shared.label })}
            logo={wallet.icon}
            enlargeLabel={t('qr.enlarge')}
            closeLabel={t('close')}
          />
          <p className="small">
            {t('download.scan')}{' '}
            <a href={url} target="_blank" rel="noopener noreferrer" data-testid={`wm-download-${kind}-link`}>
              {t('download.open')}
            </a>
          </p>
        </div>
      )}
    </>
  );
}
