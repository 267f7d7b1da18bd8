// What was signed is sent once; a lost answer is no failure (decision 39, "Not sent, unknown and sent").
import { HttpRequestError, keccak256, RpcRequestError, TimeoutError, type Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { sendSigned } from './sent';

const SIGNED: Hex = '0x02f8aa';
const HASH = keccak256(SIGNED);
const url = 'http://node.test';
const lost = () => new HttpRequestError({ url, details: 'Failed to fetch' });
const late = () => new TimeoutError({ url, body: {} });
const said = (message: string) =>
  new Error('The request failed', {
    cause: new RpcRequestError({ url, body: {}, error: { code: -32000, message } }),
  });

/** A node that answers a send in this way, and knows the transaction from this look on. */
function node(answer: () => Promise<Hex>, knownFrom: number) {
  const seen = { sends: 0, looks: 0 };
  const reader = {
    sendRawTransaction: () => {
      seen.sends += 1;
      return answer();
    },
    getTransaction: ({ hash }: { hash: Hex }) => {
      expect(hash).toBe(HASH);
      seen.looks += 1;
      return seen.looks >= knownFrom ? Promise.resolve({ hash }) : Promise.reject(new Error('not found'));
    },
  };
  return { seen, send: () => sendSigned(reader as never, SIGNED, () => Promise.resolve()) };
}

describe('a signed transaction', () => {
  it.each([
    ['lost', lost, 1],
    ['lost, and known a little later', lost, 4],
    ['late', late, 2],
    ['"already known"', () => said('already known'), 1],
    ['"nonce too low" of the very same', () => said('nonce too low'), 1],
  ])('@10.31 is sent although the answer is %s', async (_, error, knownFrom) => {
    const { send, seen } = node(() => Promise.reject(error()), knownFrom);
    expect(await send()).toBe(HASH);
    expect(seen).toEqual({ sends: 1, looks: knownFrom });
  });

  it('has its own hash, even if the node returns another', async () => {
    const { send } = node(() => Promise.resolve('0x12'), 1);
    expect(await send()).toBe(HASH);
  });

  it('fails with the node’s message, or names the loss, if the network does not have it', async () => {
    for (const [error, looks] of [
      [said('insufficient funds'), 1],
      [lost(), 5],
    ] as const) {
      const { send, seen } = node(() => Promise.reject(error), Infinity);
      await expect(send()).rejects.toBe(error);
      expect(seen).toEqual({ sends: 1, looks });
    }
  });
});
