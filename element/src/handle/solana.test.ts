// @vitest-environment node
import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import type { AccountState } from '../contract';
import type { Eip1193Provider } from '../provider';
import { fromBase58, toBase58, toBase64 } from '../wallets/bytes';
import { complete, withSignature, type SolanaProvider } from './solana';

const secret = createPrivateKey({
  key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, 7)]),
  format: 'der',
  type: 'pkcs8',
});
const open = createPublicKey(secret);
const publicKey = Uint8Array.from(Buffer.from(open.export({ format: 'jwk' }).x!, 'base64url'));
const address = toBase58(publicKey);
const filled = (length: number, byte = 1) => new Uint8Array(length).fill(byte);

/** One signature, one signing key, the system program. */
const transaction = Uint8Array.from([
  ...[1, ...filled(64, 0), 1, 0, 1, 2],
  ...publicKey,
  ...filled(64, 0),
  0,
]);

function createProvider(
  answer: (method: string, params: Record<string, unknown>) => unknown,
  isConnected = true,
) {
  const request = vi.fn(({ method, params }: { method: string; params: Record<string, unknown> }) =>
    Promise.resolve().then(() => answer(method, params)),
  );
  const provider = { request } as unknown as SolanaProvider;
  complete(provider as Eip1193Provider, () => ({ isConnected, address }) as AccountState);
  return { provider, request };
}

const signed = (text: unknown) => toBase58(Uint8Array.from(sign(null, fromBase58(text as string)!, secret)));
const unreadable = { code: -32603 };

describe('Solana provider', () => {
  test('has the connected account’s public key, or null', () => {
    expect(createProvider(() => 0).provider.publicKey).toEqual(publicKey);
    expect(createProvider(() => 0, false).provider.publicKey).toBeNull();
  });

  test('@6.4 signs a message unchanged from any kind of bytes', async () => {
    const { provider, request } = createProvider((_, { message }) => ({ signature: signed(message) }));
    const message = new TextEncoder().encode('Hello');
    for (const bytes of [message, Buffer.from(message), [...message] as unknown as Uint8Array]) {
      const signature = await provider.signMessage(bytes);
      expect(verify(null, message, open, signature)).toBe(true);
    }
    expect(request).toHaveBeenCalledWith({
      method: 'solana_signMessage',
      params: { message: toBase58(message), pubkey: address },
    });
    for (const bad of ['Hello', null, undefined, {}, [256], filled(65_537), 5])
      await expect(provider.signMessage(bad as never)).rejects.toMatchObject({ code: -32602 });
    expect(request).toHaveBeenCalledTimes(3);
  });

  test('rejects a signature of other bytes or of an invalid form', async () => {
    const answers: object[] = [
      { signature: toBase58(filled(64)), signedMessage: toBase58(filled(5, 2)) },
      { signature: toBase58(filled(63)) },
      { signature: '0' },
      { signature: 7 },
      {},
    ];
    for (const answer of answers)
      await expect(createProvider(() => answer).provider.signMessage(filled(5))).rejects.toMatchObject(
        unreadable,
      );
  });

  test('@6.4 returns a signed transaction, also if the wallet sends only a signature', async () => {
    const signature = filled(64, 9);
    const signed = withSignature(transaction, publicKey, signature);
    expect([signed.subarray(1, 65), signed.subarray(65)]).toEqual([signature, transaction.subarray(65)]);
    expect(transaction.subarray(1, 65)).toEqual(filled(64, 0));
    for (const answer of [{ transaction: toBase64(signed) }, { signature: toBase58(signature) }])
      expect(await createProvider(() => answer).provider.signTransaction(transaction)).toEqual(signed);
    for (const answer of [{ transaction: '' }, { transaction: 7 }, {}, { signature: toBase58(filled(3)) }])
      await expect(createProvider(() => answer).provider.signTransaction(transaction)).rejects.toMatchObject(
        unreadable,
      );
    // for a key that isn't a signer
    expect(() => withSignature(transaction, filled(32, 3), signature)).toThrow();
    const v0 = Uint8Array.from([...transaction.subarray(0, 65), 128, ...transaction.subarray(65)]);
    expect(withSignature(v0, publicKey, signature).subarray(1, 65)).toEqual(signature);
  });

  test('@6.4 returns several transactions one by one, and the ID of a sent one', async () => {
    const all = [filled(3), filled(4)];
    const { provider, request } = createProvider((_, { transactions }) => ({ transactions }));
    expect(await provider.signAllTransactions(all)).toEqual(all);
    const missing = createProvider(() => ({ transactions: [toBase64(all[0]!)] })).provider;
    await expect(missing.signAllTransactions(all)).rejects.toMatchObject(unreadable);
    expect(request.mock.calls[0]![0].method).toBe('solana_signAllTransactions');

    const id = toBase58(filled(64, 3));
    const sends = createProvider(() => ({ signature: id }));
    expect(await sends.provider.signAndSendTransaction(transaction, { maxRetries: 1 })).toBe(id);
    expect(sends.request).toHaveBeenCalledWith({
      method: 'solana_signAndSendTransaction',
      params: { transaction: toBase64(transaction), options: { maxRetries: 1 } },
    });
    await expect(
      createProvider(() => ({})).provider.signAndSendTransaction(transaction),
    ).rejects.toMatchObject(unreadable);
  });
});
