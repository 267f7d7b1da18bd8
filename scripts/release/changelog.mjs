// The changelog of a release: which version follows from what stands under Unreleased, and where that goes.
//
// An entry that begins "Breaking:" asks something of those who update; one that begins "Fixed:" (in older entries "Mended:") brings nothing new; every other one does.
import { Problem } from '../lib/fail.mjs';

const UNRELEASED = '## Unreleased';
const RELEASED = /^## (\d+\.\d+\.\d+\S*) \(\d{4}-\d{2}-\d{2}\)$/m;
const VERSION = /^(\d+)\.(\d+)\.(\d+)(?:-([\da-z-]+(?:\.[\da-z-]+)*))?$/i;

/** @returns {{text: string, entries: string[], last: string | null}} what stands under Unreleased, and the last version released */
export function unreleased(changelog) {
  const [, rest] = changelog.split(`${UNRELEASED}\n`);
  if (rest === undefined) throw new Problem(`CHANGELOG.md has no "${UNRELEASED}"`);
  const text = rest.split(/^## /m)[0].trim();
  const entries = text.split(/^(?=- )/m).filter((one) => one.startsWith('- '));
  return { text, entries, last: RELEASED.exec(rest)?.[1] ?? null };
}

/** `major`, `minor` or `patch`. Below 1.0.0 a version's second figure is the one that breaks, as npm's `^` reads it. */
export function step(entries, last) {
  const begins = (word) => (entry) => entry.startsWith(`- ${word}:`);
  const breaks = entries.some(begins('Breaking'));
  if (last.startsWith('0.')) return breaks ? 'minor' : 'patch';
  if (breaks) return 'major';
  return entries.every((entry) => begins('Fixed')(entry) || begins('Mended')(entry)) ? 'patch' : 'minor';
}

/** The version after `last`. What was tried as `1.2.0-rc.1` becomes 1.2.0 where that is far enough. */
export function next(last, by) {
  const [major, minor, patch, pre] = parts(last);
  const done = pre !== undefined;
  if (by === 'major') return done && minor === 0 && patch === 0 ? `${major}.0.0` : `${major + 1}.0.0`;
  if (by === 'minor') return done && patch === 0 ? `${major}.${minor}.0` : `${major}.${minor + 1}.0`;
  return `${major}.${minor}.${done ? patch : patch + 1}`;
}

/**
 * The version of the next release. `current`: that of package.json, which is the first one; `given`: by the person.
 */
export function versionOf(changelog, current, given) {
  const { entries, last } = unreleased(changelog);
  if (entries.length === 0) throw new Problem('nothing stands under Unreleased in CHANGELOG.md');
  if (given !== undefined) {
    if (!VERSION.test(given)) throw new Problem(`${given} is no version: say it as 1.2.3 or 1.2.3-rc.1`);
    if (last && !isAfter(given, last)) throw new Problem(`${given} does not come after ${last}`);
    return given;
  }
  return last ? next(last, step(entries, last)) : current;
}

/** The changelog with what was unreleased under a version; `date` as 2026-11-27. */
export function moved(changelog, version, date) {
  const { text } = unreleased(changelog);
  return changelog.replace(
    `${UNRELEASED}\n\n${text}`,
    () => `${UNRELEASED}\n\n## ${version} (${date})\n\n${text}`,
  );
}

/** Whether a version comes after another one, by the rules of semver.org (11). */
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
  if (major === undefined) throw new Problem(`${version} is no version`);
  return [Number(major), Number(minor), Number(patch), pre];
}
