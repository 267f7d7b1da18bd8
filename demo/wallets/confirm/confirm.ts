/**
 * The demo wallet's window: shows what a page asks for and answers with what the person decides.
 * Where to start: channel.ts (how the page is spoken to), requests.ts (the table of what can be asked), keys.ts (who signs).
 */
import { waitForRequest } from './channel';
import { part, showFacts } from './dom';
import { problem, rejected } from './errors';
import { FeeRose, withFee } from './fee';
import { describe, UNLOCK, type Question } from './requests';

async function run(): Promise<void> {
  const { site, request, unlocked, answer } = await waitForRequest();
  part('site').textContent = site;

  if (request.locked) {
    if (!(await decides(UNLOCK))) return answer({ error: rejected() });
    unlocked();
  }
  const first = await describe(request).catch((error: unknown) => {
    answer({ error: problem(error) });
    throw error;
  });
  let question = first;
  while (question.silent || (await decides(question))) {
    try {
      return answer({ result: await question.approve() });
    } catch (error) {
      if (!(error instanceof FeeRose)) return answer({ error: problem(error) });
      const { facts, warning } = withFee(question.facts, error);
      // what was warned of is still so
      const warnings = [first.warning, warning].filter(Boolean).join(' ');
      question = { ...question, facts, warning: warnings, approve: error.approve };
    }
  }
  answer({ error: rejected() });
}

/** Shows a question; true when the person confirms. One decision: a second click must not sign twice. */
function decides(question: Question): Promise<boolean> {
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

function warn(text: string | undefined): void {
  part('note').textContent = text ?? '';
  part('note').hidden = text === undefined;
}

run().catch((error: unknown) => {
  part('title').textContent = 'Nothing to confirm';
  part('buttons').hidden = true;
  warn(problem(error).message);
});
