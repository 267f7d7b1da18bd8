// The content of the three buttons once the engine runs, and the views that a press opens (docs/spec/views.md section 3). Plain DOM in
// the engine's chunk, so that a page that never opens the modal still shows its account.
//
// <wallet-button>: connecting, then the account. <wallet-account-button>: the account. It is hidden without one, because pages put it
// next to a button that connects. <wallet-network-button>: the network.

import { aside, ignore, page } from '../page';
import type { AccountSlice, Command, NetworkBadge, Slices } from '../contract';
import { make } from '../dom';
import { t } from '../i18n/t';
import sheetText from '../styles/account-button.css';
import { adopt } from '../styles/adopt';
import faceText from '../styles/button-face.css';
import { paintGradient } from '../ui/gradient';
import { networkFace, showParts } from './button-parts';
import { applyTheme } from './theme';

interface Source {
  snapshot<K extends keyof Slices>(slice: K): Slices[K];
}

/** The fields of an account that a button shows. */
type Face = Pick<AccountSlice, 'address' | 'short' | 'name' | 'image' | 'hidden' | 'status'> &
  Partial<Pick<AccountSlice, 'balance' | 'network'>>;

/** how long an unknown balance keeps its space */
const balance_wait_ms = 2_000;

/** the buttons with our style sheet */
const dressed = new WeakSet<HTMLElement>();

/** when the balance became unknown, and for which account; shared by all buttons of an engine */
const waiting = new WeakMap<Source, { of: string; since: number }>();

/** The address shortened for this button: in the engine's form, unless the page sets other lengths. */
function shorten({ address, name, short }: Face, host: HTMLElement): string {
  const [start, end] = ['chars-start', 'chars-end'].map((attribute) => host.getAttribute(attribute));
  if (name || (short && start == null && end == null)) return name ?? short ?? '';
  return `${address!.slice(0, Number(start ?? 4))}…${address!.slice(-Number(end ?? 6))}`;
}

/** The account of this button: of its namespace, otherwise the active one. */
function faceOf(source: Source, host: HTMLElement): Face {
  const account = source.snapshot('account');
  const namespace = host.getAttribute('namespace');
  if (!namespace || namespace == account.namespace) return account;
  const other = source.snapshot('accounts').list.find((one) => one.namespace == namespace);
  return {
    address: other?.address ?? null,
    status: other?.status ?? 'disconnected',
    short: null,
    name: other?.profileName ?? null,
    image: other?.profileImage ?? null,
    hidden: true,
  };
}

function avatar({ image, address }: Face): HTMLElement {
  if (image) return make('img', { class: 'avatar', src: image, alt: '' });
  const face = make('span', { class: 'avatar' });
  paintGradient(face, address!);
  return face;
}

/** The balance, a placeholder for two seconds, or nothing. */
function balance(source: Source, face: Face, host: HTMLElement, again: () => void): HTMLElement[] {
  if (!face.balance || face.hidden || host.getAttribute('balance') == 'hide') return [];
  const { phase, amount, symbol } = face.balance;
  if (['ready', 'old', 'testnet'].includes(phase))
    return [make('span', { class: 'balance' }, `${amount} ${symbol}`)];
  if (phase != 'loading') return [];
  const of = `${face.address} ${face.network?.caipNetworkId}`;
  let entry = waiting.get(source);
  if (entry?.of != of) {
    waiting.set(source, (entry = { of, since: Date.now() }));
    setTimeout(again, balance_wait_ms);
  }
  return Date.now() - entry.since < balance_wait_ms
    ? [make('span', { class: 'balance' }, make('span', { class: 'wait' }))]
    : [];
}

function accountParts(source: Source, face: Face, host: HTMLElement, again: () => void): HTMLElement[] {
  // The network is known but not configured: the button only says that.
  if (face.network && !face.network.supported)
    return [
      make(
        'span',
        { class: 'words unsupported', 'data-testid': 'wui-account-button-unsupported-chain' },
        t('button.network.unknown'),
      ),
    ];
  const name = shorten(face, host);
  const status = host.getAttribute('account-status');
  const picture = status == 'address' ? [] : [avatar(face)];
  // Shows only the avatar. The text stays for screen readers.
  const words = make('bdi', status == 'avatar' ? { class: 'unseen' } : {}, name);
  return [...balance(source, face, host, again), ...picture, words];
}

function networkParts(
  { caipNetworkId, name, supported, icon }: NetworkBadge,
  label: string | null,
): HTMLElement[] {
  if (!caipNetworkId) return [make('span', { class: 'words' }, label ?? t('button.network'))];
  if (!supported) return [make('span', { class: 'words unsupported' }, t('button.network.unknown'))];
  return networkFace(caipNetworkId, name, icon);
}

const numbers = /^\d+$/;

/** attribute -> its allowed values, and their description */
const attributes: Record<string, [of: RegExp, words: string]> = {
  size: [/^[sm]$/, 's or m'],
  balance: [/^(show|hide)$/, 'show or hide'],
  'chars-start': [numbers, 'a number'],
  'chars-end': [numbers, 'a number'],
  'account-status': [/^(full|avatar|address)$/, 'full, avatar or address'],
  namespace: [/^(eip155|solana|bip122|polkadot|cosmos)$/, 'eip155, solana, bip122, polkadot or cosmos'],
};

/** Attributes of any element. */
const common =
  /^(class|id|style|slot|part|title|hidden|role|tabindex|lang|dir|inert|nonce|is|(data|aria)-.*|on.*)$/;

/** Finds attributes that we don't know, and properties of the page that we don't have. Most of them are the page's own. */
export function checkNames(host: HTMLElement): void {
  const { observedAttributes: known } = host.constructor as unknown as { observedAttributes: string[] };
  const names = host.getAttributeNames().filter((name) => !known.includes(name) && !common.test(name));
  names.push(...Object.keys(host));
  if (names.length) aside((chunk) => chunk.warnAttributes(host, names, known)).catch(ignore);
}

/** Warns about an invalid value. The button uses the default. */
function check(host: HTMLElement): void {
  const wrong: string[] = [];
  for (const [name, [of, words]] of Object.entries(attributes)) {
    const value = host.getAttribute(name);
    if (value != null && !of.test(value)) wrong.push(`${name}="${value}"> must be ${words}`);
  }
  const leads = host.getAttribute('for');
  if (leads && !document.getElementById(leads)) wrong.push(`for="${leads}">: no element has this id`);
  if (wrong.length) aside((chunk) => chunk.warnButton(host, wrong)).catch(ignore);
  checkNames(host);
}

/** Renders the button, and returns whether it is busy. `again` is called when all buttons need to render again. */
export function drawButton(
  source: Source,
  host: HTMLElement,
  button: HTMLElement,
  again: () => void,
): boolean {
  const isNetwork = host.localName == 'wallet-network-button';
  if (!dressed.has(host)) {
    // Keeps the width of the label: otherwise, elements next to it would move, and the user might be about to press one.
    if (isNetwork && button.offsetWidth)
      button.style.setProperty('min-inline-size', `${button.offsetWidth}px`);
    adopt(host.shadowRoot!, faceText, sheetText);
  }
  if (!dressed.has(host)) check(host);
  dressed.add(host);
  const { themeMode, themeVariables } = source.snapshot('theme');
  button.dataset.theme = themeMode;
  applyTheme(host, themeVariables);
  const face = faceOf(source, host);
  const parts = isNetwork
    ? networkParts(source.snapshot('router').network, host.getAttribute('label'))
    : face.address
      ? accountParts(source, face, host, again)
      : null;
  // The last network is read from storage. Until then, the earlier content stays (first/network.ts).
  if (!isNetwork || source.snapshot('state').initialized) showParts(button, parts);
  // A stored account whose wallet isn't found or hasn't responded yet.
  const waits = face.status == 'reconnecting' || (!!face.address && face.status == 'connecting');
  button.toggleAttribute('data-dim', !isNetwork && !!parts && waits);
  return waits || (!face.address && source.snapshot('state').connecting);
}

/** The command that opens the view for a press, and the one that selects the button's wallet. */
export function pressed(source: Source, host: HTMLElement): { open: Command; select?: Command } {
  const namespace = host.getAttribute('namespace') ?? undefined;
  const open: Command = { type: 'router.open', namespace };
  const face = faceOf(source, host);
  if (host.localName == 'wallet-network-button') {
    // Connected to a network that isn't configured: opens the view with the configured networks.
    const isLost = face.address && !source.snapshot('router').network.supported;
    return { open: isLost ? open : { ...open, view: 'Networks' } };
  }
  const walletName = host.getAttribute('wallet')?.toLowerCase();
  const { rows, logins } = source.snapshot('connect');
  if (walletName == 'email' && logins.email && !face.address)
    return { open: { ...open, view: 'EmailLogin' } };
  if (walletName && logins.socials.includes(walletName) && !face.address) {
    if (walletName != 'farcaster' && logins.window) page.openWindow?.(logins.window);
    return { open, select: { type: 'embedded.social', provider: walletName } };
  }
  const claimants = rows.filter(
    ({ id, rdns }) => walletName && [id.toLowerCase(), rdns?.toLowerCase()].includes(walletName),
  );
  const [row] = claimants;
  // Several wallets claim this name. The list shows them with their marks, and the user chooses (T3).
  if (claimants.length > 1 || row?.conflict) return { open };
  // In the directory but not on the list: looked up by its id.
  const id = row?.id ?? (/^[\da-f]{64}$/.test(walletName ?? '') ? walletName! : undefined);
  return id && !face.address ? { open, select: { type: 'connect.select', id } } : { open };
}
