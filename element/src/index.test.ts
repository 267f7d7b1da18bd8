// The package on a server: no DOM at all.
// @vitest-environment node
import { expect, test } from 'vitest';

test('@10.29 importing and defining on a server does nothing and does not throw', async () => {
  expect(typeof HTMLElement).toBe('undefined');
  const api = await import('./index');
  expect(() => api.define()).not.toThrow();
  await import('./define');
});

test('@10.29 createWalletModal on a server says where it belongs', async () => {
  const { createWalletModal } = await import('./index');
  expect(() => createWalletModal({ networks: [{ id: 1 }] })).toThrow(
    'createWalletModal only works in the page itself, in a browser. See node_modules/wallet-modal/docs/guide/errors.md#no_document',
  );
});
