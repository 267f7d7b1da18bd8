// <wallet-button>: opens the modal; connected, it shows balance and address (views.md section 3, public-api.md section 2).
// Alone in a page, `project-id` is enough. Safe to import on a server.

import { make } from './dom';
import { first } from './i18n/first';
import { ignore, intend, isStored, page } from './page';
import { adopt } from './styles/sheets';
import tokens from './styles/tokens.css';
import buttonSheet from './styles/wallet-button.css';
import type { WalletModal } from './wallet-modal';

/**
 * @tag wallet-button
 * @attr label, loading-label, size (s or m), balance (show or hide), chars-start, chars-end, namespace, disabled, for, project-id
 * @slot icon - before the label
 * @slot - the label
 * @csspart button
 */
export class WalletButton extends ((globalThis.HTMLElement ?? Object) as typeof HTMLElement) {
  static observedAttributes = ['label', 'loading-label', 'balance', 'chars-start', 'chars-end', 'disabled'];

  readonly #label = make('slot', {});
  readonly #button = make<HTMLButtonElement>(
    'button',
    { class: 'primary', part: 'button' },
    make('span', { class: 'spinner' }),
    make('slot', { name: 'icon' }),
    this.#label,
  );

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open', delegatesFocus: true });
    adopt(root, tokens, buttonSheet);
    root.append(this.#button);
    // On the host, so that click() is a click too.
    // A finger enters too, before it touches.
    for (const intent of ['pointerenter', 'focusin']) this.addEventListener(intent, intend);
    this.addEventListener('click', () => {
      if (this.#button.disabled) return;
      // Safari gives a clicked button no focus; the dialog returns it to whoever had it.
      this.focus();
      this.#modal()
        .open({ namespace: this.getAttribute('namespace') ?? undefined })
        .catch(ignore);
    });
  }

  connectedCallback(): void {
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
    const modal = document.getElementById(this.getAttribute('for')!) ?? page.element;
    if (modal) return modal as WalletModal;
    const id = this.getAttribute('project-id');
    document.body.append(make('wallet-modal', id ? { 'project-id': id } : {}));
    return this.#modal();
  }

  readonly #draw = (): void => {
    const button = this.#button;
    const { running } = page;
    const namespace = this.getAttribute('namespace');
    button.dataset.testid = namespace ? 'connect-button-' + namespace : 'connect-button';
    button.dataset.theme = page.options.themeMode;
    button.disabled = this.hasAttribute('disabled');
    // With an engine: connecting, or the account; before it: being opened, or about to reconnect.
    const busy = !!(
      running?.drawButton(this, button) ||
      page.opening ||
      (page.starting && !running && isStored())
    );
    button.ariaBusy = `${busy}`;
    this.#label.textContent =
      this.getAttribute(busy ? 'loading-label' : 'label') ??
      first[busy ? 'button.connecting' : 'button.connect'];
  };
}
