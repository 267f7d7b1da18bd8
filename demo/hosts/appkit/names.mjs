// The names of AppKit as its published declarations have them, read by TypeScript: what bindings/appkit/names.json is held against. Declarations
// alone are read.
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const here = fileURLToPath(new URL('.', import.meta.url));
const types = (name, file) => path.join(here, 'node_modules/@reown', name, 'dist/types', file);

const ENTRIES = {
  '@reown/appkit': types('appkit', 'exports/index.d.ts'),
  '@reown/appkit/react': types('appkit', 'exports/react.d.ts'),
  '@reown/appkit/vue': types('appkit', 'exports/vue.d.ts'),
  '@reown/appkit/networks': types('appkit', 'exports/networks.d.ts'),
  '@reown/appkit-adapter-wagmi': types('appkit-adapter-wagmi', 'src/index.d.ts'),
  '@reown/appkit-adapter-ethers': types('appkit-adapter-ethers', 'src/index.d.ts'),
  '@reown/appkit-adapter-ethers5': types('appkit-adapter-ethers5', 'src/index.d.ts'),
  '@reown/appkit-adapter-solana': types('appkit-adapter-solana', 'exports/index.d.ts'),
  '@reown/appkit-adapter-solana/react': types('appkit-adapter-solana', 'exports/react.d.ts'),
  '@reown/appkit-adapter-solana/vue': types('appkit-adapter-solana', 'exports/vue.d.ts'),
  '@reown/appkit-adapter-bitcoin': types('appkit-adapter-bitcoin', 'exports/index.d.ts'),
  '@reown/appkit-siwe': types('appkit-siwe', 'exports/index.d.ts'),
  '@reown/appkit-siwx': types('appkit-siwx', 'exports/index.d.ts'),
  '@reown/appkit-siwx/react': types('appkit-siwx', 'exports/react.d.ts'),
  '@reown/appkit-siwx/vue': types('appkit-siwx', 'exports/vue.d.ts'),
  '@reown/appkit-wallet-button': types('appkit-wallet-button', 'exports/index.d.ts'),
  '@reown/appkit-wallet-button/react': types('appkit-wallet-button', 'exports/react.d.ts'),
};

const PASSED_ON = /\/node_modules\/(@solana\/wallet-adapter-base|eventemitter3)\//;

export function namesOfOriginals() {
  const viem = createRequire(import.meta.url)
    .resolve('viem/chains')
    .replace('_cjs', '_types')
    .replace(/js$/, 'd.ts');
  const program = ts.createProgram([...Object.values(ENTRIES), viem], {
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
    skipLibCheck: true,
    strict: true,
    types: [],
  });
  const checker = program.getTypeChecker();
  const exportsOf = (file) =>
    checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file)));
  const real = (symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol);
  const ofViem = new Set(exportsOf(viem).map(({ name }) => name));
  // Names of solana's own packages, which the adapter passes on: a page imports them from there.
  const isPassedOn = (symbol) =>
    real(symbol).declarations?.every((one) => PASSED_ON.test(one.getSourceFile().fileName));

  const packages = {};
  for (const [name, file] of Object.entries(ENTRIES)) {
    const source = program.getSourceFile(file);
    // What comes by `export type * from` is a type, whatever it is there.
    const [typed, valued] = [new Set(), new Set()];
    for (const line of source.statements)
      if (ts.isExportDeclaration(line) && !line.exportClause && line.moduleSpecifier) {
        const from = checker.getSymbolAtLocation(line.moduleSpecifier);
        for (const one of from ? checker.getExportsOfModule(from) : [])
          (line.isTypeOnly ? typed : valued).add(one.name);
      }
    const isType = (symbol) =>
      !(real(symbol).flags & ts.SymbolFlags.Value) ||
      symbol.declarations?.some(
        (one) => ts.isExportSpecifier(one) && (one.isTypeOnly || one.parent.parent.isTypeOnly),
      ) ||
      (!symbol.declarations?.some((one) => one.getSourceFile() === source) &&
        typed.has(symbol.name) &&
        !valued.has(symbol.name));
    const isNetworks = name.endsWith('/networks');
    const all = exportsOf(file).filter(
      (one) => !isPassedOn(one) && (!isNetworks || !ofViem.has(one.name) || one.name === 'defineChain'),
    );
    const named = (list) => list.map((one) => one.name).sort();
    packages[name] = {
      values: named(all.filter((one) => !isType(one))),
      types: named(all.filter(isType)),
    };
  }

  const ofAppKit = exportsOf(ENTRIES['@reown/appkit']);
  const typeOf = (name) => checker.getDeclaredTypeOfSymbol(real(ofAppKit.find((one) => one.name === name)));
  const isOpen = ({ valueDeclaration }) =>
    !(
      ts.getCombinedModifierFlags(valueDeclaration) &
      (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)
    );
  const properties = (name) => checker.getPropertiesOfType(typeOf(name));
  const sorted = (list) => list.map(({ name }) => name).sort();
  return {
    packages,
    modal: sorted(properties('AppKit').filter(isOpen)),
    options: sorted(properties('CreateAppKit')),
    features: sorted(properties('Features')),
    variables: sorted(properties('ThemeVariables')),
  };
}
