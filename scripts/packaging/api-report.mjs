// What a file of declarations says to a page, as text that changes only when that does: each exported name with its declaration, and behind
// them what they refer to, without comments and in the order of the alphabet.
import ts from 'typescript';

/**
 * Messages between engine and views are the engine's contract (element/src/contract.ts), which has its own test. A page can read them as
 * slices of `wallet-state`. The report has only their names.
 */
const NAMES_ALONE = new Set(['Slices', 'Command']);

const printer = ts.createPrinter({ removeComments: true });

/** @param {string} entry as a page imports it; @param {string} text its declarations */
export function reportOf(entry, text) {
  const file = ts.createSourceFile('entry.d.ts', text, ts.ScriptTarget.Latest, true);
  const declared = declarations(file);
  const exported = new Set(exportedNames(file));
  const reached = new Set();
  const reach = (name) => {
    if (reached.has(name) || !declared.has(name)) return;
    reached.add(name);
    if (!NAMES_ALONE.has(name)) declared.get(name).forEach((one) => namesIn(one).forEach(reach));
  };
  const always = file.statements.filter(isAugmentation);
  exported.forEach(reach);
  always.forEach((one) => namesIn(one).forEach(reach));
  const print = (names) =>
    [...names]
      .sort()
      .flatMap((name) =>
        NAMES_ALONE.has(name) ? [short(name, declared.get(name))] : printed(declared.get(name), file),
      )
      .join('\n\n');
  const others = [...reached].filter((name) => !exported.has(name));
  const again = [...exported].filter((name) => !declared.has(name)).sort();
  const parts = [
    `# \`${entry}\``,
    'Written by `npm run api` from the declarations; a change here is a change of what pages compile against.',
    block('Exported', print([...exported].filter((name) => declared.has(name)))),
    again.length > 0 ? `Passed on: ${again.map((name) => `\`${name}\``).join(', ')}` : '',
    block('For the page', printed(always, file).join('\n\n')),
    block('Referred to', print(others)),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

const block = (title, code) =>
  code ? `## ${title}\n\n<!-- prettier-ignore -->\n\`\`\`ts\n${code}\n\`\`\`` : '';

const isAugmentation = (one) => ts.isModuleDeclaration(one);

const printed = (list, file) => list.map((one) => printer.printNode(ts.EmitHint.Unspecified, one, file));

function declarations(file) {
  const found = new Map();
  const add = (name, one) => found.set(name, [...(found.get(name) ?? []), one]);
  for (const one of file.statements) {
    if (isAugmentation(one)) continue;
    if (ts.isVariableStatement(one))
      one.declarationList.declarations.forEach((each) => add(each.name.text, one));
    else if (one.name) add(one.name.text, one);
  }
  return found;
}

function exportedNames(file) {
  return file.statements.flatMap((one) => {
    if (ts.isExportDeclaration(one) && one.exportClause && ts.isNamedExports(one.exportClause))
      return one.exportClause.elements.map((each) => each.name.text);
    const isExported = one.modifiers?.some((each) => each.kind === ts.SyntaxKind.ExportKeyword);
    return isExported && one.name ? [one.name.text] : [];
  });
}

function namesIn(node) {
  const names = new Set();
  const look = (one) => {
    if (ts.isIdentifier(one)) names.add(one.text);
    ts.forEachChild(one, look);
  };
  ts.forEachChild(node, look);
  return names;
}

/** Of a type that has many names: those. */
function short(name, [one]) {
  const members = ts.isInterfaceDeclaration(one) ? one.members : one.type?.members;
  const names = members?.map((each) => each.name.getText()).sort();
  return names ? `type ${name} = { ${names.join('; ')} };` : `type ${name};`;
}
