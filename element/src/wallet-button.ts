// <wallet-button>, <wallet-account-button> and <wallet-network-button> (docs/spec/views.md section 3, docs/spec/public-api.md section 2).
// Before the engine runs, they only open the modal. engine/buttons.ts renders what they show of the state. A page with only a button
// needs `project-id` on it. Safe to import on a server.

import type { Namespace } from './contract';
import { Base, make, reflect, upgrade } from './dom';
import { buttonConnect, buttonConnecting, buttonNetwork, buttonOpening } from './i18n/en/entry';
import { fetchListAhead, ignore, onIntent, isStored, page, entryText } from './page';
import { followTheme, sheet } from './styles/sheets';
import tokens from './styles/tokens.css';
import buttonSheet from './styles/wallet-button.css';
import type { WalletModal } from './wallet-modal';

/** tag -> test id, label, and whether it shows progress. A button without a label is hidden until an account is connected. */
export const kinds: Record<string, [testId: string, label?: string, tells?: 1]> = {
  'wallet-button': ['connect-button', buttonConnect, 1],
  'wallet-account-button': ['account-button'],
  'wallet-network-button': ['w3m-network-button', buttonNetwork],
};

/**
 * Connects a wallet, then shows the account. `<wallet-account-button>` only shows the account, `<wallet-network-button>` the network.
 *
 * @tag wallet-button
 * @attr label - the label; the default slot overrides it
 * @attr loading-label - the label while a wallet has a request
 * @attr size - `s` or `m`
 * @attr balance - `show` or `hide`
 * @attr chars-start - characters of an address before the dots (4)
 * @attr chars-end - characters of an address after the dots (6)
 * @attr account-status - how it shows the account: `full` (default), only the `avatar`, or only the `address` (or name)
 * @attr namespace - the namespace of its account: `eip155`, `solana`, `bip122`, `polkadot`, `cosmos`
 * @attr wallet - id or rdns of a wallet, a social login, or `email`: connects with it directly
 * @attr disabled - disables the button
 * @attr for - id of the modal it opens
 * @attr project-id - for the modal that it creates if the page has none
 * @slot - the label
 * @slot icon - before the label
 * @csspart button - the button element
 */
export class WalletButton extends Base {
  static observedAttributes =
    'label loading-label size balance chars-start chars-end account-status namespace wallet disabled for project-id'.split(
      ' ',
    );

  static {
    reflect(this, this.observedAttributes);
  }

  // Attributes as properties (dom.ts).
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
    // On the host element, so that click() works too. Touch also fires pointerenter before the press. A press retries what failed to load
    // by then.
    for (const intent of ['pointerenter', 'focusin', 'pointerdown']) this.addEventListener(intent, onIntent);
    this.addEventListener('click', () => {
      if (this.#button.disabled) return;
      // Safari doesn't focus a clicked button. On close, the dialog returns the focus to this element.
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
    // With an engine, the button shows a pending request or the account. Without one, it shows whether a stored connection is about to be
    // restored.
    const asks = running ? running.drawButton(this, button) : page.starting && isStored();
    if (!running && label == buttonNetwork)
      import('./first/network').then((chunk) => chunk.draw(this, button)).catch(ignore);
    button.hidden = !(label || button.dataset.state);
    const busy = !!(tells && (asks || page.opening));
    (button as { ariaBusy: unknown }).ariaBusy = busy;
    const text = busy
      ? (this.loadingLabel ?? entryText(asks ? buttonConnecting : buttonOpening))
      : this.label;
    this.#label.textContent = button.dataset.state ? '' : (text ?? entryText(label!));
  };
}
