// Helpers that operate the modal in a site's tests. They only use the test ids of docs/spec/views.md, so they see and press what users
// do. Each waits until the next view is rendered and accepts clicks.
import type { LocatorLike, PageLike } from './page';
import { until, WAIT_MS } from './until';

/** From the deepest view back to the account. */
const STEPS_MAX = 8;
/** the time within which a press shows its result, also on a busy machine */
const TAKEN_MS = 1_500;
/** between a refused press and the next */
const AGAIN_MS = 300;

export interface ModalOptions {
  /** how long each step can take */
  timeoutMs?: number;
}

/** A wallet: its id in the list, the test id of its row, or a scripted wallet. */
export type RowOf = string | { row: string };

/** the prefix of a wallet's id in the test id of its row */
const ROW = 'wallet-selector-';

export interface ShownAccount {
  address: string;
  /** the active network */
  network: string;
  /** the wallet behind the account; null for a login */
  wallet: string | null;
}

export class Modal {
  readonly #page: PageLike;
  readonly #wait: number;

  constructor(page: PageLike, { timeoutMs = WAIT_MS }: ModalOptions = {}) {
    this.#page = page;
    this.#wait = timeoutMs;
  }

  /** The element with this test id, in the page or in the modal. */
  at(testId: string): LocatorLike {
    return this.#page.locator(`[data-testid="${testId}"]`) as LocatorLike;
  }

  isOpen(): Promise<boolean> {
    return this.at('w3m-modal-card').isVisible();
  }

  /** The visible view, once it accepts clicks: `Connect`, `Account`, ...; null while the modal is closed. */
  async view(): Promise<string | null> {
    const still = this.#page.locator('wallet-modal [data-testid^="wm-view-"].still').first() as LocatorLike;
    const read = async () => {
      if (!(await this.isOpen())) return null;
      return (await still.getAttribute('data-testid', { timeout: 1_000 }))!.slice('wm-view-'.length);
    };
    return until('a view is there', read, () => true, this.#wait);
  }

  /** Waits until this view is visible and accepts clicks. */
  async waitForView(view: string): Promise<void> {
    const still = this.#page.locator(`[data-testid="wm-view-${view}"].still`) as LocatorLike;
    try {
      await still.waitFor({ state: 'visible', timeout: this.#wait });
    } catch (cause) {
      throw new Error(`the modal shows ${(await this.view()) ?? 'nothing'}, not ${view}`, { cause });
    }
  }

  async closed(): Promise<void> {
    try {
      await this.at('w3m-modal-card').waitFor({ state: 'hidden', timeout: this.#wait });
    } catch (cause) {
      throw new Error(`the modal shows ${(await this.view()) ?? 'its card'} and is not closed`, { cause });
    }
  }

  /** Opens the list of wallets or the account with the page's button (a `<wallet-button>`, or the given one). */
  async open(button?: LocatorLike): Promise<void> {
    if (button) await button.click();
    else {
      // A connection that is being restored already shows its account, so this waits for the result before it presses.
      const own = this.#page.locator('[data-testid="connect-button"]').first() as LocatorLike;
      await this.#until('the button is not busy', () => own.getAttribute('aria-busy'), 'false');
      await this.#press('connect-button');
    }
    await this.#until('the modal is open', async () => (await this.view()) != null, true);
  }

  /** Closes with the X. A view that must not close now stays. */
  async close(): Promise<void> {
    await this.#press('w3m-header-close');
    await this.closed();
  }

  async back(): Promise<void> {
    const before = await this.view();
    await this.#press('header-back');
    await until(
      `back from ${before}`,
      () => this.view(),
      (view) => view != before,
      this.#wait,
    );
  }

  /** The test ids of the wallets in the list, from the top. */
  async wallets(): Promise<string[]> {
    return this.#idsOf(ROW);
  }

  /** Clicks a wallet in the list. */
  async choose(wallet: RowOf): Promise<void> {
    const row = typeof wallet == 'string' ? wallet : wallet.row;
    await this.#pressOf(row.startsWith(ROW) ? row : ROW + row, ROW);
  }

  /** Opens the modal, selects the wallet, and waits until it is connected and the modal is closed. */
  async connect(wallet: RowOf, button?: LocatorLike): Promise<void> {
    await this.open(button);
    await this.choose(wallet);
    await this.closed();
  }

  /** After the wallet rejected or failed: returns the view's title and text. */
  async refused(): Promise<string> {
    const status = this.at('wm-connecting-status');
    const lines = this.#page.locator('[data-testid="wm-connecting-status"] > *');
    await until(
      'the wallet has refused',
      () => status.getAttribute('data-phase'),
      (phase) => phase != null && /rejected|failed|blocked/.test(phase),
      this.#wait,
    );
    const texts: string[] = [];
    for (let i = 0; i < (await lines.count()); i++)
      texts.push((((await lines.nth(i).textContent()) as string | null) ?? '').trim());
    return texts.filter(Boolean).join(' ');
  }

  /** Signs the sign-in message. */
  async signIn(): Promise<void> {
    await this.waitForView('SIWXSignMessage');
    await this.#confirm('w3m-connecting-siwe-sign');
  }

  async cancelSignIn(): Promise<void> {
    await this.waitForView('SIWXSignMessage');
    await this.#press('w3m-connecting-siwe-cancel');
  }

  /** Approves a page's request in its review, so that it goes to the wallet. */
  async approveRequest(): Promise<void> {
    await this.waitForView('ReviewRequest');
    await this.#confirm('wm-review-confirm');
  }

  async cancelRequest(): Promise<void> {
    await this.waitForView('ReviewRequest');
    await this.#press('wm-review-cancel');
  }

  /** Opens the settings from the account or the page, and returns what they show. They stay open. */
  async account(): Promise<ShownAccount> {
    await this.#settings();
    const fullAddress = (await this.at('wm-settings-whole').textContent()) ?? '';
    const text = async (testId: string) => {
      const name = this.#page.locator(`[data-testid="${testId}"] bdi`);
      return (await name.count()) ? ((await name.first().textContent()) as string).trim() : null;
    };
    return {
      address: fullAddress.replace(/\s/g, ''),
      network: (await text('account-switch-network-button')) ?? '',
      wallet: await text('wm-settings-wallet'),
    };
  }

  /** Switches to the network with this name from any view; resolves when the earlier view is back. */
  async switchNetwork(name: string): Promise<void> {
    await this.#settings();
    await this.#press('account-switch-network-button');
    await this.waitForView('Networks');
    await this.#pressOf(`w3m-network-switch-${name}`, 'w3m-network-switch-');
    await until(
      `the network ${name} is chosen`,
      () => this.view(),
      (view) => view != 'Networks' && view != 'SwitchNetwork',
      this.#wait,
    );
  }

  /** Disconnects from any view. */
  async disconnect(): Promise<void> {
    await this.#settings();
    await this.#press('disconnect-button');
    await until(
      'the account is disconnected',
      () => this.view(),
      (view) => view == null || view == 'Connect',
      this.#wait,
    );
  }

  /** Opens Send from the account and fills it. */
  async fillSend({ to, amount }: { to: string; amount: string }): Promise<void> {
    if (!(await this.isOpen())) await this.open();
    await this.waitForView('Account');
    const own =
      '[data-testid="w3m-account-default-send-button"], [data-testid="wallet-features-send-button"]';
    await this.#page.locator(own).first().click();
    await this.waitForView('Send');
    await this.at('wm-send-amount').fill(amount);
    await this.at('wm-send-address').fill(to);
    const text = () => this.at('wm-send-review').textContent();
    await this.#until('what is sent can be reviewed', text, 'Review');
  }

  /** Opens the preview of a send from the account. It stays open, for `confirmSend`. */
  async review(given: { to: string; amount: string }): Promise<void> {
    await this.fillSend(given);
    await this.at('wm-send-review').click();
    await this.waitForView('SendPreview');
  }

  confirmSend(): Promise<void> {
    return this.#confirm('wm-send-confirm');
  }

  /** The text of the toast, once there is one. */
  async toast(): Promise<string> {
    const toast = this.at('wui-snackbar-message');
    await toast.waitFor({ state: 'visible', timeout: this.#wait });
    return ((await toast.textContent()) ?? '').trim();
  }

  async #settings(): Promise<void> {
    for (let step = 0; step < STEPS_MAX; step++) {
      const view = await this.view();
      if (view == 'AccountSettings') return;
      if (view == 'Account') break;
      if (view == null) await this.open();
      else if (await this.at('header-back').isVisible()) await this.back();
      else await this.close();
    }
    await this.waitForView('Account');
    await this.#press('account-settings-button');
    await this.waitForView('AccountSettings');
  }

  async #idsOf(prefix: string): Promise<string[]> {
    const rows = this.#page.locator(`wallet-modal [data-testid^="${prefix}"]`);
    const ids: string[] = [];
    for (let i = 0; i < (await rows.count()); i++) ids.push(await rows.nth(i).getAttribute('data-testid'));
    return ids;
  }

  /** Clicks an item of a list. If it is missing, the error names the items that exist. */
  async #pressOf(testId: string, prefix: string): Promise<void> {
    try {
      await this.#press(testId);
    } catch (cause) {
      const ids = await this.#idsOf(prefix);
      if (ids.includes(testId)) throw cause;
      const quoted = (id: string) => `"${id.replace(prefix, '')}"`;
      const there = ids.map(quoted).join(', ') || 'nothing is';
      throw new Error(`${quoted(testId)} is not in the list, but ${there}`, { cause });
    }
  }

  /** Taps on a phone: a mouse would first hover, which loads the network's name, and the narrow header might move under it. */
  async #press(testId: string): Promise<void> {
    const locator = this.#page.locator(`[data-testid="${testId}"]`).first() as LocatorLike;
    const isTouched = await this.#page.evaluate(() => matchMedia('(pointer: coarse)').matches);
    await (isTouched ? locator.tap({ timeout: this.#wait }) : locator.click({ timeout: this.#wait }));
  }

  /**
   * Presses a button that confirms. In its first half second, and until everything above it was visible, it refuses and shows why, so it
   * is pressed again. An accepted press is visible: the button is busy or gone, or its view shows something else.
   */
  async #confirm(testId: string): Promise<void> {
    const button = this.at(testId);
    const [why, phase] = [
      this.at('wm-confirm-refused'),
      this.#first('wallet-modal [data-phase][role="status"]'),
    ];
    const request = this.#first('wallet-modal [data-request]');
    const read = async (of: LocatorLike, name: string) =>
      (await of.count()) ? of.getAttribute(name, { timeout: 1_000 }) : null;
    const appearance = async () =>
      (await button.isVisible())
        ? [
            await read(button, 'aria-busy'),
            await read(phase, 'data-phase'),
            await read(request, 'data-request'),
          ].join()
        : 'gone';
    await this.#until(`${testId} can be pressed`, () => read(button, 'aria-disabled'), 'false');
    const before = await appearance();
    await until(
      `${testId} is pressed`,
      async () => {
        if ((await appearance()) != before) return true;
        await button.click({ timeout: 2_000 });
        const end = Date.now() + TAKEN_MS;
        while (Date.now() < end) {
          if ((await appearance()) != before) return true;
          if (await why.count()) await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
          if (await why.count()) return false;
        }
        return false;
      },
      (isTaken) => isTaken,
      this.#wait,
    );
  }

  #first(selector: string): LocatorLike {
    return this.#page.locator(selector).first() as LocatorLike;
  }

  #until<T>(what: string, read: () => Promise<T>, value: T): Promise<T> {
    return until(what, read, (found) => found === value, this.#wait);
  }
}

/** Returns the helpers for a page's modal. */
export const getModal = (page: PageLike, options?: ModalOptions): Modal => new Modal(page, options);
