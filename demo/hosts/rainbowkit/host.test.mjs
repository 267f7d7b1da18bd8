// What a page takes from RainbowKit it takes from here: names, props, what is given to it (names.ts), against the original's declarations.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import ts from 'typescript';

const here = fileURLToPath(new URL('.', import.meta.url));
const at = (name) => path.join(here, name);

/** What tsc says of a file of this folder. */
function wrong(file, text = readFileSync(at(file), 'utf8')) {
  const options = {
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    jsx: ts.JsxEmit.ReactJSX,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile;
  host.getSourceFile = (name, ...rest) =>
    path.resolve(name) === at(file)
      ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2022)
      : read(name, ...rest);
  const program = ts.createProgram([at(file)], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}

test('every name of RainbowKit is here, takes what it took and gives what it gave @10.48', () => {
  assert.deepEqual(wrong('names.ts'), []);
});

test('the comparison sees a name that is missing and a prop that is not taken @10.48', () => {
  const text = readFileSync(at('names.ts'), 'utf8');
  const without = text.replace(
    "import type * as ours from 'wallet-modal/rainbowkit';",
    "import type * as all from 'wallet-modal/rainbowkit';\ndeclare const ours: Omit<typeof all, 'useChainModal'>;",
  );
  assert.match(wrong('names.ts', without).join('\n'), /useChainModal/);
  const swapped = text.replace(/ComponentProps<typeof ours\.ConnectButton>\s*>/, "{ label: 'x' }>");
  assert.match(wrong('names.ts', swapped).join('\n'), /given/);
});
