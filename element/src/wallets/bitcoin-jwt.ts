// Bitcoin wallets made for the first sats-connect (docs/spec/page-wallets.md section 3.1, "Older providers"): each call takes one
// unsecured token. They have no connection and no events, and every call opens a window. Each request names its network.

import { apply, cut, vow } from '../captured';
import { methodsOf } from './methods';
import { written } from '../written';
import {
  plainData,
  inputsToSign,
  mainnet,
  nameOf,
  signet,
  testnet,
  testnet4,
  type Dialect,
  type Names,
  type WalletState,
} from './bitcoin';
import { toBase64, toUtf8 } from './bytes';
import { toWalletFault } from './fault';
import { fault, attempt } from './foreign';
import { accountsOf } from './sats-connect';
import type { Foreign } from './standard';

const names: Names = [
  [mainnet, 'Mainnet'],
  [testnet, 'Testnet'],
  [testnet4, 'Testnet4'],
  [signet, 'Signet'],
];
const purposes = ['payment', 'ordinals'];

/** Base64url without padding. It reads characters by index, since a page can replace string methods. */
function part(of: object): string {
  const text = toBase64(toUtf8(written(of)!));
  let url = '';
  for (let i = 0; i < text.length && text[i] != '='; i++)
    url += text[i] == '+' ? '-' : text[i] == '/' ? '_' : text[i]!;
  return url;
}

/** The token is unsigned: the third part is empty. */
const tokenOf = (payload: object): string =>
  `${part(plainData({ typ: 'JWT', alg: 'none' }))}.${part(plainData(payload))}.`;

export function jwtDialect(provider: object): Dialect {
  let standing = mainnet;
  const methodOf = methodsOf(provider, ['connect', 'signMessage', 'signTransaction', 'sendBtcTransaction']);
  const network = (chain = standing) => plainData({ type: nameOf(names, chain) });

  const call = async (method: string, payload: object): Promise<unknown> => {
    const run = methodOf(method);
    if (!run) throw fault(4200, `The wallet doesn't support ${method}`);
    return await vow(() => apply(run, provider, [tokenOf(payload)]));
  };
  /** An error without a code counts as a rejection. For requests that move money, the wallet's message decides. */
  const asks = async (method: string, payload: object): Promise<unknown> => {
    try {
      return await call(method, payload);
    } catch (error) {
      const read = toWalletFault(error, method);
      throw 'uncoded' in read ? fault(4001, read.message) : error;
    }
  };

  const ask = async (chains: readonly string[]): Promise<WalletState> => {
    const chain = chains[0] ?? standing;
    const message = cut(`Connect to ${location.host}`, 0, 80);
    const answer = await asks('connect', { purposes, message, network: network(chain) });
    standing = chain;
    return {
      chain,
      accounts: accountsOf(
        attempt(() => (answer as Foreign).addresses),
        chain,
      ),
    };
  };

  return {
    ask,
    // its only read opens a window
    look: () => vow(() => null),
    switchTo: (chain) => ask([chain]),
    signMessage: (by, message) => asks('signMessage', { address: by.address, message, network: network() }),
    takes: inputsToSign,
    async signPsbt(asked) {
      const { broadcast } = asked;
      const answer = await (broadcast ? call : asks)('signTransaction', {
        network: network(),
        message: 'Sign',
        psbtBase64: toBase64(asked.psbt),
        broadcast,
        inputsToSign: inputsToSign(asked),
      });
      const of = answer as Foreign;
      return { psbt: attempt(() => of.psbtBase64), txid: attempt(() => of.txId) };
    },
    sendTransfer: (from, to, sats) =>
      call('sendBtcTransaction', {
        network: network(),
        recipients: [plainData({ address: to, amountSats: sats })],
        senderAddress: from.address,
      }),
  };
}
