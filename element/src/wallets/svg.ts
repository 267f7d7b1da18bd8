// Estimates the cost of a foreign SVG before anything draws it (docs/spec/security.md T3): 1.5 kB of shapes that reference each other can
// block a page for 15 seconds. It reads the SVG as text, because a browser's parser is a sink (B1). It rejects what it can't follow:
// entities, escapes that hide a name, styles with references, embedded documents, animations.

/** the total of shapes, each counted as often as it is drawn */
const cost_max = 20_000;
const depth_max = 64;
/** the assumed number of repetitions of a pattern tile, unless the tile fills its shape */
const tiles = 256;
/** the cost of an effect relative to its shape */
const effect = 64;

const refused = /^(?:animate\w*|set|mpath|discard|script|foreignobject|iframe|audio|video|canvas|feimage)$/;
const effects = /^(?:filter|mask)$/;

interface Shape {
  readonly name: string;
  readonly inner: Shape[];
  /** ids that it references */
  readonly to: string[];
  readonly times: number;
  /** undefined: not known yet; null: being computed */
  cost?: number | null;
}

/** The end of a tag: a `>` outside quotes; -1 if there is none. */
function endOf(text: string, from: number): number {
  let quote = '';
  for (let at = from; at < text.length; at++) {
    const char = text[at]!;
    if (quote) {
      if (char == quote) quote = '';
    } else if (char == '"' || char == "'") quote = char;
    else if (char == '>') return at;
    else if (char == '<') return -1;
  }
  return -1;
}

const isSpace = (char: string | undefined) => !!char && ' \t\n\r\f'.includes(char);

/** A tag's attributes, read in one pass; null if a value has no quotes, which XML requires. */
function attributesOf(tag: string): [name: string, value: string][] | null {
  const attributes: [string, string][] = [];
  let at = 0;
  const skip = () => {
    while (isSpace(tag[at])) at++;
  };
  for (;;) {
    skip();
    while (tag[at] == '/') at++;
    skip();
    if (at >= tag.length) return attributes;
    const start = at;
    while (at < tag.length && tag[at] != '=' && tag[at] != '/' && !isSpace(tag[at])) at++;
    const name = tag.slice(start, at);
    skip();
    if (tag[at] != '=') return null;
    at++;
    skip();
    const quote = tag[at];
    const end = quote == '"' || quote == "'" ? tag.indexOf(quote, at + 1) : -1;
    if (end < 0) return null;
    attributes.push([name, tag.slice(at + 1, end)]);
    at = end + 1;
  }
}

/** The ids in `url(...)` of a value, or null if one points outside the document. */
function idsOf(value: string): string[] | null {
  const lower = value.toLowerCase();
  const ids: string[] = [];
  for (let at = lower.indexOf('url('); at >= 0; at = lower.indexOf('url(', at + 4)) {
    const end = value.indexOf(')', at);
    let inner = value.slice(at + 4, end < 0 ? undefined : end).trim();
    if (inner.length > 1 && (inner[0] == '"' || inner[0] == "'") && inner.at(-1) == inner[0])
      inner = inner.slice(1, -1).trim();
    if (end < 0 || inner[0] != '#' || inner.length < 2) return null;
    ids.push(inner.slice(1));
  }
  return ids;
}

/** The shape of a tag, or null if the tag has something that isn't supported. */
function read(name: string, tag: string, ids: Map<string, Shape>): Shape | null {
  if (refused.test(name)) return null;
  const to: string[] = [];
  let id = '';
  let fills = 0;
  const attributes = attributesOf(tag);
  if (!attributes) return null;
  for (const [full, value] of attributes) {
    // The browser decodes numeric references and escapes, and this reader doesn't.
    if (/&#|\\/.test(value)) return null;
    const local = full.slice(full.indexOf(':') + 1).toLowerCase();
    if (full.startsWith('on')) return null;
    const plain = value.replace(/&(?:quot|apos);/g, '"');
    if (local == 'id') id = plain;
    if ((local == 'width' || local == 'height') && /^(?:1|100%)$/.test(plain)) fills++;
    if (local == 'href' || local == 'src') {
      const target = plain.trim();
      if (target[0] == '#') to.push(target.slice(1));
      else if (!/^\s*data:image\/(?:png|jpe?g|gif|webp)[;,]/i.test(plain)) return null;
    }
    const pointed = idsOf(plain);
    if (!pointed) return null;
    to.push(...pointed);
    // A CSS function that is an effect without its own element.
    if (/(?:blur|drop-shadow|image-set|element)\s*\(/i.test(plain)) return null;
  }
  const times = effects.test(name) ? effect : name == 'pattern' && fills < 2 ? tiles : 1;
  const shape = { name, inner: [], to, times };
  if (id && !ids.has(id)) ids.set(id, shape);
  return shape;
}

/** The cost of drawing a shape; Infinity if it references itself. */
function costOf(shape: Shape, ids: Map<string, Shape>): number {
  if (shape.cost === null) return Infinity;
  if (shape.cost !== undefined) return shape.cost;
  shape.cost = null;
  let sum = 1;
  for (const inner of shape.inner) sum += costOf(inner, ids);
  for (const to of shape.to) {
    const target = ids.get(to);
    if (target) sum += costOf(target, ids);
  }
  return (shape.cost = Math.min(sum * shape.times, Infinity));
}

/** Whether drawing it doesn't block the page. */
export function isCheap(text: string): boolean {
  const ids = new Map<string, Shape>();
  const open: Shape[] = [];
  let root: Shape | null = null;
  let count = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const skip = (start: string, end: string) => {
      if (!text.startsWith(start, at)) return false;
      const to = text.indexOf(end, at + start.length);
      at = to < 0 ? text.length : to + end.length;
      return true;
    };
    if (skip('<!--', '-->') || skip('<?', '?>')) continue;
    const end = endOf(text, at + 1);
    if (end < 0) return false;
    const tag = text.slice(at + 1, end);
    at = end + 1;
    // Without an internal subset, which can define entities.
    if (/^!doctype\b/i.test(tag)) {
      if (tag.includes('[')) return false;
      continue;
    }
    if (tag.startsWith('!')) return false;
    if (tag.startsWith('/')) {
      if (!open.pop()) return false;
      continue;
    }
    const full = /^[^\s/]+/.exec(tag)?.[0] ?? '';
    const name = full.slice(full.indexOf(':') + 1).toLowerCase();
    const shape = read(name, tag.slice(full.length), ids);
    if (!shape || ++count > cost_max) return false;
    const outer = open.at(-1);
    if (outer) outer.inner.push(shape);
    else if (root) return false;
    else root = shape;
    if (tag.endsWith('/')) continue;
    if (name == 'style') {
      const close = text.indexOf('</', at);
      const rules = text.slice(at, close);
      if (close < 0 || /[\\&]|url|@|\(/i.test(rules)) return false;
    }
    if (open.push(shape) > depth_max) return false;
  }
  return !!root && root.name == 'svg' && open.length == 0 && costOf(root, ids) <= cost_max;
}
