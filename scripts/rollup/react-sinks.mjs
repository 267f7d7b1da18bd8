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

export function reactSinks() {
  return {
    name: 'react-sinks',
    transform(source, id) {
      if (!id.endsWith('/react-dom-client.production.js')) return null;
      let code = source;
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
