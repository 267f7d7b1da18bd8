// @wagmi/core as its documentation has it: an injected connector with our provider as its target.
import {
  connect,
  createConfig,
  disconnect,
  getBalance,
  getBlockNumber,
  getConnection,
  getConnectorClient,
  injected,
  readContract,
  sendTransaction,
  signMessage,
  signTypedData,
  switchChain,
  verifyMessage,
  verifyTypedData,
  waitForTransactionReceipt,
  watchConnection,
  writeContract,
} from '@wagmi/core';
import { custom, defineChain, parseAbi, type Address, type Hash } from 'viem';
import { erc20, typed, type MakeLibrary } from './host';

export const wagmi: MakeLibrary = (provider, list) => {
  const chains = list.map(({ id, name, rpc }) =>
    defineChain({
      id,
      name,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [rpc] } },
    }),
  ) as [ReturnType<typeof defineChain>];
  const config = createConfig({
    chains,
    connectors: [
      injected({ target: { id: 'wallet-modal', name: 'wallet-modal', provider: provider as never } }),
    ],
    // Reads go through our provider as well.
    transports: Object.fromEntries(chains.map(({ id }) => [id, custom(provider as never)])),
    multiInjectedProviderDiscovery: false,
    pollingInterval: 250,
    storage: null,
  });
  const abi = parseAbi(erc20);
  const heard: [string, unknown][] = [];
  watchConnection(config, {
    onChange(now, before) {
      if (now.status == 'disconnected' && before.status != 'disconnected') heard.push(['disconnect', null]);
      else if (now.status == 'connected' && String(now.addresses) != String(before.addresses))
        heard.push(['accounts', [...now.addresses]]);
      if (now.chainId && before.chainId && now.chainId != before.chainId) heard.push(['chain', now.chainId]);
    },
  });
  const me = (): Address => getConnection(config).address!;
  const settled = async (hash: Hash) => {
    const { status } = await waitForTransactionReceipt(config, { hash });
    return { hash, status };
  };
  return {
    heard,
    accounts: async () => [...(getConnection(config).addresses ?? [])],
    connect: async () => [...(await connect(config, { connector: config.connectors[0]! })).accounts],
    chainId: async () => getConnection(config).chainId ?? config.state.chainId,
    balance: async (address) => String((await getBalance(config, { address: address as Address })).value),
    block: async () => Number(await getBlockNumber(config)),
    token: async (address, owner) => {
      const at = { address: address as Address, abi };
      return [
        await readContract(config, { ...at, functionName: 'symbol' }),
        await readContract(config, { ...at, functionName: 'decimals' }),
        String(await readContract(config, { ...at, functionName: 'balanceOf', args: [owner as Address] })),
      ];
    },
    signMessage: async (message) => {
      const address = me();
      const signature = await signMessage(config, { message });
      return { signature, verified: await verifyMessage(config, { address, message, signature }) };
    },
    signTypedData: async (text) => {
      const address = me();
      const data = typed(getConnection(config).chainId!, text);
      const signature = await signTypedData(config, data);
      return { signature, verified: await verifyTypedData(config, { address, ...data, signature }) };
    },
    send: async (to, wei) =>
      settled(await sendTransaction(config, { to: to as Address, value: BigInt(wei) })),
    sendToken: async (token, to, amount) =>
      settled(
        await writeContract(config, {
          address: token as Address,
          abi,
          functionName: 'transfer',
          args: [to as Address, BigInt(amount)],
        }),
      ),
    switchTo: async (id) => {
      await switchChain(config, { chainId: id });
    },
    raw: async (method, params) => (await getConnectorClient(config)).request({ method, params } as never),
    disconnect: () => disconnect(config),
  };
};
