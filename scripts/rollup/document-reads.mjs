// `<img name="createElement">` in the page is `document.createElement`: a document's named elements hide its own members. So each
// member that our code, or React, reads of the document is read from the document's class (element/src/dom.ts; decision 203, "Named elements of the
// page").
import path from 'node:path';

const REACT_DOM = /\/react-dom[\w-]*\.production\.js/;
const IS_DOCUMENT = /^(?:document|ownerDocument)$/;
/** Names that React DOM gives a node that can be the document. */
const CAN_BE_DOCUMENT =
  /^(?:doc|globalDocument|[tT]argetContainer|nativeEventTarget|(?:root)?[cC]ontainer\w*|hoistableRoot)$/;
/** Members of documents, and those by which React DOM climbs: named elements would lead it around in a circle. */
const OF_ANY_NODE =
  /^(?:node(?:Type|Name)|parentNode|ownerDocument|contains|compareDocumentPosition|getRootNode|dispatchEvent|(?:add|remove)EventListener|create(?:Element(?:NS)?|TextNode|Range)|activeElement|documentElement|defaultView|body|head)$/;
/** React's own marks on a document. */
const MARK = /^(?:__|\$\$)/;

const isIdentifier = (node, names) => node?.type == 'Identifier' && names.test(node.name);

/** `fail` gets what the build stops for. */
export function documentReads(code, ast, isReact, fail) {
  const edits = [];
  const isDocument = (node) =>
    isIdentifier(node, IS_DOCUMENT) ||
    (isReact && isIdentifier(node, CAN_BE_DOCUMENT)) ||
    (node.type == 'LogicalExpression' && (isDocument(node.left) || isDocument(node.right))) ||
    (node.type == 'MemberExpression' && !node.computed && isIdentifier(node.property, IS_DOCUMENT));
  const isRead = (node) =>
    node.type == 'MemberExpression' &&
    !node.computed &&
    node.object.type != 'Super' &&
    !MARK.test(node.property.name) &&
    (isDocument(node.object) || (isReact && OF_ANY_NODE.test(node.property.name)));
  /** Starts at the dot, because the expression before it can contain parentheses. */
  const replace = (node, helper, end, rest) => {
    const dot = code.lastIndexOf('.', node.property.start);
    edits.push(
      [node.start, node.start, `${helper}(`],
      [dot, end, `, ${JSON.stringify(node.property.name)}${rest}`],
    );
  };
  const visit = (node, parent) => {
    if (isRead(node)) {
      const isWritten =
        (parent.type == 'AssignmentExpression' && parent.left == node) ||
        parent.type == 'UpdateExpression' ||
        (parent.type == 'UnaryExpression' && parent.operator == 'delete');
      if (node.optional || parent.optional) {
        if (isDocument(node.object))
          fail(`an optional member of the document: ${code.slice(parent.start, parent.end)}`);
      } else if (parent.type == 'CallExpression' && parent.callee == node)
        replace(node, 'askDocument$', code.indexOf('(', node.end) + 1, ', ');
      else if (!isWritten) replace(node, 'ofDocument$', node.end, ')');
    }
    if (node.type == 'BinaryExpression' && node.operator == 'in' && isIdentifier(node.right, IS_DOCUMENT))
      edits.push([
        node.right.start,
        node.right.end,
        `ofDocument$(${node.right.name}, "constructor").prototype`,
      ]);
    if (
      node.type == 'VariableDeclarator' &&
      node.id.type == 'ObjectPattern' &&
      node.init &&
      isDocument(node.init)
    )
      fail(`a pattern over the document: ${code.slice(node.start, node.end)}`);
    for (const child of Object.values(node))
      for (const one of Array.isArray(child) ? child : [child])
        if (typeof one?.type == 'string') visit(one, node);
  };
  visit(ast, ast);
  if (!edits.length) return null;
  // An outer read comes before the inner one, which begins in the same place.
  edits.sort(([a], [b]) => a - b);
  let text = '';
  let at = 0;
  for (const [from, to, by] of edits) {
    text += code.slice(at, from) + by;
    at = to;
  }
  return text + code.slice(at);
}

/** After TypeScript: `folder` is where our sources are. */
export function readsOfDocument(folder) {
  const helpers = path.join(folder, 'dom.ts');
  return {
    name: 'reads-of-document',
    transform(code, id) {
      const isReact = REACT_DOM.test(id);
      if (id == helpers || !(isReact || id.startsWith(folder + path.sep))) return null;
      const edited = documentReads(code, this.parse(code), isReact, (why) => this.error(`${id}: ${why}`));
      if (edited == null) return null;
      return {
        code: `import { askDocument as askDocument$, ofDocument as ofDocument$ } from ${JSON.stringify(helpers)};\n${edited}`,
        map: null,
      };
    },
  };
}
