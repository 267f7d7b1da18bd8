// A developer who follows the guide and mistypes: the console shows each mistake once, with the valid names and the page to read
// (docs/guide/events-and-errors.md, "Warnings about mistakes").
import { call, create } from '../support/modal';
import { expect, test } from '../support/test';

interface Provider {
  on(name: string, listener: () => void): void;
}

test('options, calls, attributes and properties that are mistyped are each said once, with what there is and where to read', async ({
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
  const options = '(docs/guide/options.md)';
  const networks = 'eip155:1337, eip155:1338, eip155:1339';
  const families =
    'reads nothing: there is no such family, but eip155, solana, bip122, polkadot, cosmos (docs/guide/events-and-errors.md)';
  const expected = [
    `warning: [wallet-modal] Invalid option: the option featurs is not known: did you mean features? ${options}`,
    `warning: [wallet-modal] Invalid option: features.swap is not known: did you mean swaps? ${options}`,
    `warning: [wallet-modal] Invalid option: features.socials: gogle is not one of google, x, farcaster, discord, apple, github, facebook ${options}`,
    `warning: [wallet-modal] Invalid option: themeMode must be light, dark or system ${options}`,
    `warning: [wallet-modal] Invalid option: defaultNetwork must be one of networks, or its CAIP-2 id: ${networks} ${options}`,
    `error: [wallet-modal] Network Not Found: The network eip155:5 is not configured: include it in the networks array, which has ${networks} ${options}`,
    expect.stringMatching(
      /^error: \[wallet-modal\] Invalid call: open: .*Foo.*There are Connect, .*\(docs\/calls\.md\)$/,
    ),
    'warning: [wallet-modal] Invalid call: open: there is no veiw, but view, uri, namespace, arguments (docs/calls.md)',
    'warning: [wallet-modal] Invalid call: open: the view Send needs an account, and none is connected: Connect is shown (docs/calls.md)',
    `warning: [wallet-modal] open("Account") shows nothing: it takes an object, as { view: 'Account' } (docs/guide/events-and-errors.md)`,
    'warning: [wallet-modal] open("Networks") shows nothing: it takes an object, as { view: \'Account\' } (docs/guide/events-and-errors.md)',
    `warning: [wallet-modal] getProvider("evm") ${families}`,
    `warning: [wallet-modal] getAccount("eip155:1337") ${families}`,
    'warning: [wallet-modal] on("accountChanged") hears nothing: a provider emits accountsChanged, chainChanged, connect, disconnect (docs/guide/libraries.md)',
    'warning: [wallet-modal] messages["connect.titel"] is no text of ours: messages.json has them all (docs/guide/messages.md)',
    'warning: [wallet-modal] <wallet-button size="xl"> must be s or m (docs/guide/quickstart.md)',
    `warning: [wallet-modal] <wallet-button projectid> is written project-id ${options}`,
    `warning: [wallet-modal] <wallet-button networks> says nothing: networks is no attribute, but an option of createWalletModal, or of the property options ${options}`,
  ];
  await expect.poll(() => said.length).toBeGreaterThanOrEqual(expected.length);
  for (const line of expected) expect(said).toContainEqual(line);
  expect(said, 'each once, and nothing else').toHaveLength(expected.length);
});
