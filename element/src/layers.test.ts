// The layers of element/src, checked through each file's imports: a file can import its own layer and those below (ARCHITECTURE.md, "Code
// map"; engine/core/src/layers.rs does the same for Rust). Type imports count too.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

/** From the top down. A file name takes precedence over its folder. A file that matches nothing fails. */
const LAYERS: readonly (readonly [layer: string, ...places: string[]])[] = [
  ['tests', 'testing/'],
  ['entry', 'index.ts', 'define.ts', 'wallet-modal.global.js'],
  ['handle', 'events.ts', 'handle.ts', 'handle/', 'log.ts', 'provider.ts'],
  [
    'elements',
    'register.ts',
    'wallet-modal.ts',
    'wallet-button.ts',
    'warn.ts',
    'take-own.ts',
    'site-data.ts',
  ],
  ['views', 'views/', 'first/'],
  ['engine', 'engine/'],
  ['sign-in', 'siwx/'],
  ['data', 'data/', 'names/'],
  ['page', 'page.ts', 'reach.ts'],
  ['wallets', 'wallets/'],
  // types that several layers share
  [
    'contract',
    'contract.ts',
    'data/types.ts',
    'engine/border.ts',
    'env.d.ts',
    'handle/pay.ts',
    'open-types.ts',
    'option-types.ts',
    'options.ts',
    'siwx/types.ts',
    'wallet-error.ts',
  ],
  ['texts', 'i18n/'],
  ['drawings', 'drawings/'],
  // below the contract and the texts: it renders and knows no domain terms
  ['ui', 'ui/'],
  ['styles', 'styles/'],
  ['basics', 'captured.ts', 'dom.ts', 'framed.ts', 'parted.ts', 'primordials.ts', 'watched.ts', 'written.ts'],
];

/**
 * Chunks that lower layers load with `import()`, so that the page stays small. Type imports of such a chunk are allowed there too; a
 * static import fails.
 */
const LAZY: Readonly<Record<string, readonly string[]>> = {
  'page.ts': ['engine/load.ts', 'first/list.ts', 'views/root.tsx', 'warn.ts'],
  'warn.ts': ['log.ts'],
};

/** The layers that can import a package, or a module that the build creates. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  react: ['views', 'engine', 'ui'],
  '@r2wc/react-to-web-component': ['views'],
  '@adraffy/ens-normalize': ['data'],
  'virtual:engine': ['page'],
  'virtual:engine-glue': ['engine'],
};

/** path below element/src -> text */
type Files = Readonly<Record<string, string>>;
type Kind = 'static' | 'import()' | 'type';
type Import = { kind: Kind; to: string | null };

const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file);

/** The place that contains a file, or undefined. */
function placeOf(file: string): string | undefined {
  if (isTest(file)) return 'testing/';
  const places = LAYERS.flatMap(([, ...list]) => list);
  const isIn = (place: string) => place.endsWith('/') && file.startsWith(place);
  return places.find((place) => place == file) ?? places.find(isIn);
}

/** Counted from the top. */
const layerOf = (file: string): number =>
  LAYERS.findIndex(([, ...places]) => places.includes(placeOf(file) ?? '\0'));

/** Every import of a file; `to` is null if it is computed. */
function importsOf(file: string, text: string): Import[] {
  const imports: Import[] = [];
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const add = (kind: Kind, to: ts.Node | undefined): void => {
    const literal = to && ts.isLiteralTypeNode(to) ? to.literal : to;
    imports.push({ kind, to: literal && ts.isStringLiteralLike(literal) ? literal.text : null });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node))
      add(node.importClause?.isTypeOnly ? 'type' : 'static', node.moduleSpecifier);
    else if (ts.isExportDeclaration(node) && node.moduleSpecifier)
      add(node.isTypeOnly ? 'type' : 'static', node.moduleSpecifier);
    else if (ts.isImportEqualsDeclaration(node) && ts.isExternalModuleReference(node.moduleReference))
      add('static', node.moduleReference.expression);
    else if (ts.isImportTypeNode(node)) add('type', node.argument);
    else if (ts.isCallExpression(node)) {
      const { expression } = node;
      const isRequire = ts.isIdentifier(expression) && expression.text == 'require';
      if (expression.kind == ts.SyntaxKind.ImportKeyword) add('import()', node.arguments[0]);
      else if (isRequire) add('static', node.arguments[0]);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return imports;
}

/** The file of a relative import. */
function resolve(files: Files, from: string, to: string): string | undefined {
  const at = path.posix.join(path.posix.dirname(from), to);
  return [at, `${at}.ts`, `${at}.tsx`, `${at}/index.ts`].find((file) => Object.hasOwn(files, file));
}

/** The mistake of an import, or undefined. */
function faultOf(files: Files, from: string, { kind, to }: Import): string | undefined {
  const own = layerOf(from);
  const [name] = LAYERS[own]!;
  if (to == null) return `${from}: an import is computed, so its layer cannot be read`;
  if (!to.startsWith('.')) {
    if (!PACKAGES[to]) return `${from}: the package ${to} is placed nowhere`;
    return PACKAGES[to].includes(name) ? undefined : `${from} (${name}) imports the package ${to}`;
  }
  const target = resolve(files, from, to);
  if (!target) return `${from}: ${to} is no file of element/src`;
  const layer = layerOf(target);
  if (layer < 0 || layer >= own || (kind != 'static' && LAZY[from]?.includes(target))) return undefined;
  return `${from} (${name}) imports ${target} (${LAYERS[layer]![0]}), ${kind}`;
}

function faults(files: Files): string[] {
  const all = Object.keys(files);
  const homeless = all.filter((file) => layerOf(file) < 0).map((file) => `${file} is in no layer`);
  // The classic script isn't a module: it names its files in a table. Tests can import anything.
  const read = all.filter((file) => /\.tsx?$/.test(file) && layerOf(file) > 0);
  const wrong = read.flatMap((file) =>
    importsOf(file, files[file]!).map((one) => faultOf(files, file, one) ?? []),
  );
  return [...homeless, ...wrong.flat()];
}

const root = 'element/src';
const real: Files = Object.fromEntries(
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.posix.join(entry.parentPath, entry.name))
    .map((file) => [path.posix.relative(root, file), readFileSync(file, 'utf8')]),
);

describe('the sources', () => {
  test('import no layer above their own, and each is in a layer', () => {
    expect(faults(real)).toEqual([]);
  });

  test('include every path that the tables name', () => {
    const all = Object.keys(real);
    const places = LAYERS.flatMap(([, ...list]) => list);
    expect(places.filter((place) => !all.some((file) => placeOf(file) == place))).toEqual([]);
    const used = (from: string) =>
      importsOf(from, real[from]!).map(({ to }) => to && (resolve(real, from, to) ?? to));
    for (const [from, list] of Object.entries(LAZY))
      expect(used(from)).toEqual(expect.arrayContaining([...list]));
    const packages = new Set(all.filter((file) => /\.tsx?$/.test(file)).flatMap(used));
    expect(Object.keys(PACKAGES).filter((name) => !packages.has(name))).toEqual([]);
  });
});

/** The targets of the planted imports. */
const there: Files = Object.fromEntries(
  [
    ...['index.ts', 'handle.ts', 'handle/pay.ts', 'provider.ts', 'wallet-modal.ts', 'warn.ts', 'page.ts'],
    ...['views/root.tsx', 'views/index.ts', 'engine/load.ts', 'engine/border.ts', 'engine/hooks.ts'],
    ...['siwx/ask.ts', 'siwx/types.ts', 'wallets/index.ts', 'wallets/host.ts', 'contract.ts', 'options.ts'],
    ...['i18n/t.ts', 'ui/button.tsx', 'ui/button.css', 'styles/adopt.ts', 'dom.ts', 'testing/engine.ts'],
    ...['page.test.ts', 'wallet-modal.global.js'],
  ].map((file) => [file, '']),
);

describe('the test itself', () => {
  test.each([
    // each layer imports the one above it
    ['handle/pay.ts', `import { Handle } from '../index';`, 'index.ts (entry), static'],
    ['wallet-modal.ts', `import { Handle } from './handle';`, 'handle.ts (handle), static'],
    ['wallet-modal.ts', `import './provider';`, 'provider.ts (handle), static'],
    [
      'views/index.ts',
      `import { WalletModal } from '../wallet-modal';`,
      'wallet-modal.ts (elements), static',
    ],
    ['engine/load.ts', `import { Root } from '../views/root';`, 'views/root.tsx (views), static'],
    ['engine/load.ts', `import { rows } from '../views';`, 'views/index.ts (views), static'],
    ['siwx/ask.ts', `import { run } from '../engine/load';`, 'engine/load.ts (engine), static'],
    ['page.ts', `import { ask } from './siwx/ask';`, 'siwx/ask.ts (sign-in), static'],
    ['wallets/host.ts', `import { page } from '../page';`, 'page.ts (page), static'],
    ['contract.ts', `import { table } from './wallets';`, 'wallets/index.ts (wallets), static'],
    ['i18n/t.ts', `import { Options } from '../options';`, 'options.ts (contract), static'],
    ['ui/button.tsx', `import { t } from '../i18n/t';`, 'i18n/t.ts (texts), static'],
    ['styles/adopt.ts', `import '../ui/button.css';`, 'ui/button.css (ui), static'],
    ['dom.ts', `import { adopt } from './styles/adopt';`, 'styles/adopt.ts (styles), static'],
    // ui knows nothing of the engine
    ['ui/button.tsx', `import { useSlice } from '../engine/hooks';`, 'engine/hooks.ts (engine), static'],
    ['ui/button.tsx', `import { rows } from '../views/index';`, 'views/index.ts (views), static'],
    ['ui/button.tsx', `import { host } from '../wallets/host';`, 'wallets/host.ts (wallets), static'],
    ['ui/button.tsx', `import { page } from '../page';`, 'page.ts (page), static'],
    ['ui/button.tsx', `import type { View } from '../contract';`, 'contract.ts (contract), type'],
    // in any syntax
    ['wallets/host.ts', `import type { Page } from '../page';`, 'page.ts (page), type'],
    ['wallets/host.ts', `import { type Page } from '../page';`, 'page.ts (page), static'],
    ['wallets/host.ts', `export { page } from '../page';`, 'page.ts (page), static'],
    ['wallets/host.ts', `export * from '../page';`, 'page.ts (page), static'],
    ['wallets/host.ts', `export type { Page } from '../page';`, 'page.ts (page), type'],
    ['wallets/host.ts', `type P = import('../page').Page;`, 'page.ts (page), type'],
    ['wallets/host.ts', `type P = typeof import('../page');`, 'page.ts (page), type'],
    ['wallets/host.ts', `import page = require('../page');`, 'page.ts (page), static'],
    ['wallets/host.ts', `const page = require('../page');`, 'page.ts (page), static'],
    ['wallets/host.ts', `const later = () => import('../page');`, 'page.ts (page), import()'],
    ['wallets/host.ts', 'const later = () => import(`../page`);', 'page.ts (page), import()'],
    // lazy chunks must be loaded by the page
    ['page.ts', `import { run } from './engine/load';`, 'engine/load.ts (engine), static'],
    ['page.ts', `import('./engine/hooks');`, 'engine/hooks.ts (engine), import()'],
    ['wallets/host.ts', `import('../engine/load');`, 'engine/load.ts (engine), import()'],
    // the product must not import test files
    ['page.ts', `import { FakeEngine } from './testing/engine';`, 'testing/engine.ts (tests), static'],
    ['page.ts', `import './page.test';`, 'page.test.ts (tests), static'],
  ])('fails on %s with %s', (file, text, fault) => {
    const [layer] = LAYERS[layerOf(file)]!;
    expect(faults({ ...there, [file]: text })).toEqual([`${file} (${layer}) imports ${fault}`]);
  });

  test.each([
    ['page.ts', `import(name);`, 'page.ts: an import is computed, so its layer cannot be read'],
    ['page.ts', `import './gone';`, 'page.ts: ./gone is no file of element/src'],
    ['page.ts', `import '../../demo/page';`, 'page.ts: ../../demo/page is no file of element/src'],
    ['page.ts', `import { h } from 'preact';`, 'page.ts: the package preact is placed nowhere'],
    ['page.ts', `import { useState } from 'react';`, 'page.ts (page) imports the package react'],
    [
      'views/index.ts',
      `import 'virtual:engine-glue';`,
      'views/index.ts (views) imports the package virtual:engine-glue',
    ],
    ['new.ts', '', 'new.ts is in no layer'],
    ['new/file.tsx', '', 'new/file.tsx is in no layer'],
    ['new.css', '', 'new.css is in no layer'],
    ['new.global.js', '', 'new.global.js is in no layer'],
    // a name that only starts like a folder's
    ['uikit/button.tsx', '', 'uikit/button.tsx is in no layer'],
  ])('reports %s with %s', (file, text, fault) => {
    expect(faults({ ...there, [file]: text })).toEqual([fault]);
  });

  test.each([
    ['page.ts', `import('./engine/load'); type Root = typeof import('./views/root');`],
    ['page.ts', `import type { Engine } from './engine/border';`],
    [
      'engine/load.ts',
      `import { page } from '../page'; import 'virtual:engine-glue'; import('../siwx/ask');`,
    ],
    [
      'views/index.ts',
      `import { t } from '../i18n/t'; import './root'; import '../ui/button.css'; import 'react';`,
    ],
    ['views/index.ts', `// import '../handle'\nconst text = "import '../handle'";`],
    ['handle/own.ts', `import type { Provider } from '../provider';`],
    ['page.test.ts', `import { Handle } from './handle'; import { test } from 'vitest';`],
    ['testing/engine.ts', `import { vi } from 'vitest'; import '../index';`],
  ])('passes %s with %s', (file, text) => {
    expect(faults({ ...there, [file]: text })).toEqual([]);
  });
});
