export default defineNuxtConfig({
  // Tells Vue that these tags are custom elements, not components.
  vue: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('wallet-') } },
});
