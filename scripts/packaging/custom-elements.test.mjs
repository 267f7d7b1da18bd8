// @vitest-environment node
// custom-elements.json matches the elements: their observed attributes and members, the parts of their views, and the engine's options.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { WalletButton } from '../../element/src/wallet-button.ts';
import { WalletModal } from '../../element/src/wallet-modal.ts';
import { at } from '../lib/project.mjs';
import { MANIFEST, events, manifest, manifestText, tables } from './custom-elements.mjs';

const { declarations } = manifest().modules[0];
const byTag = new Map(declarations.map((one) => [one.tagName, one]));
const names = (list) => list.map(({ name }) => name).sort();
const read = (file) => readFileSync(at(file), 'utf8');

/** Matches of a pattern with one group in the elements' sources, without tests. */
function inSources(pattern) {
  const files = readdirSync(at('element/src'), { recursive: true }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.|^testing/.test(file),
  );
  return files.flatMap((file) =>
    [...read(path.join('element/src', file)).matchAll(pattern)].map(([, found]) => found),
  );
}

test('equals the committed file, which `npm run api` writes @10.39', () => {
  expect(read(MANIFEST)).toBe(manifestText());
});

test('lists observed attributes, properties and the other buttons’ @10.39', () => {
  for (const [tag, of] of [
    ['wallet-modal', WalletModal],
    ['wallet-button', WalletButton],
  ]) {
    expect(names(byTag.get(tag).attributes)).toEqual([...of.observedAttributes].sort());
    for (const { name, attribute } of byTag.get(tag).members)
      expect(
        name in of.prototype || (!attribute && !!Object.getOwnPropertyDescriptor(of.prototype, name)),
        `${tag} ${name}`,
      ).toBe(true);
  }
  const { attributes } = tables();
  expect([...attributes.keys()].sort()).toEqual([...byTag.keys()].sort());
  for (const [tag, list] of attributes)
    expect(names(byTag.get(tag).attributes), tag).toEqual([...list].sort());
  const registered = inSources(/^ {2}'(wallet-[a-z-]+)': \[/gm);
  expect([...registered, 'wallet-modal'].sort()).toEqual([...byTag.keys()].sort());
});

test('members: lists the public ones and no internal ones @10.39', () => {
  const members = names(byTag.get('wallet-modal').members);
  for (const name of [
    'open',
    'close',
    'prefetch',
    'disconnect',
    'switchNetwork',
    'request',
    'options',
    'state',
    'ready',
  ])
    expect(members).toContain(name);
  for (const name of ['sync', 'connectedCallback', 'observedAttributes', '#show'])
    expect(members).not.toContain(name);
  const field = (name) => byTag.get('wallet-modal').members.find((one) => one.name == name);
  expect([field('options').readonly, field('state').readonly]).toEqual([undefined, true]);
});

test('lists the parts that are drawn and specified @10.39', () => {
  const drawn = [
    ...inSources(/\bpart="([a-z -]+)"/g),
    ...inSources(/\bpart: '([a-z -]+)'/g),
    ...inSources(/\.part\.add\('([a-z-]+)'\)/g),
    // `button button-${...}`
    ...inSources(/\bpart=\{[^}]*'(button[a-z -]*)'/g),
  ].flatMap((text) => text.split(' '));
  expect(names(byTag.get('wallet-modal').cssParts)).toEqual([...new Set(drawn)].sort());
  expect(names(byTag.get('wallet-modal').cssParts)).toEqual(tables().parts.sort());
  expect(names(byTag.get('wallet-button').cssParts)).toEqual(['button']);
});

test('lists the slots that are made @10.39', () => {
  expect(inSources(/\b(?:footer\.name = |make\('slot', \{ name: )'([a-z]+)'/g).sort()).toEqual([
    'footer',
    'icon',
  ]);
  expect(inSources(/(?:make|createElement)\(('slot')/g)).toHaveLength(3);
  expect(names(byTag.get('wallet-modal').slots)).toEqual(['footer']);
  expect(names(byTag.get('wallet-button').slots)).toEqual(['', 'icon']);
});

test('lists the variables that the engine reads @10.39', () => {
  const [, list] = /pub\(crate\) const VARIABLES: &\[&str\] = &\[([^\]]*)\]/.exec(
    read('engine/core/src/features/shell/model/theme.rs'),
  );
  const taken = [...list.matchAll(/"([a-z\d-]+)"/g)].map(([, name]) => `--wm-${name}`);
  for (const one of declarations) expect(names(one.cssProperties)).toEqual(taken.sort());
});

test('lists the events of the specification @10.39', () => {
  const [, section] = /^## 4\. Events([^]*?)^## 5\. /m.exec(read('docs/spec/public-api.md'));
  const listed = [...section.matchAll(/^\| (wallet-[^|]*) \|/gm)].flatMap(([, name]) => name.split(' / '));
  expect(names(events())).toEqual(listed.sort());
  expect(names(byTag.get('wallet-modal').events)).toEqual(names(events()));
});
