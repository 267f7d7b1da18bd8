// The card in a browser without WebAssembly (Lockdown Mode of iOS and macOS, enhanced security of Edge). It explains why the modal can't connect
// and how to allow this site, and shows the user's address from a browser wallet. The page itself gets no connection (docs/spec/views.md section 1).

import { make } from '../dom';
import { noEngine as words } from '../i18n/en/no-engine';
import { entryText } from '../page';
import { builtIns } from '../primordials';
import base from '../styles/base.css';
import { adopt } from '../styles/adopt';
import controls from '../styles/controls.css';
import moreTokens from '../styles/more-tokens.css';
import states from '../styles/states.css';
import { announced, type Announcement } from '../wallets/announced';
import { readInfo } from '../wallets/introduction';
import own from './no-engine.css';

const evm_address = /^0x[\da-f]{40}$/i;

const text = (key: keyof typeof words, wallet = ''): string =>
  entryText(words[key]).replace('{wallet}', () => wallet);

/** The browser's own menu for allowing this site. */
function how({ userAgent, maxTouchPoints }: Navigator): keyof typeof words {
  const has = (name: string) => userAgent.includes(name);
  const isMac = has('Macintosh');
  if (has('iPhone') || has('iPad') || (isMac && maxTouchPoints > 1)) return 'no_engine.how.ios';
  if (has('Edg/')) return 'no_engine.how.edge';
  return isMac && has('Safari') && !has('Chrome') ? 'no_engine.how.mac' : 'no_engine.how.other';
}

/** Renders into the entry's own card instead of the list. */
export function draw(head: HTMLElement, body: HTMLElement): void {
  adopt(head.getRootNode() as ShadowRoot, moreTokens, base, controls, states, own);
  const title = make('h2', {}, text('no_engine.wallets'));
  const list = make('ul', { class: 'rows', 'aria-label': text('no_engine.wallets') });
  const status = make('div', { class: 'no-engine-said', role: 'status' });
  const listedIds = new Set<string>();
  const follow = (): void => {
    for (const [id, [one, name]] of wallets()) {
      if (listedIds.has(id)) continue;
      listedIds.add(id);
      list.append(row(name, () => void ask(one, name, status)));
    }
    title.hidden = list.hidden = !listedIds.size;
  };
  // Help needs the views, which don't load here.
  (head.previousElementSibling as HTMLElement).className = '';
  body.className = 'no-engine';
  body.dataset.testid = 'wm-no-engine';
  body.replaceChildren(
    make('p', { role: 'alert' }, text('no_engine.why')),
    make('p', {}, text(how(navigator))),
    make(
      'button',
      { type: 'button', class: 'primary', part: 'button button-primary', click: () => location.reload() },
      text('no_engine.reload'),
    ),
    title,
    list,
    status,
  );
  follow();
  // Adds rows for wallets that announce themselves later. An open request continues.
  let isSoon = false;
  const hear = (): void => {
    if (!body.isConnected) removeEventListener('eip6963:announceProvider', hear);
    else if (!isSoon) {
      isSoon = true;
      setTimeout(() => {
        isSoon = false;
        follow();
      });
    }
  };
  addEventListener('eip6963:announceProvider', hear);
}

const row = (name: string, click: () => void): HTMLElement =>
  make(
    'li',
    {},
    make(
      'button',
      { type: 'button', class: 'row', part: 'row', 'data-testid': 'wm-no-engine-wallet', click },
      make('span', { class: 'row-text' }, make('bdi', {}, name)),
    ),
  );

/** The page's provider might be a Proxy whose traps throw. */
function isOurs(provider: object): boolean {
  try {
    return 'isWalletModal' in provider;
  } catch {
    return false;
  }
}

/** Each browser wallet once, by its uuid: the first one that has it. */
function wallets(): Map<string, [Announcement, string]> {
  const byId = new Map<string, [Announcement, string]>();
  for (const one of announced()) {
    const words = readInfo(one.info);
    if (words && !byId.has(words.uuid) && !isOurs(one.provider)) byId.set(words.uuid, [one, words.name]);
  }
  return byId;
}

/** the last click; the result of an earlier click isn't shown */
let turn = 0;

async function ask(wallet: Announcement, name: string, said: HTMLElement): Promise<void> {
  const mine = ++turn;
  said.replaceChildren(make('p', {}, text('no_engine.asked', name)));
  let accounts: unknown;
  try {
    accounts = await builtIns[2](wallet.request, wallet.provider, [{ method: 'eth_requestAccounts' }]);
  } catch {
    // The user declined, or the wallet failed and showed its own error.
  }
  if (mine != turn) return;
  const address = Array.isArray(accounts) && (accounts[0] as unknown);
  if (typeof address != 'string' || !evm_address.test(address)) {
    said.replaceChildren(make('p', {}, text('no_engine.declined', name)));
    return;
  }
  const code = make('code', { 'data-testid': 'wm-no-engine-address' }, address);
  const copy = make(
    'button',
    { type: 'button', class: 'pill', part: 'button button-secondary', 'data-testid': 'wm-no-engine-copy' },
    text('no_engine.copy'),
  );
  copy.addEventListener('click', () => {
    (async () => navigator.clipboard.writeText(address))().then(
      () => (copy.textContent = text('no_engine.copied')),
      () => {
        getSelection()?.selectAllChildren(code);
        copy.textContent = text('no_engine.select');
      },
    );
  });
  said.replaceChildren(make('p', {}, text('no_engine.address', name)), code, copy);
}
