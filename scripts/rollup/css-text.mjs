// `import text from './x.css'` gives the minified text: it goes into a constructable style sheet, so
// that no style element and no `unsafe-inline` is ever needed.
import { transform } from 'esbuild';

/** What the minifier leaves: spaces in the values of custom properties, quotes in the argument of `:host()`. */
const tight = (css) =>
  css
    .replace(/(--[\w-]+): /g, '$1:')
    .replace(/, /g, ',')
    .replace(/ ([*/]) /g, '$1')
    .replace(/\[([\w-]+)="(\w+)"\]/g, '[$1=$2]');

/** The oldest supported browsers (docs/guide/production.md, "Browsers"): a property that they know with a prefix gets the prefix too. */
const engines = ['chrome111', 'firefox115', 'safari16.4'];

export function cssText() {
  return {
    name: 'css-text',
    async transform(source, id) {
      if (!/\.css(\?\w+)?$/.test(id)) return null;
      const { code } = await transform(source, { loader: 'css', minify: true, target: engines });
      return { code: `export default ${JSON.stringify(tight(code.trim()))};`, map: null };
    },
  };
}
