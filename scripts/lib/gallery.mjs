// Bundles and serves the gallery (element/gallery): the element's sources as they are, with the gallery's engine in the place of the real
// one. For development; nothing of it is in dist/.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { build } from 'esbuild';
import { Problem } from './fail.mjs';
import { at } from './project.mjs';

const folder = at('element', 'gallery');
const types = { '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript' };

/** Only the path distinguishes this engine from the real one. The entry says which site frames the page. */
const galleryEngine = {
  name: 'gallery-engine',
  setup: (builder) => {
    builder.onResolve({ filter: /^virtual:engine(-glue)?$/ }, () => ({
      path: path.join(folder, 'engine.ts'),
    }));
    builder.onResolve({ filter: /\/framed$/ }, () => ({ path: path.join(folder, 'framed.ts') }));
  },
};

/** @returns {Promise<Map<string, Uint8Array>>} file name -> script */
export async function bundle() {
  const { outputFiles } = await build({
    entryPoints: ['frame.ts', 'index.ts'].map((name) => path.join(folder, name)),
    outdir: folder,
    bundle: true,
    write: false,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    tsconfig: at('tsconfig.json'),
    loader: { '.css': 'text' },
    define: { 'process.env.NODE_ENV': '"production"' },
    // package.json speaks of dist/: in the sources other files have effects.
    ignoreAnnotations: true,
    plugins: [galleryEngine],
    logLevel: 'silent',
  });
  return new Map(outputFiles.map((file) => [path.basename(file.path), file.contents]));
}

/** Serves on loopback. `once`: builds now; otherwise for each page load. `port` 0: any free port. */
export async function serveGallery(port, { once = false } = {}) {
  let scripts = await bundle();
  const server = createServer(async ({ url }, answer) => {
    const name = path.basename(new URL(url, 'http://localhost').pathname) || 'index.html';
    const type = types[path.extname(name)];
    try {
      if (type === types['.html'] && !once) scripts = await bundle();
      const body = scripts.get(name) ?? readFileSync(path.join(folder, name));
      answer.writeHead(200, { 'content-type': type ?? 'text/plain', 'cache-control': 'no-store' }).end(body);
    } catch (error) {
      answer.writeHead(error.code === 'ENOENT' ? 404 : 500).end(error.message);
    }
  });
  await new Promise((done, fail) => {
    server.once('error', (error) => fail(new Problem(`port ${port}: ${error.code}. Set GALLERY_PORT.`)));
    server.listen(port, '127.0.0.1', done);
  });
  const end = () => new Promise((done) => (server.close(done), server.closeAllConnections()));
  return { url: `http://127.0.0.1:${server.address().port}/`, end };
}
