// Embedded mode: the page places the modal itself (docs/spec/views.md section 1, requirement 2.3).
// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createWalletModal, define, type Options, type WalletModalHandle } from './index';
import { page } from './page';
import { FakeEngine, freshPage } from './testing/engine';

vi.mock('virtual:engine', () => import('./testing/engine'));
vi.mock('virtual:engine-glue', async () => (await import('./testing/engine')).loadGlue());

const options = { projectId: 'p', networks: [{ id: 1337, name: 'Demo' }] };
let handle: WalletModalHandle | undefined;

const create = (more: Options = {}) => (handle = createWalletModal({ ...options, ...more }));
const place = (attributes = '') => {
  const modal = document.createElement('wallet-modal') as HTMLElement & { embedded: boolean };
  for (const name of attributes.split(' ').filter(Boolean)) modal.setAttribute(name, '');
  document.body.append(modal);
  return modal;
};
const dialog = (modal: HTMLElement) => modal.shadowRoot!.querySelector('dialog')!;
const card = (modal: HTMLElement) => modal.shadowRoot!.querySelector<HTMLElement>('.card')!;
const running = () => vi.waitFor(() => expect(page.running).toBeTruthy(), 5_000);

beforeEach(() => {
  freshPage();
  define();
});
afterEach(() => {
  document.body.replaceChildren();
  handle?.destroy();
  handle = undefined;
});

describe('embedded', () => {
  test('@2.3 shows a labeled region in place of the element, without a dialog', async () => {
    const modal = place('embedded');
    expect([dialog(modal).contains(card(modal)), dialog(modal).open]).toEqual([false, false]);
    expect(card(modal).querySelector('h1')!.textContent).toBe('Connect wallet');
    await running();
    // rendered in its own task (decision 177, "Starting the engine next to a page")
    await vi.waitFor(() => expect(card(modal).role).toBe('region'));
    expect(card(modal).getAttribute('aria-labelledby')).toBe('wm-title');
    expect(document.activeElement).toBe(document.body);
    expect(document.adoptedStyleSheets).toEqual([]);
  });

  test('@2.3 adds nothing with enableEmbedded, and uses the host’s later element', async () => {
    create({ enableEmbedded: true });
    expect(document.querySelector('wallet-modal')).toBeNull();
    const modal = place();
    expect(dialog(modal).contains(card(modal))).toBe(false);
    await running();
    expect(page.element).toBe(modal);
    handle!.destroy();
    expect(modal.isConnected).toBe(true);
  });

  test('embeds an element already in the page, by option and by property', async () => {
    const modal = place();
    create({ enableEmbedded: true });
    expect(dialog(modal).contains(card(modal))).toBe(false);
    await running();
    await vi.waitFor(() => expect(card(modal).role).toBe('region'));
    modal.embedded = true;
    modal.embedded = false;
    expect([dialog(modal).contains(card(modal)), card(modal).getAttribute('role')]).toEqual([true, null]);
    modal.embedded = true;
    expect([dialog(modal).contains(card(modal)), card(modal).role]).toEqual([false, 'region']);
  });

  test('stays open if opened while the engine still hears of its removal', async () => {
    const modal = place('embedded') as HTMLElement & { embedded: boolean; open: () => Promise<void> };
    // Once ready, the frame gets its own options. Until then, the next response could be for them.
    await create().ready();
    let told!: () => void;
    const engine = FakeEngine.last;
    engine.set('router', { open: true });
    engine.answer = () => new Promise<void>((resolve) => (told = resolve));
    modal.embedded = false;
    await vi.waitFor(() => expect(told).toBeTruthy());
    await modal.open();
    told();
    await new Promise((resolve) => setTimeout(resolve));
    const types = engine.commands.map(({ type }) => type);
    expect(types.slice(types.lastIndexOf('options.update'))).toEqual([
      'options.update',
      'router.close',
      'router.open',
    ]);
    expect([dialog(modal).open, engine.slices.router.open]).toEqual([true, true]);
  });

  test('stays visible on close, without a close button or focus after a failure', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new Error('offline')));
    const modal = place('embedded');
    expect(card(modal).querySelector('.x')).toBeNull();
    await vi.waitFor(() => expect(card(modal).querySelector('[role=alert]')).toBeTruthy(), 5_000);
    expect(document.activeElement).toBe(document.body);
    const retry = card(modal).querySelector<HTMLElement>('.primary')!;
    vi.stubGlobal('fetch', () => Promise.resolve(new Response()));
    retry.click();
    await running();
    expect(card(modal).querySelector('[role=alert]')).toBeNull();
    await (modal as unknown as { close(): Promise<void> }).close();
    expect(card(modal).isConnected).toBe(true);
  });

  test('lets views take focus only while the user is in the card', async () => {
    const modal = place('embedded');
    await running();
    const quiet = () => card(modal).hasAttribute('data-quiet');
    expect(quiet()).toBe(true);
    card(modal).dispatchEvent(new Event('pointerdown', { bubbles: true, composed: true }));
    expect(quiet()).toBe(false);
    document.body.dispatchEvent(new Event('focusin', { bubbles: true }));
    expect(quiet()).toBe(true);
  });
});
