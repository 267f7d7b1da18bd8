// A browser wallet (EIP-6963) that approves everything, added before other scripts. It represents no real wallet; its responses are a
// guess.
export const ADDRESS = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
export const RDNS = 'test.host';

export function inPage({ address, rdns, rpc }) {
  const asked = (globalThis.asked = []);
  const provider = {
    on() {},
    removeListener() {},
    async request({ method, params }) {
      asked.push(method);
      if (/^eth_(requestA|a)ccounts$/.test(method)) return [address];
      if (method == 'eth_chainId') return '0x539';
      if (method == 'wallet_revokePermissions') return null;
      if (method == 'personal_sign') return `0x${'11'.repeat(65)}`;
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: params ?? [] });
      return (
        await (
          await fetch(rpc, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
        ).json()
      ).result;
    },
  };
  const info = { uuid: '6ec1a94e-2a0b-4b3a-9a8f-0b6a5b0a9c11', name: 'Host wallet', rdns, icon: 'data:,' };
  const announce = () =>
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }));
  addEventListener('eip6963:requestProvider', announce);
  announce();
}
