// The package on a server, without a DOM.
// @vitest-environment node
import { expect, test } from 'vitest';

test('@10.29 does nothing and doesn’t throw when imported on a server', async () => {
  expect(typeof HTMLElement).toBe('undefined');
  const api = await import('./index');
  expect(() => api.define()).not.toThrow();
  await import('./define');
});

test('@10.29 throws where createWalletModal belongs if called on a server', async () => {
  const { createWalletModal } = await import('./index');
  expect(() => createWalletModal({ networks: [{ id: 1 }] })).toThrow(
    'createWalletModal only works in the page itself, in a browser. See node_modules/wallet-modal/docs/guide/errors.md#no_document',
  );
});
