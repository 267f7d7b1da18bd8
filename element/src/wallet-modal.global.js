// For a classic <script>: loads define.js and the API beside itself and sets window.WalletModal, a promise of the API
// (docs/spec/public-api.md section 7). No bundle of its own: lazy loading and the small entry hold here too.
//
// A page that names the hash of this file has named all of them (docs/spec/security.md T14, S9): the table of chunks has its hash in here,
// the chunks have theirs in the table, the engine's files theirs in the chunks. A chunk is fetched with its hash before anything is
// imported: what does not come, or is another one, never gets into the page's map of modules, where a failure would stay. What
// is imported then is checked once more, by the browser (`modulepreload` with `integrity`), with everything it imports itself.
{
  // Named elements of the page hide members of the document.
  const ofDocument = (name) => Reflect.get(Document.prototype, name, document);
  const { src } = ofDocument('currentScript');
  const at = (file) => new URL(file, src).href;
  const get = async (file, integrity) => {
    // A copy in the cache may be of the release before.
    const ask = (cache) => fetch(at(file), { integrity, cache });
    const response = await ask('default').catch(() => ask('reload'));
    return response.ok ? response : Promise.reject(Error(file));
  };
  const known = {};
  const once = (file, make) =>
    (known[file] ??= make().catch((cause) => {
      known[file] = null;
      throw cause;
    }));
  const table = () => once('table', async () => (await get('/*TABLE*/', '/*TABLE_INTEGRITY*/')).json());
  const check = (file) =>
    once(file, async () => {
      const chunks = await table();
      const [integrity, ...needs] = chunks[file];
      await Promise.all([...needs.map(check), get(file, integrity).then((got) => got.arrayBuffer())]);
      const link = ofDocument('createElement').call(document, 'link');
      link.onload = link.onerror = () => link.remove();
      ofDocument('head').append(Object.assign(link, { rel: 'modulepreload', href: at(file), integrity }));
    });
  window.wmChunk = check;
  // Both or nothing: what is half there would be worse.
  const both = ['index.js', 'define.js'];
  const start = Promise.all(both.map(check)).then(() => Promise.all(both.map((file) => import(at(file)))));
  window.WalletModal = start.then(
    ([api]) => api,
    (cause) => {
      const detail = `Couldn't load ${cause.message}, or it doesn't match this release. Deploy all files of one release together.`;
      const alert = { key: 'files', title: 'wallet-modal', detail, kind: 'error' };
      ofDocument('dispatchEvent').call(document, new CustomEvent('wallet-alert', { detail: alert }));
      throw cause;
    },
  );
}
