// @vitest-environment node
// The keys behind the provider are the demo's (@scure/btc-signer); bitcoinjs-message and bip322-js verify what comes out of it.
import { Verifier } from 'bip322-js';
import bitcoinMessage from 'bitcoinjs-message';
import { describe, expect, test, vi } from 'vitest';
import type { AccountState } from '../contract';
import type { Eip1193Provider } from '../provider';
import { complete, type BitcoinProvider } from './bitcoin';

interface Key {
  address: string;
  publicKey: Uint8Array;
  publicKeyHex: string;
  signMessage(message: string, protocol: string): Uint8Array;
}
/** plain JavaScript without types */
const demo = '../../../demo/bitcoin/layout.mjs';
const { BitcoinKey, MAINNET, toBase64, toHex } = (await import(demo)) as {
  BitcoinKey: new (word: string, kind: string, chain: string) => Key;
  MAINNET: string;
  toBase64(bytes: Uint8Array): string;
  toHex(bytes: Uint8Array): string;
};
const pays = new BitcoinKey('account 1', 'p2wpkh', MAINNET);
const holds = new BitcoinKey('account 1', 'p2tr', MAINNET);
const txid = 'ab'.repeat(32);

type RequestCall = { method: string; params: Record<string, string> };

function createProvider(answer: (asked: RequestCall) => unknown) {
  const request = vi.fn((asked: RequestCall) => Promise.resolve().then(() => answer(asked)));
  const provider = { request } as unknown as BitcoinProvider;
  complete(provider as Eip1193Provider, () => ({ address: pays.address }) as AccountState);
  return { provider, request };
}

describe('Bitcoin provider', () => {
  test('@1.11 returns accounts with public key and intention', async () => {
    const { provider, request } = createProvider(() => [
      { address: pays.address, publicKey: pays.publicKeyHex, intention: 'payment' },
      { address: holds.address, intention: 'ordinal' },
      { address: 'x' },
    ]);
    expect(await provider.getAccounts()).toEqual([
      { address: pays.address, publicKey: Uint8Array.from(pays.publicKey), intention: 'payment' },
      { address: holds.address, publicKey: null, intention: 'ordinal' },
      { address: 'x', publicKey: null, intention: 'payment' },
    ]);
    const params = { account: pays.address };
    expect(request).toHaveBeenCalledWith({ method: 'getAccountAddresses', params });
    for (const bad of [null, {}, [{ address: 'x', publicKey: 'zz' }]])
      await expect(createProvider(() => bad).provider.getAccounts()).rejects.toMatchObject({ code: -32603 });
  });

  test.each([
    ['base64', toBase64],
    ['hex', toHex],
  ])('@1.11 @10.34 signs a message in %s', async (_form, written) => {
    const { provider, request } = createProvider(({ params: { message, address, protocol = 'ecdsa' } }) => {
      const key = address == holds.address ? holds : pays;
      return { address: key.address, signature: written(key.signMessage(message!, protocol)) };
    });
    const older = await provider.signMessage({ message: 'hi' });
    expect(bitcoinMessage.verify('hi', pays.address, Buffer.from(older), undefined, true)).toBe(true);
    const newer = await provider.signMessage({ message: 'hi', address: holds.address, protocol: 'bip322' });
    expect(Verifier.verifySignature(holds.address, 'hi', toBase64(newer))).toBe(true);
    expect(request.mock.calls.map(([{ params }]) => params)).toEqual([
      { account: pays.address, message: 'hi' },
      { account: pays.address, message: 'hi', address: holds.address, protocol: 'bip322' },
    ]);
    for (const bad of [{}, { signature: '***' }, { signature: '' }])
      await expect(createProvider(() => bad).provider.signMessage({ message: '' })).rejects.toMatchObject({
        code: -32603,
      });
  });

  test('@1.11 sends a transfer in sats, and refuses fractions', async () => {
    const { provider, request } = createProvider(() => ({ txid }));
    expect(await provider.sendTransfer({ recipientAddress: holds.address, amount: 1_500n })).toBe(txid);
    const params = { account: pays.address, recipientAddress: holds.address, amount: '1500' };
    expect(request).toHaveBeenCalledWith({ method: 'sendTransfer', params });
    for (const amount of [0n, -1n, '1.5', '', '0x1', 15, '99999999999999999'])
      await expect(
        provider.sendTransfer({ recipientAddress: holds.address, amount: amount as bigint }),
      ).rejects.toMatchObject({ code: -32602 });
    await expect(
      createProvider(() => ({ txid: 'x' })).provider.sendTransfer({ recipientAddress: 'x', amount: 1n }),
    ).rejects.toMatchObject({ code: -32603 });
  });

  test('@1.11 sends a PSBT as base64 and returns bytes', async () => {
    const psbt = Uint8Array.from([0x70, 0x73, 0x62, 0x74, 0xff, 0]);
    const signInputs = [{ address: pays.address, index: 0 }];
    const { provider, request } = createProvider(({ params }) => ({
      psbt: params.psbt,
      ...(params.broadcast && { txid }),
    }));
    expect(await provider.signPSBT({ psbt, signInputs })).toEqual({ psbt });
    expect(await provider.signPSBT({ psbt, signInputs, broadcast: true })).toEqual({ psbt, txid });
    const params = { account: pays.address, psbt: toBase64(psbt), signInputs, broadcast: false };
    expect(request).toHaveBeenCalledWith({ method: 'signPsbt', params });
    for (const bad of [new Uint8Array(), new Uint8Array(65_537), 'x', null])
      await expect(provider.signPSBT({ psbt: bad as Uint8Array, signInputs })).rejects.toMatchObject({
        code: -32602,
      });
  });
});
