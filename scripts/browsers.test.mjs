// @vitest-environment node
import { readdirSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { browsers, leftOut, NONE } from './browsers.mjs';
import { at } from './lib/project.mjs';
import { FULL, RECORDER, select, WALK, WITH_HOSTS } from './lib/filter.mjs';

afterEach(() => vi.unstubAllEnvs());

test('names a missing engine and the packages that have it', () => {
  expect(leftOut({ FIREFOX: '/usr/bin/firefox', WEBKIT: '/usr/lib/MiniBrowser' })).toEqual([]);
  const lines = leftOut({ FIREFOX: NONE, WEBKIT: NONE });
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/^NOT TESTED in Firefox: .*firefox-esr/);
  expect(lines[1]).toMatch(/^NOT TESTED in WebKit: .*webkit2gtk-driver xvfb/);
  // not searched, because the walk isn't among the layers
  expect(leftOut({})).toEqual([]);
});

test('doesn’t replace a named browser that is missing', async () => {
  vi.stubEnv('FIREFOX', NONE);
  vi.stubEnv('WEBKIT', NONE);
  expect(await browsers()).toEqual({ FIREFOX: NONE, WEBKIT: NONE });
  vi.stubEnv('WEBKIT', '/nowhere/MiniBrowser');
  await expect(browsers()).rejects.toThrow('WEBKIT=/nowhere/MiniBrowser does not run');
});

test('runs other browsers and the guide only with test:hosts', () => {
  expect(select(['browsers']).names).toEqual([WALK]);
  expect(select(['recorder']).names).toEqual([RECORDER]);
  expect(FULL.names).not.toContain(WALK);
  expect(FULL.names).not.toContain(RECORDER);
  const later = select(WITH_HOSTS);
  expect(later.files).toContain('e2e/guide/guide.e2e.ts');
  expect(later.files.filter((file) => FULL.files.includes(file))).toEqual([]);
  const all = readdirSync(at('e2e'), { recursive: true }).filter((file) => file.endsWith('.e2e.ts'));
  expect(FULL.files.length + later.files.length).toBe(all.length);
});
