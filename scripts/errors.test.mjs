// @vitest-environment node
// docs/guide/errors.md has one section for each code that the package throws or prints, and no other; what the package throws and prints is
// written for developers: it begins with a capital or with the name of what is wrong, and keeps to the words of CONTRIBUTING.
import { readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { at } from './lib/project.mjs';

const URL = 'node_modules/wallet-modal/docs/guide/errors.md#';
const PAGE = 'docs/guide/errors.md';

const read = (file) => readFileSync(at(file), 'utf8');
const files = execFileSync(
  'git',
  [
    'ls-files',
    'element/src',
    'bindings',
    'engine/core/src',
    'engine/web/src',
    'scripts/rollup/for-bundlers.mjs',
  ],
  {
    cwd: at(''),
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter(
    (name) =>
      /\.(ts|tsx|js|mjs|rs)$/.test(name) && !/\.test\.|\/testing\/|\/tests?(\/|\.rs$)|\/inpage\//.test(name),
  );
const scripts = files.filter((name) => !name.endsWith('.rs'));
/** Without its unit tests. */
const rust = files
  .filter((name) => name.endsWith('.rs'))
  .map((name) => [name, read(name).split('#[cfg(test)]\nmod ')[0]]);
const found = (texts, pattern) => texts.flatMap((text) => [...text.matchAll(pattern)].map(([, one]) => one));

/** The first text of a node: of a template its pieces, with * for what is filled in. */
function textOf(node) {
  if (!node) return null;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map((span) => '*' + span.literal.text).join('');
  return null;
}

/** What scripts throw, reject with and print: the text, and the code where it is written beside it. */
function told(name) {
  const source = ts.createSourceFile(name, read(name), ts.ScriptTarget.Latest, true);
  const all = [];
  const keep = (node, code) => {
    const text = textOf(node);
    if (text && / /.test(text)) all.push({ name, text, code });
  };
  const number = (node) => node && /^-?\d+$/.test(node.getText(source)) && node.getText(source);
  const visit = (node) => {
    const called = (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText(source);
    const [first, second] = (called && node.arguments) || [];
    if (called && /Error$/.test(called)) keep(first);
    if (called == 'fault') keep(second, number(first));
    if (/^(refused|warn|warnOnce|warnUnsupported|console\.(warn|error|info))$/.test(called))
      keep(
        called == 'warn' || /^warn./.test(called) ? second : first,
        called == 'warn' ? textOf(first) : undefined,
      );
    if (ts.isObjectLiteralExpression(node)) {
      const field = (of) => node.properties.find((one) => one.name?.getText(source) == of)?.initializer;
      if (field('code') && field('message')) keep(field('message'), number(field('code')));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return all;
}
const ofScripts = scripts.flatMap(told);

/** The texts of the engine's errors, alerts and lines on the console. */
const PATTERN =
  /(?:#\[error\(\s*|\b(?:wrong|error|unable|lie|log)\(\s*(?:[\w&.]+,\s*)?(?:&alloc::format!\()?|details: Some\(|Error::rpc\([-\w]+, |str = |let (?:text|detail|line|why) =\s*(?:\[|&\[|alloc::format!\()?)"((?:[^"\\]|\\.)*)"/g;
/** Names of flows, and what nodes say. */
const KEYS = [
  'embedded frame',
  'late answers',
  'relay sessions',
  'sign_in sign',
  'sign_in follow',
  'insufficient funds for gas',
];
const ofRust = rust
  .filter(([name]) =>
    /\/(error|alert|services|urls)\.rs$|\/(features|options|flow|connectors|api)\/|\/money/.test(name),
  )
  .flatMap(([name, text]) =>
    found([text.replace(/\\\n\s*/g, '')], PATTERN)
      .filter((words) => / .*\S$/.test(words) && !KEYS.includes(words))
      .map((words) => ({ name, text: words.replaceAll('\\"', '"') })),
  );

test('every code has a section in the guide, and every section a code', () => {
  const anchors = found([read(PAGE)], /^<a id="([^"]+)"><\/a>$/gm);
  const engine = rust.map(([, text]) => text);
  const catalogue = read('engine/core/src/error.rs').split('#[cfg(test)]\nmod ')[0];
  const codes = [
    // of the engine: numbers, words, payments, alerts by the first word of their keys
    ...found([catalogue.split('pub fn code(')[1].split('/// Where it is')[0]], /=> (-?\d+)\b/g),
    ...found([catalogue], /pub const \w+: i64 = (-\d+);/g),
    ...found([catalogue], /Code::Word\("(\w+)"\)/g),
    ...found(engine, /\brpc\((-?\d+), "[A-Z]/g),
    ...found(
      engine,
      /"((?:INVALID_(?:PAYMENT_CONFIG|ASSET|RECIPIENT|AMOUNT|CHAIN_NAMESPACE)|ASSET_NOT_SUPPORTED|UNABLE_TO_\w+|GENERIC_PAYMENT_ERROR))"/g,
    ),
    ...found(
      [read('engine/core/src/alert.rs').split('pub fn key')[1].split('pub fn title')[0]],
      /=> [\[{]?\s*"(\w+)/g,
    ),
    'http',
    // of the scripts
    ...ofScripts.map(({ code }) => code).filter(Boolean),
    ...found([...scripts.map(read)], /(?:rrorsUrl\}|ERRORS_URL\}|errors\.md#)(\w+)/g),
    ...found([read('element/src/wallet-modal.global.js')], /key: '(\w+)'/g),
  ];
  expect(anchors.length).toBeGreaterThan(40);
  expect([...anchors].sort()).toEqual([...new Set(codes)].sort());
});

test('all addresses are equal, and their page is in the package', () => {
  const addresses = files
    .map(read)
    .flatMap((text) => text.match(/node_modules\/wallet-modal\/docs[^\s'"`#]*#?/g) ?? []);
  expect(addresses.length).toBeGreaterThan(3);
  expect(new Set(addresses)).toEqual(new Set([URL]));
  expect(JSON.parse(read('package.json')).files).toContain('docs/guide');
});

/** Names of options and fields that a message begins with. */
const NAMES =
  'networks adapters services messages metadata locale recipient references amount message psbt transaction calls data open'.split(
    ' ',
  );

test('messages begin with a capital or a name, and end with a word', () => {
  expect(ofScripts.length).toBeGreaterThan(120);
  expect(ofRust.length).toBeGreaterThan(120);
  const isBad = ({ text }) => {
    const words = text.replace(/^\[wallet-modal\] /, '');
    const [first] = words.split(' ');
    const begins = /^[A-Z*<{"“\d]/.test(first) || /[A-Z.[({*/-]/.test(first) || NAMES.includes(first);
    return !begins || /\s$|[:,;]$|\.\.$|\((docs|https?:)/.test(words);
  };
  expect([...ofScripts, ...ofRust].filter(isBad)).toEqual([]);
});

test('messages use the words of CONTRIBUTING', () => {
  const banned =
    /\b(nobody|somebody|anybody|whoever|whatever|may|by itself|by themselves|of its own|ticks?|any more|in all|anew|in vain|at once|all the same|for ever|so much|so many|likewise|let go|take back|collectibles?|receivers?|visitors?|persons?|cannot|is no|are no|is none|left out|says nothing|hears nothing|did not|does not|is not|(?:could|has|have|was|will) not)\b/i;
  const exact = new Set([
    // quoted by docs/spec/requirements.tsv
    'SIWX is not enabled',
    'An amount and receiver address are required',
    'Cannot set both `siweConfig` and `siwx` options',
    'Requested RPC call is not allowed',
    'Chain is not supported',
    'Chain adapter is not set',
    'Client is not set',
    'Switching to non-payment accounts is not allowed for {namespace}',
  ]);
  expect([...ofScripts, ...ofRust].filter(({ text }) => banned.test(text) && !exact.has(text))).toEqual([]);
});
