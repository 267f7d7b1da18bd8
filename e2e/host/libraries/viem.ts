// viem as its documentation has it: clients over `custom(provider)`.
import {
  createPublicClient,
  createWalletClient,
  custom,
  defineChain,
  parseAbi,
  SwitchChainError,
  verifyMessage,
  verifyTypedData,
  type Address,
  type Hex,
} from 'viem';
import { erc20, hearProvider, typed, type MakeLibrary } from './host';

export const viem: MakeLibrary = (provider, chains) => {
  const known = chains.map(({ id, name, rpc }) =>
    defineChain({
      id,
      name,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [rpc] } },
    }),
  );
  const transport = custom(provider as never);
  const wallet = createWalletClient({ transport });
  const reader = createPublicClient({ transport, pollingInterval: 250 });
  const abi = parseAbi(erc20);
  const me = async (): Promise<Address> => (await wallet.getAddresses())[0]!;
  const chain = async () => known.find(({ id }) => id == chainNow) ?? null;
  let chainNow = known[0]!.id;
  const settled = async (hash: Hex) => {
    const { status } = await reader.waitForTransactionReceipt({ hash });
    return { hash, status };
  };
  return {
    heard: hearProvider(provider),
    accounts: async () => [...(await wallet.getAddresses())],
    connect: async () => [...(await wallet.requestAddresses())],
    chainId: () => wallet.getChainId(),
    balance: async (address) => String(await reader.getBalance({ address: address as Address })),
    block: async () => Number(await reader.getBlockNumber()),
    token: async (address, owner) => {
      const at = { address: address as Address, abi };
      return [
        await reader.readContract({ ...at, functionName: 'symbol' }),
        await reader.readContract({ ...at, functionName: 'decimals' }),
        String(await reader.readContract({ ...at, functionName: 'balanceOf', args: [owner as Address] })),
      ];
    },
    signMessage: async (message) => {
      const address = await me();
      const signature = await wallet.signMessage({ account: address, message });
      return { signature, verified: await verifyMessage({ address, message, signature }) };
    },
    signTypedData: async (text) => {
      const address = await me();
      const data = typed(await wallet.getChainId(), text);
      const signature = await wallet.signTypedData({ account: address, ...data });
      return { signature, verified: await verifyTypedData({ address, ...data, signature }) };
    },
    send: async (to, wei) =>
      settled(
        await wallet.sendTransaction({
          account: await me(),
          chain: await chain(),
          to: to as Address,
          value: BigInt(wei),
        }),
      ),
    sendToken: async (token, to, amount) =>
      settled(
        await wallet.writeContract({
          account: await me(),
          chain: await chain(),
          address: token as Address,
          abi,
          functionName: 'transfer',
          args: [to as Address, BigInt(amount)],
        }),
      ),
    switchTo: async (id) => {
      try {
        await wallet.switchChain({ id });
      } catch (error) {
        if (!(error instanceof SwitchChainError)) throw error;
        await wallet.addChain({ chain: known.find((one) => one.id == id)! });
        await wallet.switchChain({ id });
      }
      chainNow = id;
    },
    raw: (method, params) => wallet.request({ method, params } as never),
    disconnect: async () => {
      await wallet.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] });
    },
  };
};
