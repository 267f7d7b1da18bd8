// Takes the HTML sinks out of React DOM: `dangerouslySetInnerHTML` and script elements, which nothing of ours uses. What
// is left cannot turn a string into markup, whatever a view is given (docs/spec/security.md B2, S12). Every edit counts its
// matches: a React that is written differently stops the build instead of bringing the sinks back.

const REFUSED = '(() => { throw Error("wallet-modal renders no HTML from text"); })()';

const EDITS = [
  { from: '(domElement.innerHTML = key)', to: REFUSED, times: 2 },
  { from: 'nextResource.innerHTML = "<script>\\x3c/script>";', to: `${REFUSED};`, times: 1 },
  // React's own answer to a `javascript:` link is another one that throws. Ours leads nowhere.
  {
    from: `"javascript:throw new Error('React has blocked a javascript: URL as a security precaution.')"`,
    to: '"#"',
    times: 1,
  },
  {
    from: /"javascript:throw new Error\('A React form was unexpectedly submitted\.(?:[^"\\]|\\.)*"/,
    to: '"#"',
    times: 1,
  },
];

// What stands on Object.prototype or Array.prototype is nobody's property (docs/spec/security.md B17): no `for...in`, descriptors and the
// properties of elements without a prototype.
const OWN = [
  [/for \((?:var )?([\w$]+) in (\((?:[^()]|\([^()]*\))*\)|[\w$]+)\)/g, 'for (var $1 of Object.keys($2))'],
  [/\b([\w$]+)\.hasOwnProperty\(/g, 'Object.hasOwn($1, '],
  [/Object\.defineProperty\(([\w$.]+), ([\w$"]+), \{/g, 'Object.defineProperty($1, $2, { __proto__: null,'],
  [
    'function jsxProd(type, config, maybeKey) {',
    'function jsxProd(type, config, maybeKey) { config = { __proto__: null, ...config };',
  ],
  ['maybeKey = {};', 'maybeKey = { __proto__: null };'],
];

const ofReact = (source) => OWN.reduce((code, [from, to]) => code.replaceAll(from, to), source);

export function reactSinks() {
  return {
    name: 'react-sinks',
    transform(source, id) {
      if (
        !/\/(react[\w-]*|scheduler|core|r2wc[\w-]*|react-to-web-component)\.(production\.js|js|mjs)$/.test(id)
      )
        return null;
      let code = ofReact(source);
      if (!id.endsWith('/react-dom-client.production.js')) return { code, map: null };
      for (const { from, to, times } of EDITS) {
        const pieces = code.split(from);
        if (pieces.length !== times + 1)
          this.error(`React DOM has ${pieces.length - 1} of ${from}, expected ${times}`);
        code = pieces.join(to);
      }
      return { code, map: null };
    },
  };
}
