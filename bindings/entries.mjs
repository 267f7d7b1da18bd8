// The entries of the package that are bindings: `wallet-modal/<name>` and its source. package.json has each in `exports`
// (entries.test.mjs compares).
export const ENTRIES = {
  react: 'react/index.ts',
  testing: 'testing/index.ts',
};
