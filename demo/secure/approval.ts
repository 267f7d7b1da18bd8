/** Approvals: the user decides one request at a time. asking.ts renders it and decides which press counts. */
import { FeeRose, withFee } from '../wallets/confirm/fee';
import { ask, clear } from './asking';
import type { Question } from './draw';

const REJECTED = 'User rejected the request';
const ABORTED = 'Request was aborted';

let line: Promise<unknown> = Promise.resolve();
let abort = new AbortController();

/** A place in the queue: its turn comes when the earlier ones are done. */
export type Place = { turn: Promise<unknown>; signal: AbortSignal };

/**
 * Runs a request in order of arrival. Call it before any await: a request that takes longer to prepare must not be overtaken, and an
 * aborted one must not appear later.
 */
export function inLine<T>(carryOut: (place: Place) => Promise<T>): Promise<T> {
  const turn = line;
  const answer = carryOut({ turn, signal: abort.signal });
  line = Promise.allSettled([turn, answer]);
  return answer;
}

/** Asks the user when its turn comes; resolves with the result of `approve`. If the cost exceeds the displayed one, it asks again. */
export async function decide(
  question: Question,
  approve: () => Promise<unknown>,
  { turn, signal }: Place,
): Promise<unknown> {
  await turn;
  if (signal.aborted) throw new Error(ABORTED);
  let [asked, carryOut] = [question, approve];
  try {
    for (;;) {
      if (!(await ask(asked, signal))) throw new Error(signal.aborted ? ABORTED : REJECTED);
      try {
        return await carryOut();
      } catch (error) {
        if (!(error instanceof FeeRose)) throw error;
        const { facts, warning } = withFee(question.facts, error);
        asked = { ...question, facts, warnings: [warning, ...(question.warnings ?? [])] };
        carryOut = error.approve;
      }
    }
  } finally {
    clear();
  }
}

/** Aborts the current and all waiting requests. Later requests don't wait for them, also not for one that is still being prepared. */
export function abortAll(): void {
  abort.abort();
  abort = new AbortController();
  line = Promise.resolve();
}
