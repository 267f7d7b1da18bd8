import { afterEach, describe, expect, test } from 'vitest';
import { written } from './written';

describe('JSON as the engine writes it', () => {
  afterEach(() => {
    for (const name of ['toJSON', 'polluted'])
      for (const of of [Object.prototype, Array.prototype]) delete (of as Record<string, unknown>)[name];
  });

  test.each([
    [null],
    [[1, -0.5, 1e21, 'é\n"\u2028', true, null, []]],
    [{ b: { d: 1, c: [{}] }, a: 'x' }],
    [{ 10: 1, 9: 2, a: 3 }],
    [{ left: undefined, out: () => 1, list: [undefined, () => 1], date: new Date(0) }],
  ])('writes %j as JSON.stringify does, with sorted keys', (value) => {
    expect(JSON.parse(written(value)!)).toEqual(JSON.parse(JSON.stringify(value)));
    expect(written({ b: 1, a: 2 })).toBe('{"a":2,"b":1}');
  });

  test('leaves out what scripts put on prototypes', () => {
    Object.assign(Object.prototype, { toJSON: () => 'x', polluted: 1 });
    Object.assign(Array.prototype, { toJSON: () => 'x' });
    expect(written({ a: [{ b: 1 }] })).toBe('{"a":[{"b":1}]}');
    expect(written({ a: new Date(0) })).toBe('{"a":"1970-01-01T00:00:00.000Z"}');
  });

  test('writes a bigint as text if told, and throws for others and cycles', () => {
    expect(written({ a: 1n }, String)).toBe('{"a":"1"}');
    expect(() => written({ a: 1n })).toThrow(TypeError);
    const cycle: { of?: unknown } = {};
    cycle.of = cycle;
    expect(() => written(cycle)).toThrow(TypeError);
  });
});
