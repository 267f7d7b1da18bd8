/** The approvals: one request at a time, decided by the person. What is seen and what counts as a yes: asking.ts. */
import { FeeRose, withFee } from '../wallets/confirm/fee';
import { ask, clear } from './asking';
import type { Question } from './draw';

const REJECTED = 'User rejected the request';
const ABORTED = 'Request was aborted';

let line: Promise<unknown> = Promise.resolve();
let abort = new AbortController();

/** A place in the line of those who ask: its turn comes when those before are done. */
export type Place = { turn: Promise<unknown>; signal: AbortSignal };

/**
 * Carries a request out in the line, from its arrival on: to be called before anything is awaited. What takes longer to prepare must not be
 * overtaken, and what is aborted meanwhile must not be shown later.
 */
export function inLine<T>(carryOut: (place: Place) => Promise<T>): Promise<T> {
  const turn = line;
  const answer = carryOut({ turn, signal: abort.signal });
  line = Promise.allSettled([turn, answer]);
  return answer;
}

/** Asks the person when its turn has come; resolves with what `approve` gives. What costs more than was shown is asked again. */
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

/** Ends what is asked and what waits to be; what comes now waits for none of them, also not for one that is still prepared. */
export function abortAll(): void {
  abort.abort();
  abort = new AbortController();
  line = Promise.resolve();
}
