/** Typed data (EIP-712) for the effects page: letters, permits, orders. viem recovers the signer. */
import {
  hashTypedData,
  isAddressEqual,
  recoverAddress,
  zeroAddress,
  type Hex,
  type TypedDataDefinition,
} from 'viem';
import {
  BOB,
  came,
  dollars,
  ENTRY_POINT,
  numberOf,
  PERMIT2,
  soon,
  told,
  type Provider,
  type Row,
} from './eip155-requests';
import type { Account, Came } from './kinds';

type Fields = Record<string, string>;
type Spender = (account: Account) => Hex;

/** The types of the standard domain, for the fields that are set. */
const DOMAIN: Fields = {
  name: 'string',
  version: 'string',
  chainId: 'uint256',
  verifyingContract: 'address',
};

async function typed(provider: Provider, { address }: Account, data: TypedDataDefinition): Promise<Came> {
  const text = JSON.stringify(data, (_, value) => (typeof value == 'bigint' ? String(value) : value));
  const params = [address, text];
  const signature = (await provider.request({ method: 'eth_signTypedData_v4', params })) as Hex;
  const signer = await recoverAddress({ hash: hashTypedData(data), signature });
  return came(signature, isAddressEqual(signer, address as Hex));
}

const listed = (fields: Fields) => Object.entries(fields).map(([name, type]) => ({ name, type }));

/** Data of these types; the first one is the primary type. */
const data =
  (
    domain: (account: Account) => { name?: string; version?: string; verifyingContract?: Hex },
    types: Record<string, Fields>,
    message: (account: Account) => Record<string, unknown>,
  ): Row['ask'] =>
  (provider, account) => {
    const whole = { ...domain(account), chainId: numberOf(account) };
    const own = Object.entries(DOMAIN).filter(([name]) => name in whole);
    const all = Object.entries(types).map(([name, fields]) => [name, listed(fields)]);
    return typed(provider, account, {
      domain: whole,
      types: { EIP712Domain: listed(Object.fromEntries(own)), ...Object.fromEntries(all) },
      primaryType: Object.keys(types)[0]!,
      message: message(account),
    } as unknown as TypedDataDefinition);
  };

const ofDollar = (account: Account) => ({
  name: 'Demo Dollar',
  version: '1',
  verifyingContract: dollars(account),
});

/** Data that isn't a permit; a named contract could act on it. */
export const letter = (contract?: Spender): Row['ask'] =>
  data(
    (account) => ({
      name: 'Demo Post',
      version: '1',
      ...(contract ? { verifyingContract: contract(account) } : {}),
    }),
    { Letter: { to: 'address', contents: 'string' } },
    () => ({ to: BOB, contents: 'Hello, Bob' }),
  );

/** Allows the holder of the signature to spend the token (EIP-2612). */
export const permit = (value: bigint, spender: Spender): Row['ask'] =>
  data(
    ofDollar,
    {
      Permit: {
        owner: 'address',
        spender: 'address',
        value: 'uint256',
        nonce: 'uint256',
        deadline: 'uint256',
      },
    },
    (account) => ({
      owner: account.address,
      spender: spender(account),
      value,
      nonce: 0n,
      deadline: BigInt(soon()),
    }),
  );

/** The same through Permit2. */
export const permit2 = (amount: bigint, spender: Spender): Row['ask'] =>
  data(
    () => ({ name: 'Permit2', verifyingContract: PERMIT2 }),
    {
      PermitSingle: { details: 'PermitDetails', spender: 'address', sigDeadline: 'uint256' },
      PermitDetails: { token: 'address', amount: 'uint160', expiration: 'uint48', nonce: 'uint48' },
    },
    (account) => ({
      details: { token: dollars(account), amount, expiration: soon(), nonce: 0 },
      spender: spender(account),
      sigDeadline: BigInt(soon()),
    }),
  );

/** Allows the holder of the signature to send the token to Bob (EIP-3009). */
export const moved = (value: bigint): Row['ask'] =>
  data(
    ofDollar,
    {
      TransferWithAuthorization: {
        from: 'address',
        to: 'address',
        value: 'uint256',
        validAfter: 'uint256',
        validBefore: 'uint256',
        nonce: 'bytes32',
      },
    },
    ({ address }) => ({
      from: address,
      to: BOB,
      value,
      validAfter: 0n,
      validBefore: BigInt(soon()),
      nonce: `0x${'07'.repeat(32)}`,
    }),
  );

const none32 = `0x${'00'.repeat(32)}`;

/** A user operation that anyone can submit to the entry point (ERC-4337): an allowance for Bob. */
export const operation = (units: bigint): Row['ask'] =>
  data(
    () => ({ name: 'ERC4337', version: '1', verifyingContract: ENTRY_POINT }),
    {
      PackedUserOperation: {
        sender: 'address',
        nonce: 'uint256',
        initCode: 'bytes',
        callData: 'bytes',
        accountGasLimits: 'bytes32',
        preVerificationGas: 'uint256',
        gasFees: 'bytes32',
        paymasterAndData: 'bytes',
      },
    },
    (account) => ({
      sender: account.address,
      nonce: 0n,
      initCode: '0x',
      callData: told(account, 'approve', units),
      accountGasLimits: none32,
      preVerificationGas: 50_000n,
      gasFees: none32,
      paymasterAndData: '0x',
    }),
  );

const ITEM: Fields = {
  itemType: 'uint8',
  token: 'address',
  identifierOrCriteria: 'uint256',
  startAmount: 'uint256',
  endAmount: 'uint256',
};

/** A marketplace order (Seaport): sells an NFT for this amount of the coin. */
export const order = (price: bigint): Row['ask'] =>
  data(
    () => ({
      name: 'Seaport',
      version: '1.6',
      verifyingContract: '0x0000000000000068F116a894984e2DB1123eB395',
    }),
    {
      OrderComponents: {
        offerer: 'address',
        zone: 'address',
        offer: 'OfferItem[]',
        consideration: 'ConsiderationItem[]',
        orderType: 'uint8',
        startTime: 'uint256',
        endTime: 'uint256',
        zoneHash: 'bytes32',
        salt: 'uint256',
        conduitKey: 'bytes32',
        counter: 'uint256',
      },
      OfferItem: ITEM,
      ConsiderationItem: { ...ITEM, recipient: 'address' },
    },
    (account) => {
      const of = (itemType: number, token: string, id: bigint, units: bigint) => ({
        itemType,
        token,
        identifierOrCriteria: id,
        startAmount: units,
        endAmount: units,
      });
      const paid = { ...of(0, zeroAddress, 0n, price), recipient: account.address };
      return {
        offerer: account.address,
        zone: zeroAddress,
        offer: [of(2, dollars(account), 7n, 1n)],
        consideration: price ? [paid] : [],
        orderType: 0,
        startTime: BigInt(soon() - 600),
        endTime: BigInt(soon()),
        zoneHash: none32,
        salt: 1n,
        conduitKey: none32,
        counter: 0n,
      };
    },
  );
