// What of a file is prose: a page's paragraphs, comments, test names, UI texts; and the names that code declares.

/** @typedef {{line: number, text: string}} Piece */

const lineOf = (text, index) => text.slice(0, index).split('\n').length;
const kept = (text) => text.replace(/[^\n]/g, '');

/** A Markdown page without code, tags and addresses; lines stay where they are. */
export function prose(page) {
  return page
    .replace(/```[\s\S]*?```/g, kept)
    .replace(/`[^`]*`/g, (code) => `X${kept(code)}`)
    .replace(/<[^>]+>/g, kept)
    .replace(/\]\([^)]*\)/g, ']');
}

/** Comments; lines that follow each other are one piece, so that a sentence stays whole. @returns {Piece[]} */
export function comments(code) {
  const pieces = [];
  let last = null;
  let block = false;
  code.split('\n').forEach((row, i) => {
    const whole = /^\s*\/\/[/!]?(.*)$/.exec(row);
    const line = whole ?? /\s\/\/ (.*)$/.exec(row);
    const star = block || /^\s*\/\*\*?/.test(row);
    const text = star
      ? row.replace(/^\s*(\/\*\*?|\*\/|\*)?/, '').replace(/\*\/.*$/, '')
      : line && !/^\s*\/\/ (eslint|@ts|prettier)/.test(row)
        ? line[1]
        : null;
    if (star) block = !row.includes('*/');
    if (text === null) last = null;
    else if (last && (whole || star) && last.line + last.text.split('\n').length === i + 1)
      last.text += `\n${text}`;
    else pieces.push((last = { line: i + 1, text }));
  });
  return pieces.map(({ line, text }) => ({ line, text: prose(text) })).filter(({ text }) => /\w/.test(text));
}

/** Names of tests: `fn` below `#[test]` and its kin in words, and the titles of `test`, `it` and `describe`. @returns {Piece[]} */
export function testNames(code, file) {
  const pattern = file.endsWith('.rs')
    ? /#\[(?:\w+::)?test\b[^\]]*\]\s*(?:#\[[^\]]*\]\s*)*(?:pub )?(?:async )?fn (\w+)/g
    : /^\s*(?:test|it|describe)(?:\.\w+)*\(\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`([^`]*)`)/gm;
  if (!file.endsWith('.rs') && !/\.(test|e2e)\.\w+$/.test(file)) return [];
  const parts = file.endsWith('.rs') ? /_/g : /@[\d.]+/g;
  return [...code.matchAll(pattern)].map((hit) => ({
    line: lineOf(code, hit.index),
    text: (hit[1] ?? hit[2] ?? hit[3]).replace(parts, ' '),
  }));
}

/** Texts of a catalogue: what follows `'key':`. @returns {Piece[]} */
export function uiTexts(code, file) {
  if (file.endsWith('.test.ts')) return [];
  const pattern = /^\s*'?[\w.-]+'?:\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)")/gm;
  return [...code.matchAll(pattern)].map((hit) => ({
    line: lineOf(code, hit.index),
    text: (hit[1] ?? hit[2]).replace(/\{\w+\}/g, 'X').replace(/\\'/g, "'"),
  }));
}

/** Names that a file declares. @returns {Piece[]} */
export function names(code, file) {
  const pattern = file.endsWith('.rs')
    ? /\b(?:fn|struct|enum|trait|type|mod|const|static)\s+(\w+)|\blet\s+(?:mut\s+)?(\w+)|^\s+(?:pub(?:\([^)]*\))?\s+)?(\w+):\s|^\s+([A-Z]\w*)(?:,|\s*\{|\()/gm
    : /\b(?:function|class|interface|type|enum|const|let)\s+(\w+)|^\s+(?:readonly\s+)?(\w+)\??:\s/gm;
  return [...code.matchAll(pattern)].map((hit) => ({
    line: lineOf(code, hit.index),
    text: hit.slice(1).find((one) => one !== undefined),
  }));
}
