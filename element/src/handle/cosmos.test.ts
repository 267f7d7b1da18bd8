// @vitest-environment node
// The oracle is cosmjs: its wallets are behind the provider, and its clients would take the provider as an OfflineSigner.
import { makeSignDoc as aminoDocument, Secp256k1Wallet, type OfflineAminoSigner } from '@cosmjs/amino';
import { fromBase64, toBase64 } from '@cosmjs/encoding';
import {
  DirectSecp256k1Wallet,
  makeAuthInfoBytes,
  makeSignBytes,
  type OfflineDirectSigner,
} from '@cosmjs/proto-signing';
import { Secp256k1, Secp256k1Signature, sha256 } from '@cosmjs/crypto';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Eip1193Provider } from '../provider';
import { complete, type CosmosProvider } from './cosmos';

const secret = new Uint8Array(32).fill(7);
const key = new Uint8Array(33).fill(2);
let amino: Secp256k1Wallet;
let direct: DirectSecp256k1Wallet;
let address: string;

interface RequestCall {
  method: string;
  params: { signerAddress: string; data: string; signDoc: Record<string, string> };
}

function createProvider(answer: (asked: RequestCall) => unknown) {
  const request = vi.fn((asked: RequestCall) => Promise.resolve().then(() => answer(asked)));
  const provider = { request } as unknown as CosmosProvider;
  complete(provider as Eip1193Provider);
  return { provider, request };
}

beforeAll(async () => {
  amino = await Secp256k1Wallet.fromKey(secret);
  direct = await DirectSecp256k1Wallet.fromKey(secret);
  ({ address } = (await direct.getAccounts())[0]!);
});

const document = () => ({
  bodyBytes: Uint8Array.from([10, 1, 1]),
  authInfoBytes: makeAuthInfoBytes([], [], 200_000, undefined, undefined),
  chainId: 'cosmoshub-4',
  accountNumber: 7n,
});

describe('Cosmos provider', () => {
  test('@1.13 returns accounts with algorithm and public key', async () => {
    const { provider } = createProvider(() => [{ address, algo: 'secp256k1', pubkey: toBase64(key) }]);
    expect(await provider.getAccounts()).toEqual([{ address, algo: 'secp256k1', pubkey: key }]);
    for (const bad of [null, {}, [{ address, algo: 'secp256k1' }], [{ address, pubkey: '***' }]])
      await expect(createProvider(() => bad).provider.getAccounts()).rejects.toMatchObject({ code: -32603 });
  });

  test('@1.13 sends a document as base64 and returns the signed bytes', async () => {
    const { provider, request } = createProvider(async ({ params: { signerAddress, signDoc } }) => {
      const doc = {
        bodyBytes: fromBase64(signDoc.bodyBytes!),
        authInfoBytes: fromBase64(signDoc.authInfoBytes!),
        chainId: signDoc.chainId!,
        accountNumber: BigInt(signDoc.accountNumber!),
      };
      const { signature } = await direct.signDirect(signerAddress, doc);
      return { signed: signDoc, signature };
    });
    const signer: OfflineDirectSigner = provider;
    const { signed, signature } = await signer.signDirect(address, document());
    expect(signed).toEqual(document());
    const own = Secp256k1Signature.fromFixedLength(fromBase64(signature.signature));
    const by = fromBase64(signature.pub_key.value as string);
    expect(await Secp256k1.verifySignature(own, sha256(makeSignBytes(signed)), by)).toBe(true);
    expect(request).toHaveBeenCalledWith({
      method: 'cosmos_signDirect',
      params: {
        signerAddress: address,
        signDoc: {
          bodyBytes: 'CgEB',
          authInfoBytes: toBase64(document().authInfoBytes),
          chainId: 'cosmoshub-4',
          accountNumber: '7',
        },
      },
    });
    for (const bad of [{ bodyBytes: 'CgEB' }, { authInfoBytes: [256] }, { accountNumber: '0x7' }])
      await expect(provider.signDirect(address, { ...document(), ...bad } as never)).rejects.toMatchObject({
        code: -32602,
      });
    expect(request).toHaveBeenCalledTimes(1);
  });

  test('@1.13 signs amino and text, and rejects an invalid signature', async () => {
    const { provider } = createProvider(({ params }) =>
      amino.signAmino(params.signerAddress, params.signDoc as never),
    );
    const signer: OfflineAminoSigner = provider;
    const doc = aminoDocument([], { amount: [], gas: '1' }, 'cosmoshub-4', '', 7, 1);
    const { signed, signature } = await signer.signAmino(address, doc);
    expect([signed, signature.pub_key.type]).toEqual([doc, 'tendermint/PubKeySecp256k1']);
    const words = createProvider(() => ({ ...signature, more: 1 }));
    expect(await words.provider.signArbitrary(address, 'Hello')).toEqual(signature);
    expect(words.request).toHaveBeenCalledWith({
      method: 'cosmos_signArbitrary',
      params: { signerAddress: address, data: 'Hello' },
    });
    for (const bad of [null, 'AA==', { signature: 'AA==' }, { signature: 1, pub_key: {} }]) {
      await expect(createProvider(() => bad).provider.signArbitrary(address, 'x')).rejects.toMatchObject({
        code: -32603,
      });
      await expect(
        createProvider(() => ({ signature: bad })).provider.signDirect(address, document()),
      ).rejects.toMatchObject({ code: -32603 });
    }
  });
});
