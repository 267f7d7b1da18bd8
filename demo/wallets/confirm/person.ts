/** The user of a wallet's window: what they see, and what they decide. */
import type { Answer, AskedRequest } from './channel';
import { part, showFacts } from './dom';
import { problem, rejected } from './errors';
import { FeeRose, withFee } from './fee';
import { describe, type Question } from './requests';

/** Shows a request and carries out the decision. */
export async function settle(request: AskedRequest): Promise<Answer> {
  let first: Question;
  try {
    first = await describe(request);
  } catch (error) {
    end(problem(error).message);
    return { error: problem(error) };
  }
  let question = first;
  while (question.silent || (await decides(question))) {
    try {
      return { result: await question.approve() };
    } catch (error) {
      if (!(error instanceof FeeRose)) return { error: problem(error) };
      const { facts, warning } = withFee(question.facts, error);
      // an earlier warning still applies
      const warnings = [first.warning, warning].filter(Boolean).join(' ');
      question = { ...question, facts, warning: warnings, approve: error.approve };
    }
  }
  return { error: rejected() };
}

/** Shows a request; resolves with true if the user confirms. Only one decision: a second click must not sign twice. */
export function decides(question: Question): Promise<boolean> {
  part('title').textContent = question.title;
  showFacts(question.facts);
  part('network').textContent = question.network ?? '';
  part('network').hidden = question.network === undefined;
  warn(question.warning);

  const confirm = part('confirm') as HTMLButtonElement;
  const reject = part('reject') as HTMLButtonElement;
  confirm.textContent = question.confirm ?? 'Confirm';
  confirm.disabled = reject.disabled = false;
  part('buttons').hidden = false;
  reject.focus();
  return new Promise((resolve) => {
    reject.onclick = () => resolve(false);
    confirm.onclick = () => {
      confirm.disabled = reject.disabled = true;
      confirm.textContent = 'Working';
      resolve(true);
    };
  });
}

/** Nothing is left to decide. */
export function end(words: string): void {
  part('title').textContent = 'Nothing to confirm';
  part('buttons').hidden = true;
  warn(words);
}

function warn(text: string | undefined): void {
  part('note').textContent = text ?? '';
  part('note').hidden = text === undefined;
}
