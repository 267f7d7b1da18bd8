// The harness itself: what it promises to notice, it notices. Without this a silent harness would pass everything.
import { expect, test } from '../support/test';

const PROVOKED: [string, RegExp[], () => void][] = [
  [
    'markup from text',
    [/violation of require-trusted-types-for/, /uncaught: .*TrustedHTML|uncaught: .*Trusted Type/],
    () => {
      const sink = document.body as unknown as Record<string, string>;
      setTimeout(() => (sink['inner' + 'HTML'] = '<b>x</b>'));
    },
  ],
  ['an inline style', [/violation of style-src/], () => document.body.setAttribute('style', 'color: red')],
  [
    'an error nobody caught',
    [/uncaught: nobody/],
    () => {
      setTimeout(() => {
        throw new Error('nobody');
      });
    },
  ],
  [
    'a rejection nobody caught',
    [/unhandled rejection: Error: alone/],
    () => void Promise.reject(new Error('alone')),
  ],
  [
    'a request to another host',
    [/violation of connect-src: https:\/\/example\.com/],
    () => void fetch('https://example.com/').catch(() => {}),
  ],
];

test('the harness notices markup from text, an inline style, uncaught errors and rejections, a request to another host', async ({
  page,
  watch,
}) => {
  await page.goto('/favicon.svg');
  await page.goto('/?noauto');
  for (const [what, patterns, provoke] of PROVOKED)
    await test.step(what, async () => {
      await page.evaluate(provoke);
      await expect
        .poll(() => patterns.every((pattern) => watch.problems.some((text) => pattern.test(text))))
        .toBe(true);
      for (const pattern of patterns) watch.expectProblem(pattern);
    });
  // The browser says some of it on the console as well.
  watch.problems.splice(
    0,
    Infinity,
    ...watch.problems.filter((text) => !/^console:|^uncaught: alone/.test(text)),
  );
});
