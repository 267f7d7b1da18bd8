// @vitest-environment node
import { expect, test } from 'vitest';
import * as en from './en';
import { languages } from './languages';
import type { Language, Texts } from './texts';

type Greetings = Texts<{ hello: 'Hello'; both: '{amount} to {to}' }>;

test('compiles a catalogue with every key and placeholder in any order', () => {
  const complete: Greetings = { hello: 'Hallo', both: 'An {to}: {amount}' };
  expect(complete.hello).toBe('Hallo');
});

test('rejects a catalogue with a missing key, an extra key or no placeholder', () => {
  // @ts-expect-error: `both` is missing
  const lacks: Greetings = { hello: 'Hallo' };
  // @ts-expect-error: English doesn't have `bye`
  const unknown: Greetings = { hello: 'Hallo', both: '{amount} an {to}', bye: 'Ciao' };
  // @ts-expect-error: `{to}` is missing
  const drops: Greetings = { hello: 'Hallo', both: '{amount}' };
  // @ts-expect-error: a catalogue is missing
  const without: Language = { ...en, list: undefined };
  expect([lacks, unknown, drops, without]).toHaveLength(4);
});

const placeholders = (text: string): string => [...new Set(text.match(/\{[^}]*\}/g))].sort().join(' ');

/** Missing and unknown keys of a language, and texts that are empty or have other placeholders than English. */
function faults(language: Record<string, Record<string, string>>): string[] {
  return Object.entries<Record<string, string>>(en).flatMap(([catalogue, english]) => {
    const texts = language[catalogue] ?? {};
    const isGood = (key: string): boolean =>
      Object.hasOwn(english, key) &&
      !!texts[key]?.trim() &&
      placeholders(texts[key]) == placeholders(english[key]!) &&
      !/[{}]/.test(texts[key].replace(/\{\w+\}/g, ''));
    return [...new Set([...Object.keys(english), ...Object.keys(texts)])].filter((key) => !isGood(key));
  });
}

test.each(Object.entries(languages))('%s has English’s keys and placeholders', async (_tag, load) => {
  expect(faults(await load())).toEqual([]);
});

test('finds unknown keys, extra placeholders, open braces and empty texts', () => {
  const list = { ...en.list, back: '{wallet}', 'connect.all': 'All {', 'connect.list': ' ', bye: 'Bye' };
  expect(faults({ ...en, list })).toEqual(['back', 'connect.all', 'connect.list', 'bye']);
});

test('finds each language in a folder named by its tag', async () => {
  for (const tag of Object.keys(languages)) {
    expect(Intl.getCanonicalLocales(tag)).toEqual([tag]);
    expect(await import(`./${tag}/index.ts`)).toBe(await languages[tag as 'en']());
  }
});
