// ethers v6 as its documentation has it: a BrowserProvider and its signer.
import {
  BrowserProvider,
  Contract,
  isError,
  verifyMessage,
  verifyTypedData,
  type TransactionResponse,
} from 'ethers';
import { erc20, hearProvider, typed, type MakeLibrary } from './host';

export const ethers: MakeLibrary = (injected, chains) => {
  // 'any': the visitor may change the network at any time.
  const provider = new BrowserProvider(injected, 'any', { pollingInterval: 250 } as never);
  const settled = async (sent: TransactionResponse) => {
    const receipt = await sent.wait();
    return { hash: sent.hash, status: receipt?.status == 1 ? 'success' : 'reverted' };
  };
  return {
    heard: hearProvider(injected),
    accounts: async () => (await provider.listAccounts()).map(({ address }) => address),
    connect: async () => [(await provider.getSigner()).address],
    chainId: async () => Number((await provider.getNetwork()).chainId),
    balance: async (address) => String(await provider.getBalance(address)),
    block: () => provider.getBlockNumber(),
    token: async (address, owner) => {
      const token = new Contract(address, erc20, provider) as Contract &
        Record<string, (...a: unknown[]) => Promise<unknown>>;
      const [symbol, decimals, balance] = await Promise.all([
        token.symbol!(),
        token.decimals!(),
        token.balanceOf!(owner),
      ]);
      return [String(symbol), Number(decimals), String(balance)];
    },
    signMessage: async (message) => {
      const signer = await provider.getSigner();
      const signature = await signer.signMessage(message);
      return { signature, verified: verifyMessage(message, signature) == signer.address };
    },
    signTypedData: async (text) => {
      const signer = await provider.getSigner();
      const { domain, types, message } = typed(Number((await provider.getNetwork()).chainId), text);
      const signature = await signer.signTypedData(domain, types, message);
      return { signature, verified: verifyTypedData(domain, types, message, signature) == signer.address };
    },
    send: async (to, wei) =>
      settled(await (await provider.getSigner()).sendTransaction({ to, value: BigInt(wei) })),
    sendToken: async (token, to, amount) => {
      const contract = new Contract(token, erc20, await provider.getSigner()) as Contract &
        Record<string, (...a: unknown[]) => Promise<unknown>>;
      return settled((await contract.transfer!(to, BigInt(amount))) as TransactionResponse);
    },
    switchTo: async (id) => {
      const chainId = `0x${id.toString(16)}`;
      try {
        await provider.send('wallet_switchEthereumChain', [{ chainId }]);
      } catch (error) {
        const code = isError(error, 'UNKNOWN_ERROR') && (error.error as { code?: number } | undefined)?.code;
        if (code != 4902) throw error;
        const { name, rpc } = chains.find((one) => one.id == id)!;
        const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 };
        await provider.send('wallet_addEthereumChain', [
          { chainId, chainName: name, nativeCurrency, rpcUrls: [rpc] },
        ]);
        await provider.send('wallet_switchEthereumChain', [{ chainId }]);
      }
    },
    raw: (method, params) => provider.send(method, params),
    disconnect: async () => {
      await provider.send('wallet_revokePermissions', [{ eth_accounts: {} }]);
    },
  };
};
