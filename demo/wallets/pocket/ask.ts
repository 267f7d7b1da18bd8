/** One request at a time: the others wait. Text is inserted as text: a site's data never becomes markup. */
import { drawFact, part, type Fact } from '../confirm/dom';

export { part };

export type Question = { title: string; site: string; facts: Fact[]; warning?: string; confirm?: string };

const auto = new URLSearchParams(location.search).has('auto');
let last: Promise<unknown> = Promise.resolve();

/** Shows a request when its turn comes, and resolves with the decision; `gone` withdraws it. */
export function ask(question: Question, gone?: AbortSignal): Promise<boolean> {
  const turn = last.then(() => (gone?.aborted ? false : decide(question, gone)));
  last = turn;
  return turn;
}

function decide(question: Question, gone?: AbortSignal): Promise<boolean> {
  part('title').textContent = question.title;
  part('site').textContent = question.site;
  part('facts').replaceChildren(...question.facts.map(drawFact));
  part('warning').textContent = question.warning ?? '';
  part('warning').hidden = question.warning === undefined;
  const confirm = part('confirm') as HTMLButtonElement;
  const reject = part('reject') as HTMLButtonElement;
  confirm.textContent = question.confirm ?? 'Confirm';
  part('question').hidden = false;
  part('title').focus();
  return new Promise<boolean>((resolve) => {
    const answer = (yes: boolean): void => {
      part('question').hidden = true;
      confirm.onclick = reject.onclick = null;
      resolve(yes);
    };
    reject.onclick = () => answer(false);
    confirm.onclick = () => answer(true);
    gone?.addEventListener('abort', () => answer(false), { once: true });
    if (auto) answer(true);
  });
}

/** Shows a text below the cards; an empty text removes it. */
export function note(text: string): void {
  part('note').textContent = text;
  part('note').hidden = text === '';
}
