/** EVM effects: transactions, typed data, batches. */
import {
  encodeFunctionData,
  erc20Abi,
  maxUint160,
  maxUint256,
  numberToHex,
  parseEther,
  parseUnits,
  stringToHex,
  type Hex,
} from 'viem';
import {
  abi,
  batch,
  blind,
  BOB,
  bob,
  calls,
  dollars,
  ENTRY_POINT,
  numberOf,
  ofToken,
  pays,
  PERMIT2,
  routerOf,
  send,
  soon,
  told,
  words,
  type Row,
} from './eip155-requests';
import { letter, moved, operation, order, permit, permit2 } from './eip155-typed';

const five = parseUnits('5', 6);

export const effects: readonly Row[] = [
  {
    name: 'A message',
    says: 'Signs words that move nothing.',
    risk: 'normal',
    ask: (provider, account) =>
      words(provider, account, stringToHex(`Hello from the page of effects, ${new Date().toISOString()}`)),
  },
  {
    name: 'A payment',
    says: 'Pays 0.01 ETH to Bob.',
    risk: 'normal',
    ask: (provider, account) => send(provider, account, pays('0.01')),
  },
  {
    name: 'A transfer of a token',
    says: 'Sends 5 DUSD to Bob.',
    risk: 'normal',
    ask: ofToken('transfer', bob, five),
  },
  {
    name: 'An allowance with a limit',
    says: 'Bob, who is no contract, may take 5 DUSD, of more that the account has.',
    risk: 'warning',
    ask: ofToken('approve', bob, five),
  },
  {
    name: 'An allowance is taken back',
    says: 'Bob may take no DUSD any more.',
    risk: 'normal',
    ask: ofToken('approve', bob, 0n),
  },
  {
    name: 'Two payments at once',
    says: 'A batch (wallet_sendCalls): 0.01 ETH and 5 DUSD to Bob.',
    risk: 'normal',
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
    risk: 'review',
    ask: letter(),
  },
  {
    name: 'Typed data for a contract',
    says: 'The same, with a contract that may act on it.',
    risk: 'review',
    ask: letter(routerOf),
  },
  {
    name: 'A payment with a dear fee',
    says: 'Pays 0.01 ETH; the page sets a fee of up to 0.021 ETH.',
    risk: 'review',
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
    risk: 'warning',
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
    risk: 'warning',
    ask: ofToken('approve', routerOf, maxUint256),
  },
  {
    name: 'A larger allowance',
    says: 'Bob may take 5 DUSD more than before (increaseAllowance).',
    risk: 'warning',
    ask: calls(dollars, () =>
      encodeFunctionData({ abi, functionName: 'increaseAllowance', args: [BOB, five] }),
    ),
  },
  {
    name: 'A permit',
    says: 'Whoever has this signature may take 5 DUSD for Bob (EIP-2612).',
    risk: 'warning',
    ask: permit(five, bob),
  },
  {
    name: 'A transfer by signature',
    says: 'Whoever has it moves 5 DUSD to Bob (EIP-3009).',
    risk: 'warning',
    ask: moved(five),
  },
  {
    name: 'A grant that repeats',
    says: 'A key may spend up to 0.1 ETH of the account each day, for ten minutes.',
    risk: 'warning',
    ask: blind('wallet_grantPermissions', (account) => [
      {
        chainId: numberToHex(numberOf(account)),
        address: account.address,
        expiry: soon(),
        signer: {
          type: 'keys',
          data: { keys: [{ type: 'secp256k1', publicKey: `0x${'02'.repeat(33)}` }] },
        },
        permissions: [
          {
            type: 'native-token-recurring-allowance',
            data: { allowance: numberToHex(parseEther('0.1')), start: 0, period: 86_400 },
          },
        ],
        policies: [],
      },
    ]),
  },
  {
    name: 'An NFT is offered',
    says: 'An order of a market: an NFT for 1 ETH.',
    risk: 'warning',
    ask: order(parseEther('1')),
  },
  {
    name: 'An allowance by Permit2',
    says: 'The router may take 5 DUSD for ten minutes.',
    risk: 'warning',
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
    risk: 'warning',
    ask: calls(dollars, ({ address }) =>
      encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args: [BOB, address as Hex, five] }),
    ),
  },
  {
    name: 'A call nobody knows',
    says: 'Calls the router with a selector that is in no table.',
    risk: 'warning',
    ask: calls(routerOf, () => '0xdeadbeef'),
  },
  {
    name: 'A user operation',
    says: 'What an account with a program does (ERC-4337): sends 5 DUSD to Bob.',
    risk: 'warning',
    ask: blind('eth_sendUserOperation', (account) => [
      {
        sender: account.address,
        nonce: '0x0',
        callData: told(account, 'transfer', five),
        callGasLimit: '0x186a0',
        verificationGasLimit: '0x186a0',
        preVerificationGas: '0xc350',
        maxFeePerGas: '0x1',
        maxPriorityFeePerGas: '0x1',
        signature: '0x',
      },
      ENTRY_POINT,
    ]),
  },
  {
    name: 'Calls in a call',
    says: 'multicall: an allowance is hidden in it.',
    risk: 'warning',
    ask: calls(dollars, (account) => {
      const args = [routerOf(account), maxUint256] as const;
      const hidden = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args });
      return encodeFunctionData({ abi, functionName: 'multicall', args: [[hidden]] });
    }),
  },
  {
    name: 'An allowance behind a payment',
    says: 'A batch: pays 0.01 ETH, and the router may take any amount of DUSD.',
    risk: 'warning',
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
    risk: 'warning',
    ask: (provider, account) => send(provider, account, { data: '0x6001600c60003960016000f300' }),
  },
  {
    name: 'A message that is no text',
    says: 'Signs 32 bytes, which may stand for anything.',
    risk: 'warning',
    ask: (provider, account) => words(provider, account, `0x${'c0de'.repeat(16)}`),
  },
  {
    name: 'An allowance without a limit, for somebody',
    says: 'Bob, who is no contract, may take any amount of DUSD.',
    risk: 'critical',
    ask: ofToken('approve', bob, maxUint256),
  },
  {
    name: 'A permit without a limit',
    says: 'Whoever has this signature may take all DUSD for Bob.',
    risk: 'critical',
    ask: permit(maxUint256, bob),
  },
  {
    name: 'The same by Permit2',
    says: 'Bob may take all DUSD, by one signature.',
    risk: 'critical',
    ask: permit2(maxUint160, bob),
  },
  {
    name: 'A user operation by signature',
    says: 'Whoever has it lets Bob take all DUSD of an account with a program.',
    risk: 'critical',
    ask: operation(maxUint256),
  },
  {
    name: 'An NFT for nothing',
    says: 'An order of a market by which an NFT leaves, and nothing comes.',
    risk: 'critical',
    ask: order(0n),
  },
  {
    name: 'A whole collection',
    says: 'setApprovalForAll: Bob may take every NFT of it.',
    risk: 'critical',
    ask: calls(dollars, () =>
      encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [BOB, true] }),
    ),
  },
  {
    name: 'A whole collection, with data behind it',
    says: 'The same call with 32 more bytes: it is as critical.',
    risk: 'critical',
    ask: calls(
      dollars,
      () =>
        `${encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [BOB, true] })}${'00'.repeat(32)}`,
    ),
  },
  {
    name: 'Who owns a contract',
    says: 'transferOwnership: a contract becomes Bob’s.',
    risk: 'critical',
    ask: calls(dollars, () => encodeFunctionData({ abi, functionName: 'transferOwnership', args: [BOB] })),
  },
  {
    name: 'What is behind a contract',
    says: 'upgradeTo: another program takes its place.',
    risk: 'critical',
    ask: calls(dollars, () => encodeFunctionData({ abi, functionName: 'upgradeTo', args: [BOB] })),
  },
  {
    name: 'A module of an account',
    says: 'enableModule: Bob may act for it without asking.',
    risk: 'critical',
    ask: calls(
      ({ address }) => address as Hex,
      () => encodeFunctionData({ abi, functionName: 'enableModule', args: [BOB] }),
    ),
  },
  {
    name: 'A bare digest',
    says: 'eth_sign: 32 bytes that may be a transaction.',
    risk: 'critical',
    ask: blind('eth_sign', ({ address }) => [address, `0x${'c0de'.repeat(16)}`]),
  },
  {
    name: 'A transaction that is not sent',
    says: 'eth_signTransaction: whoever has it sends it whenever they like.',
    risk: 'normal',
    ask: blind('eth_signTransaction', ({ address }) => [{ from: address, ...pays('0.01') }]),
  },
  {
    name: 'Typed data of the first form',
    says: 'eth_signTypedData: without a domain, so for any site. The modal can’t read it.',
    risk: 'warning',
    ask: blind('eth_signTypedData', ({ address }) => [
      [{ type: 'string', name: 'Message', value: 'Hello' }],
      address,
    ]),
  },
  {
    name: 'The account becomes a program',
    says: 'A payment with an authorization (EIP-7702) of a delegate that the page never named.',
    risk: 'blocked',
    ask: (provider, account) =>
      send(provider, account, {
        ...pays('0.01'),
        authorizationList: [{ address: BOB, chainId: numberToHex(numberOf(account)), nonce: '0x0' }],
      }),
  },
  {
    name: 'From somebody else’s account',
    says: 'A payment that says it is Bob’s.',
    risk: 'blocked',
    ask: (provider, account) => send(provider, account, { from: BOB, to: account.address, value: '0x1' }),
  },
];
