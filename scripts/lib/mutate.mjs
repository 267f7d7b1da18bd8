// Makes small wrong changes in a source, one at a time, that a test should notice. It works on the text, line by line. The caller discards changes
// that don't compile.

/** @typedef {{file: string, line: number, name: string, before: string, after: string | null}} Mutant `after`: null takes the line away */

const RUST = /\.rs$/;

/** Lines that aren't code, or whose change no test can see: someone looks at a drawing's coordinates (npm run gallery). */
const NO_CODE =
  /^\s*(\/\/|\/?\*|#!?\[|use |pub use |import |export \{|mod |pub mod |type |interface |const \w+: &str)|(debug_)?assert|['"]M\d[^'"]*['"]|viewBox/;

const FLIPPED = {
  '==': '!=',
  '!=': '==',
  '===': '!==',
  '!==': '===',
  '<': '>=',
  '>': '<=',
  '<=': '>',
  '>=': '<',
};

/** Each gives the changed lines it can make of one: [what it does, the line or null]. */
const OPERATORS = [
  (line) =>
    [...line.matchAll(/ (===?|!==?|<=?|>=?) /g)].map((m) => [
      `${m[1]} -> ${FLIPPED[m[1]]}`,
      replaced(line, m.index + 1, m[1].length, FLIPPED[m[1]]),
    ]),
  (line) =>
    [...line.matchAll(/ (&&|\|\|) /g)].map((m) => {
      const other = m[1] === '&&' ? '||' : '&&';
      return [`${m[1]} -> ${other}`, replaced(line, m.index + 1, 2, other)];
    }),
  (line) =>
    [...line.matchAll(/\b(true|false)\b/g)].map((m) => {
      const other = m[1] === 'true' ? 'false' : 'true';
      return [`${m[1]} -> ${other}`, replaced(line, m.index, m[1].length, other)];
    }),
  // a number that stands alone: no part of a name, no hex, no index of a tuple
  (line) =>
    [...line.matchAll(/(?<![\w.'"#$-])(\d[\d_]*)(?![\w.'"])/g)].map((m) => {
      const other = String(Number(m[1].replaceAll('_', '')) + 1);
      return [`${m[1]} -> ${other}`, replaced(line, m.index, m[1].length, other)];
    }),
  (line, isRust) => {
    const [, start, condition, end] =
      (isRust
        ? /^(\s*(?:\} else )?if )(?!let\b)(.+)( \{)$/
        : /^(\s*(?:\} else )?if \()(.+)(\) (?:\{|return\b.*;))$/
      ).exec(line) ?? [];
    return condition && !/\blet\b/.test(condition)
      ? [['condition negated', `${start}!(${condition})${end}`]]
      : [];
  },
  (line) => (/^\s*[\w.:?]+\(.*\)(\.await)?\??;$/.test(line) ? [['statement dropped', null]] : []),
  (line, isRust) => {
    const opens = isRust ? /^\s*(pub(\(\w+\))? )?(async )?fn \w+.*\) \{$/ : /\): void (=> )?\{$/;
    return opens.test(line)
      ? [['returns at once', `${line} ${isRust ? 'if true { return; }' : 'return;'}`]]
      : [];
  },
  (line, isRust) => {
    const arm = isRust && /^(\s*[^/"]+ => )([\w.:]+\(.*\)),$/.exec(line);
    return arm ? [['arm emptied', `${arm[1]}{}`]] : [];
  },
];

const replaced = (line, at, length, text) => line.slice(0, at) + text + line.slice(at + length);

/** What can be changed before the comment at a line's end. */
function inCode(line, isRust) {
  const [, code, comment = ''] = /^(.*?[;,{})])?( +\/\/ .*)$/.exec(line) ?? [null, line];
  const changes = OPERATORS.flatMap((operator) => operator(code ?? '', isRust));
  return changes.map(([name, after]) => [name, after === null ? null : after + comment]);
}

/** All changes of one file, in the order of its lines, without test code. */
export function mutantsOf(file, text) {
  const isRust = RUST.test(file);
  const lines = text.split('\n');
  const end = isRust ? lines.findIndex((line) => line.startsWith('#[cfg(test)]')) : -1;
  return (end < 0 ? lines : lines.slice(0, end)).flatMap((before, index) =>
    NO_CODE.test(before)
      ? []
      : inCode(before, isRust).map(([name, after]) => ({ file, line: index + 1, name, before, after })),
  );
}

/** The text with this one in it. */
export function applied(text, { line, after }) {
  const lines = text.split('\n');
  lines.splice(line - 1, 1, ...(after === null ? [] : [after]));
  return lines.join('\n');
}

/** The same order for the same seed, on every machine (mulberry32, Fisher-Yates). */
export function shuffled(list, seed) {
  let state = seed >>> 0;
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const all = [...list];
  for (let i = all.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [all[i], all[j]] = [all[j], all[i]];
  }
  return all;
}
