// Rows of the gallery: names.

import { ADDRESS } from '../../src/testing/snapshots';
import * as picture from '../pictures';
import type { Groups } from '../row';

const near = (...taken: boolean[]) =>
  ['alice', 'alice-demo', 'the-alice', 'alice-2026'].slice(0, taken.length).map((label, i) => ({
    label,
    name: `${label}.reown.id`,
    taken: taken[i]!,
  }));

export const namesRows = {
  ChooseAccountName: { rows: [['why']] },
  RegisterAccountName: {
    slices: {
      names: {
        label: 'alice',
        check: 'ready',
        suggest: 'ready',
        suggestions: near(false, true, false, false),
      },
    },
    rows: [
      ['suggestions'],
      ['empty', { names: { label: '', check: 'empty', suggest: 'none', suggestions: [] } }],
      ['too short', { names: { label: 'al', check: 'short', suggest: 'none', suggestions: [] } }],
      ['no name', { names: { label: 'al ice', check: 'invalid', suggest: 'none', suggestions: [] } }],
      ['loading', { names: { suggest: 'loading', suggestions: [] } }],
      ['taken', { names: { check: 'taken', suggestions: near(true, true, false, false) } }],
      [
        'no suggestions',
        { names: { suggest: 'failed', suggestions: [], suggestError: 'Error fetching name suggestions' } },
      ],
      ['signing', { names: { phase: 'signing' } }],
      ['registering', { names: { phase: 'registering' } }],
      ['refused', { names: { error: 'User rejected the request' } }],
      [
        'longest',
        {
          names: {
            label: 'a'.repeat(63),
            suggestions: [{ label: 'a'.repeat(63), name: `${'a'.repeat(63)}.reown.id`, taken: false }],
          },
        },
      ],
    ],
  },
  RegisterAccountNameSuccess: {
    slices: { names: { name: 'alice.reown.id', address: ADDRESS } },
    rows: [
      ['done'],
      ['with a picture', { names: { image: picture.face } }],
      ['longest', { names: { name: `${'a'.repeat(63)}.reown.id` } }],
    ],
  },
} satisfies Groups;
