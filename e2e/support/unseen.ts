// The allowed observations of a function that a script has replaced, with reasons (10.60); all others fail the test.
import { manifest } from './modal';
import type { Seen } from './recorder';

/** Our files that only render: views, their parts and React. */
const drawn = new Set(
  Object.entries(manifest())
    .filter(([, { modules }]) =>
      modules.every((file) =>
        /^(element\/src\/(views|ui|styles|i18n)\/|element\/src\/engine\/hooks)|node_modules/.test(file),
      ),
    )
    .map(([file]) => file.replace(/(-[0-9a-f]{8})?\.js$/, '')),
);

/** The allowed observations, with reasons. */
const allowed: [why: string, is: (seen: Seen) => boolean][] = [
  [
    'A view draws it, or a field of a view has it: in the open shadow tree every script of the page can read it anyway.',
    ({ by, marker }) => drawn.has(by) && !['a key', 'a port', 'memory', 'token', 'answer'].includes(marker),
  ],
  [
    'React’s own channel to itself, on which nothing but null is said.',
    ({ by, marker, fn }) => by == 'root' && marker == 'a port' && /Message(Channel|Port)/.test(fn),
  ],
  [
    'It picks the colors of the face of an address.',
    ({ by, fn }) => by == 'load' && /toLowerCase|String.prototype.Symbol\(Symbol.iterator\)/.test(fn),
  ],
  [
    'The address of the connected account: the page is told it by events and methods, and its own sign-in object gets it.',
    ({ by, marker }) => marker == 'account' && ['define', 'index', 'ask', 'load', 'none'].includes(by),
  ],
];

/** The observations that aren't allowed, as text. */
export const faultsOf = (all: readonly Seen[]): string[] =>
  all
    .filter((one) => !allowed.some(([, is]) => is(one)))
    .map(({ fn, marker, by, at, text }) => `${fn} saw ${marker} from ${by}:${at}: ${text}`);
