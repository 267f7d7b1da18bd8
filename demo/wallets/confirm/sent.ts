/**
 * Broadcasts a signed transaction. Its hash is known before: if the response is lost or isn't the hash, the network is asked for it. A
 * user who is told that it failed would pay again.
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
    // a node that rejects it either doesn't have it or already had it; one that doesn't respond might have it soon
    const looks = isAnswer(error) ? 1 : LOOKS;
    for (let look = 0; look < looks; look += 1) {
      if (look > 0) await pause(LOOK_EVERY_MS);
      const known = await reader.getTransaction({ hash }).catch(() => null);
      if (known) return hash;
    }
    throw error;
  }
}

/** Whether the node sent this error. */
function isAnswer(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof RpcRequestError) return true;
  return false;
}
