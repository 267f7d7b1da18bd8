// For a classic <script>: loads define.js and the API beside itself and sets window.WalletModal, a promise of the API
// (docs/spec/public-api.md section 7). No bundle of its own: lazy loading and the small entry hold here too.
{
  const here = document.currentScript.src;
  const beside = (file) => import(new URL(file, here).href);
  beside('define.js');
  window.WalletModal = beside('index.js');
}
