// A close settles earlier calls, and an invisible modal never counts as open (docs/spec/public-api.md section 3).
// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createWalletModal, define, type Options, type WalletModal, type WalletModalHandle } from './index';
import { page } from './page';
import { FakeEngine, freshPage } from './testing/engine';

vi.mock('virtual:engine', () => import('./testing/engine'));
vi.mock('virtual:engine-glue', async () => (await import('./testing/engine')).loadGlue());

const options = { projectId: 'p', networks: [{ id: 1337, name: 'Demo' }] };
const closed = { name: 'WalletError', code: 4001, message: 'Modal closed' };
const unseen = {
  name: 'WalletError',
  code: -32603,
  message: "Can't open the modal: its <wallet-modal> element isn't on the page",
};
let handle: WalletModalHandle | undefined;

const create = (more: Options = {}) => (handle = createWalletModal({ ...options, ...more }));
const place = (into: Element = document.body) =>
  into.appendChild(document.createElement('wallet-modal')) as WalletModal;
const isShown = (modal: Element) => modal.isConnected && modal.shadowRoot!.querySelector('dialog')!.open;
const isOpen = () => FakeEngine.last?.slices.router.open ?? false;
const elements = () => document.querySelectorAll('wallet-modal').length;
const commandTypes = () =>
  FakeEngine.made
    .flatMap(({ commands, requests }) => [...commands.map(({ type }) => type), ...requests])
    .filter((one) => one != 'router.close');

beforeEach(freshPage);
afterEach(() => {
  handle?.destroy();
  handle = undefined;
  document.body.replaceChildren();
  Object.assign(page, { element: null, options: {} });
});

describe('closing while the engine loads', () => {
  const ways: [string, (handle: WalletModalHandle) => Promise<unknown>][] = [
    ['connect', (h) => h.connect({ connectorId: 'fox' })],
    ['connect by wallet id', (h) => h.connect({ walletId: 'fox' })],
    ['switchConnection', (h) => h.switchConnection({ connection: { connectorId: 'fox' } as never })],
    ['eth_requestAccounts', (h) => h.getProvider('eip155')!.request({ method: 'eth_requestAccounts' })],
    ['open', (h) => h.open({ view: 'Networks' })],
  ];
  const closes: [string, (handle: WalletModalHandle) => unknown][] = [
    ['close()', (h) => h.close()],
    ["the element's close()", () => (page.element as WalletModal).close()],
    ['the attribute', () => (page.element!.setAttribute('open', ''), page.element!.removeAttribute('open'))],
  ];
  for (const [name, ask] of ways)
    for (const [how, close] of closes)
      test(`${name}, then ${how}: rejects immediately without asking a wallet`, async () => {
        let arrive!: (response: Response) => void;
        vi.stubGlobal('fetch', () => new Promise((resolve) => (arrive = resolve)));
        const handle = create();
        const pending = ask(handle);
        await new Promise((wait) => setTimeout(wait, 5));
        close(handle);
        await expect(pending).rejects.toMatchObject(closed);
        arrive(new Response());
        await handle.ready();
        await new Promise((wait) => setTimeout(wait, 20));
        expect(commandTypes()).toEqual([]);
        expect([isOpen(), isShown(page.element!)]).toEqual([false, false]);
      });

  test('rejects a connect that is closed in the turn the engine arrives', async () => {
    const handle = create();
    const ready = handle.ready();
    const pending = handle.connect({ connectorId: 'fox' });
    pending.catch(() => {});
    // The engine has started, and waiting calls haven't continued yet.
    handle.addEventListener('wallet-ready', () => void handle.close());
    await expect(pending).rejects.toMatchObject(closed);
    await ready;
    expect(commandTypes()).toEqual([]);
  });

  test('continues later calls, and calls that ask no wallet', async () => {
    const handle = create();
    const disconnected = handle.disconnect();
    const chain = handle.getProvider('eip155')!.request({ method: 'eth_chainId' });
    handle.close();
    const connected = handle.connect({ connectorId: 'fox' });
    await handle.ready();
    FakeEngine.last.answer = () => Promise.resolve('done');
    await vi.waitFor(() =>
      expect(commandTypes()).toEqual(['accounts.disconnect', 'connect.start', { method: 'eth_chainId' }]),
    );
    void [disconnected, chain, connected].map((one) => one.catch(() => {}));
  });

  test('causes no unhandled rejection for an open() that isn’t awaited', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    const handle = create();
    void handle.open();
    await handle.close();
    await handle.ready();
    await new Promise((wait) => setTimeout(wait, 20));
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  test('resolves two simultaneous open() calls', async () => {
    const handle = create();
    await Promise.all([handle.open(), handle.open({ view: 'Networks' })]);
    expect(FakeEngine.last.commands.at(-1)).toMatchObject({ type: 'router.open', view: 'Networks' });
  });
});

describe('a close with an engine', () => {
  test('tells the engine even if nothing is open', async () => {
    const handle = create();
    await handle.ready();
    await handle.close();
    expect(FakeEngine.last.commands).toEqual([{ type: 'router.close', reason: 'host' }]);
  });

  test('selects no wallet if an open event’s listener closes the modal', async () => {
    const handle = create();
    await handle.ready();
    const button = document.createElement('wallet-button');
    button.setAttribute('wallet', 'fox');
    document.body.append(button);
    FakeEngine.last.set('account', { address: null });
    const { dispatch } = FakeEngine.last;
    FakeEngine.last.dispatch = function (command) {
      const answer = dispatch.call(this, command);
      if (command.type == 'router.open') void handle.close();
      return answer;
    };
    await (page.element as WalletModal).open({ button }).catch(() => {});
    expect(commandTypes()).toEqual(['router.open']);
    // and continues if the modal isn't closed
    FakeEngine.last.dispatch = dispatch;
    (page.element as WalletModal).open({ button }).catch(() => {});
    await vi.waitFor(() => expect(commandTypes()).toEqual(['router.open', 'router.open', 'connect.select']));
  });
});

describe('the one in the document leads', () => {
  test('hands over to a second element that came before the first one left @10.30', async () => {
    const first = place();
    define();
    const handle = create();
    await handle.ready();
    const second = place();
    expect(page.element).toBe(first);
    first.remove();
    await handle.open();
    expect(page.element).toBe(second);
    expect([isShown(second), isShown(first)]).toEqual([true, false]);
    expect(second.shadowRoot!.querySelectorAll('wallet-modal-views')).toHaveLength(1);
  });

  test('hands over to one in a shadow root, and stays open if the first one leaves', async () => {
    const first = place();
    const handle = create();
    await handle.open();
    const root = document.body.appendChild(document.createElement('main')).attachShadow({ mode: 'open' });
    const second = root.appendChild(document.createElement('wallet-modal')) as WalletModal;
    first.remove();
    await vi.waitFor(() => expect([page.element == second, isOpen()]).toEqual([true, false]));
    // a view that the engine opens is visible, too
    FakeEngine.last.set('router', { open: true });
    expect(isShown(second)).toBe(true);
    // appended again, it is the second one
    document.body.append(first);
    expect([page.element == second, isShown(first), isShown(second)]).toEqual([true, false, true]);
  });

  test('opens the leading element if the other one’s open() is called', async () => {
    const first = place();
    const second = place();
    define();
    await second.open();
    expect([isShown(first), isShown(second)]).toEqual([true, false]);
  });

  /** Like a parser: the attributes are set before it is in the page. */
  const foreign = (into: ParentNode & Node = document.body) => {
    const element = document.createElement('wallet-modal') as WalletModal;
    const attributes = {
      'project-id': 'theirs',
      'theme-mode': 'dark',
      locale: 'de',
      embedded: '',
      debug: '',
    };
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    into.append(element);
    return element;
  };
  const shadow = () =>
    document.body.appendChild(document.createElement('main')).attachShadow({ mode: 'open' });
  const ours = { projectId: 'p', themeMode: 'light', locale: 'en' } as const;
  for (const when of [
    'while the first one leads',
    'while the element of the handle is not in the page',
  ] as const)
    test(`sets no option from an element in foreign markup, ${when} @10.60`, async () => {
      const isAway = when != 'while the first one leads';
      const handle = create({ ...ours, ...(isAway ? { disableAppend: true } : {}) });
      const before = { ...page.options };
      const second = foreign();
      expect({ ...page.options }).toEqual(before);
      if (isAway) return;
      second.setAttribute('project-id', 'theirs');
      second.options = { services: { data: 'https://theirs.example' } };
      expect({ ...page.options }).toEqual(before);
      await handle.open();
      expect([isShown(page.element!), isShown(second)]).toEqual([true, false]);
    });

  describe.each([
    ['before the page’s own one', () => [foreign(), place()]],
    ['after it', () => [place(), foreign()].reverse()],
    ['alone', () => [foreign()]],
    ['in a shadow root', () => [foreign(shadow()), place()]],
  ] as const)('one in foreign markup that is there first, %s', (_where, make) => {
    test('ignores its options, and gives the handle its own element @10.60', async () => {
      define();
      const [stranger] = make();
      const handle = create({ debug: undefined });
      expect({ ...page.options }).toEqual({ ...options, debug: undefined });
      expect(page.element).not.toBe(stranger);
      await handle.open();
      expect([isShown(page.element!), isShown(stranger!)]).toEqual([true, false]);
      expect(FakeEngine.last.options).toMatchObject({ projectId: 'p' });
    });

    test('ends an engine that began for it, and closes what it opened @10.60', async () => {
      define();
      const [stranger] = make();
      stranger!.setAttribute('open', '');
      await new Promise((wait) => setTimeout(wait, 20));
      const handle = create();
      await handle.ready();
      expect(isShown(stranger!)).toBe(false);
      expect(FakeEngine.last.commands.map(({ type }) => type)).not.toContain('router.open');
      expect(FakeEngine.last.options).toMatchObject({ projectId: 'p' });
    });
  });

  test('ignores the attribute `open` of an element that doesn’t lead @10.60', async () => {
    create();
    const stranger = foreign();
    stranger.setAttribute('open', '');
    await new Promise((wait) => setTimeout(wait, 20));
    expect([isShown(page.element!), isShown(stranger), commandTypes()]).toEqual([false, false, []]);
    stranger.removeAttribute('open');
    await handle!.open();
    expect(isShown(page.element!)).toBe(true);
  });

  test('uses the embedded element in the page’s `root` @10.60', async () => {
    const stranger = foreign();
    const root = document.body.appendChild(document.createElement('main'));
    const own = place(root);
    create({ enableEmbedded: true, root });
    expect([page.element == own, page.element == stranger]).toEqual([true, false]);
    expect(page.options).toMatchObject({ projectId: 'p' });
  });

  test('keeps the handle’s options once an element in foreign markup leads @10.60', async () => {
    const first = place();
    first.setAttribute('locale', 'en');
    const handle = create(ours);
    const before = { ...page.options };
    foreign();
    first.remove();
    await handle.open();
    expect({ ...page.options }).toEqual(before);
  });

  test('stays open if the other element leaves', async () => {
    const first = place();
    const handle = create();
    const second = place();
    await handle.open();
    second.remove();
    await new Promise((wait) => setTimeout(wait, 5));
    expect([isShown(first), isOpen()]).toEqual([true, true]);
  });

  test('moves along if the page replaces its body', async () => {
    const handle = create();
    await handle.ready();
    document.body.replaceWith(document.createElement('body'));
    expect(elements()).toBe(0);
    await handle.open();
    expect([elements(), isShown(page.element!)]).toEqual([1, true]);
    document.body.replaceChildren();
    const button = document.createElement('wallet-button');
    document.body.append(button);
    button.click();
    await vi.waitFor(() => expect([elements(), isShown(page.element!)]).toEqual([1, true]));
  });

  test('uses the element that a new body brings', async () => {
    const handle = create();
    await handle.ready();
    const body = document.createElement('body');
    const other = place(body);
    document.body.replaceWith(body);
    await handle.open();
    expect([page.element == other, elements(), isShown(other)]).toEqual([true, 1, true]);
  });

  test('returns to its root, or to the page if the root is gone', async () => {
    const root = document.body.appendChild(document.createElement('main'));
    const handle = create({ root });
    page.element!.remove();
    await handle.open();
    expect(page.element!.parentNode).toBe(root);
    root.remove();
    await handle.open();
    expect(page.element!.parentNode).toBe(document.body);
  });

  test('rejects open() if the card isn’t visible', async () => {
    const handle = create();
    await handle.ready();
    page.element!.shadowRoot!.querySelector<HTMLElement>('.card')!.checkVisibility = () => false;
    await expect(handle.open()).rejects.toMatchObject(unseen);
    await vi.waitFor(() => expect(isShown(page.element!)).toBe(false));
    expect(isOpen()).toBe(false);
  });
});

describe('nothing is added', () => {
  test('@2.2 adds nothing with disableAppend until the host places the element', async () => {
    const handle = create({ disableAppend: true });
    expect(elements()).toBe(0);
    await expect(handle.open()).rejects.toMatchObject(unseen);
    const button = document.createElement('wallet-button');
    document.body.append(button);
    button.click();
    await new Promise((wait) => setTimeout(wait, 20));
    expect([elements(), isOpen()]).toEqual([0, false]);
    const placed = place();
    await handle.open();
    expect([elements(), isShown(placed)]).toEqual([1, true]);
  });

  test('@2.1 adds exactly one without disableAppend', () => {
    create();
    expect(elements()).toBe(1);
  });

  const removals = {
    'removed, then destroyed': (modal: Element) => (modal.remove(), handle!.destroy()),
    'destroyed, then removed': (modal: Element) => (handle!.destroy(), modal.remove()),
  };
  for (const [name, end] of Object.entries(removals))
    test(`@2.1 @2.3 forgets a host's embedded element that was ${name}`, async () => {
      const modal = document.createElement('wallet-modal');
      for (const attribute of ['embedded', 'locale', 'theme-mode']) modal.setAttribute(attribute, 'de');
      document.body.append(modal);
      await create().ready();
      end(modal);
      const next = create();
      expect([elements(), next.getOptions().enableEmbedded, next.getOptions().locale]).toEqual([
        1,
        undefined,
        undefined,
      ]);
      await next.open();
      expect(isShown(page.element!)).toBe(true);
    });

  test('@2.1 forgets an element that never had a handle', async () => {
    define();
    const modal = document.createElement('wallet-modal');
    modal.setAttribute('embedded', '');
    document.body.append(modal);
    modal.remove();
    const handle = create();
    expect(elements()).toBe(1);
    await handle.open();
    expect(isShown(page.element!)).toBe(true);
  });
});
