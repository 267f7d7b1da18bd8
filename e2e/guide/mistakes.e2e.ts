// A developer who follows the guide and mistypes: the console shows each mistake once, with the valid names and the page to read
// (docs/guide/errors.md, "Warnings about mistakes").
import { call, create } from '../support/modal';
import { expect, test } from '../support/test';

interface Provider {
  on(name: string, listener: () => void): void;
}

test('warns once about each mistyped option, call, attribute and property, with the valid names and the page to read', async ({
  page,
}) => {
  const said: string[] = [];
  page.on('console', (message) => {
    if (message.text().startsWith('[wallet-modal]')) said.push(`${message.type()}: ${message.text()}`);
  });
  await page.goto('/?noauto&nowallet');
  await page.evaluate(() => {
    const button = document.createElement('wallet-button');
    for (const [name, value] of [
      ['size', 'xl'],
      ['projectid', 'demo'],
      ['networks', '[object Object]'],
      ['data-testid', 'mine'],
    ])
      button.setAttribute(name!, value!);
    document.querySelector('main')!.append(button);
  });
  await create(page, {
    featurs: { email: false },
    features: { socials: ['gogle'], swap: false },
    themeMode: 'Dark',
    defaultNetwork: 'mainnet',
    messages: { 'connect.titel': 'Hallo' },
    debug: false,
    remoteConfig: false,
  });
  for (let i = 0; i < 2; i++) {
    await call(page, 'open', { view: 'Foo' });
    await call(page, 'open', 'Account');
    await call(page, 'open', { veiw: 'Account' });
    await call(page, 'open', { view: 'Send' });
    await call(page, 'close');
    await call(page, 'switchNetwork', 'eip155:5');
    await call(page, 'getProvider', 'evm');
    await call(page, 'getAccount', 'eip155:1337');
    // Whoever calls these has a promise that says it.
    for (const [code, method, ...given] of [
      [-32602, 'connect', { connectorID: 'x' }],
      [-32602, 'connect', { connectorId: 'x', namespace: 'evm' }],
      [-32602, 'disconnect', 'evm'],
      ['unknown_name', 'redirect', 'Foo'],
      [-32602, 'replace', 5],
      [-32602, 'setThemeMode', 'Dark'],
      [-32602, 'removeNetwork', 'eip155', 1337],
    ] as const)
      expect([method, await call(page, method, ...given)]).toMatchObject([method, { rejected: true, code }]);
    expect(await call(page, 'disconnect'), 'nobody is connected').toBeUndefined();
    await page.evaluate(async () => {
      const { walletModal } = window as unknown as { walletModal: { getProvider(of: string): Provider } };
      walletModal.getProvider('eip155').on('accountChanged', () => {});
      const element = document.querySelector('wallet-modal') as unknown as {
        open(view: string): Promise<void>;
      };
      await element.open('Networks').catch(() => {});
    });
  }
  const see = (code: string) => `See node_modules/wallet-modal/docs/guide/errors.md#${code}`;
  const networks = 'eip155:1337, eip155:1338, eip155:1339';
  const namespaces = `was ignored: unknown namespace. Use eip155, solana, bip122, polkadot or cosmos. ${see('unknown_namespace')}`;
  const open = `was ignored. Pass an object, such as { view: 'Account' }. ${see('invalid_call')}`;
  const expected = [
    `warning: [wallet-modal] Invalid option: Unknown option featurs. Did you mean features? ${see('invalid_option')}`,
    `warning: [wallet-modal] Invalid option: Unknown option features.swap. Did you mean swaps? ${see('invalid_option')}`,
    `warning: [wallet-modal] Invalid option: Ignoring gogle in features.socials. Use google, x, farcaster, discord, apple, github, facebook. ${see('invalid_option')}`,
    `warning: [wallet-modal] Invalid option: themeMode must be light, dark or system. ${see('invalid_option')}`,
    `warning: [wallet-modal] Invalid option: defaultNetwork must be an entry of networks or its CAIP-2 ID: ${networks}. ${see('invalid_option')}`,
    `error: [wallet-modal] Network Not Found: Network eip155:5 isn't configured. Add it to the networks array, which has ${networks}. ${see('network_not_found')}`,
    expect.stringMatching(
      /^error: \[wallet-modal\] Invalid call: open: .*Foo.*Use Connect, .*errors\.md#invalid_call$/,
    ),
    `warning: [wallet-modal] Invalid call: open: unknown field veiw. Supported: view, uri, namespace, arguments. ${see('invalid_call')}`,
    `warning: [wallet-modal] Invalid call: open: view Send needs a connected account. Showing Connect instead. ${see('invalid_call')}`,
    `warning: [wallet-modal] open("Account") ${open}`,
    `warning: [wallet-modal] open("Networks") ${open}`,
    `warning: [wallet-modal] getProvider("evm") ${namespaces}`,
    `warning: [wallet-modal] getAccount("eip155:1337") ${namespaces}`,
    `warning: [wallet-modal] provider.on("accountChanged") never fires. Supported events: accountsChanged, chainChanged, connect, disconnect. ${see('unknown_event')}`,
    `warning: [wallet-modal] messages["connect.titel"] was ignored: unknown key. See messages.json for all keys. ${see('invalid_message')}`,
    `warning: [wallet-modal] <wallet-button size="xl"> must be s or m. ${see('invalid_attribute')}`,
    `warning: [wallet-modal] Unknown attribute "projectid" on <wallet-button>. Did you mean "project-id"? ${see('invalid_attribute')}`,
    `warning: [wallet-modal] Attribute "networks" on <wallet-button> has no effect. Set networks in createWalletModal(options) or on the element's options property. ${see('invalid_attribute')}`,
  ];
  await expect.poll(() => said.length).toBeGreaterThanOrEqual(expected.length);
  for (const line of expected) expect(said).toContainEqual(line);
  expect(said, 'each once, and nothing else').toHaveLength(expected.length);
});
