// What a page asks of wallets of bitcoin: messages, transactions, transfers; signed by real keys, verified by other libraries, taken by the node
// (docs/spec/rpc.md section 3, decision 91, "Bitcoin wallets in the browser").
import * as btc from '@scure/btc-signer';
import { CHAIN, toBase64, toHex } from '../../demo/bitcoin/layout.mjs';
import { connect, isBip322, isOlder, request, visitBitcoin } from '../support/bitcoin-page';
import {
  nodeControl,
  rest,
  ScriptedBitcoinWallet,
  sent,
  type BitcoinScript,
} from '../support/scripted-bitcoin';
import { expect, test } from '../support/test';

const dialects: [string, BitcoinScript][] = [
  ['the Wallet Standard', { dialect: 'standard' }],
  ['the sats-connect way', { dialect: 'sats', paymentAddress: 'p2sh' }],
];

for (const [name, script] of dialects)
  test.describe(`a wallet of ${name}`, () => {
    test('signs messages with each of its addresses @1.11 @6.5', async ({ page }) => {
      const wallet = await ScriptedBitcoinWallet.install(page, script);
      await visitBitcoin(page);
      await connect(page, wallet);
      const { address } = wallet.key();
      for (const message of ['Hello, coin', 'grüße 𝕏\n', '']) {
        const answer = await request(page, 'signMessage', { account: address, message });
        expect(answer.address).toBe(address);
        expect(isOlder(address, message, answer.signature!), message).toBe(true);
      }
      const holds = wallet.key('p2tr').address;
      const asked = { account: address, address: holds, message: 'mine' };
      const { signature } = await request(page, 'signMessage', asked);
      expect(isBip322(holds, 'mine', signature!)).toBe(true);
      expect(wallet.count('signMessage')).toBe(4);
      const stranger = wallet.key('p2pkh', 'account 2').address;
      for (const [wrong, code] of [
        [{ account: stranger }, -32602],
        [{ account: address, address: stranger }, 4100],
        [{ account: address, chain: 'bip122:000000000019d6689c085ae165831e93' }, -32602],
      ] as const)
        expect(await request(page, 'signMessage', { message: 'x', ...wrong })).toMatchObject({ code });
      expect(wallet.count('signMessage')).toBe(4);
    });

    test('rejects with 4001 after a refusal, and keeps one window at a time @8.33', async ({ page }) => {
      const wallet = await ScriptedBitcoinWallet.install(page, script);
      await visitBitcoin(page);
      await connect(page, wallet);
      const asked = { account: wallet.key().address, message: 'x' };
      await wallet.answer('signMessage', { code: script.dialect == 'sats' ? -32000 : 4001, message: 'no' });
      expect(await request(page, 'signMessage', asked)).toMatchObject({ code: 4001 });
      await wallet.answer('signMessage', 'hang');
      void request(page, 'signMessage', asked).catch(() => undefined);
      await expect.poll(() => wallet.count('signMessage')).toBe(2);
      expect(await request(page, 'signMessage', asked)).toMatchObject({ code: -32002 });
      expect(wallet.count('signMessage')).toBe(2);
    });

    test('signs the requested inputs, and the network accepts the transaction @1.11', async ({ page }) => {
      const wallet = await ScriptedBitcoinWallet.install(page, script);
      await visitBitcoin(page);
      await connect(page, wallet);
      const [key, to] = [wallet.key(), wallet.key('p2wpkh', 'account 2').address];
      await nodeControl('give', { address: key.address, sats: 70_000 });
      const coins = (
        await rest<{ txid: string; vout: number; value: number }[]>(`address/${key.address}/utxo`)
      ).filter(({ value }) => value == 70_000);
      const psbt = key.pay(coins.slice(-1), to, 20_000n, { isUnsigned: true });
      const asked = {
        account: key.address,
        psbt: toBase64(psbt),
        signInputs: [{ address: key.address, index: 0 }],
        broadcast: false,
      };
      const answer = await request(page, 'signPsbt', asked);
      expect(answer.txid).toBeUndefined();
      const signed = btc.Transaction.fromPSBT(Buffer.from(answer.psbt!, 'base64'));
      expect(signed.isFinal).toBe(false);
      signed.finalize();
      const txid = await sent(signed.extract());
      expect(txid).toBe(signed.id);
      expect(toHex(signed.unsignedTx)).toBe(toHex(btc.Transaction.fromPSBT(psbt).unsignedTx));
      await expect(rest(`tx/${txid}`)).resolves.toMatchObject({
        vout: [{ scriptpubkey_address: to, value: 20_000 }, { scriptpubkey_address: key.address }],
      });
    });
  });

test('transfers through the wallet, and reports one that cannot transfer @1.11', async ({ page }) => {
  const wallet = await ScriptedBitcoinWallet.install(page, { dialect: 'sats' });
  await visitBitcoin(page);
  await connect(page, wallet);
  const to = wallet.key('p2tr', 'account 2').address;
  const asked = { account: wallet.key().address, recipientAddress: to, amount: '12345' };
  const { txid } = await request(page, 'sendTransfer', asked);
  await expect(rest(`tx/${txid}`)).resolves.toMatchObject({
    vout: [{ scriptpubkey_address: to, value: 12_345 }, {}],
  });
  for (const wrong of [{ memo: 'x' }, { changeAddress: to }, { account: wallet.key('p2tr').address }])
    expect(await request(page, 'sendTransfer', { ...asked, ...wrong })).toMatchObject({ code: -32602 });
  expect(wallet.count('send')).toBe(1);
});

test('returns the account’s addresses by purpose, and rejects other methods @6.3', async ({ page }) => {
  const wallet = await ScriptedBitcoinWallet.install(page);
  await visitBitcoin(page, [CHAIN]);
  await connect(page, wallet);
  const [pays, holds] = [wallet.key(), wallet.key('p2tr')];
  const account = pays.address;
  const all = await request<object[]>(page, 'getAccountAddresses', { account });
  expect(all).toMatchObject([
    { address: pays.address, publicKey: pays.publicKeyHex, intention: 'payment' },
    { address: holds.address, intention: 'ordinal' },
  ]);
  const some = await request<object[]>(page, 'getAccountAddresses', { account, intentions: ['ordinal'] });
  expect(some).toMatchObject([{ address: holds.address }]);
  expect(await request(page, 'eth_accounts', {})).toHaveProperty('code');
  expect(wallet.requests.map(({ method }) => method)).toEqual(['connect']);
});
