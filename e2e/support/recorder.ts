// Replaces every built-in function of the page with one that calls the original and inspects its arguments (10.60). An attacker's script
// that runs after our entry can replace the same functions.
//
// `install` runs in the page and can't use anything outside it.

/** Secrets by name: strings, also as bytes; for a hex string also the bytes that it encodes. */
export type Markers = Readonly<Record<string, readonly string[]>>;

export interface Seen {
  /** the function, such as `Array.prototype.map` */
  fn: string;
  /** the secret's name, or an object that reveals it: `a key`, `a port`, `memory` */
  marker: string;
  /** our file that called, by its chunk's name; `none` if the browser called */
  by: string;
  /** line and column in that file */
  at: string;
  /** the text that contained it */
  text: string;
}

export interface Recorder {
  /** the number of replaced functions */
  replaced: number;
  seen(): Seen[];
  /** adds a secret that is known only now, such as a code */
  mark(name: string, texts: readonly string[]): void;
  /** searches the recorded texts for a secret that is known only afterwards, such as a token */
  find(name: string, text: string): void;
}

/**
 * Sends a request as a page does. Doesn't return a promise within a promise, because the browser would call the replaced `then`. Runs in
 * the page.
 */
export async function requested([namespace, method, params]: readonly [string, string, object]): Promise<
  Record<string, string>
> {
  const element = document.querySelector('wallet-modal') as unknown as {
    request(args: object, namespace: string): Promise<Record<string, string>>;
  };
  const answer = await element.request({ method, params }, namespace);
  return answer;
}

/** `own`: a pattern for the URLs of our files. */
export function install({ markers, own }: { markers: Markers; own: string }): void {
  type Any = any; // eslint-disable-line @typescript-eslint/no-explicit-any
  type Fn = (...args: Any[]) => Any;
  type By = { by: string; at: string } | null;
  const nodes_max = 400;
  const depth_max = 5;
  const { apply, construct, ownKeys, getOwnPropertyDescriptor, getPrototypeOf, defineProperty } = Reflect;
  const uncurried = (fn: Fn) => Function.prototype.call.bind(fn) as Fn;
  const [then, indexOf, lower, exec, slice] = [
    Promise.prototype.then,
    String.prototype.indexOf,
    String.prototype.toLowerCase,
    RegExp.prototype.exec,
    String.prototype.slice,
  ].map((fn) => uncurried(fn as Fn)) as [Fn, Fn, Fn, Fn, Fn];
  const NativeError = Error;
  const { isView } = ArrayBuffer;
  const [P, U8, Buffer_, Key, Port, Node_, Message, Request_, SetOf, MapOf] = [
    Promise,
    Uint8Array,
    ArrayBuffer,
    CryptoKey,
    MessagePort,
    Node,
    MessageEvent,
    Request,
    Set,
    Map,
  ];
  const isProto = Object.prototype.isPrototypeOf;
  const is = (of: { prototype: object }, value: object): boolean => apply(isProto, of.prototype, [value]);
  const get = (of: object, name: string) => getOwnPropertyDescriptor(of, name)!.get!;
  const dataOf = get(Message.prototype, 'data');
  const typed = getPrototypeOf(U8.prototype)!;
  const [bufferOf, offsetOf, lengthOf, tagOf] = [
    get(typed, 'buffer'),
    get(typed, 'byteOffset'),
    get(typed, 'byteLength'),
    getOwnPropertyDescriptor(typed, Symbol.toStringTag)!.get!,
  ];
  const sizeOf = get(Buffer_.prototype, 'byteLength');
  const [cloneOf, textOf] = [Request_.prototype.clone, Request_.prototype.text];
  const eachSet = uncurried(SetOf.prototype.forEach as Fn);
  const eachMap = uncurried(MapOf.prototype.forEach as Fn);
  const [hasIn, addTo] = [uncurried(SetOf.prototype.has as Fn), uncurried(SetOf.prototype.add as Fn)];
  const fromCode = String.fromCharCode;
  const { keys, create } = Object;
  const toText = String;
  const ofOurs = new RegExp(own);
  const position = /^(.*):(\d+):(\d+)$/;
  const chunk = /([^/]+?)(?:-[0-9a-f]{8})?\.(?:js|wasm)/;
  NativeError.stackTraceLimit = 30;

  const wanted: { name: string; text: string }[] = [];
  const bytes: { name: string; text: string }[] = [];
  const mark = (name: string, texts: readonly string[]) => {
    for (let i = 0; i < texts.length; i++) {
      const text = lower(texts[i]) as string;
      wanted[wanted.length] = { name, text };
      bytes[bytes.length] = { name, text: texts[i]! };
      // the bytes of a hex string, as one character each
      if (exec(/^0x([0-9a-f]{2}){4,}$/, text)) {
        let meant = '';
        for (let at = 2; at < text.length; at += 2) meant += fromCode(Number(`0x${slice(text, at, at + 2)}`));
        bytes[bytes.length] = { name, text: meant };
      }
    }
  };
  for (const name of keys(markers)) mark(name, markers[name]!);

  const found: Seen[] = [];
  const said = create(null) as Record<string, boolean>;
  let busy = false;

  /** The caller of the recorded function: the first frame that belongs to neither the recorder nor the browser. */
  const rec_caller = (): By => {
    const stack = toText(new NativeError().stack);
    let line = '';
    for (let i = 0; i <= stack.length; i++) {
      const letter = i < stack.length ? stack[i]! : '\n';
      if (letter != '\n') {
        line += letter;
        continue;
      }
      const of = line;
      line = '';
      if (!of || exec(/^Error/, of)) continue;
      // the frame that awaited isn't the caller
      if (exec(/^\s*at async |^[\w ]+\*/, of)) break;
      // "at f (url:1:2)", "at url:1:2", "f@url:1:2"
      const place = (exec(/\(?([^\s(@]*:\d+:\d+)\)?$/, of) as RegExpExecArray | null)?.[1];
      if (exec(/rec_/, of)) continue;
      if (!place) {
        // a driver's own script (Firefox names it, WebKit doesn't), a function of the browser, or the engine's
        if (exec(/@$|@(?!\[(native|wasm) code\]|self-hosted)./, of) && !exec(/@\d+$/, of)) return null;
        continue;
      }
      const [, url, row, column] = exec(position, place) as RegExpExecArray;
      if (!exec(ofOurs, url)) return null;
      return { by: (exec(chunk, url) as RegExpExecArray | null)?.[1] ?? url!, at: `${row}:${column}` };
    }
    return { by: 'none', at: slice(stack, 0, 300) };
  };

  const rec_note = (fn: string, marker: string, text: string, by: By): void => {
    if (!by) return;
    const which = `${fn} ${marker} ${by.by} ${by.at}`;
    if (said[which]) return;
    said[which] = true;
    found[found.length] = { fn, marker, ...by, text: slice(text, 0, 160) };
  };

  const logged: { fn: string; text: string; by: By }[] = [];
  const log = create(null) as Record<string, boolean>;
  /** Records long texts, for later searches. */
  const rec_log = (fn: string, text: string, by: () => By): void => {
    if (text.length < 20 || text.length > 20_000 || log[`${fn} ${text}`]) return;
    log[`${fn} ${text}`] = true;
    const from = by();
    if (from) logged[logged.length] = { fn, text, by: from };
  };
  const find = (name: string, text: string): void => {
    for (let i = 0; i < logged.length; i++)
      if (indexOf(logged[i]!.text, text) >= 0) rec_note(logged[i]!.fn, name, logged[i]!.text, logged[i]!.by);
  };

  const rec_look = (fn: string, first: unknown, by: () => By): void => {
    const been = new SetOf<object>();
    let nodes = 0;
    const rec_inBytes = (of: ArrayBufferLike, offset: number, length: number) => {
      // the engine's memory itself: whoever has it can read everything
      if ((apply(sizeOf, of, []) as number) >= 1 << 20) return rec_note(fn, 'memory', '', by());
      const view = new U8(of, offset, length);
      let text = '';
      for (let i = 0; i < length && i < 65_536; i++) text += fromCode(view[i]!);
      rec_log(fn, text, by);
      for (let i = 0; i < bytes.length; i++)
        if (indexOf(text, bytes[i]!.text) >= 0) rec_note(fn, bytes[i]!.name, `bytes ${text}`, by());
    };
    const rec_inText = (text: string) => {
      if (text.length < 4) return;
      rec_log(fn, text, by);
      const small = lower(text.length > 100_000 ? slice(text, 0, 100_000) : text) as string;
      for (let i = 0; i < wanted.length; i++)
        if (indexOf(small, wanted[i]!.text) >= 0) rec_note(fn, wanted[i]!.name, text, by());
    };
    const rec_visit = (value: unknown, depth: number): void => {
      if (typeof value == 'string') return rec_inText(value);
      if (typeof value == 'number' || typeof value == 'bigint') {
        const text = toText(value);
        for (let i = 0; i < wanted.length; i++)
          if (wanted[i]!.text == text) rec_note(fn, wanted[i]!.name, text, by());
        return;
      }
      if (typeof value != 'object' || !value || value === globalThis || depth > depth_max) return;
      if (nodes++ > nodes_max || hasIn(been, value)) return;
      addTo(been, value);
      if (is(Node_, value)) return;
      if (is(Key, value)) return rec_note(fn, 'a key', '', by());
      if (is(Port, value)) return rec_note(fn, 'a port', '', by());
      if (is(P, value)) {
        const from = by();
        if (from) then(value, rec_later(fn, from), () => {});
        return;
      }
      if (isView(value)) {
        if (apply(tagOf, value, []))
          rec_inBytes(apply(bufferOf, value, []), apply(offsetOf, value, []), apply(lengthOf, value, []));
        return;
      }
      if (is(Buffer_, value)) return rec_inBytes(value as ArrayBuffer, 0, apply(sizeOf, value, []) as number);
      if (is(Message, value)) rec_visit(apply(dataOf, value, []), depth + 1);
      if (is(Request_, value)) {
        const from = by();
        if (from) then(apply(textOf, apply(cloneOf, value, []), []), rec_later(fn, from), () => {});
        return;
      }
      const rec_one = (one: unknown, key: unknown): void => {
        if (key !== one) rec_visit(key, depth + 1);
        rec_visit(one, depth + 1);
      };
      if (is(SetOf, value)) eachSet(value, rec_one);
      if (is(MapOf, value)) eachMap(value, rec_one);
      const names = ownKeys(value);
      for (let i = 0; i < names.length && i < 200; i++) {
        const of = getOwnPropertyDescriptor(value, names[i]!);
        if (of && 'value' in of) rec_visit(of.value, depth + 1);
      }
    };
    try {
      rec_visit(first, 0);
    } catch {
      // a proxy of the page, or another realm's object
    }
  };
  const rec_inside = (fn: string, value: unknown, by: () => By) => {
    const before = busy;
    busy = true;
    try {
      rec_look(fn, value, by);
    } finally {
      busy = before;
    }
  };
  const rec_later = (fn: string, from: By) => (value: unknown) => rec_inside(fn, value, () => from);
  const rec_pass = (fn: string, values: readonly unknown[], ask: () => unknown): unknown => {
    if (busy) return ask();
    let by: By | undefined;
    const rec_who = () => (by === undefined ? (by = rec_caller()) : by);
    rec_inside(fn, values, rec_who);
    const answer = ask();
    rec_inside(fn, answer, rec_who);
    return answer;
  };

  const recorders = new WeakMap<object, unknown>();
  const [kept, keep] = [uncurried(WeakMap.prototype.get as Fn), uncurried(WeakMap.prototype.set as Fn)];
  const ProxyOf = Proxy;
  const recorded = (fn: Fn, name: string): Fn => {
    const known = kept(recorders, fn) as Fn | undefined;
    if (known) return known;
    const made = new ProxyOf(fn, {
      apply: function rec_apply(target, self, args) {
        return rec_pass(name, [self, args], function rec_ask() {
          return apply(target, self, args);
        });
      },
      construct: function rec_construct(target, args, of) {
        const as = of === made ? target : of;
        return rec_pass(name, [args], function rec_ask() {
          return construct(target, args, as) as object;
        }) as object;
      },
    }) as Fn;
    keep(recorders, fn, made);
    keep(recorders, made, made);
    return made;
  };

  let replaced = 0;
  const visited = new SetOf<object>();
  const put = (of: object, key: PropertyKey, descriptor: PropertyDescriptor) => {
    try {
      if (defineProperty(of, key, descriptor)) replaced++;
    } catch {
      // can't be replaced, so no page can
    }
  };
  const spaces = /^(JSON|Math|Reflect|Atomics|Intl|WebAssembly|CSS|console|Temporal)$/;
  let skipped: (key: PropertyKey, of: PropertyDescriptor) => boolean = () => false;
  const rec_walk = (of: object, name: string): void => {
    if (hasIn(visited, of)) return;
    addTo(visited, of);
    const inner: [object, string][] = [];
    for (const key of ownKeys(of)) {
      const descriptor = getOwnPropertyDescriptor(of, key);
      if (!descriptor || (of == globalThis && skipped(key, descriptor))) continue;
      const called = `${name}.${toText(key)}`;
      const { value } = descriptor;
      if (typeof value == 'function') {
        const { prototype } = value;
        if (prototype && typeof prototype == 'object')
          inner[inner.length] = [prototype, `${called}.prototype`];
        inner[inner.length] = [value, called];
        if (descriptor.writable || descriptor.configurable)
          put(of, key, { ...descriptor, value: recorded(value, called) });
      } else if (descriptor.get || descriptor.set) {
        if (!descriptor.configurable) continue;
        const { get, set } = descriptor;
        put(of, key, {
          ...descriptor,
          get: get && recorded(get, `get ${called}`),
          set: set && recorded(set, `set ${called}`),
        });
      } else if (typeof value == 'object' && value && exec(spaces, toText(key))) {
        inner[inner.length] = [value as object, called];
      }
    }
    for (const [value, called] of inner)
      if (typeof value == 'object' || called.split('.').length < 5) rec_walk(value, called);
    const up = getPrototypeOf(of);
    if (up) rec_walk(up, `${name}^`);
  };
  // the page's own functions aren't built-ins and stay as they are
  const native = /\{\s*\[native code\]\s*\}\s*$/;
  const source = uncurried(Function.prototype.toString as Fn);
  skipped = (key, { value, get }) => {
    if (typeof value == 'function') return !exec(native, source(value));
    return typeof value == 'object' ? !exec(spaces, toText(key)) : !get || !exec(native, source(get));
  };
  rec_walk(globalThis, 'window');
  // prototypes that can't be reached from global names
  const hidden: [object, string][] = [
    [[][Symbol.iterator](), 'ArrayIterator'],
    [''[Symbol.iterator](), 'StringIterator'],
    [new SetOf()[Symbol.iterator](), 'SetIterator'],
    [new MapOf()[Symbol.iterator](), 'MapIterator'],
    ['a'.matchAll(/a/g), 'RegExpStringIterator'],
    [(function* () {})(), 'Generator'],
    [(async function* () {})(), 'AsyncGenerator'],
    [async () => {}, 'AsyncFunction'],
    [function* () {}, 'GeneratorFunction'],
    [new Headers().entries(), 'HeadersIterator'],
    [new URLSearchParams().entries(), 'URLSearchParamsIterator'],
    [new FormData().entries(), 'FormDataIterator'],
    [getPrototypeOf(U8)!, 'TypedArray'],
  ];
  for (const [sample, name] of hidden) {
    const up = getPrototypeOf(sample);
    if (up) rec_walk(up, name);
  }

  const recorder: Recorder = { replaced, seen: () => found, mark, find };
  defineProperty(globalThis, 'recorder', { value: recorder });
}
