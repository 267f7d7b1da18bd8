// Unit tests of the element: views on fixed snapshots, in jsdom (design.md section 7.5).
import { defineConfig } from 'vitest/config';

const ENGINE = 'virtual:engine';

export default defineConfig({
  plugins: [
    {
      // There is no engine in a unit test: one that needs some mocks this module with its own.
      name: 'no-engine',
      resolveId: (id) => (id === ENGINE ? `\0${ENGINE}` : null),
      load: (id) =>
        id === `\0${ENGINE}`
          ? `export const wasmUrl = 'about:blank', wasmIntegrity = '';
             export const loadGlue = () => Promise.reject(new Error('a unit test has no engine'));`
          : null,
    },
  ],
  test: {
    environment: 'jsdom',
    include: ['element/**/*.test.{ts,tsx}', 'demo/wallets/**/*.test.{ts,js}', 'engine/xtask/**/*.test.mjs'],
    restoreMocks: true,
  },
});
