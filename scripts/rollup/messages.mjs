// The texts of each language by their keys, as files for pages that replace them (option `messages`): dist/messages.json is English, and
// dist/messages.<tag>.json another row of element/src/i18n/languages.ts.
import path from 'node:path';
import { build } from 'esbuild';

/** Names of files and their contents. */
export async function messages(root) {
  const { outputFiles } = await build({
    entryPoints: [path.join(root, 'element/src/i18n/languages.ts')],
    bundle: true,
    write: false,
    format: 'esm',
  });
  const { languages } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
  const files = Object.entries(languages).map(async ([tag, load]) => {
    const texts = Object.values(await load()).flatMap(Object.entries);
    // a text of two catalogues once
    const sorted = Object.fromEntries(texts.sort(([a], [b]) => (a < b ? -1 : 1)));
    return [tag === 'en' ? 'messages.json' : `messages.${tag}.json`, `${JSON.stringify(sorted, null, 1)}\n`];
  });
  return Promise.all(files);
}
