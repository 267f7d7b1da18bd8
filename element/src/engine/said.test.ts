// A window's message becomes the text of its own fields, whatever the page has added to Object.prototype.
import { afterEach, expect, test } from 'vitest';
import { listen } from '../captured';
import { messageText } from './said';

const everything = Object.prototype as unknown as Record<string, unknown>;
afterEach(() => {
  delete everything.toJSON;
  delete everything.once;
});

test('writes an object’s own fields without the page’s toJSON or stringify', () => {
  everything.toJSON = () => 'polluted';
  const { stringify } = JSON;
  JSON.stringify = () => '{}';
  try {
    expect(messageText({ type: 'x', payload: { list: [1, 'two', null] } })).toBe(
      '{"payload":{"list":[1,"two",null]},"type":"x"}',
    );
  } finally {
    JSON.stringify = stringify;
  }
});

test('writes a cycle or a bigint as empty text without throwing', () => {
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  expect([messageText(circle), messageText({ much: 10n })]).toEqual(['', '']);
});

test('keeps listening until the signal aborts', () => {
  everything.once = true;
  const over = new AbortController();
  let count = 0;
  const target = new EventTarget();
  listen('word', () => count++, over.signal, target);
  target.dispatchEvent(new Event('word'));
  target.dispatchEvent(new Event('word'));
  over.abort();
  target.dispatchEvent(new Event('word'));
  expect(count).toBe(2);
});
