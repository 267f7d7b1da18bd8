// Solana in the frame: address, messages and transactions, as a person sees them and as anybody can check them (docs/spec/rpc.md section 3).
import { base58, base64 } from '@scure/base';
import { expect, it } from 'vitest';
import { freshEmail, logIn, readyPeer, userOf, valueOf, type Peer } from './testing/peer';

const DEVNET = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1';
const TO = new Uint8Array(32).fill(9);

async function isSigned(address: string, message: Uint8Array, signature: Uint8Array): Promise<boolean> {
  const bytes = (given: Uint8Array) => new Uint8Array(given);
  const key = await crypto.subtle.importKey('raw', bytes(base58.decode(address)), 'Ed25519', false, [
    'verify',
  ]);
  return crypto.subtle.verify('Ed25519', key, bytes(signature), bytes(message));
}

const LAMPORTS = new Uint8Array(new BigUint64Array([1_500_000_000n]).buffer);
const SYSTEM = new Uint8Array(32);
/** A transaction of one instruction, a payment of 1.5 SOL where nothing else is said; the signature is left open. */
const payment = (from: string, program = SYSTEM, data = [2, 0, 0, 0, ...LAMPORTS]): Uint8Array =>
  new Uint8Array([
    ...[1, ...new Uint8Array(64)],
    ...[1, 0, 1],
    ...[3, ...base58.decode(from), ...TO, ...program],
    ...new Uint8Array(32).fill(7),
    ...[1, 2, 2, 0, 1, data.length, ...data],
  ]);

const refusal = async (peer: Peer, method: string, params: unknown) =>
  (await peer.ask(method, params)).payload!['message'];

it('gives a user one stable address, and signs what was shown', async () => {
  const peer = await readyPeer();
  const evm = await logIn(peer, freshEmail());
  expect((await peer.call('SWITCH_NETWORK', { chainId: DEVNET })).payload).toEqual({ chainId: DEVNET });
  expect((await peer.call('GET_CHAIN_ID')).payload).toEqual({ chainId: DEVNET });
  const { address, accounts, chainId } = (await userOf(peer)) as { address: string; [key: string]: unknown };
  expect(base58.decode(address)).toHaveLength(32);
  expect([accounts, chainId]).toEqual([[{ address, type: 'eoa' }], DEVNET]);
  expect((await peer.call('SET_PREFERRED_ACCOUNT', { type: 'eoa' })).payload).toEqual({
    type: 'eoa',
    address,
  });
  expect((await peer.call('SET_PREFERRED_ACCOUNT', { type: 'smartAccount' })).ok).toBe(false);
  expect(valueOf<unknown>(await peer.ask('solana_getAccounts'))).toEqual([{ pubkey: address }]);

  const message = new TextEncoder().encode('Hello, Solana');
  const ask = (params: unknown) => peer.ask('solana_signMessage', params, { chainId: DEVNET });
  const answer = ask({ message: base58.encode(message), pubkey: address });
  const asked = await peer.asked();
  expect([asked.fact('message'), asked.network, asked.warnings]).toEqual([
    'Hello, Solana',
    'Solana Devnet',
    [],
  ]);
  await peer.confirm();
  const { signature } = valueOf<{ signature: string }>(await answer);
  expect(await isSigned(address, message, base58.decode(signature))).toBe(true);

  // A payment by another name.
  const hidden = await ask({ message: base58.encode(payment(address).slice(65)), pubkey: address });
  expect(hidden.payload).toEqual({ message: 'This message is a transaction' });
  const stranger = base58.encode(TO);
  expect((await ask({ message: base58.encode(message), pubkey: stranger })).ok).toBe(false);
  expect((await ask({ pubkey: address })).payload).toEqual({ message: 'message cannot be read' });

  expect((await userOf(peer, { chainId: 1337 }))['address']).toBe(evm['address']);
  expect((await userOf(peer, { chainId: DEVNET }))['address']).toBe(address);
});

it('shows transactions to the user, and inserts the signature in its place', async () => {
  const peer = await readyPeer();
  await logIn(peer, freshEmail());
  const { address } = (await userOf(peer, { chainId: DEVNET })) as { address: string };
  const bytes = payment(address);
  const transaction = base64.encode(bytes);
  const answer = peer.ask('solana_signTransaction', { transaction });
  const asked = await peer.asked();
  expect([asked.title, asked.fact('amount'), asked.fact('from'), asked.fact('to')]).toEqual([
    'Sign a transaction',
    '1.5 SOL',
    address,
    base58.encode(TO),
  ]);
  await peer.confirm();
  const signed = valueOf<{ transaction: string; signature: string }>(await answer);
  const out = base64.decode(signed.transaction);
  expect(out.slice(65)).toEqual(bytes.slice(65));
  expect(base58.encode(out.slice(1, 65))).toBe(signed.signature);
  expect(await isSigned(address, bytes.slice(65), out.slice(1, 65))).toBe(true);

  // What only looks like a payment is none.
  for (const [program, data] of [
    [new Uint8Array(32).fill(5), [2, 0, 0, 0, ...LAMPORTS]],
    [SYSTEM, [2, 0, 0, 0, ...LAMPORTS, 0]],
    [SYSTEM, [3, 0, 0, 0, ...LAMPORTS]],
    [SYSTEM, [2, 0, 1, 0, ...LAMPORTS]],
  ] as const) {
    const unknown = base64.encode(payment(address, program, [...data]));
    const refused = peer.ask('solana_signTransaction', { transaction: unknown });
    const { fact, facts } = await peer.asked();
    expect([fact('calls-the-program'), facts('amount')]).toEqual([base58.encode(program), []]);
    expect(fact('data')).toBe(`0x${data.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`);
    await peer.reject();
    await refused;
  }

  const both = peer.ask('solana_signAllTransactions', { transactions: [transaction, transaction] });
  expect((await peer.asked()).title).toBe('Sign 2 transactions');
  await peer.reject();
  expect((await both).payload).toEqual({ message: 'User rejected the request' });

  const stranger = base64.encode(payment(base58.encode(TO)));
  expect(await refusal(peer, 'solana_signTransaction', { transaction: stranger })).toContain(
    'none of those that sign',
  );
  for (const transactions of [undefined, [], [7]])
    expect(await refusal(peer, 'solana_signAllTransactions', { transactions })).toBe(
      'transactions is missing',
    );
  expect(await refusal(peer, 'personal_sign', ['0x00', address])).toBe('Requested RPC call is not allowed');
  expect(peer.isAsking()).toBe(false);
});

it('sends through our own node, and reports the node’s rejection @6.1', async () => {
  const peer = await readyPeer();
  await logIn(peer, freshEmail());
  const { address } = (await userOf(peer, { chainId: DEVNET })) as { address: string };
  const bytes = payment(address);
  const options = {
    minContextSlot: 7,
    preflightCommitment: 'confirmed',
    skipPreflight: 'no',
    url: 'http://other.test',
  };
  const send = () =>
    peer.ask(
      'solana_signAndSendTransaction',
      { transaction: base64.encode(bytes), options },
      { chainId: DEVNET },
    );
  const answer = send();
  const asked = await peer.asked();
  expect([asked.title, asked.fact('amount'), asked.fact('network-fee-at-most')]).toEqual([
    'Send a transaction',
    '1.5 SOL',
    '0.000005 SOL',
  ]);
  expect(peer.site.solanaAsked).toEqual([]);
  await peer.confirm();
  const { signature } = valueOf<{ signature: string }>(await answer);
  expect(await isSigned(address, bytes.slice(65), base58.decode(signature))).toBe(true);
  const [{ method, params }] = peer.site.solanaAsked as [{ method: string; params: [string, object] }];
  expect([method, base64.decode(params[0]).slice(65)]).toEqual(['sendTransaction', bytes.slice(65)]);
  expect(params[1]).toEqual({ encoding: 'base64', minContextSlot: 7, preflightCommitment: 'confirmed' });

  const refused = send();
  await peer.reject();
  expect((await refused).ok).toBe(false);
  expect(peer.site.solanaAsked).toHaveLength(1);
  peer.site.solanaSays = { error: { code: -32002, message: 'Blockhash not found' } };
  const failed = send();
  await peer.confirm();
  expect((await failed).payload).toEqual({ message: 'Blockhash not found' });
  peer.site.solanaSays = { result: base58.encode(new Uint8Array(64)) } as never;
  const other = send();
  await peer.confirm();
  expect((await other).payload).toEqual({ message: 'The network answers another signature' });
});

it('requires the checkbox to give an account away, even after other calls @10.44', async () => {
  const peer = await readyPeer();
  await logIn(peer, freshEmail());
  const { address } = (await userOf(peer, { chainId: DEVNET })) as { address: string };
  const assign = payment(address, SYSTEM, [1, 0, 0, 0, ...TO]);
  const answer = peer.ask('solana_signTransaction', { transaction: base64.encode(assign) });
  const asked = await peer.asked();
  expect(asked.accepts).toEqual(['Whose an account is: I give this away']);
  expect(asked.warnings.join()).toContain('can take everything');
  await expect(peer.confirm()).rejects.toThrow('not ticked');
  peer.accept();
  await peer.confirm();
  expect((await answer).ok).toBe(true);
});
