// What TypeScript cannot see: HTML sinks, hooks (docs/spec/security.md S12, B2). Layers are a test: element/src/layers.test.ts.
import jsdoc from 'eslint-plugin-jsdoc';
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

// Files on the way of a request, an answer, a key, a code or a token (10.60): what a script of the page can replace isn't asked there.
const ON_THE_WAY = [
  ...['bytes', 'eip1193', 'foreign', 'methods', 'safe', 'standard', 'solana', 'cosmos', 'polkadot'],
  ...['coinbase', 'coinbase-session', 'bitcoin', 'bitcoin-standard', 'bitcoin-jwt', 'bitcoin-phantom'],
  ...['leather', 'sats-connect', 'unisat'],
  ...['eip6963', 'announced', 'legacy', 'wallet-standard', 'injected-web3', 'btc-providers', 'keplr'],
  ...['host', 'numbering'],
]
  .map((name) => `element/src/wallets/${name}.ts`)
  .concat(
    [
      ...[
        'asked',
        'compiled',
        'crossing',
        'find-wallets',
        'frame',
        'load',
        'own-storage',
        'popup',
        'running',
      ],
      ...['said', 'siwx', 'store'],
    ].map((name) => `element/src/engine/${name}.ts`),
  )
  .concat(
    ['bitcoin', 'complete', 'cosmos', 'polkadot', 'solana'].map((name) => `element/src/handle/${name}.ts`),
  )
  .concat(['ask', 'built-in', 'session', 'siwe'].map((name) => `element/src/siwx/${name}.ts`))
  .concat(
    'element/src/handle.ts',
    'element/src/provider.ts',
    'element/src/written.ts',
    'element/src/captured.ts',
    'element/src/parted.ts',
    'element/src/handle/unless-closed.ts',
  );
const KEPT =
  'a script of the page can replace it: take it from captured.ts (decision 202, "Functions replaced after the entry")';
/** Timers, clocks and errors see nothing of it. */
const GLOBALS =
  'fetch JSON Promise Object Array Reflect Number String Math Map Set WeakMap WeakSet Symbol RegExp URL URLSearchParams TextEncoder TextDecoder Uint8Array ArrayBuffer DataView crypto indexedDB localStorage sessionStorage structuredClone parseInt parseFloat isNaN atob btoa open postMessage addEventListener removeEventListener dispatchEvent MessageChannel BroadcastChannel WebSocket Request Response Headers AbortController WebAssembly CustomEvent Event Proxy BigInt encodeURIComponent decodeURIComponent';
const METHODS =
  'at catch charAt charCodeAt codePointAt concat copyWithin decode encode endsWith entries every exec fill filter finally find findIndex findLast flat flatMap forEach getItem includes indexOf join keys lastIndexOf localeCompare map match matchAll normalize padEnd padStart pop postMessage push reduce repeat replace replaceAll reverse search setItem shift slice some sort splice split startsWith subarray substring test then toFixed toLowerCase toReversed toSorted toString toUpperCase trim unshift values with';
const WAY = [
  {
    selector: `MemberExpression[computed=false][property.name=/^(${METHODS.replaceAll(' ', '|')})$/]:not([object.type="ThisExpression"])`,
    message: KEPT,
  },
  {
    selector: 'SpreadElement:not(ObjectExpression > SpreadElement), ForOfStatement',
    message: `the iterator: ${KEPT}`,
  },
  {
    selector:
      'VariableDeclarator > ArrayPattern, :function > ArrayPattern, AssignmentExpression > ArrayPattern',
    message: `the iterator: ${KEPT}`,
  },
  {
    selector:
      'AssignmentExpression > MemberExpression.left[computed=true] > MemberExpression.property[property.name="length"], MemberExpression[computed=false][property.name="toJSON"], ObjectPattern > Property[key.name=/^(toJSON|then)$/]',
    message:
      'a script of the page can add a property to every object, whose setter or getter gets it: `add` of captured.ts, `ofClass` of written.ts (decision 221, "Properties that a script adds")',
  },
  { selector: 'BinaryExpression[operator="instanceof"]', message: `Symbol.hasInstance: ${KEPT}` },
  {
    selector:
      ':function[async=true] ReturnStatement > CallExpression.argument:not([callee.type="Super"])[callee.name=/^(call|vow|after|ask|run)$/]',
    message: 'the browser calls the `then` of the page where a promise is returned: await it',
  },
];

// The public API of the package: each export has JSDoc, and so has each member of an exported interface or class.
const PUBLIC = [
  ...['option-types', 'open-types', 'handle', 'events', 'provider'],
  ...['handle/commands', 'handle/reading', 'handle/pay', 'siwx/types', 'data/types'],
]
  .map((name) => `element/src/${name}.ts`)
  .concat(
    ['headless/index.ts', 'react/index.tsx', 'wagmi/index.ts', 'wagmi/with-ssr.ts'].map(
      (name) => `bindings/${name}`,
    ),
  );
const EXPORTED = [
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
  'ClassDeclaration',
  'FunctionDeclaration',
];
const MEMBERS = [
  'TSInterfaceDeclaration > TSInterfaceBody > TSPropertySignature',
  'TSInterfaceDeclaration > TSInterfaceBody > TSMethodSignature',
  'ClassDeclaration > ClassBody > MethodDefinition[kind=/^(method|get)$/][key.type="Identifier"][override!=true]',
];

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
    files: PUBLIC,
    plugins: { jsdoc },
    rules: {
      'jsdoc/require-jsdoc': [
        'error',
        {
          enableFixer: false,
          require: { FunctionDeclaration: false },
          contexts: [...EXPORTED, ...MEMBERS].map((selector) => `ExportNamedDeclaration > ${selector}`),
          exemptOverloadedImplementations: true,
          skipInterveningOverloadedDeclarations: true,
        },
      ],
      'jsdoc/check-alignment': 'error',
    },
  },
  {
    files: ON_THE_WAY,
    rules: {
      'no-restricted-globals': ['error', ...GLOBALS.split(' ').map((name) => ({ name, message: KEPT }))],
      'no-restricted-syntax': ['error', ...SYNTAX, ...WAY],
    },
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
