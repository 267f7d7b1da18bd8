// Compiles many changes of Rust sources into one build, because compiling takes far longer than running the tests. A number in the environment
// turns each change on: a function's body becomes `if woven(7) { changed } else { original }`. A change outside a function (a constant, a table), or
// one that changes the body's type, can't be woven. The caller builds those one at a time.
import { applied } from './mutate.mjs';

/** The variable whose number switches a change on. */
export const SWITCH = 'WALLET_MODAL_MUTANT';

/** At the end of a crate's lib.rs. */
export const SWITCH_CODE = `
/// Which change is on.
#[allow(clippy::all, missing_docs)]
#[doc(hidden)]
pub mod woven_changes {
    pub fn is(number: u32) -> bool {
        static ON: std::sync::OnceLock<u32> = std::sync::OnceLock::new();
        *ON.get_or_init(|| std::env::var("${SWITCH}").ok().and_then(|text| text.parse().ok()).unwrap_or(0)) == number
    }
}
`;

const OPENS = /^(\s*)(?:pub(?:\([^)]*\))? )?(const )?(?:async )?(?:unsafe )?fn \w+/;

/**
 * The innermost function around a line (from 1), in rustfmt's layout: `open` is the last line of its signature, `close` the line with its brace.
 * Undefined outside functions, in a `const fn`, and in a function on one line.
 */
export function functionAround(lines, line) {
  for (let start = line - 1; start >= 0; start--) {
    const [, indent, isConst] = OPENS.exec(lines[start]) ?? [];
    if (indent === undefined) continue;
    let open = start;
    while (open < lines.length && !/[{;}]$/.test(lines[open].replace(/\s*\/\/.*$/, ''))) open++;
    if (!lines[open]?.endsWith('{')) continue;
    const close = lines.indexOf(`${indent}}`, open + 1);
    if (close < 0 || close < line - 1) continue;
    // part of the signature, or of the brace's line
    const isBody = line - 1 > open || (line - 1 === open && open === start);
    return isBody && !isConst && close > line - 1 ? { open, close } : null;
  }
  return null;
}

/**
 * A source with all of these changes. `mutants` have a `number` and the fields of `mutantsOf`.
 * @returns {{text: string, owner: number[][]}} `owner`: for each line (from 0), the numbers of its changes
 */
export function woven(text, mutants) {
  const lines = text.split('\n');
  const bodies = new Map();
  for (const mutant of mutants) {
    const around = functionAround(lines, mutant.line);
    if (!around) throw new Error(`${mutant.file}:${mutant.line} is in no function`);
    const key = around.open;
    if (!bodies.has(key)) bodies.set(key, { ...around, mutants: [] });
    bodies.get(key).mutants.push(mutant);
  }
  const result = [];
  const owner = [];
  const push = (line, of) => {
    result.push(line);
    owner.push(of);
  };
  let at = 0;
  const outermost = [...bodies.values()].sort((a, b) => a.open - b.open);
  for (const { open, close, mutants: here } of outermost) {
    if (open < at) {
      // a function inside a woven function: its changes wait for another build
      for (const mutant of here) mutant.isAlone = true;
      continue;
    }
    for (; at <= open; at++) push(lines[at], []);
    const all = here.map(({ number }) => number);
    for (const mutant of here) {
      push(`if crate::woven_changes::is(${mutant.number}) {`, all);
      const changed = applied(text, mutant).split('\n');
      const shift = mutant.after === null ? -1 : 0;
      // what a change puts behind the brace of the signature is the first line of its body
      if (mutant.line - 1 === open)
        push(changed[open].slice(changed[open].indexOf('{', lines[open].length - 1) + 1), [mutant.number]);
      for (const line of changed.slice(open + 1, close + shift)) push(line, [mutant.number]);
      push('} else', all);
    }
    push('{', all);
    for (const line of lines.slice(open + 1, close)) push(line, all);
    push('}', all);
    at = close;
  }
  for (; at < lines.length; at++) push(lines[at], []);
  return { text: result.join('\n'), owner };
}
