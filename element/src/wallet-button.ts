// <wallet-button>, <wallet-account-button> and <wallet-network-button> (docs/spec/views.md section 3, docs/spec/public-api.md section 2). Before there is
// an engine they only open; what they show of it is drawn by engine/buttons.ts. Alone in a page, `project-id` is enough. Safe
// to import on a server.

import type { Namespace } from './contract';
import { Base, make, reflect, upgrade } from './dom';
import { buttonConnect, buttonConnecting, buttonNetwork, buttonOpening } from './i18n/en/entry';
import { fetchListAhead, ignore, intend, isStored, page, word } from './page';
import { followTheme, sheet } from './styles/sheets';
import tokens from './styles/tokens.css';
import buttonSheet from './styles/wallet-button.css';
import type { WalletModal } from './wallet-modal';

/** element -> its test id, what it says, whether it says what goes on. Without words it is not there before there is an account. */
export const kinds: Record<string, [testId: string, label?: string, tells?: 1]> = {
  'wallet-button': ['connect-button', buttonConnect, 1],
  'wallet-account-button': ['account-button'],
  'wallet-network-button': ['w3m-network-button', buttonNetwork],
};

/**
 * A button that connects, then shows the account. `<wallet-account-button>` shows the account alone, `<wallet-network-button>` the network.
 *
 * @tag wallet-button
 * @attr label - what it says; the default slot says more
 * @attr loading-label - what it says while a wallet is asked
 * @attr size - `s` or `m`
 * @attr balance - `show` or `hide`
 * @attr chars-start - characters of an address before the dots (4)
 * @attr chars-end - characters of an address after them (6)
 * @attr account-status - of the account: `full` (default), `avatar` alone, or the `address` (or name) alone
 * @attr namespace - the family it is about: `eip155`, `solana`, `bip122`, `polkadot`, `cosmos`
 * @attr wallet - id or rdns of a wallet, a provider of logins, or `email`: opens that one at once
 * @attr disabled - it cannot be pressed
 * @attr for - id of the modal it opens
 * @attr project-id - for the modal that it makes, where the page has none
 * @slot - the label
 * @slot icon - before the label
 * @csspart button - the button itself
 */
export class WalletButton extends Base {
  static observedAttributes =
    'label loading-label size balance chars-start chars-end account-status namespace wallet disabled for project-id'.split(
      ' ',
    );

  static {
    reflect(this, this.observedAttributes);
  }

  // The attributes as properties (dom.ts).
  declare label: string | null;
  declare loadingLabel: string | null;
  declare size: 's' | 'm' | null;
  declare balance: 'show' | 'hide' | null;
  declare charsStart: number | string | null;
  declare charsEnd: number | string | null;
  declare accountStatus: 'full' | 'avatar' | 'address' | null;
  declare namespace: Namespace | null;
  declare wallet: string | null;
  declare disabled: boolean | null;
  declare for: string | null;
  declare projectId: string | null;

  readonly #label = make('slot', {});
  readonly #button = make<HTMLButtonElement>(
    'button',
    { class: 'primary', part: 'button', dir: 'ltr' },
    make('slot', { name: 'icon' }),
    this.#label,
  );

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open', delegatesFocus: true });
    root.adoptedStyleSheets = [sheet(tokens), sheet(buttonSheet)];
    root.append(this.#button);
    // On the host, so that click() is a click too.
    // A finger enters too, before it touches; pressed, what has failed by then is tried again.
    for (const intent of ['pointerenter', 'focusin', 'pointerdown']) this.addEventListener(intent, intend);
    this.addEventListener('click', () => {
      if (this.#button.disabled) return;
      // Safari gives a clicked button no focus; the dialog returns it to the element that had it.
      this.focus();
      this.#modal().open({ button: this }).catch(ignore);
    });
  }

  connectedCallback(): void {
    upgrade(this);
    page.watchers.add(this.#draw);
    this.#draw();
  }

  disconnectedCallback(): void {
    page.watchers.delete(this.#draw);
  }

  attributeChangedCallback(): void {
    this.#draw();
  }

  #modal(): WalletModal {
    const modal = (this.for && document.getElementById(this.for)) || page.element;
    if (modal) return modal as WalletModal;
    document.body.append(make('wallet-modal', { 'project-id': this.getAttribute('project-id') }));
    return this.#modal();
  }

  readonly #draw = (): void => {
    fetchListAhead(this);
    const button = this.#button;
    const { running } = page;
    const [testId, label, tells] = kinds[this.localName]!;
    button.dataset.testid = testId + (this.namespace ? '-' + this.namespace : '');
    followTheme((button.dataset.theme = page.options.themeMode));
    button.disabled = this.disabled!;
    // With an engine: a wallet is asked, or the account; before it: about to ask the stored one.
    const asks = running ? running.drawButton(this, button) : page.starting && isStored();
    if (!running && label == buttonNetwork)
      import('./first/network').then((chunk) => chunk.draw(this, button)).catch(ignore);
    button.hidden = !(label || button.dataset.state);
    const busy = !!(tells && (asks || page.opening));
    (button as { ariaBusy: unknown }).ariaBusy = busy;
    const text = busy ? (this.loadingLabel ?? word(asks ? buttonConnecting : buttonOpening)) : this.label;
    this.#label.textContent = button.dataset.state ? '' : (text ?? word(label!));
  };
}
