// Links of documents that leave the repository.
import { expect, test } from 'vitest';
import { deadLinks, forPackage } from './links.mjs';

const FILES = ['README.md', 'docs/guide/README.md', 'docs/guide/options.md', 'docs/calls.md'];
const TEXT =
  '![Two cards](docs/pictures/a.png) [the guide](docs/guide/README.md#start), [calls](docs/calls.md), [folder](docs/guide/), ' +
  '**[change it](CONTRIBUTING.md)**, [why](ARCHITECTURE.md#one-[x]), [there](https://a.example/x.md), [here](#here)';

test('names links that the package doesn’t contain', () => {
  expect(deadLinks('README.md', TEXT, FILES)).toEqual([
    'docs/pictures/a.png',
    'CONTRIBUTING.md',
    'ARCHITECTURE.md',
  ]);
  expect(
    deadLinks('docs/guide/README.md', '[a](options.md) [b](../calls.md) [c](../../demo/x)', FILES),
  ).toEqual(['demo/x']);
});

test('finds links in every notation', () => {
  const text =
    '[a](demo/a "title") [b](<demo/b>) [c][1] <a class="x" href="demo/d">d</a> <img src="demo/e">\n\n[1]: demo/c\n';
  expect(deadLinks('README.md', text, FILES)).toEqual(['demo/a', 'demo/b', 'demo/d', 'demo/e', 'demo/c']);
});

test('reads no link in a code block', () => {
  expect(
    deadLinks('README.md', '[a](demo/a)\n\n```js\nawait api[call](visitor, body);\n```\n', FILES),
  ).toEqual(['demo/a']);
});

test('turns missing links into text or repository links, and keeps other text', () => {
  const words = forPackage('README.md', TEXT, FILES);
  expect(deadLinks('README.md', words, FILES)).toEqual([]);
  expect(words).toBe(
    'Two cards [the guide](docs/guide/README.md#start), [calls](docs/calls.md), [folder](docs/guide/), ' +
      '**change it (`CONTRIBUTING.md` in the repository)**, why (`ARCHITECTURE.md` in the repository), [there](https://a.example/x.md), [here](#here)',
  );
  const linked = forPackage(
    'docs/calls.md',
    '[a](../demo/x.ts#L3) [b](guide/options.md)',
    FILES,
    'https://host.example/o/n/blob/v1.0.0',
  );
  expect(linked).toBe('[a](https://host.example/o/n/blob/v1.0.0/demo/x.ts#L3) [b](guide/options.md)');
});
