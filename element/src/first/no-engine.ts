// The card in a browser without WebAssembly (Lockdown Mode of iOS and macOS, enhanced security of Edge): why nothing connects, how to allow this
// site, and the user's address from a wallet of the page. The page itself gets no connection (docs/spec/views.md section 1).

import { make } from '../dom';
import { noEngine as words } from '../i18n/no-engine';
import { word } from '../page';
import { taken } from '../primordials';
import base from '../styles/base.css';
import { adopt } from '../styles/adopt';
import controls from '../styles/controls.css';
import moreTokens from '../styles/more-tokens.css';
import states from '../styles/states.css';
import { heard, type Heard } from '../wallets/announced';
import { introduced } from '../wallets/introduction';
import own from './no-engine.css';

const evm_address = /^0x[\da-f]{40}$/i;

const text = (key: keyof typeof words, wallet = ''): string =>
  word(words[key]).replace('{wallet}', () => wallet);

/** Where this site can be allowed, by the browser's own menus. */
function how({ userAgent, maxTouchPoints }: Navigator): keyof typeof words {
  if (/iPhone|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)) return 'how.ios';
  if (/Edg\//.test(userAgent)) return 'how.edge';
  return /Macintosh.*Safari/.test(userAgent) && !/Chrome/.test(userAgent) ? 'how.mac' : 'how.other';
}

/** Draws into the entry's own card, in the place of the list. */
export function draw(head: HTMLElement, body: HTMLElement): void {
  adopt(head.getRootNode() as ShadowRoot, moreTokens, base, controls, states, own);
  const said = make('div', { class: 'no-engine-said', role: 'status' });
  const rows = wallets().map(([one, name]) =>
    make(
      'li',
      {},
      make(
        'button',
        {
          type: 'button',
          class: 'row',
          part: 'row',
          'data-testid': 'wm-no-engine-wallet',
          click: () => void ask(one, name, said),
        },
        make('span', { class: 'row-text' }, make('bdi', {}, name)),
      ),
    ),
  );
  // Its help belongs to views, and there are none.
  (head.previousElementSibling as HTMLElement).className = '';
  body.className = 'no-engine';
  body.dataset.testid = 'wm-no-engine';
  body.replaceChildren(
    make('p', { role: 'alert' }, text('why')),
    make('p', {}, text(how(navigator))),
    make(
      'button',
      { type: 'button', class: 'primary', part: 'button button-primary', click: () => location.reload() },
      text('reload'),
    ),
    ...(rows.length
      ? [
          make('h2', {}, text('wallets')),
          make('ul', { class: 'rows', 'aria-label': text('wallets') }, ...rows),
        ]
      : []),
    said,
  );
  // Wallets that announce themselves later get their rows.
  addEventListener(
    'eip6963:announceProvider',
    () =>
      setTimeout(() => {
        if (body.isConnected && wallets().length > rows.length) draw(head, body);
      }),
    { once: true },
  );
}

/** Each wallet of the page once, by its name. */
function wallets(): [Heard, string][] {
  const found = new Map<string, [Heard, string]>();
  for (const one of heard()) {
    const words = introduced(one.info);
    if (words && !('isWalletModal' in one.provider)) found.set(words.uuid, [one, words.name]);
  }
  return [...found.values()];
}

async function ask(wallet: Heard, name: string, said: HTMLElement): Promise<void> {
  said.replaceChildren(make('p', {}, text('asked', name)));
  let accounts: unknown;
  try {
    accounts = await taken[2](wallet.request, wallet.provider, [{ method: 'eth_requestAccounts' }]);
  } catch {
    // The user declined, or the wallet failed: it has said so itself.
  }
  const address = Array.isArray(accounts) && (accounts[0] as unknown);
  if (typeof address != 'string' || !evm_address.test(address)) {
    said.replaceChildren(make('p', {}, text('declined', name)));
    return;
  }
  const shown = make('code', { 'data-testid': 'wm-no-engine-address' }, address);
  const copy = make(
    'button',
    { type: 'button', class: 'pill', part: 'button button-secondary', 'data-testid': 'wm-no-engine-copy' },
    text('copy'),
  );
  copy.addEventListener('click', () => {
    (async () => navigator.clipboard.writeText(address))().then(
      () => (copy.textContent = text('copied')),
      () => {
        getSelection()?.selectAllChildren(shown);
        copy.textContent = text('select');
      },
    );
  });
  said.replaceChildren(make('p', {}, text('address', name)), shown, copy);
}
