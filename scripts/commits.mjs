// Checks the messages of new commits with commitlint. As a commit-msg hook: `node scripts/commits.mjs .git/COMMIT_EDITMSG`.
//
// It reads the commits that this checkout has, so a shallow clone checks fewer of them and a copy without git checks none.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { main, Problem } from './lib/fail.mjs';
import { output, say } from './lib/run.mjs';

/** Commits before this time (of their author) aren't checked. A time, because a rebase changes every hash. */
const SINCE = '2026-11-29T23:30:00Z';

/** The rules: 2 is an error. Nothing checks that a subject is imperative: a reviewer does. */
const RULES = {
  'header-max-length': [2, 'always', 72],
  'header-min-length': [2, 'always', 10],
  'header-case': [2, 'always', 'sentence-case'],
  'header-full-stop': [2, 'never', '.'],
  'header-trim': [2, 'always'],
  'body-leading-blank': [2, 'always'],
};

/** @returns {Promise<string[]>} what is wrong with a message, as sentences */
export async function faults(message) {
  // Imported here: `npm test` reads this file before it has installed the npm packages.
  const { default: lint } = await import('@commitlint/lint');
  const { errors } = await lint(message, RULES);
  return errors.map((one) => one.message);
}

/** The hash and the message of each new commit of a checkout, or null without git. @returns {{hash: string, message: string}[] | null} */
export function newCommits(log, since = SINCE) {
  if (log === null) return null;
  return log
    .split('\x1e')
    .map((one) => one.trimStart().split('\0'))
    .filter(([, date]) => date && Date.parse(date) >= Date.parse(since))
    .map(([hash, , message]) => ({ hash, message }));
}

export async function commits() {
  const log = await output('git', ['log', `--since=${SINCE}`, '--format=%h%x00%aI%x00%B%x1e', 'HEAD']);
  const found = newCommits(log);
  if (!found) return say('commits: skipped, because this copy has no git history');
  const wrong = [];
  for (const { hash, message } of found)
    for (const fault of await faults(message)) wrong.push(`${hash} "${message.split('\n')[0]}": ${fault}`);
  if (wrong.length > 0) throw new Problem(`change these messages:\n${wrong.join('\n')}`);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href)
  await main('commits', async () => {
    const file = process.argv[2];
    if (!file) return commits();
    const wrong = await faults(readFileSync(file, 'utf8').replace(/^#.*\n?/gm, ''));
    if (wrong.length > 0) throw new Problem(wrong.join('; '));
  });
