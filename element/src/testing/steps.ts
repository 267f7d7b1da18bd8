// A backtracking matcher that counts its steps, for patterns over foreign text: a pattern with too many steps per character freezes the
// user's tab (docs/spec/security.md T3). It supports the syntax that our patterns use and rejects the rest.

type Node =
  | { kind: 'char'; fits: (char: string) => boolean; source: string }
  | { kind: 'edge'; fits: (text: string, at: number) => boolean }
  | { kind: 'look'; body: Node; isAhead: boolean; isWanted: boolean }
  | { kind: 'all'; parts: Node[] }
  | { kind: 'any'; ways: Node[] }
  | { kind: 'times'; body: Node; min: number; max: number; isLazy: boolean };

/** a pattern that needs more steps isn't linear */
export const steps_max = 150_000;

/** the characters to try: enough for every class that we use */
const alphabet = Array.from({ length: 0x250 }, (_, code) => String.fromCharCode(code)).concat([
  ...'\u0301\u200b\u2028\u202e\ufeff\uff21аı',
]);

export function parse({ source, flags }: RegExp): Node {
  let at = 0;
  const peek = (text: string) => source.startsWith(text, at);
  const eat = (text: string) => peek(text) && ((at += text.length), true);
  const isWord = (char: string | undefined) => !!char && /\w/.test(char);

  const char = (atom: string): Node => {
    const one = new RegExp(`^(?:${atom})$`, flags.replace(/[gy]/g, '') + (flags.includes('u') ? '' : 'u'));
    const legacy = new RegExp(`^(?:${atom})$`, flags.replace(/[gy]/g, ''));
    return { kind: 'char', source: atom, fits: (of) => (of.length > 1 ? one : legacy).test(of) };
  };
  const ways = (): Node => {
    const list = [all()];
    while (eat('|')) list.push(all());
    return list.length == 1 ? list[0]! : { kind: 'any', ways: list };
  };
  const all = (): Node => {
    const parts: Node[] = [];
    while (at < source.length && !peek('|') && !peek(')')) parts.push(quantified());
    return { kind: 'all', parts };
  };
  const quantified = (): Node => {
    const body = atom();
    const quantifier = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})(\?)?/.exec(source.slice(at));
    if (!quantifier) return body;
    at += quantifier[0].length;
    const [, sign, from, comma, to, lazy] = quantifier;
    const min = sign ? Number(sign == '+') : Number(from);
    const max = sign ? (sign == '?' ? 1 : Infinity) : !comma ? min : to ? Number(to) : Infinity;
    return { kind: 'times', body, min, max, isLazy: !!lazy };
  };
  const atom = (): Node => {
    if (eat('^')) return { kind: 'edge', fits: (_text, here) => here == 0 };
    if (eat('$')) return { kind: 'edge', fits: (text, here) => here == text.length };
    if (eat('\\b'))
      return { kind: 'edge', fits: (text, here) => isWord(text[here - 1]) != isWord(text[here]) };
    for (const [sign, isAhead, isWanted] of [
      ['(?=', true, true],
      ['(?!', true, false],
      ['(?<=', false, true],
      ['(?<!', false, false],
    ] as const)
      if (eat(sign)) return { kind: 'look', isAhead, isWanted, body: closed() };
    if (eat('(?:')) return closed();
    if (peek('(?') && !/^\(\?<\w/.test(source.slice(at))) throw new Error(`unknown group in ${source}`);
    if (eat('(')) {
      at += /^\?<\w+>/.exec(source.slice(at))?.[0].length ?? 0;
      return closed();
    }
    const parsed =
      /^(?:\[(?:\\.|[^\]\\])*\]|\\(?:u\{\w+\}|u\w{4}|x\w\w|[pP]\{[^}]+\}|[^\dbBk]|0)|[^\\[])/s.exec(
        source.slice(at),
      );
    if (!parsed) throw new Error(`unknown atom at ${at} in ${source}`);
    at += parsed[0].length;
    return char(parsed[0]);
  };
  const closed = (): Node => {
    const body = ways();
    if (!eat(')')) throw new Error(`open group in ${source}`);
    return body;
  };
  const tree = ways();
  if (at < source.length) throw new Error(`rest of ${source} at ${at}`);
  return tree;
}

/** Searches for the pattern anywhere in the text: returns the number of steps, at most `steps_max`, and whether it matches. */
export function run(pattern: RegExp, text: string): { steps: number; isFound: boolean } {
  const tree = parse(pattern);
  let count = 0;
  let isFound = false;
  type Next = (at: number) => boolean;
  const match = (node: Node, at: number, next: Next): boolean => {
    if (++count > steps_max) throw count;
    switch (node.kind) {
      case 'char': {
        const char = String.fromCodePoint(text.codePointAt(at) ?? 0);
        return at < text.length && node.fits(char) && next(at + char.length);
      }
      case 'edge':
        return node.fits(text, at) && next(at);
      case 'look': {
        // A lookbehind must have a fixed length here; otherwise, every possible start is tried.
        const starts = node.isAhead
          ? [at]
          : Array.from({ length: at + 1 }, (_, back) => at - back).slice(0, 8);
        const matches = starts.some((start) => match(node.body, start, (end) => node.isAhead || end == at));
        return matches == node.isWanted && next(at);
      }
      case 'all': {
        const rest = (index: number, here: number): boolean => {
          const part = node.parts[index];
          return part ? match(part, here, (end) => rest(index + 1, end)) : next(here);
        };
        return rest(0, at);
      }
      case 'any':
        return node.ways.some((way) => match(way, at, next));
      case 'times': {
        // A repeated character needs no frame each, because a long line could exceed the stack.
        if (node.body.kind == 'char' && !node.isLazy) {
          const ends = [at];
          const step = (end: number) => ends.push(end) > 0;
          while (ends.length <= node.max && match(node.body, ends.at(-1)!, step)) count++;
          return ends.slice(node.min).reverse().some(next);
        }
        const again = (done: number, here: number): boolean => {
          count++;
          const more = () =>
            done < node.max &&
            match(node.body, here, (end) => (end > here || done < node.min) && again(done + 1, end));
          if (done < node.min) return more();
          return node.isLazy ? next(here) || more() : more() || next(here);
        };
        return again(0, at);
      }
    }
  };
  try {
    const isSticky = pattern.sticky || /^\^/.test(pattern.source);
    for (let start = 0; start <= (isSticky ? 0 : text.length) && !isFound; start++)
      isFound = match(tree, start, () => true);
  } catch (spent) {
    if (typeof spent != 'number') throw spent;
  }
  return { steps: count, isFound };
}

const sampleOf = (node: Node & { kind: 'char' }): string =>
  alphabet.find((char) => /[a-z0-9 <;,.-]/.test(char) && node.fits(char)) ?? alphabet.find(node.fits) ?? '?';

/** Texts that match a node, shortest first; every alternative has its own. */
function examples(node: Node): string[] {
  switch (node.kind) {
    case 'char':
      return [sampleOf(node)];
    case 'edge':
    case 'look':
      return [''];
    case 'any':
      return node.ways.flatMap(examples).slice(0, 12);
    case 'times':
      return [
        ...new Set(
          examples(node.body).flatMap((one) => [one.repeat(Math.max(node.min, 1)), node.min ? one : '']),
        ),
      ];
    case 'all': {
      let texts = [''];
      for (const part of node.parts) {
        const next = examples(part);
        texts = texts.flatMap((head) => next.map((one) => head + one)).slice(0, 12);
      }
      return texts;
    }
  }
}

/** Texts that are slow for a pattern: a prefix that reaches a repetition, the repetition many times, and an ending that doesn't match. */
export function attacks(pattern: RegExp, times: number): string[] {
  const result = new Set<string>();
  const put = (heads: string[], pumps: string[]) => {
    const leads = heads.slice(0, 3).flatMap((head) => [head, head + (pumps[0] ?? '')]);
    const all = [
      ...pumps,
      ...pumps.flatMap((one) => pumps.map((other) => one + other)).slice(0, 24),
      ...leads,
    ];
    for (const head of ['', ...heads.slice(0, 3)])
      for (const pump of all)
        for (const end of ['', '\0', '!', ' ']) if (pump) result.add(head + pump.repeat(times) + end);
  };
  const walk = (node: Node, heads: string[]): void => {
    if (node.kind == 'times') {
      put(heads, examples(node.body));
      walk(node.body, heads);
    } else if (node.kind == 'all') {
      let here = heads;
      for (const part of node.parts) {
        walk(part, here);
        here = here.flatMap((head) => examples(part).map((one) => head + one)).slice(0, 4);
      }
    } else if (node.kind == 'any') node.ways.forEach((way) => walk(way, heads));
    else if (node.kind == 'look') walk(node.body, heads);
  };
  const tree = parse(pattern);
  walk(tree, ['']);
  put([''], examples(tree)); // for an unanchored pattern, the whole pattern repeated
  return [...result];
}
