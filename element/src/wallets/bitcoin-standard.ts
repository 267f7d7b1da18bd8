// Bitcoin wallets that use the Wallet Standard (docs/spec/page-wallets.md section 2.3). A wallet that only refers to a sats-connect
// object is called through that (section 3.1).

import { add, filterItems, findItem, freeze, isArray, mapped, size, vow } from '../captured';
import {
  adaptBitcoin,
  plainData,
  isAccount,
  mainnet,
  nameOf,
  regtest,
  signet,
  testnet,
  testnet4,
  toAccount,
  type Account,
  type Dialect,
  type SignInput,
  type Names,
  type PsbtRequest,
  type Purpose,
  type WalletState,
} from './bitcoin';
import { copyBytes, toHex, toUtf8 } from './bytes';
import { fault, attempt, unreadable } from './foreign';
import { satsDialect } from './sats-connect';
import { isKnown, registered } from './bitcoin-known';
import {
  bytesOf,
  first,
  readList,
  methodOf,
  methodOfEvents,
  type Foreign,
  type StandardWallet,
} from './standard';
import { finderOf } from './wallet-standard';

const names: Names = [
  [mainnet, 'bitcoin:mainnet'],
  [testnet, 'bitcoin:testnet'],
  [testnet4, 'bitcoin:testnet4'],
  [signet, 'bitcoin:signet'],
  [regtest, 'bitcoin:regtest'],
];
const chains_max = 32;
const accounts_max = 100;
const key_bytes_max = 65;
const message_bytes_max = 131_072;
const signature_bytes_max = 3_072;
const psbt_bytes_max = 262_144;

/** The supported networks of an account or a wallet, by ID. */
function chainsOf(foreign: unknown): string[] {
  const list = readList(foreign, chains_max);
  const all: string[] = [];
  for (let i = 0; i < list.length; i++)
    for (let n = 0; n < names.length; n++)
      if (list[i] == names[n]![1] || list[i] == names[n]![0]) add(all, names[n]![0]);
  return all;
}

const features = ['signMessage', 'signTransaction', 'signAndSendTransaction'] as const;
const canConnect = (wallet: StandardWallet) =>
  methodOf(wallet, 'bitcoin:connect', 'connect') ?? methodOf(wallet, 'standard:connect', 'connect');

/** The sats-connect object that a wallet refers to. */
const satsOf = (wallet: StandardWallet): object | undefined => {
  const feature = attempt(() => (wallet.features as Foreign)['sats-connect:']) as Foreign | undefined;
  const provider = feature && attempt(() => feature.provider);
  return typeof provider == 'object' && provider ? provider : undefined;
};

const isOfBitcoin = (wallet: StandardWallet): boolean =>
  (!!canConnect(wallet) &&
    (!!findItem(features, (method) => !!methodOf(wallet, `bitcoin:${method}`, method)) ||
      !!chainsOf(attempt(() => wallet.chains)).length)) ||
  typeof (satsOf(wallet) as Foreign | undefined)?.request == 'function';

/** The Wallet Standard's name of a sighash type; undefined if everything is signed. */
function sighashOf({ sighashTypes }: SignInput): string | undefined {
  const type = sighashTypes[0] ?? 1;
  if (sighashTypes.length > 1) throw fault(4200, 'This wallet supports one sighash type for each input');
  const base = ['ALL', 'ALL', 'NONE', 'SINGLE'][type & 0x7f];
  if (!base || type > 0x83) throw fault(-32602, 'Unknown sighash type');
  return type < 2 ? undefined : type > 0x80 ? `${base}|ANYONECANPAY` : base;
}

function standardDialect(wallet: StandardWallet): Dialect {
  /** whether its own list has had accounts: from then on, an empty list means that it has none */
  let isLive = false;
  /** its network: for a wallet with accounts of several networks, the one of the last request */
  let standing: string | undefined;
  /** the wallet's own objects, because some wallets compare identity */
  let own: { account: Account; object: object }[] = [];

  const call = (feature: string, method: string, inputs: unknown[]): Promise<unknown> => {
    const run = methodOf(wallet, feature, method);
    if (!run) throw fault(4200, `The wallet doesn't support ${feature}`);
    return run(inputs);
  };

  const toTold = (list: unknown, chains: readonly string[]): WalletState => {
    const all: { account: Account; object: object }[] = [];
    mapped(readList(list, accounts_max), (object) => {
      if (typeof object != 'object' || !object) return;
      const of = object as Foreign;
      const purpose = attempt(() => of.purpose);
      const type: Purpose = purpose == 'ordinals' ? 'ordinal' : purpose == 'stacks' ? 'stx' : 'payment';
      const key = attempt(() => copyBytes(of.publicKey, key_bytes_max));
      mapped(chainsOf(attempt(() => of.chains)), (chain) => {
        const account = toAccount({ address: attempt(() => of.address) }, chain, type);
        if (account && key && size(key)) account.publicKey = toHex(key);
        if (isAccount(account)) add(all, { account, object });
      });
    });
    const isThere = (chain: string | undefined) => !!findItem(all, ({ account }) => account.chain == chain);
    standing = isThere(standing) ? standing : (findItem(chains, isThere) ?? all[0]?.account.chain);
    own = filterItems(all, ({ account }) => account.chain == standing);
    return { chain: standing, accounts: mapped(own, ({ account }) => account) };
  };

  const current = (): unknown => {
    const list = attempt(() => wallet.accounts);
    isLive ||= readList(list, 1).length > 0;
    return list;
  };

  const ask = async (chains: readonly string[]): Promise<WalletState> => {
    const isOwn = !!methodOf(wallet, 'bitcoin:connect', 'connect');
    const answer = isOwn
      ? await call('bitcoin:connect', 'connect', [plainData({ purposes: freeze(['payment', 'ordinals']) })])
      : await call('standard:connect', 'connect', []);
    const list = attempt(() => (answer as Foreign).accounts);
    return toTold(readList(list, 1).length ? list : current(), chains);
  };

  const objectOf = (address: string): object => {
    for (let i = 0; i < own.length; i++) if (own[i]!.account.address == address) return own[i]!.object;
    throw fault(4100, "This account isn't connected");
  };

  const toInput = ({ psbt, inputs, chain }: PsbtRequest): object => {
    const groups: { account: object; signingIndexes: number[]; sigHash?: string }[] = [];
    for (let i = 0; i < inputs.length; i++) {
      const account = objectOf(inputs[i]!.address);
      const sigHash = sighashOf(inputs[i]!);
      let at = 0;
      while (at < groups.length && (groups[at]!.account != account || groups[at]!.sigHash != sigHash)) at++;
      groups[at] ??= { account, signingIndexes: [], ...(sigHash ? { sigHash } : {}) };
      const { signingIndexes } = groups[at]!;
      add(signingIndexes, inputs[i]!.index);
    }
    const inputsToSign: object[] = [];
    for (let i = 0; i < groups.length; i++) add(inputsToSign, plainData(groups[i]!));
    return plainData({
      psbt,
      inputsToSign: freeze(inputsToSign),
      ...(chain || standing ? { chain: nameOf(names, chain ?? standing) } : {}),
    });
  };

  return {
    ask,
    // It can't be asked without a prompt, so its own list applies.
    look: (chains) =>
      vow<WalletState | null>(() => {
        const state = toTold(current(), chains);
        return state.accounts.length || isLive ? state : null;
      }),
    async leave() {
      standing = undefined;
      isLive = false;
      const run =
        methodOf(wallet, 'bitcoin:disconnect', 'disconnect') ??
        methodOf(wallet, 'standard:disconnect', 'disconnect');
      return run ? await run([]) : null;
    },
    async switchTo(chain) {
      const run = methodOf(wallet, 'bitcoin:switchNetwork', 'switchNetwork');
      const before = standing;
      standing = chain;
      try {
        if (run) await run([chain]);
        let state = toTold(current(), [chain]);
        // The wallet might have other addresses there: the known ones belong to the previous network.
        if (run && state.chain != chain) {
          standing = chain;
          state = await ask([chain]);
        }
        if (state.chain != chain) throw fault(4200, 'Change the network in the wallet');
        return state;
      } catch (error) {
        standing = before;
        toTold(current(), before ? [before] : []);
        throw error;
      }
    },
    async signMessage(by, message) {
      const bytes = toUtf8(message);
      const input = plainData({ account: objectOf(by.address), message: bytes });
      const output = first(await call('bitcoin:signMessage', 'signMessage', [input]));
      // A hardware wallet might sign its own envelope, which can't be verified against the text.
      const signed = attempt(() => copyBytes(output.signedMessage, message_bytes_max));
      if (!signed || toHex(signed) != toHex(bytes)) throw unreadable();
      return bytesOf(output, 'signature', signature_bytes_max);
    },
    takes: toInput,
    async signPsbt(asked) {
      const input = toInput(asked);
      if (!asked.broadcast) {
        const output = first(await call('bitcoin:signTransaction', 'signTransaction', [input]));
        return { psbt: bytesOf(output, 'signedPsbt', psbt_bytes_max) };
      }
      const output = first(await call('bitcoin:signAndSendTransaction', 'signAndSendTransaction', [input]));
      return { psbt: null, txid: attempt(() => output.txId) };
    },
    listen(changed) {
      const hear = methodOfEvents(wallet, 'bitcoin:events') ?? methodOfEvents(wallet);
      return hear?.((change) => {
        const list = attempt(() => (change as Foreign | null)?.accounts);
        if (!isArray(list)) changed();
        // its current list: the network might have changed with it
        else changed(list.length ? toTold(list, []) : { chain: undefined, accounts: [] });
      });
    },
  };
}

export const findBitcoin = finderOf({
  family: 'bip122',
  isOf: isOfBitcoin,
  adapt: (wallet) => {
    const sats = canConnect(wallet) ? null : satsOf(wallet);
    return adaptBitcoin(sats ? satsDialect(sats) : standardDialect(wallet));
  },
  // Another namespace might use its object, too, and it might already be listed through another way.
  toProvider: (wallet) => {
    registered.add(attempt(() => wallet.name));
    return isKnown(satsOf(wallet) ?? wallet, wallet) ? null : freeze({ wallet });
  },
});
