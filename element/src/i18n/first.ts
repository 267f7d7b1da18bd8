// The few texts the entry paints before the catalogue is there (views.md section 1). en.ts carries them on.

export const first = {
  'connect.title': 'Connect Wallet',
  close: 'Close',
  'button.connect': 'Connect wallet',
  'button.connecting': 'Connecting',
  'load.failed': 'Could not load',
  'load.failed.text': 'Check your connection, then try again.',
  retry: 'Try again',
} as const;
