// Writes Solana transfers with @solana/web3.js and @solana/spl-token (scripts/vectors.mjs solana).

import { createRequire } from 'node:module';
import path from 'node:path';

const load = createRequire(path.resolve(process.argv[3] ?? '.', 'index.js'));
const token = load('@solana/spl-token');
const {
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} = load('@solana/web3.js');

const { TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } = token;
const MEMO = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
const NO_BLOCKHASH = PublicKey.default.toBase58();
const [UNITS_OF_COIN, UNITS_OF_TOKEN] = [50_000, 200_000];

/** Some hundred transfers, each as the bytes of an unsigned transaction. */
export function transfers(next) {
  const below = (limit) => next() % limit;
  const bytes = (count) => Uint8Array.from({ length: count }, () => below(256));
  const person = () => Keypair.fromSeed(bytes(32)).publicKey;
  const anything = () => new PublicKey(bytes(32));
  const units = () => BigInt(`0x${Buffer.from(bytes(8)).toString('hex')}`) >> BigInt(below(64));
  const cases = Array.from({ length: 300 }, (_, at) => {
    const from = person();
    const to = below(3) ? person() : anything();
    const amount = units();
    const isToken = at % 3 > 0;
    const program = at % 3 == 1 ? TOKEN_PROGRAM_ID : TOKEN_2022_PROGRAM_ID;
    const price = below(2) ? below(1_000_000) : null;
    const memo = below(4) ? null : `deposit ${below(1000)} ü`;
    const steps = [];
    if (price !== null)
      steps.push(
        ComputeBudgetProgram.setComputeUnitLimit({ units: isToken ? UNITS_OF_TOKEN : UNITS_OF_COIN }),
        ComputeBudgetProgram.setComputeUnitPrice({ microLamports: price }),
      );
    if (memo) steps.push(new TransactionInstruction({ programId: MEMO, keys: [], data: Buffer.from(memo) }));
    const references = below(4) ? [] : [anything(), anything()];
    const built = {
      from: String(from),
      to: String(to),
      units: String(amount),
      price,
      memo,
      references: references.map(String),
    };
    const isPerson = PublicKey.isOnCurve(to.toBytes());
    if (isToken) {
      const [mint, source] = [anything(), anything()];
      const isOpened = !below(2);
      const destination = token.getAssociatedTokenAddressSync(mint, to, true, program);
      if (isOpened)
        steps.push(
          token.createAssociatedTokenAccountIdempotentInstruction(from, destination, to, mint, program),
        );
      const decimals = below(10);
      const withheld = program == TOKEN_2022_PROGRAM_ID && below(2) ? units() : null;
      steps.push(
        withheld === null
          ? token.createTransferCheckedInstruction(
              source,
              mint,
              destination,
              from,
              amount,
              decimals,
              [],
              program,
            )
          : token.createTransferCheckedWithFeeInstruction(
              source,
              mint,
              destination,
              from,
              amount,
              decimals,
              withheld,
              [],
              program,
            ),
      );
      Object.assign(built, {
        program: String(program),
        mint: String(mint),
        source: String(source),
        destination: String(destination),
        isOpened,
        decimals,
        withheld: withheld === null ? null : String(withheld),
      });
    } else steps.push(SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports: amount }));
    // as Solana Pay has a transfer name them
    for (const pubkey of references) steps.at(-1).keys.push({ pubkey, isSigner: false, isWritable: false });
    const message = new TransactionMessage({
      payerKey: from,
      recentBlockhash: NO_BLOCKHASH,
      instructions: steps,
    });
    const transaction = new VersionedTransaction(message.compileToLegacyMessage()).serialize();
    return { ...built, isPerson, transaction: Buffer.from(transaction).toString('base64') };
  });
  return { cases };
}
