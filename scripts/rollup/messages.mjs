// dist/messages.json: every text of ours by its key, for pages that put their own in its place (option `messages`).
import path from 'node:path';
import { build } from 'esbuild';

export async function messages(root) {
  const resolveDir = path.join(root, 'element/src/i18n');
  const contents =
    "export { en } from './en'; export { later } from './en-later'; export { noEngine } from './no-engine';";
  const { outputFiles } = await build({
    stdin: { contents, resolveDir, loader: 'ts' },
    bundle: true,
    write: false,
    format: 'esm',
  });
  const { en, later, noEngine } = await import(
    `data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`
  );
  const all = Object.entries({ ...en, ...later, ...noEngine }).sort(([a], [b]) => (a < b ? -1 : 1));
  return `${JSON.stringify(Object.fromEntries(all), null, 1)}\n`;
}
