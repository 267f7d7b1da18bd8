// What TypeScript cannot see: HTML sinks, hooks (docs/spec/security.md S12, B2). Layers are a test: element/src/layers.test.ts.
import hooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const SINKS = [
  'innerHTML',
  'outerHTML',
  'insertAdjacentHTML',
  'srcdoc',
  'setHTMLUnsafe',
  'dangerouslySetInnerHTML',
];
const NO_MARKUP = 'text never becomes markup here (docs/spec/security.md B2)';

const CUT_OF_REACT = [
  'Activity',
  'Children',
  'Component',
  'Profiler',
  'PureComponent',
  'StrictMode',
  'Suspense',
  'SuspenseList',
  'ViewTransition',
  'addTransitionType',
  'cache',
  'cloneElement',
  'createPortal',
  'createRef',
  'flushSync',
  'forwardRef',
  'hydrateRoot',
  'isValidElement',
  'lazy',
  'preconnect',
  'prefetchDNS',
  'preinit',
  'preinitModule',
  'preload',
  'preloadModule',
  'startTransition',
  'use',
  'useActionState',
  'useDebugValue',
  'useDeferredValue',
  'useEffectEvent',
  'useFormStatus',
  'useImperativeHandle',
  'useInsertionEffect',
  'useMemo',
  'useOptimistic',
  'useTransition',
];

const SYNTAX = [
  { selector: `JSXAttribute[name.name=/^(${SINKS.join('|')})$/i]`, message: NO_MARKUP },
  {
    selector: 'JSXAttribute[name.name="style"]',
    message: 'style attributes break a strict CSP: use a style sheet',
  },
  {
    selector: 'ForInStatement',
    message: "what stands on Object.prototype is nobody's property (docs/spec/security.md B17): Object.keys",
  },
  {
    selector: 'CallExpression[callee.property.name=/^(parseFromString|createContextualFragment)$/]',
    message: NO_MARKUP,
  },
  {
    selector: `ImportDeclaration[source.value=/^react(-dom)?$/] ImportSpecifier[imported.name=/^(${CUT_OF_REACT.join('|')})$/]`,
    message: 'the build takes it out of React DOM (scripts/rollup/react-diet.mjs)',
  },
  {
    selector: 'JSXAttribute[name.name=/^(action|formAction)$/][value.type="JSXExpressionContainer"]',
    message: 'the build takes actions of forms out of React DOM (scripts/rollup/react-diet.mjs)',
  },
  {
    selector:
      'JSXAttribute[name.name=/^on(Select|BeforeInput|Composition\\w+)$/], JSXOpeningElement[name.name="select"]',
    message: 'the build takes it out of React DOM (scripts/rollup/react-diet.mjs)',
  },
];

const sinks = {
  'no-restricted-properties': [
    'error',
    ...SINKS.map((property) => ({ property, message: NO_MARKUP })),
    { object: 'document', property: 'write', message: NO_MARKUP },
    { object: 'document', property: 'writeln', message: NO_MARKUP },
  ],
  'no-restricted-syntax': ['error', ...SYNTAX],
  'no-eval': 'error',
  'no-implied-eval': 'error',
  'no-new-func': 'error',
  'no-script-url': 'error',
};

export default tseslint.config(
  { ignores: ['dist/', 'target/', '.demo/', 'node_modules/', 'test-results/', 'playwright-report/'] },
  // A template: what uses its functions is written into it by engine/xtask.
  { ignores: ['engine/xtask/src/parts.js'] },
  ...tseslint.configs.recommended,
  {
    rules: {
      ...sinks,
      eqeqeq: 'off',
      'no-console': 'error',
      'prefer-const': ['error', { destructuring: 'all' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', caughtErrors: 'none' }],
      // `a?.b()`, `x && y()` and `set.delete(x) || set.add(x)` are how small files stay small.
      '@typescript-eslint/no-unused-expressions': 'off',
    },
  },
  {
    files: ['{element,bindings}/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': hooks },
    rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' },
  },
  {
    // Their React is the page's, whole; what a page has to know they say where it looks.
    files: ['bindings/**/*.{ts,tsx}', 'demo/hosts/**'],
    rules: {
      'no-restricted-syntax': ['error', ...SYNTAX.filter(({ message }) => !message.includes('react-diet'))],
      'no-console': ['error', { allow: ['warn', 'error'] }],
    },
  },
  {
    // Programs and the demo's page talk on the console; types are not theirs.
    files: ['scripts/**', 'bin/**', 'demo/**', 'e2e/**', '*.mjs'],
    rules: { 'no-console': 'off' },
  },
);
