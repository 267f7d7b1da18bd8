/** Reads of the chain that need no approval: forwarded unchanged, from a closed list. */
import { rpcError, CODE } from './errors.js';

const READS = new Set(
  `
  eth_blockNumber eth_call eth_estimateGas eth_feeHistory eth_gasPrice eth_getBalance eth_getBlockByHash eth_getBlockByNumber
  eth_getBlockReceipts eth_getBlockTransactionCountByHash eth_getBlockTransactionCountByNumber eth_getCode eth_getFilterChanges
  eth_getFilterLogs eth_getLogs eth_getProof eth_getStorageAt eth_getTransactionByBlockHashAndIndex
  eth_getTransactionByBlockNumberAndIndex eth_getTransactionByHash eth_getTransactionCount eth_getTransactionReceipt
  eth_maxPriorityFeePerGas eth_newBlockFilter eth_newFilter eth_newPendingTransactionFilter eth_sendRawTransaction eth_syncing
  eth_uninstallFilter web3_clientVersion
`
    .trim()
    .split(/\s+/),
);

let lastId = 0;

/** One read. `setReachable` gets whether the chain responded at all. */
export async function readChain(chain, method, params, setReachable) {
  if (!READS.has(method)) throw rpcError(CODE.unsupported, `The demo wallet does not support ${method}`);
  let answer;
  try {
    lastId += 1;
    const response = await fetch(chain.rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: lastId, method, params }),
      signal: AbortSignal.timeout(10_000),
    });
    answer = await response.json();
  } catch {
    setReachable(false, chain.chainId);
    throw rpcError(CODE.disconnected, 'The chain does not answer');
  }
  setReachable(true, chain.chainId);
  if (answer.error)
    throw rpcError(
      answer.error.code ?? CODE.internal,
      answer.error.message ?? 'The chain refused',
      answer.error.data,
    );
  return answer.result;
}
