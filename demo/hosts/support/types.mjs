// Runs `tsc --strict` on files of a host, as for a page with a bundler.
import path from 'node:path';
import ts from 'typescript';

/** `texts`: replaced contents of some files, by path */
export function wrong(files, texts = {}) {
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
  const isThere = host.fileExists;
  host.fileExists = (name) => path.resolve(name) in texts || isThere(name);
  host.getSourceFile = (name, ...rest) => {
    const text = texts[path.resolve(name)];
    return text === undefined ? read(name, ...rest) : ts.createSourceFile(name, text, ts.ScriptTarget.ES2022);
  };
  const program = ts.createProgram(files, options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(
      ({ file, messageText }) =>
        `${path.basename(file?.fileName ?? '')}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
}
