// The three buttons with an engine behind them (docs/spec/views.md section 3, docs/spec/public-api.md section 2).
// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createWalletModal, type WalletModalHandle } from './index';
import { FakeEngine, freshPage } from './testing/engine';
import { ADDRESS, badge, row, snapshots, unknownBadge } from './testing/snapshots';
import type { WalletButton } from './wallet-button';

vi.mock('virtual:engine', () => import('./testing/engine'));
vi.mock('virtual:engine-glue', async () => (await import('./testing/engine')).loadGlue());

let handle: WalletModalHandle;

const put = (tag: string, attributes: Record<string, string> = {}) => {
  const element = document.createElement(tag) as WalletButton;
  for (const name of Object.keys(attributes)) element.setAttribute(name, attributes[name]!);
  document.body.append(element);
  return element;
};
const inner = (element: HTMLElement) => element.shadowRoot!.querySelector('button')!;
/** the visible text */
const words = (element: HTMLElement) =>
  inner(element).querySelector('.account')?.textContent ??
  inner(element).querySelector('slot:not([name])')!.textContent;
/** the first opening loads the views */
const soon = (look: () => void) => vi.waitFor(look, 5_000);
const account = (more: object) => FakeEngine.last.set('account', more);
const nobody = { address: null, caipAddress: null, short: null, status: 'disconnected' } as const;
const router = () => FakeEngine.last.commands.filter(({ type }) => /^(router|connect)/.test(type));

beforeEach(async () => {
  freshPage();
  handle = createWalletModal({ projectId: 'p', networks: [{ id: 1337, name: 'Demo' }] });
});
afterEach(() => {
  handle.destroy();
  document.body.replaceChildren();
  vi.useRealTimers();
});

describe('mistyped', () => {
  test('names an invalid attribute once with its valid values, and not a valid one', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const bad = { size: 'xl', balance: 'no', 'chars-start': 'four', for: 'nobody', 'account-status': 'x' };
    put('wallet-button', bad);
    put('wallet-button', bad);
    put('wallet-button', { size: 's', balance: 'hide', 'chars-start': '6', namespace: 'eip155' });
    await handle.ready();
    const warnings = () => warn.mock.calls.map(([line]) => String(line));
    await soon(() => expect(warnings()).toHaveLength(5));
    expect(warnings()[0]).toBe(
      '[wallet-modal] <wallet-button size="xl"> must be s or m. See node_modules/wallet-modal/docs/guide/errors.md#invalid_attribute',
    );
    expect(warnings()[4]).toContain('for="nobody">: no element has this id');
    warn.mockRestore();
  });

  test('warns of options as attributes, wrong letter case and unknown namespaces only', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    put('wallet-button', { projectid: 'p', features: '{}', namespace: 'evm', 'v-cloak': '', theme: 'x' });
    put('wallet-button', {
      _ngcontent: '',
      'wire:id': 'x',
      title: 'Connect',
      'data-networks': '1',
      name: 'x',
    });
    document.querySelector('wallet-modal')!.setAttribute('theme', 'dark');
    await handle.ready();
    const warnings = () => warn.mock.calls.map(([line]) => String(line));
    await soon(() => expect(warnings()).toHaveLength(4));
    expect(warnings()).toEqual([
      '[wallet-modal] Unknown attribute "theme" on <wallet-modal>. Did you mean "theme-mode"? See node_modules/wallet-modal/docs/guide/errors.md#invalid_attribute',
      '[wallet-modal] <wallet-button namespace="evm"> must be eip155, solana, bip122, polkadot or cosmos. See node_modules/wallet-modal/docs/guide/errors.md#invalid_attribute',
      '[wallet-modal] Unknown attribute "projectid" on <wallet-button>. Did you mean "project-id"? See node_modules/wallet-modal/docs/guide/errors.md#invalid_attribute',
      '[wallet-modal] Attribute "features" on <wallet-button> has no effect. Set features in createWalletModal(options) or on the element\'s options property. See node_modules/wallet-modal/docs/guide/errors.md#invalid_attribute',
    ]);
    warn.mockRestore();
  });

  test('warns of unknown modal properties and of an open() with an unknown view', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    Object.assign(document.querySelector('wallet-modal')!, { networks: [], __framework: 1 });
    await expect(handle.open('Account' as never)).rejects.toMatchObject({ code: -32602 });
    await handle.ready();
    const warnings = () => warn.mock.calls.map(([line]) => String(line));
    await soon(() => expect(warnings()).toHaveLength(2));
    expect(warnings()[0]).toBe(
      `[wallet-modal] open("Account") was ignored. Pass an object, such as { view: 'Account' }. See node_modules/wallet-modal/docs/guide/errors.md#invalid_call`,
    );
    expect(warnings()[1]).toContain('Attribute "networks" on <wallet-modal> has no effect');
    warn.mockRestore();
  });
});

describe('before the engine', () => {
  test('draws the connect and network buttons, and hides the account button', () => {
    const [connect, network, mine] = ['wallet-button', 'wallet-network-button', 'wallet-account-button'].map(
      (tag) => put(tag),
    );
    expect([words(connect!), words(network!), inner(mine!).hidden]).toEqual([
      'Connect wallet',
      'Choose network',
      true,
    ]);
    expect([connect!, network!, mine!].map((one) => inner(one).dataset.testid)).toEqual([
      'connect-button',
      'w3m-network-button',
      'account-button',
    ]);
  });

  test('puts the namespace into the test ID', () => {
    const tags = ['wallet-button', 'wallet-account-button'];
    expect(tags.map((tag) => inner(put(tag, { namespace: 'eip155' })).dataset.testid)).toEqual([
      'connect-button-eip155',
      'account-button-eip155',
    ]);
  });
});

test('says "Opening" while the modal loads and "Connecting" while a wallet is asked', async () => {
  const button = put('wallet-button');
  button.click();
  expect(words(button)).toBe('Opening');
  await soon(() => expect(router()).toHaveLength(1));
  account(nobody);
  FakeEngine.last.set('state', { connecting: true });
  expect(words(button)).toBe('Connecting');
  FakeEngine.last.set('state', { connecting: false });
  await soon(() => expect(words(button)).toBe('Connect wallet'));
  button.loadingLabel = 'Wait';
  FakeEngine.last.set('state', { connecting: true });
  expect(words(button)).toBe('Wait');
});

describe('attributes', () => {
  test('mirrors attributes as camelCase properties in both directions', () => {
    const button = put('wallet-button', { 'chars-start': '6', disabled: '' });
    expect([button.charsStart, button.disabled, button.label]).toEqual(['6', true, null]);
    button.label = 'Sign in';
    button.disabled = false;
    button.loadingLabel = 'Wait';
    expect([words(button), inner(button).disabled, button.getAttribute('loading-label')]).toEqual([
      'Sign in',
      false,
      'Wait',
    ]);
    button.label = null;
    expect([words(button), button.hasAttribute('label')]).toEqual(['Connect wallet', false]);
  });

  test('sets the modal’s options by property, and keeps its methods', async () => {
    const modal = document.querySelector('wallet-modal')! as unknown as HTMLElement & Record<string, unknown>;
    modal.locale = 'de';
    modal.themeMode = 'dark';
    modal.debug = true;
    expect(handle.getOptions()).toMatchObject({ locale: 'de', themeMode: 'dark', debug: true });
    modal.debug = false;
    expect([handle.getOptions().debug, modal.projectId]).toEqual([undefined, null]);
    expect(typeof modal.open).toBe('function');
  });

  test('keeps properties that were set before the class was defined', () => {
    const button = document.createElement('wallet-button') as WalletButton;
    // Like an element from before define(): own properties shadow the accessors.
    Object.defineProperty(button, 'label', {
      value: 'Early',
      configurable: true,
      writable: true,
      enumerable: true,
    });
    document.body.append(button);
    expect([button.getAttribute('label'), Object.hasOwn(button, 'label'), words(button)]).toEqual([
      'Early',
      false,
      'Early',
    ]);
  });
});

describe('with an account', () => {
  beforeEach(() => handle.ready());

  test('draws 100 buttons once per visible change and not for hidden ones', async () => {
    vi.useFakeTimers();
    const { running } = await import('./page').then(({ page }) => page);
    const draw = vi.spyOn(running!, 'drawButton');
    const buttons = Array.from({ length: 100 }, () => put('wallet-button'));
    const draws = (change: () => void) => {
      draw.mockClear();
      change();
      return draw.mock.calls.length;
    };
    expect(draws(() => account({ name: 'a.eth' }))).toBe(100);
    expect(draws(() => account({ name: 'a.eth' }))).toBe(0);
    expect(draws(() => FakeEngine.last.set('connect', {}))).toBe(0);
    expect(draws(() => FakeEngine.last.set('router', { depth: 7 }))).toBe(0);
    const loading = { phase: 'loading', amount: null, symbol: null, retryAt: null } as const;
    expect(draws(() => account({ balance: loading }))).toBe(100);
    // one pass for all
    expect(draws(() => vi.advanceTimersByTime(2_000))).toBe(100);
    expect(buttons.map((button) => button.shadowRoot!.querySelector('.wait'))).toEqual(Array(100).fill(null));
  });

  test('shows balance, avatar and name or address, and hides what host or user asks', () => {
    const button = put('wallet-account-button');
    expect([words(button), inner(button).hidden]).toEqual(['1.234 ETH0x70…dc79C8', false]);
    expect(button.shadowRoot!.querySelector('.avatar')!.tagName).toBe('SPAN');
    account({ name: 'vitalik.eth', image: 'blob:face' });
    expect(words(button)).toBe('1.234 ETHvitalik.eth');
    expect(button.shadowRoot!.querySelector<HTMLImageElement>('img.avatar')!.src).toBe('blob:face');
    account({ hidden: true });
    expect(words(button)).toBe('vitalik.eth');
    account({ hidden: false });
    button.balance = 'hide';
    expect(words(button)).toBe('vitalik.eth');
  });

  test('shows as many address characters as the host asks for', () => {
    const button = put('wallet-button', { 'chars-start': '6', 'chars-end': '4', balance: 'hide' });
    expect(words(button)).toBe('0x7099…79C8');
    button.charsEnd = null;
    expect(words(button)).toBe('0x7099…dc79C8');
  });

  test('@10.48 shows the account as an avatar or as text, and keeps the full label for screen readers', () => {
    const button = put('wallet-button', { 'account-status': 'avatar', balance: 'hide' });
    const root = button.shadowRoot!;
    const parts = () => [!!root.querySelector('.avatar'), root.querySelector('bdi')!.className];
    expect([parts(), words(button)]).toEqual([[true, 'unseen'], '0x70…dc79C8']);
    button.accountStatus = 'address';
    expect([parts(), words(button)]).toEqual([[false, ''], '0x70…dc79C8']);
    button.accountStatus = null;
    expect(parts()).toEqual([true, '']);
  });

  test('keeps an unknown balance’s place for two seconds, then leaves it out', () => {
    vi.useFakeTimers();
    const loading = { phase: 'loading', amount: '', symbol: 'ETH', retryAt: null } as const;
    account({ balance: loading });
    const button = put('wallet-account-button');
    const waits = () => !!button.shadowRoot!.querySelector('.wait');
    expect([waits(), words(button)]).toEqual([true, '0x70…dc79C8']);
    account({ label: 'drawn again' });
    vi.advanceTimersByTime(1_999);
    expect(waits()).toBe(true);
    vi.advanceTimersByTime(1);
    expect(waits()).toBe(false);
    account({ balance: { ...loading, phase: 'ready', amount: '2.000' } });
    expect(words(button)).toBe('2.000 ETH0x70…dc79C8');
    // Another account has its own two seconds.
    account({ balance: loading, address: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC' });
    expect(waits()).toBe(true);
  });

  test('keeps the same picture element if the state didn’t change', () => {
    account({ image: 'blob:face' });
    const button = put('wallet-account-button');
    const picture = button.shadowRoot!.querySelector('img');
    account({ image: 'blob:face', label: 'drawn again' });
    expect(button.shadowRoot!.querySelector('img')).toBe(picture);
  });

  test('never draws the network button narrower than its label was', () => {
    const measured = vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(176);
    const width = (name: string) => inner(put(name)).style.getPropertyValue('min-inline-size');
    expect([width('wallet-network-button'), width('wallet-account-button')]).toEqual(['176px', '']);
    measured.mockRestore();
  });

  test('says "Wrong network" for a network that isn’t configured', () => {
    account({ network: unknownBadge });
    const button = put('wallet-account-button');
    const warning = button.shadowRoot!.querySelector('[data-testid=wui-account-button-unsupported-chain]')!;
    expect([words(button), warning.className]).toEqual(['Wrong network', 'words unsupported']);
  });

  test('shows the last address dimmed while reconnecting', () => {
    const button = put('wallet-account-button');
    for (const status of ['connecting', 'reconnecting'] as const) {
      account({ status });
      expect([words(button), inner(button).hasAttribute('data-dim')]).toEqual(['1.234 ETH0x70…dc79C8', true]);
    }
    account({ status: 'connected' });
    expect(inner(button).hasAttribute('data-dim')).toBe(false);
  });

  test('hides the account button without an account in its namespace', () => {
    const [mine, other, connect] = [
      put('wallet-account-button'),
      put('wallet-account-button', { namespace: 'solana' }),
      put('wallet-button', { namespace: 'solana' }),
    ];
    expect([inner(mine).hidden, inner(other).hidden, words(connect)]).toEqual([
      false,
      true,
      'Connect wallet',
    ]);
    account(nobody);
    expect([inner(mine).hidden, words(mine)]).toEqual([true, '']);
  });

  test('shows an account of an inactive namespace by its address', () => {
    const solana = {
      ...snapshots().accounts.list[0],
      namespace: 'solana',
      address: 'So11111111111111111111111111111111111111112',
    };
    FakeEngine.last.set('accounts', {
      list: [{ ...solana, status: 'connected', profileName: null, profileImage: null } as never],
    });
    expect(words(put('wallet-account-button', { namespace: 'solana' }))).toBe('So11…111112');
  });
});

describe('<wallet-network-button>', () => {
  beforeEach(() => handle.ready());

  test('shows icon and name, "Wrong network" if unconfigured, and else its label', () => {
    const button = put('wallet-network-button', { label: 'Network' });
    expect(words(button)).toBe('Demo chain');
    FakeEngine.last.set('router', { network: { ...badge, icon: 'blob:icon' } });
    expect(button.shadowRoot!.querySelector<HTMLImageElement>('img')!.src).toBe('blob:icon');
    FakeEngine.last.set('router', { network: unknownBadge });
    expect([words(button), button.shadowRoot!.querySelector('.unsupported')!.textContent]).toEqual([
      'Wrong network',
      'Wrong network',
    ]);
    FakeEngine.last.set('router', { network: { ...badge, caipNetworkId: null } });
    expect(words(button)).toBe('Network');
  });

  test('opens Networks, or the default view on a network that isn’t configured', async () => {
    const button = put('wallet-network-button');
    button.click();
    await soon(() =>
      expect(router()).toEqual([{ type: 'router.open', view: 'Networks', namespace: undefined }]),
    );
    FakeEngine.last.commands.length = 0;
    FakeEngine.last.set('router', { network: unknownBadge });
    button.click();
    await soon(() => expect(router()).toEqual([{ type: 'router.open', namespace: undefined }]));
    FakeEngine.last.commands.length = 0;
    account(nobody);
    button.click();
    await soon(() => expect(router()).toMatchObject([{ view: 'Networks' }]));
  });

  test('is never busy while reconnecting', () => {
    const button = put('wallet-network-button');
    account({ status: 'reconnecting' });
    expect(
      inner(button).getAttribute('aria-busy') ?? (inner(button) as unknown as { ariaBusy: string }).ariaBusy,
    ).toBe('false');
  });
});

describe('pressing', () => {
  beforeEach(() => handle.ready());

  test('opens its wallet directly, by ID or rdns', async () => {
    account(nobody);
    for (const wallet of ['harbor', 'COM.harbor']) {
      FakeEngine.last.commands.length = 0;
      const button = put('wallet-button', { wallet, namespace: 'eip155' });
      button.click();
      await soon(() =>
        expect(router()).toEqual([
          { type: 'router.open', namespace: 'eip155' },
          { type: 'connect.select', id: 'harbor' },
        ]),
      );
    }
  });

  test('opens the list if its wallet is missing, or the account when connected', async () => {
    account(nobody);
    put('wallet-button', { wallet: 'nobody' }).click();
    await soon(() => expect(router()).toHaveLength(1));
    FakeEngine.last.set('connect', { rows: [row('fox', 'Fox')] });
    account({ address: ADDRESS });
    FakeEngine.last.commands.length = 0;
    put('wallet-button', { wallet: 'fox' }).click();
    await soon(() => expect(router()).toEqual([{ type: 'router.open', namespace: undefined }]));
    await new Promise((wait) => setTimeout(wait, 5));
    expect(router()).toHaveLength(1);
  });

  test('@10.41 selects a directory wallet that isn’t on the list by its ID', async () => {
    account(nobody);
    const id = '1ae92b26df02f0abca6304df07debccd18262fdf5fe82daa81593582dac9a369';
    put('wallet-button', { wallet: id }).click();
    await soon(() =>
      expect(router()).toEqual([
        { type: 'router.open', namespace: undefined },
        { type: 'connect.select', id },
      ]),
    );
  });

  test('does nothing while disabled', async () => {
    put('wallet-button', { disabled: '' }).click();
    await new Promise((wait) => setTimeout(wait, 5));
    expect(router()).toEqual([]);
  });
});

describe('a button for one wallet', () => {
  const nova = row('nova', 'Nova', { rdns: 'io.nova' });
  test.each([
    ['one claims it', [nova], true],
    ['its rdns has capitals', [{ ...nova, rdns: 'IO.Nova' }], true],
    ['two claim the rdns', [nova, row('nova2', 'Nova', { rdns: 'io.nova' })], false],
    ['one has the id, another the rdns', [row('io.nova', 'Host', { rdns: null }), nova], false],
    ['two claim the rdns in other letters', [nova, row('nova2', 'Nova', { rdns: 'IO.NOVA' })], false],
    ['it is marked', [{ ...nova, conflict: true }], false],
  ])('%s @10.33', async (_, rows, isAsked) => {
    const button = put('wallet-button', { wallet: 'io.nova' });
    await handle.ready();
    account(nobody);
    FakeEngine.last.set('connect', { rows });
    FakeEngine.last.commands.length = 0;
    button.click();
    await soon(() => expect(router()).toHaveLength(isAsked ? 2 : 1));
    await handle.open();
    const selections = router().filter(({ type }) => type == 'connect.select');
    expect(selections).toEqual(isAsked ? [{ type: 'connect.select', id: 'nova' }] : []);
  });

  test.each([
    [
      'one more that announces itself with the opening is a claimant too',
      [nova, { ...nova, id: 'nova2' }],
      false,
    ],
    ['as before, the one that is there is asked', [nova], true],
  ])('%s @10.33', async (_, rows, isAsked) => {
    const button = put('wallet-button', { wallet: 'io.nova' });
    await handle.ready();
    account(nobody);
    const engine = FakeEngine.last;
    const dispatch = engine.dispatch.bind(engine);
    engine.set('connect', { rows: [nova] });
    engine.commands.length = 0;
    engine.dispatch = (command) => {
      if (command.type == 'router.open') engine.set('connect', { rows });
      return dispatch(command);
    };
    button.click();
    await soon(() => expect(router()).toHaveLength(isAsked ? 2 : 1));
    await handle.open();
    expect(router().filter(({ type }) => type == 'connect.select')).toHaveLength(isAsked ? 1 : 0);
  });
});
