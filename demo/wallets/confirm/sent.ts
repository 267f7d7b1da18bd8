/**
 * Sends what was signed. Its hash is known before: where the answer is lost, or says something else than the hash, the network is asked for it.
 * Who is told that it failed pays again.
 */
import { keccak256, RpcRequestError, type Hex, type PublicClient } from 'viem';

const LOOKS = 5;
const LOOK_EVERY_MS = 400;

export async function sendSigned(
  reader: Pick<PublicClient, 'sendRawTransaction' | 'getTransaction'>,
  serializedTransaction: Hex,
  pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms)),
): Promise<Hex> {
  const hash = keccak256(serializedTransaction);
  try {
    await reader.sendRawTransaction({ serializedTransaction });
    return hash;
  } catch (error) {
    // a node that answers with a no has nothing, or has it from before; one that does not answer may have it in a moment
    const looks = isAnswer(error) ? 1 : LOOKS;
    for (let look = 0; look < looks; look += 1) {
      if (look > 0) await pause(LOOK_EVERY_MS);
      const known = await reader.getTransaction({ hash }).catch(() => null);
      if (known) return hash;
    }
    throw error;
  }
}

/** Whether the node has said it. */
function isAnswer(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof RpcRequestError) return true;
  return false;
}
