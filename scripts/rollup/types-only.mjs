// What an entry exports as a type alone stays a type in its declarations: the bundler of declarations exports a class as a value, which is
// not in the script, and a page that calls it would compile and fail.
import { readFileSync } from 'node:fs';

/** `ts`: the compiler. */
export function typesOnly(ts) {
  return {
    name: 'types-only',
    renderChunk(code, { isEntry, facadeModuleId }) {
      if (!isEntry || !facadeModuleId) return null;
      const source = readFileSync(facadeModuleId, 'utf8');
      return apart(code, typesOf(ts, source));
    },
  };
}

/** The names that a module exports by `export type`. */
export function typesOf(ts, source) {
  const file = ts.createSourceFile('entry.ts', source, ts.ScriptTarget.Latest);
  return new Set(
    file.statements
      .filter((one) => ts.isExportDeclaration(one) && one.exportClause && ts.isNamedExports(one.exportClause))
      .flatMap((one) => one.exportClause.elements.filter((name) => one.isTypeOnly || name.isTypeOnly))
      .map((name) => name.name.text),
  );
}

/** The last `export { ... }`, without the types, which get a statement of their own. */
export function apart(code, types) {
  return code.replace(/^export \{([^}]*)\};$/m, (whole, list) => {
    const names = list.split(',').map((name) => name.trim());
    const isType = (name) => types.has(name.split(/ as /).at(-1));
    const of = (keep, word) => {
      const kept = names.filter((name) => name && isType(name) === keep);
      return kept.length > 0 ? `${word} { ${kept.join(', ')} };` : '';
    };
    return [of(false, 'export'), of(true, 'export type')].filter(Boolean).join('\n') || whole;
  });
}
