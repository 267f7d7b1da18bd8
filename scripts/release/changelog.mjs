// Reads the changelog of a release: its sections, and the version that they require.
//
// CHANGELOG.md has the sections of Keep a Changelog. A breaking change requires work from users who update, and fixes add nothing new.
// Don't write changes into CHANGELOG.md: add a file to changelog.d/ (see its README), which the release joins.
import { Problem } from '../lib/fail.mjs';

const UNRELEASED = '## Unreleased';
const RELEASED = /^## (\d+\.\d+\.\d+\S*) \(\d{4}-\d{2}-\d{2}\)$/m;
const VERSION = /^(\d+)\.(\d+)\.(\d+)(?:-([\da-z-]+(?:\.[\da-z-]+)*))?$/i;

/** The sections, in their order. */
export const KINDS = ['Breaking', 'Added', 'Changed', 'Fixed', 'Security'];

/**
 * @typedef {{kind: string, text: string}} Entry `text` without its "- "; an entry that names no kind is `Changed`
 */

/** @returns {{text: string, entries: Entry[], last: string | null}} what is under Unreleased, and the last released version */
export function unreleased(changelog) {
  const [, rest] = changelog.split(`${UNRELEASED}\n`);
  if (rest === undefined) throw new Problem(`CHANGELOG.md has no "${UNRELEASED}"`);
  const text = rest.split(/^## /m)[0].trim();
  return { text, entries: entriesOf(text), last: RELEASED.exec(rest)?.[1] ?? null };
}

/** Entries below `### Fixed`, and entries that begin with their kind ("- Fixed: ..."), in any order. @returns {Entry[]} */
function entriesOf(text) {
  const entries = [];
  let section = null;
  for (const piece of text.split(/^(?=- |### )/m)) {
    const heading = /^### (.+)$/m.exec(piece);
    if (piece.startsWith('### ') && heading) {
      if (!KINDS.includes(heading[1])) throw new Problem(`CHANGELOG.md: "${heading[1]}" isn't a section`);
      section = heading[1];
    } else if (piece.startsWith('- ')) {
      const [, own, rest] = /^- (?:([A-Z][a-z]+): )?(.*)$/s.exec(piece);
      const named = KINDS.includes(own);
      entries.push({
        kind: named ? own : (section ?? 'Changed'),
        text: (named || !own ? rest : piece.slice(2)).trim(),
      });
    }
  }
  return entries;
}

/** What a changelog shows of entries: its sections in their order, without the empty ones. */
export function sections(entries) {
  return KINDS.map((kind) => [kind, entries.filter((one) => one.kind === kind)])
    .filter(([, own]) => own.length > 0)
    .map(([kind, own]) => `### ${kind}\n\n${own.map(({ text }) => `- ${text}\n`).join('')}`)
    .join('\n')
    .trim();
}

/** The changelog with further entries under Unreleased. @param {Entry[]} more */
export function joined(changelog, more) {
  if (more.length === 0) return changelog;
  const { text, entries } = unreleased(changelog);
  const all = sections([...more, ...entries]);
  return changelog.replace(text ? `${UNRELEASED}\n\n${text}` : UNRELEASED, () => `${UNRELEASED}\n\n${all}`);
}

/** `major`, `minor` or `patch`. Below 1.0.0 the second figure of a version is the one that breaks, as npm's `^` reads it. */
export function step(entries, last) {
  const breaks = entries.some((one) => one.kind === 'Breaking');
  if (last.startsWith('0.')) return breaks ? 'minor' : 'patch';
  if (breaks) return 'major';
  return entries.every((one) => ['Fixed', 'Security'].includes(one.kind)) ? 'patch' : 'minor';
}

/** The version after `last`. A pre-release such as `1.2.0-rc.1` becomes 1.2.0 if that step is large enough. */
export function next(last, by) {
  const [major, minor, patch, pre] = parts(last);
  const done = pre !== undefined;
  if (by === 'major') return done && minor === 0 && patch === 0 ? `${major}.0.0` : `${major + 1}.0.0`;
  if (by === 'minor') return done && patch === 0 ? `${major}.${minor}.0` : `${major}.${minor + 1}.0`;
  return `${major}.${minor}.${done ? patch : patch + 1}`;
}

/**
 * The version of the next release. `current`: the version in package.json, which is the first one; `given`: with `--version`.
 */
export function versionOf(changelog, current, given) {
  const { entries, last } = unreleased(changelog);
  if (entries.length === 0)
    throw new Problem('changelog.d/ and the section Unreleased of CHANGELOG.md are empty');
  if (given !== undefined) {
    if (!VERSION.test(given)) throw new Problem(`${given} isn't a version: use 1.2.3 or 1.2.3-rc.1`);
    if (last && !isAfter(given, last)) throw new Problem(`${given} does not come after ${last}`);
    return given;
  }
  return last ? next(last, step(entries, last)) : current;
}

/** The changelog with the section Unreleased under a version; `date` as 2026-11-27. */
export function moved(changelog, version, date) {
  const { text } = unreleased(changelog);
  return changelog.replace(
    `${UNRELEASED}\n\n${text}`,
    () => `${UNRELEASED}\n\n## ${version} (${date})\n\n${text}`,
  );
}

/** Whether version `a` comes after `b`, in the order of semver.org (11). */
export function isAfter(a, b) {
  const [left, right] = [parts(a), parts(b)];
  for (let i = 0; i < 3; i++) if (left[i] !== right[i]) return left[i] > right[i];
  const [pre, other] = [left[3], right[3]];
  if (pre === undefined || other === undefined) return pre === undefined && other !== undefined;
  const [words, others] = [pre.split('.'), other.split('.')];
  for (let i = 0; i < Math.min(words.length, others.length); i++) {
    if (words[i] === others[i]) continue;
    const [isNumber, isOther] = [/^\d+$/.test(words[i]), /^\d+$/.test(others[i])];
    if (isNumber && isOther) return Number(words[i]) > Number(others[i]);
    return isNumber === isOther ? words[i] > others[i] : isOther;
  }
  return words.length > others.length;
}

function parts(version) {
  const [, major, minor, patch, pre] = VERSION.exec(version) ?? [];
  if (major === undefined) throw new Problem(`${version} isn't a version`);
  return [Number(major), Number(minor), Number(patch), pre];
}
