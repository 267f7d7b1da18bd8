/**
 * The demo wallet's window: shows what a page asks for and answers with what the person decides.
 * Where to start: channel.ts (how the page is spoken to), requests.ts (the table of what can be asked), keys.ts (who signs).
 */
import { waitForRequest } from './channel';
import { part, showFacts } from './dom';
import { problem, rejected } from './errors';
import { describe } from './requests';

async function run(): Promise<void> {
  const { site, request, answer } = await waitForRequest();
  part('site').textContent = site;

  const question = await describe(request).catch((error: unknown) => {
    answer({ error: problem(error) });
    throw error;
  });

  part('title').textContent = question.title;
  showFacts(question.facts);
  if (question.network) {
    part('network').textContent = question.network;
    part('network').hidden = false;
  }
  warn(question.warning);

  const confirm = part('confirm') as HTMLButtonElement;
  const reject = part('reject') as HTMLButtonElement;
  part('buttons').hidden = false;
  reject.focus();
  reject.addEventListener('click', () => answer({ error: rejected() }));
  confirm.addEventListener('click', async () => {
    // One decision: a second click must not sign twice.
    confirm.disabled = true;
    reject.disabled = true;
    confirm.textContent = 'Working';
    try {
      answer({ result: await question.approve() });
    } catch (error) {
      answer({ error: problem(error) });
    }
  });
}

function warn(text: string | undefined): void {
  part('note').textContent = text ?? '';
  part('note').hidden = text === undefined;
}

run().catch((error: unknown) => {
  part('title').textContent = 'Nothing to confirm';
  warn(problem(error).message);
});
