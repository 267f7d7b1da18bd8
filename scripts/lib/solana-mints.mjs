// Writes Token-2022 mints as @solana/spl-token reads them (scripts/vectors.mjs solana): their transfer fees, and how amounts are displayed.

import { createRequire } from 'node:module';
import path from 'node:path';

const load = createRequire(path.resolve(process.argv[3] ?? '.', 'index.js'));
const token = load('@solana/spl-token');
const { Keypair, PublicKey } = load('@solana/web3.js');

const { ExtensionType, TOKEN_2022_PROGRAM_ID } = token;
const NOW = 1_790_000_000;
const YEAR = 31_556_736;

/** Some hundred mints, each as the bytes of its account, an amount of it, a second and an epoch. */
export function mints(next) {
  const below = (limit) => next() % limit;
  const bytes = (count) => Uint8Array.from({ length: count }, () => below(256));
  const somebody = () => Keypair.fromSeed(bytes(32)).publicKey;
  const maybe = () => (below(3) ? somebody() : PublicKey.default);
  const encoded = (layout, value) => {
    const data = Buffer.alloc(layout.span);
    layout.encode(value, data);
    return data;
  };
  const fee = (epoch) => ({
    epoch: BigInt(epoch),
    maximumFee: BigInt(below(2 ** 31)) << BigInt(below(32)),
    transferFeeBasisPoints: below(5) ? below(10_001) : 0,
  });
  const factor = () => (below(4) ? (below(1_000_000) + 1) / 1024 : 1 / (below(1000) + 1));

  function extensions(kind) {
    const all = [];
    const add = (type, data) => all.push([type, data]);
    if (below(2))
      add(
        ExtensionType.TransferFeeConfig,
        encoded(token.TransferFeeConfigLayout, {
          transferFeeConfigAuthority: maybe(),
          withdrawWithheldAuthority: maybe(),
          withheldAmount: 7n,
          olderTransferFee: fee(below(700)),
          newerTransferFee: fee(690 + below(20)),
        }),
      );
    if (kind == 1)
      add(
        ExtensionType.InterestBearingConfig,
        encoded(token.InterestBearingMintConfigStateLayout, {
          rateAuthority: maybe(),
          initializationTimestamp: NOW - below(6 * YEAR),
          preUpdateAverageRate: below(4000) - 2000,
          lastUpdateTimestamp: NOW - below(3 * YEAR),
          currentRate: below(4000) - 2000,
        }),
      );
    if (kind == 2)
      add(
        ExtensionType.ScaledUiAmountConfig,
        encoded(token.ScaledUiAmountConfigLayout, {
          authority: maybe(),
          multiplier: factor(),
          newMultiplierEffectiveTimestamp: BigInt(NOW - 1000 + below(2000)),
          newMultiplier: factor(),
        }),
      );
    if (!below(3))
      add(ExtensionType.PermanentDelegate, encoded(token.PermanentDelegateLayout, { delegate: maybe() }));
    if (!below(3))
      add(
        ExtensionType.PausableConfig,
        encoded(token.PausableConfigLayout, { authority: maybe(), paused: !below(2) }),
      );
    if (!below(3)) add(ExtensionType.DefaultAccountState, Buffer.from([1 + below(2)]));
    if (!below(4)) add(ExtensionType.NonTransferable, Buffer.alloc(0));
    if (!below(3))
      add(
        ExtensionType.TransferHook,
        encoded(token.TransferHookLayout, { authority: maybe(), programId: maybe() }),
      );
    return all.sort(() => below(3) - 1);
  }

  function account(kind, decimals) {
    const base = encoded(token.MintLayout, {
      mintAuthorityOption: 1,
      mintAuthority: somebody(),
      supply: 0n,
      decimals,
      isInitialized: true,
      freezeAuthorityOption: below(2),
      freezeAuthority: somebody(),
    });
    const rest = extensions(kind).map(([type, data]) => {
      const head = Buffer.alloc(4);
      head.writeUInt16LE(type, 0);
      head.writeUInt16LE(data.length, 2);
      return Buffer.concat([head, data]);
    });
    return Buffer.concat([base, Buffer.alloc(165 - base.length), Buffer.from([1]), ...rest]);
  }

  async function one(at) {
    const decimals = below(10);
    const data = account(at % 3, decimals);
    const address = somebody();
    const info = { owner: TOKEN_2022_PROGRAM_ID, data, lamports: 1, executable: false };
    const connection = {
      getAccountInfo: async () => info,
      getParsedAccountInfo: async () => ({ value: { data: { parsed: { info: { unixTimestamp: NOW } } } } }),
    };
    const units = (BigInt(below(2 ** 31)) * BigInt(below(2 ** 31))) >> BigInt(below(62));
    const shown = await token.amountToUiAmountForMintWithoutSimulation(connection, address, units);
    const shownText = Number(shown).toFixed(decimals);
    const meant = await token.uiAmountToAmountForMintWithoutSimulation(connection, address, shownText);
    const mint = token.unpackMint(address, info, TOKEN_2022_PROGRAM_ID);
    const fees = token.getTransferFeeConfig(mint);
    const isSomebody = (key) => !!key && !key.equals(PublicKey.default);
    const pausable = token.getPausableConfig(mint);
    const isFrozen = token.getDefaultAccountState(mint)?.state == token.AccountState.Frozen;
    const rules = {
      bound: !!token.getNonTransferable(mint),
      paused: !!pausable?.paused,
      takes_back: isSomebody(token.getPermanentDelegate(mint)?.delegate),
      pausable: isSomebody(pausable?.authority) && !pausable.paused,
      starts_frozen: isFrozen && mint.freezeAuthority != null,
      stays_frozen: isFrozen && mint.freezeAuthority == null,
      hooked: isSomebody(token.getTransferHook(mint)?.programId),
    };
    return {
      data: data.toString('base64'),
      units: String(units),
      shown: shownText,
      meant: String(meant),
      fees: fees && [695, 705].map((epoch) => String(token.calculateEpochFee(fees, BigInt(epoch), units))),
      rules: Object.keys(rules).filter((name) => rules[name]),
    };
  }
  return Promise.all(Array.from({ length: 300 }, (_, at) => one(at))).then((cases) => ({ now: NOW, cases }));
}
