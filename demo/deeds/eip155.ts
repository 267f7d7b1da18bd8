/**
 * Deeds of Ethereum's networks: transactions, typed data, batches. Built by viem; signatures are checked by it, and a transaction by whom it is
 * from once it stands in a block.
 */
import {
  encodeFunctionData,
  erc20Abi,
  hashTypedData,
  hexToSignature,
  isAddressEqual,
  maxUint256,
  numberToHex,
  parseAbi,
  parseEther,
  parseUnits,
  recoverAddress,
  recoverMessageAddress,
  stringToHex,
  type Hex,
  type TypedDataDefinition,
} from 'viem';
import { nodeOf, rpc, type Account, type Came, type Deed } from './kinds';

interface Provider {
  request(asked: { method: string; params?: unknown }): Promise<unknown>;
}
type Row = Deed<Provider>;

/** Account 2 of the development mnemonic: somebody, and no contract. */
const BOB = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3';
const RECEIPT_MS = 20_000;
const VIEM = 'viem';

const abi = parseAbi([
  'function setApprovalForAll(address, bool)',
  'function increaseAllowance(address, uint256)',
  'function multicall(bytes[])',
  'function transferOwnership(address)',
  'function upgradeTo(address)',
  'function enableModule(address)',
  'function approve(address, address, uint160, uint48)',
]);

/** Ten minutes from now, in seconds. */
const soon = () => Math.floor(Date.now() / 1_000) + 600;
const numberOf = ({ network }: Account) => Number(network.caipNetworkId.split(':')[1]);
const dollars = ({ config }: Account) => config.tokens[0]!.address as Hex;
/** A contract that may spend: the network's router of swaps. */
const routerOf = ({ config, network }: Account) =>
  (config.swapRouters[network.caipNetworkId]?.[0] ?? PERMIT2) as Hex;
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const came = (text: string, holds?: boolean): Came => ({
  text,
  ...(holds === undefined ? {} : { check: { by: VIEM, holds } }),
});

/** Signs a text, or bytes that are none. */
async function words(provider: Provider, { address }: Account, message: Hex): Promise<Came> {
  const signature = (await provider.request({ method: 'personal_sign', params: [message, address] })) as Hex;
  const signer = await recoverMessageAddress({ message: { raw: message }, signature });
  return came(signature, isAddressEqual(signer, address as Hex));
}

async function typed(provider: Provider, { address }: Account, data: TypedDataDefinition): Promise<Came> {
  const text = JSON.stringify(data, (_, value) => (typeof value == 'bigint' ? String(value) : value));
  const params = [address, text];
  const signature = (await provider.request({ method: 'eth_signTypedData_v4', params })) as Hex;
  hexToSignature(signature);
  const signer = await recoverAddress({ hash: hashTypedData(data), signature });
  return came(signature, isAddressEqual(signer, address as Hex));
}

/** Sends a transaction, and waits for its block: the node has verified who signed it. */
async function send(provider: Provider, account: Account, call: object): Promise<Came> {
  const { address } = account;
  const params = [{ from: address, ...call }];
  const hash = (await provider.request({ method: 'eth_sendTransaction', params })) as Hex;
  const until = Date.now() + RECEIPT_MS;
  while (Date.now() < until) {
    const receipt = await rpc<{ from: Hex } | null>(nodeOf(account), 'eth_getTransactionReceipt', [hash]);
    if (receipt)
      return { text: hash, check: { by: 'the node', holds: isAddressEqual(receipt.from, address as Hex) } };
    await wait(500);
  }
  return came(hash);
}

/** A call of a contract of the abi above, by what is made of the account. */
const calls =
  (to: (account: Account) => Hex, data: (account: Account) => Hex): Row['ask'] =>
  (provider, account) =>
    send(provider, account, { to: to(account), data: data(account) });
const ofToken = (functionName: 'transfer' | 'approve', spender: (account: Account) => Hex, units: bigint) =>
  calls(dollars, (account) =>
    encodeFunctionData({ abi: erc20Abi, functionName, args: [spender(account), units] }),
  );
const bob = (): Hex => BOB;

/** Whoever has this signature may take the token (EIP-2612). */
const permit =
  (value: bigint, spender: (account: Account) => Hex): Row['ask'] =>
  (provider, account) =>
    typed(provider, account, {
      domain: {
        name: 'Demo Dollar',
        version: '1',
        chainId: numberOf(account),
        verifyingContract: dollars(account),
      },
      types: {
        EIP712Domain: [
          { name: 'name', type: 'string' },
          { name: 'version', type: 'string' },
          { name: 'chainId', type: 'uint256' },
          { name: 'verifyingContract', type: 'address' },
        ],
        Permit: [
          { name: 'owner', type: 'address' },
          { name: 'spender', type: 'address' },
          { name: 'value', type: 'uint256' },
          { name: 'nonce', type: 'uint256' },
          { name: 'deadline', type: 'uint256' },
        ],
      },
      primaryType: 'Permit',
      message: {
        owner: account.address as Hex,
        spender: spender(account),
        value,
        nonce: 0n,
        deadline: BigInt(soon()),
      },
    });

/** Data that is no permit; a contract that is named may act on it. */
const letter =
  (of: (account: Account) => { verifyingContract?: Hex } = () => ({})): Row['ask'] =>
  (provider, account) =>
    typed(provider, account, {
      domain: { name: 'Demo Post', version: '1', chainId: numberOf(account), ...of(account) },
      types: {
        EIP712Domain: [
          { name: 'name', type: 'string' },
          { name: 'version', type: 'string' },
          { name: 'chainId', type: 'uint256' },
          ...(of(account).verifyingContract ? [{ name: 'verifyingContract', type: 'address' }] : []),
        ],
        Letter: [
          { name: 'to', type: 'address' },
          { name: 'contents', type: 'string' },
        ],
      },
      primaryType: 'Letter',
      message: { to: BOB, contents: 'Hello, Bob' },
    });

/** Several calls by one question (EIP-5792): what comes back is the id of the batch. */
const batch =
  (all: (account: Account) => { to: Hex; data?: Hex; value?: Hex }[]): Row['ask'] =>
  async (provider, account) => {
    const chainId = numberToHex(numberOf(account));
    const params = [
      { version: '2.0.0', from: account.address, chainId, atomicRequired: false, calls: all(account) },
    ];
    const answer = await provider.request({ method: 'wallet_sendCalls', params });
    return came(typeof answer == 'string' ? answer : JSON.stringify(answer));
  };
const pays = (ether: string) => ({ to: BOB as Hex, value: numberToHex(parseEther(ether)) });

/** A method that takes an account and what it is to sign blindly. */
const blind =
  (method: string, params: (account: Account) => unknown[]): Row['ask'] =>
  async (provider, account) =>
    came(String(await provider.request({ method, params: params(account) })));

const five = parseUnits('5', 6);

export const deeds: readonly Row[] = [
  {
    name: 'A message',
    says: 'Signs words that move nothing.',
    weight: 'plain',
    ask: (provider, account) =>
      words(provider, account, stringToHex(`Hello from the page of deeds, ${new Date().toISOString()}`)),
  },
  {
    name: 'A payment',
    says: 'Pays 0.01 ETH to Bob.',
    weight: 'plain',
    ask: (provider, account) => send(provider, account, pays('0.01')),
  },
  {
    name: 'A transfer of a token',
    says: 'Sends 5 DUSD to Bob.',
    weight: 'plain',
    ask: ofToken('transfer', bob, five),
  },
  {
    name: 'An allowance with a limit',
    says: 'Bob may take 5 DUSD, of more that the account has.',
    weight: 'plain',
    ask: ofToken('approve', bob, five),
  },
  {
    name: 'An allowance is taken back',
    says: 'Bob may take no DUSD any more.',
    weight: 'plain',
    ask: ofToken('approve', bob, 0n),
  },
  {
    name: 'Two payments at once',
    says: 'A batch (wallet_sendCalls): 0.01 ETH and 5 DUSD to Bob.',
    weight: 'plain',
    ask: batch((account) => [
      pays('0.01'),
      {
        to: dollars(account),
        data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [BOB, five] }),
      },
    ]),
  },
  {
    name: 'Typed data',
    says: 'Signs a letter with fields (EIP-712) that no contract reads.',
    weight: 'plain',
    ask: letter(),
  },
  {
    name: 'Typed data for a contract',
    says: 'The same, with a contract that may act on it.',
    weight: 'look',
    ask: letter((account) => ({ verifyingContract: routerOf(account) })),
  },
  {
    name: 'A payment with a dear fee',
    says: 'Pays 0.01 ETH; the page sets a fee of up to 0.021 ETH.',
    weight: 'look',
    ask: (provider, account) =>
      send(provider, account, {
        ...pays('0.01'),
        gas: numberToHex(21_000),
        maxFeePerGas: numberToHex(10n ** 12n),
        maxPriorityFeePerGas: numberToHex(1),
      }),
  },
  {
    name: 'A fee of more than a coin',
    says: 'Pays 0.01 ETH; the page sets a fee of up to 2.1 ETH.',
    weight: 'risky',
    ask: (provider, account) =>
      send(provider, account, {
        ...pays('0.01'),
        gas: numberToHex(21_000),
        gasPrice: numberToHex(10n ** 14n),
      }),
  },
  {
    name: 'An allowance without a limit, for a contract',
    says: 'The router of swaps may take any amount of DUSD.',
    weight: 'risky',
    ask: ofToken('approve', routerOf, maxUint256),
  },
  {
    name: 'A larger allowance',
    says: 'Bob may take 5 DUSD more than before (increaseAllowance).',
    weight: 'risky',
    ask: calls(dollars, () =>
      encodeFunctionData({ abi, functionName: 'increaseAllowance', args: [BOB, five] }),
    ),
  },
  {
    name: 'A permit',
    says: 'Whoever has this signature may take 5 DUSD for Bob (EIP-2612).',
    weight: 'risky',
    ask: permit(five, bob),
  },
  {
    name: 'An allowance by Permit2',
    says: 'The router may take 5 DUSD for ten minutes.',
    weight: 'risky',
    ask: calls(
      () => PERMIT2,
      (account) =>
        encodeFunctionData({
          abi,
          functionName: 'approve',
          args: [dollars(account), routerOf(account), five, soon()],
        }),
    ),
  },
  {
    name: 'Somebody’s tokens are moved',
    says: 'transferFrom: takes 5 DUSD of Bob for the account.',
    weight: 'risky',
    ask: calls(dollars, ({ address }) =>
      encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args: [BOB, address as Hex, five] }),
    ),
  },
  {
    name: 'A call nobody knows',
    says: 'Calls the router with a selector that is in no table.',
    weight: 'risky',
    ask: calls(routerOf, () => '0xdeadbeef'),
  },
  {
    name: 'Calls in a call',
    says: 'multicall: an allowance is hidden in it.',
    weight: 'risky',
    ask: calls(dollars, (account) => {
      const args = [routerOf(account), maxUint256] as const;
      const hidden = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args });
      return encodeFunctionData({ abi, functionName: 'multicall', args: [[hidden]] });
    }),
  },
  {
    name: 'An allowance behind a payment',
    says: 'A batch: pays 0.01 ETH, and the router may take any amount of DUSD.',
    weight: 'risky',
    ask: batch((account) => [
      pays('0.01'),
      {
        to: dollars(account),
        data: encodeFunctionData({
          abi: erc20Abi,
          functionName: 'approve',
          args: [routerOf(account), maxUint256],
        }),
      },
    ]),
  },
  {
    name: 'A contract is made',
    says: 'Sends code that stands on the network from then on.',
    weight: 'risky',
    ask: (provider, account) => send(provider, account, { data: '0x6001600c60003960016000f300' }),
  },
  {
    name: 'A message that is no text',
    says: 'Signs 32 bytes, which may stand for anything.',
    weight: 'risky',
    ask: (provider, account) => words(provider, account, `0x${'c0de'.repeat(16)}`),
  },
  {
    name: 'An allowance without a limit, for somebody',
    says: 'Bob, who is no contract, may take any amount of DUSD.',
    weight: 'grave',
    ask: ofToken('approve', bob, maxUint256),
  },
  {
    name: 'A permit without a limit',
    says: 'Whoever has this signature may take all DUSD for Bob.',
    weight: 'grave',
    ask: permit(maxUint256, bob),
  },
  {
    name: 'A whole collection',
    says: 'setApprovalForAll: Bob may take every piece of it.',
    weight: 'grave',
    ask: calls(dollars, () =>
      encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [BOB, true] }),
    ),
  },
  {
    name: 'Who owns a contract',
    says: 'transferOwnership: a contract becomes Bob’s.',
    weight: 'grave',
    ask: calls(dollars, () => encodeFunctionData({ abi, functionName: 'transferOwnership', args: [BOB] })),
  },
  {
    name: 'What is behind a contract',
    says: 'upgradeTo: another program takes its place.',
    weight: 'grave',
    ask: calls(dollars, () => encodeFunctionData({ abi, functionName: 'upgradeTo', args: [BOB] })),
  },
  {
    name: 'A module of an account',
    says: 'enableModule: Bob may act for it without asking.',
    weight: 'grave',
    ask: calls(
      ({ address }) => address as Hex,
      () => encodeFunctionData({ abi, functionName: 'enableModule', args: [BOB] }),
    ),
  },
  {
    name: 'A bare digest',
    says: 'eth_sign: 32 bytes that may be a transaction.',
    weight: 'refused',
    ask: blind('eth_sign', ({ address }) => [address, `0x${'c0de'.repeat(16)}`]),
  },
  {
    name: 'A transaction that is not sent',
    says: 'eth_signTransaction: whoever has it sends it whenever they like.',
    weight: 'refused',
    ask: blind('eth_signTransaction', ({ address }) => [{ from: address, ...pays('0.01') }]),
  },
  {
    name: 'Typed data of the first form',
    says: 'eth_signTypedData: without a domain, so for any site.',
    weight: 'refused',
    ask: blind('eth_signTypedData', ({ address }) => [
      [{ type: 'string', name: 'Message', value: 'Hello' }],
      address,
    ]),
  },
  {
    name: 'The account becomes a program',
    says: 'A payment with an authorization (EIP-7702) of a delegate that the page never named.',
    weight: 'refused',
    ask: (provider, account) =>
      send(provider, account, {
        ...pays('0.01'),
        authorizationList: [{ address: BOB, chainId: numberToHex(numberOf(account)), nonce: '0x0' }],
      }),
  },
  {
    name: 'From somebody else’s account',
    says: 'A payment that says it is Bob’s.',
    weight: 'refused',
    ask: (provider, account) => send(provider, account, { from: BOB, to: account.address, value: '0x1' }),
  },
];
