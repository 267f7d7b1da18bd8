// What the three buttons show once there is an engine, and what pressing them opens (docs/spec/views.md section 3). Plain DOM, in the
// engine's chunk: a page that never opens the modal still shows its account.
//
// <wallet-button>: connecting, then the account. <wallet-account-button>: the account, and nothing at all without one: a host
// puts it beside a button that connects, and two that say "Connect" would be one too many. <wallet-network-button>: the network.

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

/** What an account button draws. */
type Face = Pick<AccountSlice, 'address' | 'short' | 'name' | 'image' | 'hidden' | 'status'> &
  Partial<Pick<AccountSlice, 'balance' | 'network'>>;

/** so long an unknown balance may keep its place */
const balance_wait_ms = 2_000;

/** the buttons that have our style sheet */
const dressed = new WeakSet<HTMLElement>();

/** the moment from which the balance is unknown, and of which account; once for all buttons of an engine */
const waiting = new WeakMap<Source, { of: string; since: number }>();

/** The address as this button wants it; the engine's own form unless the host asked for other lengths. */
function shorten({ address, name, short }: Face, host: HTMLElement): string {
  const [start, end] = ['chars-start', 'chars-end'].map((attribute) => host.getAttribute(attribute));
  if (name || (short && start == null && end == null)) return name ?? short ?? '';
  return `${address!.slice(0, Number(start ?? 4))}…${address!.slice(-Number(end ?? 6))}`;
}

/** The account this button is about: of its namespace, else the active one. */
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

/** The balance, a place for it for two seconds, or nothing. */
function balance(source: Source, face: Face, host: HTMLElement, again: () => void): HTMLElement[] {
  if (!face.balance || face.hidden || host.getAttribute('balance') == 'hide') return [];
  const { phase, amount, symbol } = face.balance;
  if (['ready', 'old', 'testnet'].includes(phase))
    return [make('span', { class: 'balance' }, `${amount} ${symbol}`)];
  if (phase != 'loading') return [];
  const of = `${face.address} ${face.network?.caipNetworkId}`;
  let known = waiting.get(source);
  if (known?.of != of) {
    waiting.set(source, (known = { of, since: Date.now() }));
    setTimeout(again, balance_wait_ms);
  }
  return Date.now() - known.since < balance_wait_ms
    ? [make('span', { class: 'balance' }, make('span', { class: 'wait' }))]
    : [];
}

function accountParts(source: Source, face: Face, host: HTMLElement, again: () => void): HTMLElement[] {
  // Known, and not configured here: the one thing worth saying.
  if (face.network && !face.network.supported)
    return [
      make(
        'span',
        { class: 'words unsupported', 'data-testid': 'wui-account-button-unsupported-chain' },
        t('button.network.unknown'),
      ),
    ];
  const name = shorten(face, host);
  const shown = host.getAttribute('account-status');
  const picture = shown == 'address' ? [] : [avatar(face)];
  // Shows only the avatar. The text stays for screen readers.
  const words = make('bdi', shown == 'avatar' ? { class: 'unseen' } : {}, name);
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

/** attribute -> what it may be, in words */
const attributes: Record<string, [of: RegExp, words: string]> = {
  size: [/^[sm]$/, 's or m'],
  balance: [/^(show|hide)$/, 'show or hide'],
  'chars-start': [numbers, 'a number'],
  'chars-end': [numbers, 'a number'],
  'account-status': [/^(full|avatar|address)$/, 'full, avatar or address'],
  namespace: [/^(eip155|solana|bip122|polkadot|cosmos)$/, 'eip155, solana, bip122, polkadot or cosmos'],
};

/** What stands on any element. */
const common =
  /^(class|id|style|slot|part|title|hidden|role|tabindex|lang|dir|inert|nonce|is|(data|aria)-.*|on.*)$/;

/** Attributes that are none of ours, and what a page has set as a property that is none: most are the page's own. */
export function checkNames(host: HTMLElement): void {
  const { observedAttributes: known } = host.constructor as unknown as { observedAttributes: string[] };
  const names = host.getAttributeNames().filter((name) => !known.includes(name) && !common.test(name));
  names.push(...Object.keys(host));
  if (names.length) aside((chunk) => chunk.warnAttributes(host, names, known)).catch(ignore);
}

/** What is mistyped has the default's looks: the developer is told. */
function check(host: HTMLElement): void {
  const wrong: string[] = [];
  for (const [name, [of, words]] of Object.entries(attributes)) {
    const given = host.getAttribute(name);
    if (given != null && !of.test(given)) wrong.push(`${name}="${given}"> must be ${words}`);
  }
  const leads = host.getAttribute('for');
  if (leads && !document.getElementById(leads)) wrong.push(`for="${leads}">: no element has this id`);
  if (wrong.length) aside((chunk) => chunk.warnButton(host, wrong)).catch(ignore);
  checkNames(host);
}

/** Draws, and says whether the button is busy. `again` is called when all want to be drawn anew by themselves. */
export function drawButton(
  source: Source,
  host: HTMLElement,
  button: HTMLElement,
  again: () => void,
): boolean {
  const isNetwork = host.localName == 'wallet-network-button';
  if (!dressed.has(host)) {
    // As wide as its label was: what stands beside it may be pressed in this very moment, and a page that wraps would move it away.
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
  // The network that was the last is read from storage: until then what the button has by itself stays (first/network.ts).
  if (!isNetwork || source.snapshot('state').initialized) showParts(button, parts);
  // Known from before, its wallet not found yet or not asked yet.
  const waits = face.status == 'reconnecting' || (!!face.address && face.status == 'connecting');
  button.toggleAttribute('data-dim', !isNetwork && !!parts && waits);
  return waits || (!face.address && source.snapshot('state').connecting);
}

/** What a press opens, and the wallet that is chosen in it at once. */
export function pressed(source: Source, host: HTMLElement): { open: Command; select?: Command } {
  const namespace = host.getAttribute('namespace') ?? undefined;
  const open: Command = { type: 'router.open', namespace };
  const face = faceOf(source, host);
  if (host.localName == 'wallet-network-button') {
    // Connected to a network that is not configured: the view with the configured ones opens.
    const isLost = face.address && !source.snapshot('router').network.supported;
    return { open: isLost ? open : { ...open, view: 'Networks' } };
  }
  const wanted = host.getAttribute('wallet')?.toLowerCase();
  const { rows, logins } = source.snapshot('connect');
  if (wanted == 'email' && logins.email && !face.address) return { open: { ...open, view: 'EmailLogin' } };
  if (wanted && logins.socials.includes(wanted) && !face.address) {
    if (wanted != 'farcaster' && logins.window) page.openWindow?.(logins.window);
    return { open, select: { type: 'embedded.social', provider: wanted } };
  }
  const claimants = rows.filter(
    ({ id, rdns }) => wanted && [id.toLowerCase(), rdns?.toLowerCase()].includes(wanted),
  );
  const [row] = claimants;
  // Which of several is meant the button can't know: the list shows them with their marks, and the user chooses (T3).
  if (claimants.length > 1 || row?.conflict) return { open };
  // Of the directory, and not on the list: it is asked for by its id.
  const id = row?.id ?? (/^[\da-f]{64}$/.test(wanted ?? '') ? wanted! : undefined);
  return id && !face.address ? { open, select: { type: 'connect.select', id } } : { open };
}
