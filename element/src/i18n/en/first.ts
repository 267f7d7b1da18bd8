// The texts of the entry and of its elements, as the catalogue has them; t.ts adds them to the catalogue. The entry has the words a second
// time (entry.ts), so that it need not export them; a test compares the two.

export const first = {
  'connect.title': 'Connect wallet',
  'connect.loading': 'Loading wallets',
  close: 'Close',
  'button.connect': 'Connect wallet',
  'button.connecting': 'Connecting',
  'button.opening': 'Opening',
  'button.network': 'Choose network',
  'button.network.unknown': 'Wrong network',
  'load.failed': "Couldn't load",
  'load.failed.text': 'Check your connection.',
  retry: 'Try again',
  'no_engine.title': 'WebAssembly is off',
} as const;
