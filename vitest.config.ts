// Unit tests of the element: views on fixed snapshots, in jsdom.
import { defineConfig } from 'vitest/config';

// There is no engine in a unit test: one that needs some mocks these modules with its own.
const modules: Record<string, string> = {
  'virtual:engine': `export const wasmUrl = 'about:blank', wasmIntegrity = '';`,
  'virtual:engine-glue': `
    export default () => Promise.reject(new Error('a unit test has no engine'));
    export const Engine = undefined, __wbg_reset_state = () => {}, locate = () => {};`,
};

export default defineConfig({
  plugins: [
    {
      name: 'no-engine',
      resolveId: (id) => (id in modules ? `\0${id}` : null),
      load: (id) => modules[id.slice(1)] ?? null,
    },
  ],
  test: {
    environment: 'jsdom',
    include: [
      'element/**/*.test.{ts,tsx}',
      'demo/{wallets,secure}/**/*.test.{ts,js}',
      '{engine/xtask,scripts}/**/*.test.mjs',
    ],
    restoreMocks: true,
  },
});
