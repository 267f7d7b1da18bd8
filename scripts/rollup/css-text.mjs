// `import text from './x.css'` gives the minified text: it goes into a constructable style sheet, so
// that no style element and no `unsafe-inline` is ever needed.
import { transform } from 'esbuild';

export function cssText() {
  return {
    name: 'css-text',
    async transform(source, id) {
      if (!id.endsWith('.css')) return null;
      const { code } = await transform(source, { loader: 'css', minify: true });
      return { code: `export default ${JSON.stringify(code.trim())};`, map: null };
    },
  };
}
