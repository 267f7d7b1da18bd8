// @vitest-environment node
import { expect, test } from 'vitest';
import { mutantsOf } from './mutate.mjs';
import { functionAround, woven } from './weave.mjs';

const SOURCE = `const A: u8 = 3;

impl It {
    pub fn first(
        &self,
        of: u8,
    ) -> bool {
        if of > 3 {
            return true;
        }
        of == 1
    }

    const fn fixed() -> u8 {
        4
    }
}

fn second() {
    call(1);
}
`;

test('finds the function around a line, except for constants and const functions', () => {
  const lines = SOURCE.split('\n');
  const of = (text) => functionAround(lines, lines.findIndex((line) => line.includes(text)) + 1);
  expect(of('of == 1')).toEqual({ open: 6, close: 11 });
  expect(of('call(1)')).toEqual({ open: 18, close: 20 });
  expect(of('fn second')).toEqual({ open: 18, close: 20 });
  for (const none of ['const A', '        4', 'of: u8', 'impl It']) expect(of(none)).toBeNull();
});

test('gives every change its own branch and keeps the original body', () => {
  const all = mutantsOf('a.rs', SOURCE).filter(({ line }) => functionAround(SOURCE.split('\n'), line));
  const { text, owner } = woven(
    SOURCE,
    all.map((mutant, index) => ({ ...mutant, number: index + 1 })),
  );
  expect(text.split('\n')).toHaveLength(owner.length);
  for (const [index] of all.entries()) expect(text).toContain(`if crate::woven_changes::is(${index + 1}) {`);
  expect(all.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['> -> <=', 'true -> false', '== -> !=', 'statement dropped', 'returns at once']),
  );
  const flat = text.replace(/\s+/g, ' ');
  expect(flat).toContain('if of <= 3 { return true; } of == 1 } else');
  expect(flat).toContain('{ if of > 3 { return true; } of == 1 } }');
  expect(flat).toContain('if true { return; } call(1); } else');
  expect(flat).toMatch(/is\(\d+\) \{ \} else/); // the statement is gone
});
