// `node scripts/decisions.mjs`: writes docs/spec/decisions.md, the index of the records in docs/spec/decisions/. A test fails if it is stale.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { Problem, main } from './lib/fail.mjs';
import { at } from './lib/project.mjs';

const FOLDER = 'docs/spec/decisions';
export const INDEX = `${FOLDER}.md`;
/** Records up to this number have a subject and a decision. Later ones also have a context and a consequence. */
const FIRST_COMPLETE = 281;

/** @typedef {{number: number, title: string, subject: string, file: string, text: string}} Decision */

/** The records of a file: `## 19. Title`. @returns {Decision[]} */
export function decisionsIn(text, file) {
  const [, subject] = /^# (.+)$/m.exec(text) ?? [];
  return text
    .split(/^(?=## \d+\. )/m)
    .slice(1)
    .map((piece) => {
      const [, number, title] = /^## (\d+)\. (.+)$/m.exec(piece);
      return { number: Number(number), title, subject, file, text: piece };
    });
}

/** Every record, by number. Throws if a number is used twice, or if a record lacks a part. */
export function decisions() {
  const all = readdirSync(at(FOLDER))
    .filter((name) => name.endsWith('.md'))
    .flatMap((name) => decisionsIn(readFileSync(at(FOLDER, name), 'utf8'), name))
    .sort((a, b) => a.number - b.number);
  checked(all);
  return all;
}

/** @param {Decision[]} all by number */
export function checked(all) {
  all.forEach(({ number, file, text }, i) => {
    if (all[i - 1]?.number === number)
      throw new Problem(`${file}: ${number} is also in ${all[i - 1].file}; use another number`);
    const parts =
      number < FIRST_COMPLETE ? ['**Decision:**'] : ['**Context:**', '**Decision:**', '**Consequence:**'];
    const lacking = parts.find((part) => !text.includes(part));
    if (lacking) throw new Problem(`${file}: ${number} lacks ${lacking}`);
  });
}

/** Line breaks inside a comment, with the marks of the next line. */
const BREAK = /\n[ \t]*(?:\/\/[/!]?|\*|#)?[ \t]*/g;

/**
 * Citations of decisions in a text that lack the title, or have one that no record has: `decision 19, "One row for several namespaces"`,
 * `decisions 19, "One row for several namespaces", and 75, "One entry for several namespaces"`.
 * @param {string} text @param {Map<number, string>} titles by number
 */
export function wrongCitations(text, titles) {
  const flat = text.replace(BREAK, ' ');
  const wrong = flat.match(/decisions\.md\)?,? \d+/g) ?? [];
  for (const { index, 0: word } of flat.matchAll(/\bdecisions? (?=\d)/gi)) {
    const list = /^(?:(?:, and |, | and | to )?\d+(?!\.\d)(?:, "[^"]*")?)*/.exec(
      flat.slice(index + word.length),
    )[0];
    for (const [cited, number, title] of list.matchAll(/(\d+)(?:, "([^"]*)")?/g))
      if (titles.get(Number(number)) !== title) wrong.push(`${word}${cited}`);
  }
  return wrong;
}

/** The anchor that GitHub gives a heading. */
export const anchor = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

/** @param {Decision[]} all */
export function indexOf(all) {
  const row = ({ number, title, subject, file }) =>
    `| ${number} | [${title}](decisions/${file}#${anchor(`${number}. ${title}`)}) | ${subject} |`;
  return `# Decisions

The records in [decisions/](decisions/) count where the other documents leave something open or differ. Comments cite them by number and
title: decision 19, "One row for several namespaces". The limits that we chose are in
[decisions/limits.md](decisions/limits.md). \`node scripts/decisions.mjs\` writes this index.

To add a record, append \`## <next number>. <title>\` to the file of its subject, with \`**Context:**\`, \`**Decision:**\` and
\`**Consequence:**\`. Don't rewrite an older record: add a new one, and note "replaced by <number>" in the old context.

| # | record | subject |
|---|---|---|
${all.map(row).join('\n')}
`;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href)
  await main('decisions', () => writeFileSync(at(INDEX), indexOf(decisions())));
