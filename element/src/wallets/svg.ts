// What an SVG of foreign origin costs to draw, known before anything draws it (docs/spec/security.md T3): 1.5 kB of shapes that use each other
// hold a page for a quarter of a minute. Read as text, because a parser of the browser's is a sink (B1). What this cannot follow is refused:
// entities, escapes that hide a name, styles that point somewhere, documents inside, movement.

/** shapes in all, each as often as it is drawn */
const cost_max = 20_000;
const depth_max = 64;
/** how often a tile is taken to be laid, unless it fills its shape */
const tiles = 256;
/** what an effect over a shape costs more than the shape */
const effect = 64;

const refused = /^(?:animate\w*|set|mpath|discard|script|foreignobject|iframe|audio|video|canvas|feimage)$/;
const effects = /^(?:filter|mask)$/;

interface Shape {
  readonly name: string;
  readonly inner: Shape[];
  /** ids it points to */
  readonly to: string[];
  readonly times: number;
  /** undefined: not known yet; null: being looked at */
  cost?: number | null;
}

/** Where a tag ends: a `>` outside of quotes; -1 where it does not. */
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

/** Names and values of a tag, by one walk over it; null where a value has no quotes, which no XML has. */
function attributesOf(tag: string): [name: string, value: string][] | null {
  const found: [string, string][] = [];
  let at = 0;
  const skip = () => {
    while (isSpace(tag[at])) at++;
  };
  for (;;) {
    skip();
    while (tag[at] == '/') at++;
    skip();
    if (at >= tag.length) return found;
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
    found.push([name, tag.slice(at + 1, end)]);
    at = end + 1;
  }
}

/** The ids behind `url(...)` in a value, or null where one points elsewhere. */
function idsOf(value: string): string[] | null {
  const lower = value.toLowerCase();
  const found: string[] = [];
  for (let at = lower.indexOf('url('); at >= 0; at = lower.indexOf('url(', at + 4)) {
    const end = value.indexOf(')', at);
    let inner = value.slice(at + 4, end < 0 ? undefined : end).trim();
    if (inner.length > 1 && (inner[0] == '"' || inner[0] == "'") && inner.at(-1) == inner[0])
      inner = inner.slice(1, -1).trim();
    if (end < 0 || inner[0] != '#' || inner.length < 2) return null;
    found.push(inner.slice(1));
  }
  return found;
}

/** The shape of a tag, or null where it says something that is not followed. */
function read(name: string, tag: string, ids: Map<string, Shape>): Shape | null {
  if (refused.test(name)) return null;
  const to: string[] = [];
  let id = '';
  let fills = 0;
  const attributes = attributesOf(tag);
  if (!attributes) return null;
  for (const [full, value] of attributes) {
    // Letters behind numbers and escapes are read by the browser, and not here.
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
    // An effect without an element of its own.
    if (/(?:blur|drop-shadow|image-set|element)\s*\(/i.test(plain)) return null;
  }
  const times = effects.test(name) ? effect : name == 'pattern' && fills < 2 ? tiles : 1;
  const shape = { name, inner: [], to, times };
  if (id && !ids.has(id)) ids.set(id, shape);
  return shape;
}

/** What drawing it costs; Infinity for what points to itself. */
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

/** Whether it can be drawn without holding up the page. */
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
    // Without a part of its own: entities are defined there.
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
