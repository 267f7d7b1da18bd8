// One entry of the gallery in its own page: `frame.html?entry=Connect.wallets&theme=dark`. The element, its views and styles are the real
// ones, with the gallery's engine behind them. Scripts drive it through `window.gallery`. The wallets in its list don't exist, so
// their responses are a guess.

import '../src/define';
import { t } from '../src/i18n/later';
import { loadView } from '../src/views';
import { manualCopy } from '../src/views/use-copy';
import type { View } from '../src/contract';
import type { PageWallet } from '../src/engine/border';
import { page } from '../src/page';
import type { WalletModal } from '../src/wallet-modal';
import { stage } from './engine';
import type { Entry } from './row';
import { entries, entryOf, transitions } from './table';

const query = new URLSearchParams(location.search);
const theme = query.get('theme') == 'dark' ? 'dark' : 'light';
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
  Object.assign(manualCopy, { text: stage.entry.byHand, message: t('account.copy.failed') });

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
  // gives the first frame the height of a list with logins
  projectId: announced || stage.entry.slices.some(({ connect }) => connect?.logins) ? 'gallery' : undefined,
} as typeof modal.options;
document.querySelector('#main')!.prepend(modal);

// The blur of the page behind depends on the speed of this machine (views/shell/blur.ts), so pictures never have it.
const overlay = modal.shadowRoot!.querySelector<HTMLElement>('.overlay')!;
overlay.classList.add('blurred');
overlay.style.backdropFilter = 'none';

const frame = () => new Promise(requestAnimationFrame);
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
const root = modal.shadowRoot!;

/** Resolves when the entry's view is rendered and accepts clicks. */
async function stands({ view, engine, announced }: Entry): Promise<void> {
  while (announced && !root.querySelector('.first .row')) await pause(20);
  if (engine == 'waits') return;
  if (engine == 'fails') while (!root.querySelector('.skeleton .primary')) await pause(20);
  else while (!root.querySelector(`[data-testid="wm-view-${view}"].still > *`)) await pause(20);
  await frame();
}

/** Loads all lazy files, so that no strip of frames waits for them. */
async function fetchAll(): Promise<void> {
  const views = [...new Set(entries.map(({ view }) => view))].filter(
    (view): view is View => view != 'Buttons',
  );
  await Promise.all([import('../src/views/shell/ahead'), ...views.map(loadView)]);
}

/** Does what the entry asks for after it opened, and waits for the result. */
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

/** Simulates a wallet that draws its window in the page during a request. */
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
  /** animates from the current entry to this one; null closes the modal */
  go(id: string | null, direction: 'forward' | 'back' = 'forward'): void {
    if (!id) return void modal.close();
    stage.engine?.show(entryOf(id), direction);
  },
  open: (): void => void modal.open().catch(() => {}),
  stands: finish,
  /** resolves when the modal can open; an element in the page has its engine by then */
  ready: fetchAll().then(() => (stage.entry.engine ? undefined : modal.ready)),
};
export type Gallery = typeof gallery;
Object.assign(window, { gallery });

// Tells index.html which entry to mark.
stage.onShow = ({ id }) => parent != window && parent.postMessage({ shown: id }, location.origin);
// With `closed`, the script that drives the page opens it.
if (!stage.entry.closed && !query.has('closed')) gallery.ready.then(gallery.open).then(finish);
