// Writes the custom elements manifest (custom-elements.json, schema 1.0.0) for editors and catalogues. Its sources are the comments and types of the
// elements' classes, the types of the events, and two tables of docs/spec/public-api.md section 2: the attributes of each button, and the variables.
// `npm run api` runs it.
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { at } from '../lib/project.mjs';

export const MANIFEST = 'custom-elements.json';
/** the import path of pages, from `exports` */
const MODULE = 'dist/define.js';

const read = (file) => readFileSync(at(file), 'utf8');
const camel = (name) => name.replace(/-./g, ([, letter]) => letter.toUpperCase());
const prose = (text) => text.replace(/\s+/g, ' ').trim();

/** What the comment and the members of an element's class say. */
export function elementOf(file) {
  const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true);
  const found = source.statements.find((one) => ts.isClassDeclaration(one) && tagsOf(one).has('tag'));
  const tags = tagsOf(found);
  const { attributes, members } = membersOf(found, source);
  const named = (tag) =>
    (tags.get(tag) ?? []).map((text) => {
      const [, name, description] = /^(\S*?)\s*-\s+([^]*)$/.exec(text);
      return { name, description: prose(description) };
    });
  return {
    kind: 'class',
    customElement: true,
    tagName: tags.get('tag')[0],
    name: found.name.text,
    description: prose(commentOf(found)),
    superclass: { name: 'HTMLElement', package: 'global:' },
    attributes: named('attr').map(({ name, description }) => ({
      name,
      fieldName: camel(name),
      ...(attributes.has(camel(name)) && { type: { text: attributes.get(camel(name)) } }),
      description,
    })),
    slots: named('slot'),
    cssParts: named('csspart'),
    members,
  };
}

const textOf = (comment) =>
  typeof comment == 'string' ? comment : (ts.getTextOfJSDocComment(comment) ?? '');
const commentOf = (node) => textOf(node.jsDoc?.at(-1)?.comment ?? '');

/** @returns {Map<string, string[]>} tag -> the text after each occurrence */
function tagsOf(node) {
  const tags = new Map();
  for (const tag of node.jsDoc?.at(-1)?.tags ?? []) {
    // the raw text, because the parser splits `name - words` with its own rules
    const text = tag
      .getText()
      .replace(/^@\w+ ?/, '')
      .replace(/\n\s*\*\s?/g, '\n')
      .trim();
    tags.set(tag.tagName.text, [...(tags.get(tag.tagName.text) ?? []), text]);
  }
  return tags;
}

/** Attributes that are properties (`declare`), and other members that a page can read or call. */
function membersOf(node, source) {
  const attributes = new Map();
  const members = new Map();
  const OF_ELEMENTS = /^(constructor|observedAttributes|\w+Callback)$/;
  for (const one of node.members) {
    const name = one.name?.getText(source);
    if (!name || name.startsWith('#') || OF_ELEMENTS.test(name) || tagsOf(one).has('internal')) continue;
    const type = one.type?.getText(source);
    const description = prose(commentOf(one));
    const said = description ? { description } : {};
    const isDeclared = one.modifiers?.some((each) => each.kind === ts.SyntaxKind.DeclareKeyword);
    const call = ts.isMethodDeclaration(one)
      ? one
      : isDeclared && one.type && ts.isFunctionTypeNode(one.type)
        ? one.type
        : null;
    if (call)
      members.set(name, {
        kind: 'method',
        name,
        ...said,
        parameters: call.parameters.map((each) => ({
          name: each.name.getText(source),
          ...((each.questionToken || each.initializer) && { optional: true }),
          type: { text: each.type.getText(source) },
        })),
        return: { type: { text: call.type.getText(source) } },
      });
    else if (isDeclared) attributes.set(name, type);
    else {
      // a getter and its setter are one field
      const known = members.get(name);
      const writes = !ts.isGetAccessor(one) || (known && !known.readonly);
      members.set(name, {
        kind: 'field',
        name,
        ...known,
        ...said,
        ...(type && { type: { text: type } }),
        readonly: !writes,
      });
    }
  }
  const reflected = [...attributes].map(([name, type]) => ({
    kind: 'field',
    name,
    type: { text: type },
    attribute: name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    reflects: true,
  }));
  return { attributes, members: [...reflected, ...[...members.values()].map(short)] };
}

/** Adds `readonly` only if it's true. */
const short = ({ readonly, ...rest }) => (readonly ? { ...rest, readonly } : rest);

/** The public events, from the interface that types them. */
export function events() {
  const file = 'element/src/events.ts';
  const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true);
  const map = source.statements.find(
    (one) => ts.isInterfaceDeclaration(one) && one.name.text === 'WalletEventDetails',
  );
  return map.members.map((one) => {
    const description = prose(commentOf(one));
    return {
      name: one.name.text,
      type: { text: `CustomEvent<WalletEventDetails['${one.name.text}']>` },
      ...(description && { description }),
    };
  });
}

/** Of docs/spec/public-api.md section 2: tag -> attributes, and the variables. */
export function tables() {
  const [, section] = /^## 2\. Elements$([^]*?)^## 3\. /m.exec(read('docs/spec/public-api.md'));
  const rows = [...section.matchAll(/^\| `<([a-z-]+)>` \| ([^|]*(?:\\\|[^|]*)*) \|/gm)];
  const words = (text) =>
    text
      .replace(/\([^)]*\)/g, '')
      .split(',')
      .map((one) => /^[a-z-]+/.exec(one.trim())[0]);
  const [, variables] = /^CSS variables: ([^]*?)\. `--w3m-/m.exec(section);
  return {
    attributes: new Map(rows.map(([, tag, text]) => [tag, words(text)])),
    variables: [...variables.replaceAll('`', '').matchAll(/(--wm-[a-z\d-]+)(?: \(([^)]*)\))?/g)].map(
      ([, name, about]) => ({
        name,
        ...(about && { description: about }),
      }),
    ),
    parts: /Parts: `([^`]*)`/.exec(section)[1].split(' '),
  };
}

export function manifest() {
  const { attributes, variables } = tables();
  const modal = elementOf('element/src/wallet-modal.ts');
  const button = elementOf('element/src/wallet-button.ts');
  const others = [...attributes.keys()].filter((tag) => ![modal.tagName, button.tagName].includes(tag));
  const declarations = [
    { ...modal, events: events(), cssProperties: variables },
    { ...button, cssProperties: variables },
    ...others.map((tagName) => ({
      ...button,
      tagName,
      name: tagName.replace(/(^|-)(.)/g, (_, _dash, letter) => letter.toUpperCase()),
      attributes: button.attributes.filter(({ name }) => attributes.get(tagName).includes(name)),
      members: button.members.filter(({ attribute }) => attributes.get(tagName).includes(attribute)),
      cssProperties: variables,
    })),
  ];
  return {
    schemaVersion: '1.0.0',
    modules: [
      {
        kind: 'javascript-module',
        path: MODULE,
        declarations,
        exports: declarations.map(({ name, tagName }) => ({
          kind: 'custom-element-definition',
          name: tagName,
          declaration: { name, module: MODULE },
        })),
      },
    ],
  };
}

export const manifestText = () => `${JSON.stringify(manifest(), null, 2)}\n`;
