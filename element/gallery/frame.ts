// One entry of the gallery in a page of its own: `frame.html?entry=Connect.wallets&theme=dark`. The element, its views and its styles are
// the real ones; behind them is the engine of the gallery. What drives it from outside: `window.gallery`.
// Wallets of its list stand for none: what they answer is a guess.

import '../src/define';
import { t } from '../src/i18n/later';
import { loadView } from '../src/views';
import { byHand } from '../src/views/use-copy';
import type { View } from '../src/contract';
import type { PageWallet } from '../src/engine/border';
import { page } from '../src/page';
import type { WalletModal } from '../src/wallet-modal';
import { stage } from './engine';
import type { Entry } from './row';
import { entries, entryOf, transitions } from './table';

const asked = new URLSearchParams(location.search);
const theme = asked.get('theme') == 'dark' ? 'dark' : 'light';
document.documentElement.dataset.theme = theme;

const goods = document.querySelector('#goods')!;
for (const name of [
  'Rope, 20 m',
  'Deck lamp',
  'Chart of the bay',
  'Knife',
  'Bucket',
  'Compass',
  'Flag',
  'Oilskin',
])
  goods.append(Object.assign(document.createElement('li'), { textContent: name }));
const buttons = document.querySelector('#buttons')!;
for (const name of ['wallet-network-button', 'wallet-account-button', 'wallet-button'])
  if (name != 'wallet-account-button' || stage.entry.closed) {
    const button = document.createElement(name);
    if (stage.entry.accountStatus) button.setAttribute('account-status', stage.entry.accountStatus);
    buttons.append(button);
  }
if (stage.entry.byHand)
  Object.assign(byHand, { text: stage.entry.byHand, message: t('account.copy.failed') });

const modal = document.createElement('wallet-modal') as WalletModal;
const { announced } = stage.entry;
announced?.forEach((name, at) => {
  const uuid = `350670db-19fa-4704-a166-00000000000${at}`;
  const detail = { info: { uuid, name, rdns: `com.example.w${at}` }, provider: { request() {} } };
  dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
});
modal.options = {
  themeMode: theme,
  networks: announced && [{ id: 1 }],
  enableEmbedded: stage.entry.embedded,
  locale: stage.entry.locale,
  mobileFullScreen: stage.entry.fullScreen,
  // as tall from its first frame as a list with ways to log in
  projectId: announced || stage.entry.slices.some(({ connect }) => connect?.logins) ? 'gallery' : undefined,
} as typeof modal.options;
document.querySelector('#main')!.prepend(modal);

// Whether the page behind is blurred depends on what draws here (views/shell/blur.ts): never in a picture.
const overlay = modal.shadowRoot!.querySelector<HTMLElement>('.overlay')!;
overlay.classList.add('blurred');
overlay.style.backdropFilter = 'none';

const frame = () => new Promise(requestAnimationFrame);
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
const root = modal.shadowRoot!;

/** Until the view of this entry stands and takes clicks. */
async function stands({ view, engine, announced }: Entry): Promise<void> {
  while (announced && !root.querySelector('.first .row')) await pause(20);
  if (engine == 'waits') return;
  if (engine == 'fails') while (!root.querySelector('.skeleton .primary')) await pause(20);
  else while (!root.querySelector(`[data-testid="wm-view-${view}"].still > *`)) await pause(20);
  await frame();
}

/** Everything that is fetched on the way, so that no strip waits for it. */
async function fetchAll(): Promise<void> {
  const views = [...new Set(entries.map(({ view }) => view))].filter(
    (view): view is View => view != 'Buttons',
  );
  await Promise.all([import('../src/views/shell/ahead'), ...views.map(loadView)]);
}

/** What is done in an entry once it is open, until it stands. */
async function finish(): Promise<void> {
  const { entry } = stage;
  await stands(entry);
  for (const selector of entry.press ?? []) root.querySelector<HTMLElement>(selector)?.click();
  if (entry.offline) {
    Object.defineProperty(navigator, 'onLine', { get: () => false });
    dispatchEvent(new Event('offline'));
  }
  if (entry.beside) await drawBeside();
}

/** The wallet has a request, and draws its window in the page. */
async function drawBeside(): Promise<void> {
  const { begin } = await import('../src/engine/beside');
  begin(page, { name: 'Foxglove', type: 'HOST' } as PageWallet, []);
  await frame();
  const own = document.body.appendChild(document.createElement('div'));
  own.id = 'own-window';
  own.append('A window of the wallet');
  await pause(200);
}

const gallery = {
  entries: entries.map(({ id, view, name }) => ({ id, view, name })),
  transitions,
  /** goes on by itself: from the entry that is shown to this one; null closes */
  go(id: string | null, direction: 'forward' | 'back' = 'forward'): void {
    if (!id) return void modal.close();
    stage.engine?.show(entryOf(id), direction);
  },
  open: (): void => void modal.open().catch(() => {}),
  stands: finish,
  /** the first moment at which it can be opened: an element in the page has its engine by then */
  ready: fetchAll().then(() => (stage.entry.engine ? undefined : modal.ready)),
};
export type Gallery = typeof gallery;
Object.assign(window, { gallery });

// Inside of index.html: it marks what is shown.
stage.onShow = ({ id }) => parent != window && parent.postMessage({ shown: id }, location.origin);
// `closed`: whoever drives it opens it.
if (!stage.entry.closed && !asked.has('closed')) gallery.ready.then(gallery.open).then(finish);
