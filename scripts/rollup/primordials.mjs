// The glue of the engine calls what the page could have exchanged meanwhile: `JSON.parse`, `Promise.prototype.then`, `TextDecoder`. Here
// every such call becomes one of a function that the entry has taken at its start (element/src/captured.ts; docs/spec/security.md T1,
// T2), what the glue makes for the browser has no prototype (B17), and a response is compiled by our own few lines. What is left is
// looked through: a wasm-bindgen that writes something else stops the build.
import path from 'node:path';

const EDITS = [
  [/\bJSON\.parse\(/g, 'parse('],
  [/const ret = JSON\.stringify\(arg0\);/g, 'const ret = written(arg0);'],
  [/\bReflect\.(apply|construct|get|set)\(/g, '$1('],
  [/\bPromise\.resolve\(arg0\)/g, 'vow(() => arg0)'],
  [/\bWebAssembly\.RuntimeError\b/g, 'RuntimeError'],
  [/\bnew Promise\(/g, 'new Vow('],
  [/\binstanceof Promise\b/g, 'instanceof Vow'],
  [/\barg0\.then\(/g, 'after(arg0, '],
  [/\barg0\.call\(arg1(?:, ([^)]*))?\)/g, 'apply(arg0, arg1, [$1])'],
  [/\bf\.apply\(this, args\)/g, 'apply(f, undefined, args)'],
  // What is kept, and what goes into a request: a getter or a method that the page has put there later isn't asked (10.60).
  [/\b(arg\d)\.(put|setItem|getItem|postMessage)\(([^;\n]*)\);/g, "call($1, '$2', [$3]);"],
  [/\b(arg\d)\.(body|result|crypto|indexedDB|localStorage)\b(?=;)/g, "get($1, '$2')"],
  [
    /\b(arg\d)\.(add|delete|querySelector|removeItem|toString|getAll|getAllKeys|key)\(([^;\n]*)\);/g,
    "call($1, '$2', [$3]);",
  ],
  [/\bconst ret = (arg\d)\.(push|join|slice)\(([^;\n]*)\);/g, 'const ret = apply($2, $1, [$3]);'],
  [/\bconst ret = arg0\.length;/g, 'const ret = size(arg0);'],
  [/\bconst ret = arg0\.set\(arg1, arg2\);/g, "const ret = call(arg0, 'set', [arg1, arg2]);"],
  [/\barg0\.set\(getString([^\n]*)\);/g, "call(arg0, 'set', [getString$1]);"],
  [/\b(arg\d)\.(url|search|pathname|origin)\b(?=;)/g, "get($1, '$2')"],
  [/\barg0\.search = (.*);/g, "set(arg0, 'search', $1);"],
  [/\bnew (URL|URLSearchParams|AbortController)\(/g, "new (builtIn('$1'))("],
  [/\bArray\.isArray\(/g, 'isArray('],
  [/\bArray\.from\(arg0\)/g, 'mapped(arg0, (one) => one)'],
  [/\bsetTimeout\(arg0, arg1\)/g, "apply(builtIn('setTimeout'), undefined, [arg0, arg1])"],
  [/\bfetch\(arg0\)/g, 'apply(fetch, undefined, [arg0])'],
  [/\bnew Object\(\)/g, '{ __proto__: null }'],
  [/\barg0\.getRandomValues\((.*)\);/g, 'apply(getRandomValues, arg0, [$1]);'],
  [/Uint8Array\.prototype\.set\.call\((.*), (arg\d)\);/g, 'apply(setBytes, $1, [$2]);'],
  [/\bnew Uint8Array\((?=arg0|getArray)/g, 'new Bytes('],
  [/getDataViewMemory0\(\)\.(setInt32|setFloat64)\(/g, '$1('],
  [/(wasm\.\w+)\.get\(idx\)/g, 'apply(tableGet, $1, [idx])'],
  [/(wasm\.\w+)\.set\(idx, obj\)/g, 'apply(tableSet, $1, [idx, obj])'],
  [
    /const table = (wasm\.\w+);\s+table\.set\(/g,
    'const table = $1;\n            const put = (at, value) => apply(tableSet, table, [at, value]);\n            put(',
  ],
  [/\btable\.set\(/g, 'put('],
  // No descriptor: what stands on Object.prototype would be read as a part of it.
  [
    /Object\.defineProperty\(this, '__wbg_inst', \{ value: __wbg_instance_id, writable: true \}\);/g,
    'this.__wbg_inst = __wbg_instance_id;',
  ],
  // A spread asks the page's iterators.
  [/const real = \(\.\.\.args\) => \{/g, 'const real = (x, y) => {'],
  [/\(a, state\.b, \.\.\.args\)/g, '(a, state.b, x, y)'],
  // Views of the memory are made where they are used.
  [/let cached\w+Memory0 = null;\n|^ *cached\w+Memory0 = null;\n/gm, ''],
  [
    /^let cachedTextDecoder = .*\ncachedTextDecoder\.decode\(\);\n|^const MAX_SAFARI_DECODE_BYTES.*\n|^let numBytesDecoded.*\n/gm,
    '',
  ],
  [/^ *if \(typeof numBytesDecoded.*\n/gm, ''],
  [/^const cachedTextEncoder = [^]*?\n\}\n/gm, ''],
  // The first start and every one after a panic.
  [
    /^ *wasmInstance = new WebAssembly\.Instance\(wasmModule, __wbg_get_imports\(\)\);\n *wasm = wasmInstance\.exports;\n/gm,
    '    wasm = apply(exportsOf, new Instance(wasmModule, __wbg_get_imports()), []);\n',
  ],
];

/** Functions with a body of our own. */
const BODIES = {
  debugString: 'return typeof val;',
  getArrayU8FromWasm0: 'return bytes(ptr, len);',
  getStringFromWasm0: 'return decoded(bytes(ptr, len), len);',
  passStringToWasm0: `
    const most = arg.length * 3;
    const ptr = malloc(most, 1) >>> 0;
    WASM_VECTOR_LEN = most && apply(encodeInto, encoder, [arg, bytes(ptr, most)]).written;
    return WASM_VECTOR_LEN < most ? realloc(ptr, most, WASM_VECTOR_LEN, 1) >>> 0 : ptr;`,
};

/** Functions nobody calls any more. */
const GONE = ['getDataViewMemory0', 'getUint8ArrayMemory0', 'decodeText', '__wbg_finalize_init'];

const head = (folder) => {
  const from = (file) => JSON.stringify(path.join(folder, file));
  return `
import { after, apply, Bytes, call, construct, decoded, exportsOf, get, builtIn, Instance, isArray, mapped, memoryBuffer, method, parse, set, size, vow, Vow } from ${from('captured.ts')};
import { compiled } from ${from('engine/compiled.ts')};
import { written } from ${from('written.ts')};
const setBytes = method('Typed', 'set');
const push = method('Array', 'push');
const join = method('Array', 'join');
const slice = method('Array', 'slice');
const getRandomValues = method('Crypto', 'getRandomValues');
const tableGet = method('Table', 'get');
const tableSet = method('Table', 'set');
const fetch = builtIn('fetch');
const Request = builtIn('Request');
const RuntimeError = builtIn('RuntimeError');
const Floats = builtIn('Float64Array');
const encoder = new (builtIn('TextEncoder'))();
const encodeInto = method('TextEncoder', 'encodeInto');
const memory = () => apply(memoryBuffer, wasm.memory, []);
const bytes = (ptr, len) => new Bytes(memory(), ptr >>> 0, len >>> 0);
const setInt32 = (at, value) => {
  const four = bytes(at, 4);
  for (let i = 0; i < 4; i++) four[i] = value >> (8 * i);
};
const setFloat64 = (at, value) => {
  new Floats(memory(), at, 1)[0] = value;
};
`;
};

/** Starts the engine on a response, and says what it exports: to the loader of the parts too. */
const TAIL = `
let wasmModule, wasm;
export const initSync = () => wasm;
export default (asked) => after(compiled(asked), (module) => {
  wasmModule = module;
  __wbg_reset_state();
});
`;

/** What must not be left: it would be the page's. */
const LEFT =
  /\bJSON\.|\bReflect\.|\bPromise\b|\.apply\(|\.call\(|\.then\(|\.subarray\(|\.decode\(|\.encode|WebAssembly\.|\.\.\.args|\bDataView\b|\.exports\b/;

const body = (name) => new RegExp(`^((?:async )?function ${name}\\([^)]*\\) \\{\\n)[^]*?^\\}\\n`, 'm');

/** `fail` gets what is wrong. */
export function edited(glue, folder, fail) {
  let text = glue;
  for (const [from, to] of EDITS) {
    text = text.replace(from, to);
  }
  for (const [name, code] of Object.entries(BODIES)) {
    if (!text.includes(`${name}(`)) continue; // words of a panic: only in a build that keeps them
    if (!body(name).test(text)) fail(`the glue has no function ${name}`);
    text = text.replace(body(name), (_, head) => `${head}    ${code}\n}\n`);
  }
  for (const name of GONE) {
    if (!body(name).test(text)) fail(`the glue has no function ${name}`);
    text = text.replace(body(name), '');
  }
  const end = text.search(/^let wasmModule, wasmInstance, wasm;$/m);
  if (end < 0) fail('the glue does not end as it did');
  text = text.slice(0, end) + TAIL;
  const code = text.replace(/\/\*[^]*?\*\/|\/\/.*$/gm, '');
  const left = code.search(LEFT);
  if (left >= 0) fail(`the glue still asks the page: ${code.slice(left - 60, left + 60)}`);
  return text.replace(/^(?!import )/m, (line) => head(folder) + line);
}

export function primordials(folder) {
  return {
    name: 'primordials',
    transform(source, id) {
      if (!id.endsWith('/engine/glue.js')) return null;
      return { code: edited(source, folder, (why) => this.error(why)), map: null };
    },
  };
}
