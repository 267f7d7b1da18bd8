/** TABLE of the window's requests: the description of each, and the action of Confirm. */
import { hexToBytes, isHex, type TypedDataDefinition } from 'viem';
import { isRecord, type AskedRequest } from './channel';
import type { Fact } from './dom';
import { ofCosmos } from './cosmos';
import { badParams, WalletRefusal } from './errors';
import { accountOf, accounts } from './keys';
import { addNetwork, expectAnswer, networkOf } from './networks';
import { describeTransaction } from './transaction';

/** A request as the window shows it. */
export type Question = {
  title: string;
  network?: string;
  facts: Fact[];
  warning?: string;
  /** The label of the button, if not "Confirm". */
  confirm?: string;
  /** Nothing to decide: it responds without showing anything. */
  silent?: boolean;
  approve: () => Promise<unknown>;
};

/** Comes before the request if the wallet is locked. */
export const UNLOCK: Question = {
  title: 'Unlock the wallet',
  facts: [{ kind: 'text', label: 'Locked', value: 'This site sees no account until you unlock it.' }],
  confirm: 'Unlock',
  approve: async () => null,
};

const table: Record<string, (request: AskedRequest) => Promise<Question> | Question> = {
  eth_requestAccounts: () => {
    let chosen = accounts[0]?.address;
    return {
      title: 'Connect to this site',
      facts: [
        {
          kind: 'choice',
          label: 'It will see the address, balance and activity of',
          options: accounts.map(({ address }, index) => ({ name: `Account ${index + 1}`, address })),
          choose: (address) => {
            chosen = accountOf(address).address;
          },
        },
      ],
      approve: async () => [chosen],
    };
  },

  // The request was only to unlock.
  demo_unlock: () => ({ ...UNLOCK, silent: true }),

  personal_sign: async ({ params: [message, address], chain }) => {
    if (typeof message !== 'string') throw badParams('message must be a text');
    const account = accountOf(address);
    return {
      title: 'Sign a message',
      network: (await networkOf(chain.chainId)).name,
      facts: [
        { kind: 'block', label: 'Message', value: readable(message) },
        { kind: 'address', label: 'With', value: account.address },
      ],
      approve: () => account.signMessage({ message: isHex(message) ? { raw: message } : message }),
    };
  },

  eth_signTypedData_v4: async ({ params: [address, text], chain }) => {
    const account = accountOf(address);
    const data = typedData(text);
    const domain = isRecord(data['domain']) ? data['domain'] : {};
    if (domain['chainId'] !== undefined && Number(domain['chainId']) !== Number(chain.chainId)) {
      throw badParams('The data is for another network than the active one');
    }
    return {
      title: 'Sign data',
      network: (await networkOf(chain.chainId)).name,
      facts: [
        {
          kind: 'text',
          label: 'For',
          value: `${String(domain['name'] ?? 'an unnamed application')}: ${String(data['primaryType'])}`,
        },
        { kind: 'block', label: 'Data', value: JSON.stringify(data['message'], null, 2) },
        { kind: 'address', label: 'With', value: account.address },
      ],
      // The signer validates its shape and rejects wrong types.
      approve: () => account.signTypedData(data as unknown as TypedDataDefinition),
    };
  },

  eth_sendTransaction: async ({ params: [transaction], chain }) => {
    if (!isRecord(transaction)) throw badParams('transaction is missing');
    return describeTransaction(accountOf(transaction['from']), transaction, await networkOf(chain.chainId));
  },

  wallet_switchEthereumChain: async ({ params: [target], chain }) => {
    const from = await networkOf(chain.chainId);
    const to = await networkOf(String(isRecord(target) ? target['chainId'] : ''));
    return {
      title: 'Switch network',
      facts: [
        { kind: 'text', label: 'From', value: from.name },
        { kind: 'text', label: 'To', value: to.name },
      ],
      confirm: 'Switch network',
      approve: async () => null,
    };
  },

  ...ofCosmos,

  wallet_addEthereumChain: async ({ params: [target] }) => {
    const added = isRecord(target) ? target : {};
    const network = {
      id: Number(added['chainId']),
      name: String(added['chainName']),
      symbol: String(added['symbol']),
      rpcUrl: String(added['rpcUrl']),
    };
    if (!Number.isSafeInteger(network.id) || !isAllowedRpc(network.rpcUrl))
      throw badParams('rpcUrls must start with https, or be on this machine');
    await expectAnswer(network);
    return {
      title: 'Add network',
      facts: [
        { kind: 'text', label: 'Name', value: network.name },
        { kind: 'text', label: 'Chain id', value: String(network.id) },
        { kind: 'text', label: 'Currency', value: network.symbol },
        { kind: 'text', label: 'Address of its RPC', value: network.rpcUrl },
      ],
      warning: 'A network can lie about balances. Add it only when you trust who runs it.',
      confirm: 'Add network',
      approve: async () => {
        addNetwork(network);
        return null;
      },
    };
  },
};

/** Describes a request. */
export async function describe(request: AskedRequest): Promise<Question> {
  const row = Object.hasOwn(table, request.method) ? table[request.method] : undefined;
  if (!row) throw new WalletRefusal(4200, `The demo wallet does not support ${request.method}`);
  return row(request);
}

function typedData(text: unknown): Record<string, unknown> {
  try {
    const data: unknown = JSON.parse(String(text));
    if (
      isRecord(data) &&
      isRecord(data['types']) &&
      isRecord(data['message']) &&
      typeof data['primaryType'] === 'string'
    )
      return data;
  } catch {
    // Falls through to the same rejection.
  }
  throw badParams('typed data must be JSON with types, primaryType, domain and message');
}

/** Text if the bytes are text, otherwise hex: unreadable data must not look readable. */
function readable(message: string): string {
  if (!isHex(message)) return message;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(hexToBytes(message));
  } catch {
    return message;
  }
}

function isAllowedRpc(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1'].includes(hostname));
}
