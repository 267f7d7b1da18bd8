// What <wallet-button> shows once there is an engine: busy while connecting, else balance, avatar, address (views.md section 3).
// Plain DOM, in the engine's chunk: a page that never opens the modal still shows its account.

import type { AccountSlice, Slices } from '../contract';
import { make } from '../dom';
import { t } from '../i18n/t';
import sheetText from '../styles/account-button.css';
import { adopt } from '../styles/sheets';
import { paintGradient } from '../ui/gradient';

interface Source {
  snapshot<K extends keyof Slices>(slice: K): Slices[K];
}

/** The address as this button wants it; the engine's own form unless the host asked for other lengths. */
function shorten(account: AccountSlice, host: HTMLElement): string {
  const { address } = account;
  const [start, end] = ['chars-start', 'chars-end'].map((name) => host.getAttribute(name));
  if (!address || (start == null && end == null)) return account.name ?? account.short ?? '';
  return `${address.slice(0, Number(start ?? 4))}…${address.slice(-Number(end ?? 6))}`;
}

/** Draws, and says whether the button is busy. */
export function drawAccount(source: Source, host: HTMLElement, button: HTMLElement): boolean {
  const account = source.snapshot('account');
  button.dataset.theme = source.snapshot('theme').themeMode;
  button.dataset.state = account.address ? 'account' : '';
  let face = button.querySelector('.account');
  if (!account.address) {
    face?.remove();
    return account.status == 'reconnecting' || source.snapshot('state').connecting;
  }
  adopt(host.shadowRoot!, sheetText);
  if (!face) button.append((face = make('span', { class: 'account' })));
  const avatar = make('span', { class: 'avatar' });
  paintGradient(avatar, account.address);
  const { balance, network } = account;
  const hidden =
    host.getAttribute('balance') == 'hide' || !['ready', 'old', 'testnet'].includes(balance.phase);
  const words = network.supported
    ? [avatar, make('bdi', {}, shorten(account, host))]
    : [make('span', { class: 'unsupported' }, t('button.switch'))];
  face.replaceChildren(
    ...(hidden || !network.supported
      ? []
      : [make('span', { class: 'balance' }, `${balance.amount} ${balance.symbol}`)]),
    ...words,
  );
  return account.status == 'reconnecting';
}
