// What a host gets wrong in calls (docs/guide/errors.md, "Warnings about mistakes"): it throws on the line that is wrong, rejects, or is
// said once. What the engine says of options, views and networks are its scenarios (host/options.rs, shell/basics.rs, networks/list.rs);
// attributes and properties are in buttons.test.ts, a page that makes many mistakes in e2e/guide/mistakes.e2e.ts.
// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { define } from './register';
import { warnMessage, warnStorage } from './warn';
import { createWalletModal, WalletError, type Options, type WalletModalHandle } from './index';
import { FakeEngine, freshPage } from './testing/engine';

vi.mock('virtual:engine', () => import('./testing/engine'));
vi.mock('virtual:engine-glue', async () => (await import('./testing/engine')).loadGlue());

const options = { projectId: 'p', networks: [{ id: 1337, name: 'Demo' }] };
let handle: WalletModalHandle;
let warnings: string[];

const create = (more: Options = {}) => (handle = createWalletModal({ ...options, ...more }));
/** Calls like a page without types. */
type Loose = Record<string, (...args: unknown[]) => unknown>;
const loose = (of: object) => of as unknown as Loose;

/** Waits until all warnings are in the console. */
const wait = () => new Promise((done) => setTimeout(done, 50));

beforeEach(() => {
  freshPage();
  warnings = [];
  vi.spyOn(console, 'warn').mockImplementation((line: string) => void warnings.push(line));
});
afterEach(() => {
  handle?.destroy();
  document.body.replaceChildren();
});

describe('throws on the line that is wrong', () => {
  const wrong: [string, unknown, string][] = [
    ['no options', undefined, 'createWalletModal needs options: { networks: [...] }'],
    ['a text', 'p', 'createWalletModal needs options: { networks: [...] }'],
    ['no networks', { projectId: 'p' }, 'networks must list at least one network'],
    ['none of them', { networks: [] }, 'networks must list at least one network'],
    [
      'networks that did not come',
      { projectId: 'p', networks: undefined },
      'networks must list at least one',
    ],
    ['null', { projectId: 'p', networks: null }, 'networks must list at least one network'],
    ['one that is in no list', { networks: options.networks[0] }, 'networks must list at least one network'],
    ['a name of one', { networks: 'mainnet' }, 'networks must list at least one network'],
    [
      'only some to read from',
      { networks: [{ id: 1, readOnly: true }] },
      'networks must list at least one network without readOnly',
    ],
    [
      'one twice',
      { networks: [{ id: 1 }, { caipNetworkId: 'eip155:1' }] },
      'networks lists eip155:1 more than once',
    ],
    [
      'a family twice',
      { ...options, adapters: ['solana', { namespace: 'solana' }] },
      'adapters lists solana more than once',
    ],
    [
      'a host without scheme',
      { ...options, services: { data: 'a.b' } },
      'services.data must be an origin, such as https://api.example.com',
    ],
    [
      'both sign-ins',
      { ...options, siwx: {}, siweConfig: {} },
      'Cannot set both `siweConfig` and `siwx` options',
    ],
  ];
  test.each(wrong)('createWalletModal, %s', (_what, given, message) => {
    expect(() => loose({ createWalletModal }).createWalletModal!(given)).toThrow(message);
    expect(document.querySelector('wallet-modal')).toBeNull();
  });

  test('merges a second call, and warns once', async () => {
    const merged =
      'createWalletModal() was called more than once. The new options were merged into the existing modal. See node_modules/wallet-modal/docs/guide/errors.md#options_merged';
    create();
    for (let i = 0; i < 2; i++) expect(createWalletModal({ ...options, locale: 'de' })).toBe(handle);
    await vi.waitFor(() => expect(warnings).not.toEqual([]));
    await wait();
    expect(warnings).toEqual([`[wallet-modal] ${merged}`]);
    expect(handle.getOptions()).toMatchObject({ locale: 'de' });
  });

  test('leaves unusual lists, objects and networks to the engine', () => {
    const bent = { adapters: 'eip155', services: 'https://a.b', networks: [null, {}, {}, 5, { id: 1 }] };
    expect(() => create(bent as never)).not.toThrow();
    expect(() => createWalletModal({ ...options, adapters: [null, null] as never })).not.toThrow();
  });

  test('rejects another project while one is running', () => {
    create();
    expect(() => createWalletModal({ ...options, projectId: 'q' })).toThrow(
      /^wallet-modal is already running with another projectId. Call destroy\(\)/,
    );
  });

  test('rejects an invalid listener and an invalid connector', () => {
    create();
    const provider = handle.getProvider('eip155');
    for (const [call, of] of [
      ['subscribeAccount', handle],
      ['subscribeEvents', handle],
      ['addConnector', handle],
    ] as const)
      expect(() => loose(of)[call]!({}), call).toThrow(TypeError);
    expect(() => loose(provider).on!('connect', 'x')).toThrow('A listener must be a function');
    const own = { id: 'x', name: 'X', provider: { request: async () => null } };
    for (const one of [null, {}, { ...own, id: '' }, { ...own, name: undefined }, { ...own, provider: {} }])
      expect(() => handle.addConnector(one as never)).toThrow('A connector must have id, name and provider');
    for (const chain of ['solana', 'evm'])
      expect(() => handle.addConnector({ ...own, chain } as never)).toThrow(
        `A connector's chain must be eip155, not ${chain}`,
      );
  });
});

describe('rejects, and says what it needs', () => {
  test.each([
    ['nothing', undefined],
    ['an empty object', {}],
    ['a name that is nearly right', { connectorID: 'fox' }],
    ['the press of a button', new MouseEvent('click')],
  ])('rejects connect() of %s', async (_what, given) => {
    create();
    const promise = loose(handle).connect!(given) as Promise<unknown>;
    const error = await promise.then(() => null).catch((reason: WalletError) => reason);
    expect(error).toBeInstanceOf(WalletError);
    expect(error).toMatchObject({
      code: -32602,
      message: 'connect() needs a connectorId, walletId, provider or email; open() shows the list',
    });
    expect(error!.cause).toBeInstanceOf(TypeError);
    await handle.ready();
    expect(FakeEngine.last.commands).toEqual([]);
  });
});

describe('warnings', () => {
  const guide = (name: string) => `See node_modules/wallet-modal/docs/guide/errors.md#${name}`;
  const families = 'unknown namespace. Use eip155, solana, bip122, polkadot or cosmos.';
  const cases: [string, (handle: WalletModalHandle) => unknown, string][] = [
    [
      'getProvider of no family',
      (h) => loose(h).getProvider!(),
      `getProvider(undefined) was ignored: ${families} ${guide('unknown_namespace')}`,
    ],
    [
      'getProvider of one that there is not',
      (h) => loose(h).getProvider!('evm'),
      `getProvider("evm") was ignored: ${families} ${guide('unknown_namespace')}`,
    ],
    ...['getAccount', 'getNetwork', 'getNetworks', 'getConnections', 'getConnectors'].map(
      (name): [string, (handle: WalletModalHandle) => unknown, string] => [
        `${name} of a chain instead of a family`,
        (h) => loose(h)[name]!('eip155:1'),
        `${name}("eip155:1") was ignored: ${families} ${guide('unknown_namespace')}`,
      ],
    ),
    ...['accountChanged', 'networkChanged', 'chainIdChanged', 'connected'].map(
      (name): [string, (handle: WalletModalHandle) => unknown, string] => [
        `on("${name}") of a provider`,
        (h) => h.getProvider('eip155').on(name as 'connect', () => {}),
        `provider.on("${name}") never fires. Supported events: accountsChanged, chainChanged, connect, disconnect. ${guide('unknown_event')}`,
      ],
    ),
    ...['connect', 'wallet-connected', 'wallet-accountChange'].map(
      (name): [string, (handle: WalletModalHandle) => unknown, string] => [
        `"${name}" on the handle`,
        (h) => h.addEventListener(name, () => {}),
        `addEventListener("${name}") never fires. Event names start with wallet-, for example wallet-connect. ${guide('unknown_event')}`,
      ],
    ),
    [
      'open() of a text',
      (h) => h.open('Account' as never).catch(() => {}),
      `open("Account") was ignored. Pass an object, such as { view: 'Account' }. ${guide('invalid_call')}`,
    ],
  ];
  test.each(cases)('%s', async (_what, call, line) => {
    create();
    const alerts: { detail: string; kind: string }[] = [];
    handle.addEventListener('wallet-alert', ({ detail }) => alerts.push(detail));
    for (let i = 0; i < 2; i++) expect(() => call(handle)).not.toThrow();
    await vi.waitFor(() => expect(warnings).not.toEqual([]));
    await wait();
    expect(warnings).toEqual([`[wallet-modal] ${line}`]);
    expect(alerts.map(({ kind }) => kind)).toEqual(['warning']);
    expect(line.startsWith(alerts[0]!.detail)).toBe(true);
  });

  const twice: [string, () => unknown, string][] = [
    [
      'a second element',
      () => document.body.append(document.createElement('wallet-modal')),
      `More than one <wallet-modal> is on the page. Only one is active. Remove the others. ${guide('element_twice')}`,
    ],
    [
      'our files by another address',
      () => {
        const theirs = vi.spyOn(customElements, 'get').mockReturnValue(class extends HTMLElement {});
        define();
        theirs.mockRestore();
      },
      `wallet-modal is loaded twice. Load one version from one URL, without a ?query string. ${guide('loaded_twice')}`,
    ],
    [
      'a text without its arguments (data/own-texts.ts finds it)',
      () => warnMessage('connecting.confirm', 'Confirm in {wallet}'),
      `messages["connecting.confirm"] was ignored: it must be a string that contains {wallet}. ${guide('invalid_message')}`,
    ],
    [
      'a storage that fails (engine/own-storage.ts finds it)',
      () => warnStorage('get', 'no disk'),
      `storage.get() failed, so the connection won't survive a reload: no disk. ${guide('storage_failed')}`,
    ],
  ];
  test.each(twice)('%s', async (_what, call, line) => {
    create();
    for (let i = 0; i < 2; i++) call();
    await vi.waitFor(() => expect(warnings).not.toEqual([]));
    await wait();
    expect(warnings).toEqual([`[wallet-modal] ${line}`]);
  });

  test('opens nothing for an open() of text on the element', async () => {
    await create().ready();
    const element = document.querySelector('wallet-modal') as unknown as Loose;
    for (const value of ['Networks', ['Networks']])
      await expect(element.open!(value)).rejects.toMatchObject({ name: 'WalletError', code: -32602 });
    await vi.waitFor(() => expect(warnings).toHaveLength(1));
    expect(warnings[0]).toContain('open("Networks") was ignored');
    expect(FakeEngine.last.commands).toEqual([]);
    expect(document.querySelector('wallet-modal')!.shadowRoot!.querySelector('dialog')!.open).toBe(false);
  });

  test('rejects every promise after destroy(), while getters return empty state', async () => {
    create().destroy();
    const own = { id: 'x', name: 'X', provider: { request: async () => null } };
    for (let i = 0; i < 2; i++) handle.addConnector(own as never);
    await vi.waitFor(() => expect(warnings).toHaveLength(1));
    expect(warnings[0]).toMatch(
      /addConnector\(\) was ignored because this modal was destroyed\. Call createWalletModal\(\)/,
    );
    await expect(handle.open()).rejects.toMatchObject({ code: 4001, message: 'Request was aborted' });
    expect([handle.getAccount().status, handle.isOpen()]).toEqual(['disconnected', false]);
  });

  test('warns of no correct call, and of no event a library may listen to', async () => {
    create({ storage: 'memory', messages: undefined, mobileFullScreen: false });
    await handle.ready();
    for (const name of [
      'connect',
      'disconnect',
      'accountsChanged',
      'chainChanged',
      'message',
      'error',
      'data',
    ])
      handle.getProvider('eip155').on(name as 'connect', () => {});
    const source = readFileSync('element/src/events.ts', 'utf8');
    const names = [...source.matchAll(/^ {2}'(wallet-[\w-]+)': /gm)].map(([, name]) => name!);
    expect(names.length).toBeGreaterThan(20);
    for (const name of new Set(names)) handle.addEventListener(name, () => {});
    handle.subscribeEvents(() => {})();
    for (const family of [undefined, null, 'eip155', 'solana', 'bip122', 'polkadot', 'cosmos'])
      for (const name of ['getAccount', 'getNetworks', 'getConnections', 'getConnectors', 'getNetwork'])
        loose(handle)[name]!(family);
    for (const promise of [handle.connect({ walletId: 'fox' }), handle.disconnect()]) promise.catch(() => {});
    await wait();
    expect(warnings).toEqual([]);
  });
});
