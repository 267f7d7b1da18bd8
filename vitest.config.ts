// Unit tests in jsdom: of the element, views on fixed snapshots; of the secure site's frame, driven by messages over real chains.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// There is no engine in a unit test: one that needs some mocks these modules with its own.
const modules: Record<string, string> = {
  'virtual:engine': `export const wasmUrl = 'about:blank', wasmIntegrity = '';`,
  'virtual:engine-glue': `
    export default () => Promise.reject(new Error('a unit test has no engine'));
    export const Engine = undefined, __wbg_reset_state = () => {}, locate = () => {};`,
};

// A limit that only a test which hangs meets: on a busy machine the import of all views alone takes some seconds.
const shared = { environment: 'jsdom', restoreMocks: true, testTimeout: 20_000 };

export default defineConfig({
  test: {
    projects: [
      {
        plugins: [
          {
            name: 'no-engine',
            resolveId: (id) => (id in modules ? `\0${id}` : null),
            load: (id) => modules[id.slice(1)] ?? null,
          },
        ],
        // The bindings see the product by its name.
        resolve: {
          alias: { 'wallet-modal': fileURLToPath(new URL('element/src/index.ts', import.meta.url)) },
        },
        test: {
          ...shared,
          name: 'element',
          include: [
            'element/**/*.test.{ts,tsx}',
            'bindings/**/*.test.{ts,tsx,mjs}',
            'demo/wallets/**/*.test.{ts,js}',
            'demo/{node,solana,bitcoin,polkadot,cosmos}/*.test.mjs',
            '{engine/xtask,scripts}/**/*.test.mjs',
          ],
        },
      },
      {
        test: {
          ...shared,
          name: 'secure',
          // A call that is never answered is said by the peer, before `testTimeout`.
          include: ['demo/secure/**/*.test.ts'],
          globalSetup: ['demo/secure/testing/chains.mjs'],
        },
      },
    ],
  },
});
