// Chooses what the WalletConnect view shows: a QR code, a link or a result. The texts depend on the phase of the pairing and on how the
// wallet is reached.

import type { PairingSlice } from '../../contract';
import type { LaterKey } from '../../i18n/later';
import type { MessageKey } from '../../i18n/t';
import { isPhone } from '../is-phone';

export interface Look {
  /** the QR code, a link to follow or to copy, or the result */
  kind: 'qr' | 'link' | 'copy' | 'end';
  title: MessageKey | LaterKey;
  text: MessageKey | LaterKey;
  turning?: boolean;
  badge?: { icon: 'close' | 'alert'; kind: 'quiet' | 'error' };
  retry?: boolean;
}

const ends: Partial<Record<PairingSlice['phase'], Look>> = {
  approved: { kind: 'end', title: 'connecting.approved', text: 'connecting.approved.text', turning: true },
  rejected: {
    kind: 'end',
    title: 'connecting.rejected',
    text: 'connecting.rejected.text',
    badge: { icon: 'close', kind: 'quiet' },
    retry: true,
  },
  failed: {
    kind: 'end',
    title: 'connecting.failed',
    text: 'pairing.failed.text',
    badge: { icon: 'alert', kind: 'error' },
    retry: true,
  },
  unreachable: {
    kind: 'end',
    title: 'pairing.unreachable',
    text: 'pairing.unreachable.text',
    badge: { icon: 'alert', kind: 'error' },
    retry: true,
  },
};

/** The wallet has connected without an account of the required namespace. */
const missing: Look = { ...ends.failed!, title: 'pairing.missing', text: 'pairing.missing.text' };
const unsupported: Look = { kind: 'end', title: 'pairing.unsupported', text: 'pairing.unsupported.text' };
const qr: Look = { kind: 'qr', title: 'pairing.scan', text: 'pairing.scan.text' };
/** a phone can't scan a QR code on its own screen */
const qrOfPhone: Look = { ...qr, text: 'pairing.scan.other' };
const copy: Look = { kind: 'copy', title: 'pairing.link', text: 'pairing.link.text' };

/** The link for the selected platform, if there is one. */
export function linkOf({ platform, links }: PairingSlice): string | null {
  return platform == 'mobile' || platform == 'web' || platform == 'desktop' ? links[platform] : null;
}

/** The app opens this page in its own browser: there is a link, and nothing to scan or copy (requirement 10.36). */
export const opensInApp = ({ phase, uri }: PairingSlice) => phase == 'ready' && !uri;

/** `wantsQr`: the user asked for it although a link is the default. */
export function lookOf(pairing: PairingSlice, wantsQr: boolean): Look {
  const { phase, platform, wallet, byTap } = pairing;
  if (platform == 'unsupported') return unsupported;
  const end = phase == 'failed' && pairing.missing ? missing : ends[phase];
  if (end) return end;
  const code = isPhone() ? qrOfPhone : qr;
  if (wantsQr) return code;
  if (platform == 'mobile') {
    // Before the pairing is ready, it is unknown whether the wallet has a link. A selected wallet most likely has one.
    const link = byTap && (pairing.links.mobile || (wallet && phase != 'ready'));
    if (!link) return code == qrOfPhone && (byTap || !wallet) ? copy : code;
  }
  return {
    kind: 'link',
    title: 'pairing.continue',
    text: opensInApp(pairing)
      ? 'pairing.browse.text'
      : `pairing.open.${platform as 'mobile' | 'web' | 'desktop'}.text`,
  };
}
