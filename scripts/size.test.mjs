// @vitest-environment node
// The gate on sizes: what visitors do with later parts of the engine, and what that may download, is said in one place.
import { describe, expect, it } from 'vitest';
import { deepEntries } from './rollup/entries.mjs';
import { stepOf } from './rollup/steps.mjs';
import { journeyMoments, stepFiles } from './size.mjs';

describe('moments of journeys', () => {
  const parts = {
    money: ['shared-1-aa.wasm', 'money-bb.wasm'],
    words: ['words-cc.wasm', 'shared-1-aa.wasm'],
  };
  const send = { name: 'a send', parts: ['money', 'words'], max: 1 };

  it('counts a file once, whichever parts fetch it', () => {
    expect(journeyMoments(parts, [send, { name: 'words', parts: ['words'], max: 2 }])).toEqual([
      ['a send', new Set(['shared-1-aa.wasm', 'money-bb.wasm', 'words-cc.wasm']), 1],
      ['words', new Set(['words-cc.wasm', 'shared-1-aa.wasm']), 2],
    ]);
  });

  it('requires a journey for a new part, and says where', () => {
    expect(() => journeyMoments({ ...parts, swap: [] }, [send])).toThrow(
      'part swap of the engine is in no journey: name it in engine/xtask/journeys.json, with what it may download',
    );
  });

  it('fails for a journey’s part that is gone', () => {
    expect(() => journeyMoments({ money: [] }, [send])).toThrow('no part words');
  });
});

describe('an entry', () => {
  const chunk = (isEntry, ...imports) => ({ isEntry, imports });

  it('has one file, and at most define.js', () => {
    const good = {
      'define.js': chunk(true),
      'index.js': chunk(true, 'define.js'),
      'a.js': chunk(false, 'b.js'),
    };
    expect(deepEntries(good)).toEqual([]);
    const bad = { 'define.js': chunk(true, 'wm.js'), 'index.js': chunk(true, 'define.js', 'said.js') };
    expect(deepEntries(bad).map((text) => text.split(':')[0])).toEqual([
      'define.js imports wm.js',
      'index.js imports said.js',
    ]);
  });
});

describe('files of a step', () => {
  it('has the files that no earlier step fetched', () => {
    const table = [
      { name: 'list', views: ['ahead'], parts: [], max: 1 },
      { name: 'send', after: 'list', views: ['send'], parts: ['money'], max: 2 },
    ];
    const views = { ahead: ['root', 'ahead.js'], send: ['ahead.js', 'send.js'] };
    const steps = stepFiles(table, new Set(['root']), { money: ['money.wasm'] }, (view) => views[view]);
    expect(steps.map(({ files }) => [...files])).toEqual([['ahead.js'], ['send.js', 'money.wasm']]);
  });

  it('is named by module or folder', () => {
    expect(stepOf('ui/ring.css')).toBe('ahead');
    expect(stepOf('views/logins/group.tsx')).toBe('logins');
    expect(stepOf('views/logins/logos.ts')).toBe('small');
    expect(stepOf('views/send/send.tsx')).toBeUndefined();
  });
});
