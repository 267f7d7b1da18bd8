// `<appkit-...>` and `<w3m-...>`: our elements under AppKit's names, with AppKit's attributes. Each contains one of ours: in its shadow
// root, or for the modal directly, so that the page's styles and parts apply as before. Safe to import on a server.

import { AppKit, follow } from './kit';
import type { ChainNamespace } from './types';
import { idOf, inPage, isLogin, titleOf } from './wallets';

const Base = (globalThis.HTMLElement ?? Object) as typeof HTMLElement;

/** AppKit's property -> our attribute; AppKit's attribute is the property in lowercase */
const ATTRIBUTES: Readonly<Record<string, string>> = {
  label: 'label',
  loadingLabel: 'loading-label',
  size: 'size',
  balance: 'balance',
  charsStart: 'chars-start',
  charsEnd: 'chars-end',
  namespace: 'namespace',
  disabled: 'disabled',
  wallet: 'wallet',
};
const NAMES = Object.keys(ATTRIBUTES);

const SIZES: ReadonlyMap<string, string> = new Map([
  ['sm', 's'],
  ['md', 'm'],
]);

/** AppKit's element without its prefix -> our element */
export const ELEMENTS: Readonly<Record<string, string>> = {
  button: 'wallet-button',
  'connect-button': 'wallet-button',
  'account-button': 'wallet-account-button',
  'network-button': 'wallet-network-button',
  'wallet-button': 'wallet-button',
};

class Button extends Base {
  static observedAttributes = NAMES.map((name) => name.toLowerCase());
  static ours = 'wallet-button';

  readonly #inner: HTMLElement;
  #leave: (() => void) | undefined;

  constructor() {
    super();
    this.#inner = document.createElement((this.constructor as typeof Button).ours);
    const root = this.attachShadow({ mode: 'open', delegatesFocus: true });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      ':host { display: inline-block; width: fit-content } :host([hidden]) { display: none }',
    );
    root.adoptedStyleSheets = [sheet];
    this.#inner.setAttribute('exportparts', 'button');
    root.append(this.#inner);
  }

  connectedCallback(): void {
    // A page or framework might set properties before the element is defined.
    for (const name of NAMES)
      if (Object.hasOwn(this, name)) {
        const value = (this as Record<string, unknown>)[name];
        delete (this as Record<string, unknown>)[name];
        (this as Record<string, unknown>)[name] = value;
      }
    this.#leave ??= follow(this.#draw);
    this.#draw();
  }

  disconnectedCallback(): void {
    this.#leave?.();
    this.#leave = undefined;
  }

  attributeChangedCallback(): void {
    this.#draw();
  }

  override click(): void {
    this.#inner.click();
  }

  /** The value of our attribute. */
  protected ours(name: string): string | null {
    return this.getAttribute(name.toLowerCase());
  }

  readonly #draw = (): void => {
    for (const name of NAMES) {
      const value = this.ours(name);
      // React 18 writes false as the string "false".
      const attribute = value == 'false' && name == 'disabled' ? null : value;
      this.#set(
        ATTRIBUTES[name]!,
        name == 'size' && attribute ? (SIZES.get(attribute) ?? attribute) : attribute,
      );
    }
    // The page has called setLoading.
    if (!AppKit.instance?.isLoading(this.getAttribute('namespace'))) return;
    this.#set('disabled', '');
    this.#set('label', this.getAttribute('loadinglabel') ?? this.getAttribute('label'));
  };

  #set(name: string, value: string | null): void {
    if (value === this.#inner.getAttribute(name)) return;
    if (value === null) this.#inner.removeAttribute(name);
    else this.#inner.setAttribute(name, value);
  }

  static {
    for (const name of NAMES)
      Object.defineProperty(this.prototype, name, {
        configurable: true,
        get(this: HTMLElement) {
          const value = this.getAttribute(name.toLowerCase());
          return name == 'disabled' ? value !== null && value != 'false' : (value ?? undefined);
        },
        set(this: HTMLElement, value: unknown) {
          if (value === undefined || value === null || value === false)
            this.removeAttribute(name.toLowerCase());
          else this.setAttribute(name.toLowerCase(), value === true ? '' : String(value));
        },
      });
  }
}

/** A button for one wallet by its name. It connects that wallet, or opens the connected account. */
export class AppKitWalletButton extends Button {
  declare wallet: string | undefined;
  declare namespace: ChainNamespace | undefined;

  protected override ours(name: string): string | null {
    const base = super.ours(name);
    const wallet = super.ours('wallet');
    if (name == 'label' && wallet) return base ?? titleOf(wallet);
    if (name != 'wallet' || !wallet || isLogin(wallet)) return base;
    const namespace = (super.ours('namespace') as ChainNamespace | null) ?? undefined;
    const here = inPage(wallet, AppKit.instance?.handle?.getConnectors(namespace) ?? []);
    // Without a name, it opens the list.
    if (here == 'several') return null;
    return here?.id ?? idOf(wallet) ?? wallet;
  }
}

/** For pages that place the modal themselves (`enableEmbedded`, `disableAppend`). */
class Modal extends Base {
  connectedCallback(): void {
    if (!this.firstElementChild) this.append(document.createElement('wallet-modal'));
  }
}

/** Defines both names of each element, except those that the page has defined itself. */
export function defineElements(): void {
  if (!globalThis.customElements) return;
  const define = (name: string, element: CustomElementConstructor) =>
    customElements.get(name) ?? customElements.define(name, element);
  define('appkit-wallet-button', AppKitWalletButton);
  for (const prefix of ['appkit', 'w3m']) {
    for (const [name, ours] of Object.entries(ELEMENTS))
      define(
        `${prefix}-${name}`,
        class extends (name == 'wallet-button' ? AppKitWalletButton : Button) {
          static override ours = ours;
        },
      );
    define(`${prefix}-modal`, class extends Modal {});
  }
}
