// wagmi's own start page with our connector: its types hold under --strict, and Vite builds it without a line of configuration.
import assert from 'node:assert/strict';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import ts from 'typescript';
import { build } from 'vite';

const here = fileURLToPath(new URL('.', import.meta.url));

test('tsc --strict: the connector, the config and the hooks over it @10.40', () => {
  const program = ts.createProgram([path.join(here, 'main.tsx')], {
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    jsx: ts.JsxEmit.ReactJSX,
    types: [],
  });
  const wrong = ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
  assert.deepEqual(wrong, []);
});

test('Vite builds it, with the connector in it @10.40', async () => {
  const { output } = await build({
    root: here,
    configFile: false,
    logLevel: 'error',
    build: { write: false },
  });
  const code = output.filter(({ type }) => type === 'chunk').map((chunk) => chunk.code);
  assert.ok(code.some((text) => text.includes('walletModal') && text.includes('eth_requestAccounts')));
});
