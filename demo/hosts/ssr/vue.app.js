import { h, onMounted, onUnmounted, ref } from 'vue';

export const App = {
  setup() {
    const said = ref('disconnected');
    let leave;
    onMounted(async () => {
      const { createWalletModal } = await import('wallet-modal');
      leave = createWalletModal(globalThis.demo).subscribeAccount(({ address, status }) => {
        said.value = address ?? status;
      });
    });
    onUnmounted(() => leave?.());
    return () => [h('wallet-button', { label: 'Connect' }), h('p', { id: 'account' }, said.value)];
  },
};
