export default defineNuxtConfig({
  // Vue has to know which tags are elements of the page.
  vue: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('wallet-') } },
});
