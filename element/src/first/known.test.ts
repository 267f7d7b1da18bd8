// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Options } from '../options';
import { readInfo, type WalletInfo } from '../wallets/introduction';
import { firstList } from './known';

interface Case {
  options: Options;
  recent: unknown;
  wallets: WalletInfo[];
  rows: { id: string; name: string; tag: string; testId: string; conflict: boolean }[];
  all: boolean;
  email: boolean;
  socials: number;
}

/** Made by the engine: engine/core/tests/scenarios/proofs/first_list.rs; `npm run prove` makes ten thousand. */
const vectors = path.resolve(import.meta.dirname, '../../../engine/core/tests/vectors/first-list.json');
const cases = JSON.parse(readFileSync(process.env.FIRST_LIST ?? vectors, 'utf8')) as Case[];

/** How names look: the engine's own test reads the same table (engine/core/src/features/directory/model/lookalikes.rs). */
const { known, looks } = JSON.parse(
  readFileSync(path.resolve(path.dirname(vectors), 'lookalikes.json'), 'utf8'),
) as Record<'known' | 'looks', { rdns: string; name: string; look: string }[]>;

const announcements = (wallets: WalletInfo[]) =>
  wallets.map((words) => readInfo(Object.getOwnPropertyDescriptors(words) as never)).filter((one) => !!one);

const of = (one: Case) => firstList(one.options, announcements(one.wallets), one.recent);

describe('first list before the engine', () => {
  test('@2.35 has the engine’s rows whenever it is given', () => {
    for (const one of cases) {
      const result = of(one);
      if (!result) continue;
      const rows = one.rows.map(({ conflict, ...row }) => (expect(conflict).toBe(false), row));
      expect({ of: one.options, ...result }).toEqual({
        of: one.options,
        rows,
        logins: +one.email + Math.min(2, one.socials),
        all: one.all,
      });
    }
  });

  test('is given in most cases, and in every plain one', () => {
    const count = cases.filter(of).length;
    expect(count / cases.length).toBeGreaterThan(0.25);
    const wallet = { uuid: '350670db-19fa-4704-a166-000000000001', name: 'Fox', rdns: 'com.fox' };
    const options = { projectId: 'p', networks: [{ id: 1 }, { id: 10 }] };
    expect(firstList(options, [wallet], null)).toMatchObject({
      rows: [{ id: 'com.fox', tag: 'installed' }, { id: 'walletConnect' }],
      logins: 3,
      all: true,
    });
    expect(firstList({ networks: options.networks }, [wallet], null)).toMatchObject({
      rows: [{ id: 'com.fox' }],
      logins: 0,
      all: false,
    });
  });

  const plain = { projectId: 'p', networks: [{ id: 1 }] };
  const one = { uuid: '350670db-19fa-4704-a166-000000000001', name: 'Fox', rdns: 'com.fox' };

  test.each<[string, Options]>([
    ['an order of the host', { features: { connectorTypeOrder: ['injected'] } }],
    ['a box to tick', { features: { legalCheckbox: true } }],
    ['wallets behind one row', { features: { collapseWallets: true } }],
    ['featured wallets', { featuredWalletIds: ['com.fox'] }],
    ['a list of those that may be shown', { includeWalletIds: ['com.fox'] }],
    ['a card in the page', { enableEmbedded: true }],
    ['records in memory', { storage: 'memory' }],
    ['another family', { networks: [{ id: 'x', chainNamespace: 'solana' }] }],
    ['no networks', { networks: undefined }],
  ])('waits for the engine with %s', (_what, options) => {
    expect(firstList({ ...plain, ...options } as Options, [one], null)).toBeNull();
  });

  test("a read-only network doesn't turn on logins or its namespace @10.58", () => {
    const of = (readOnly: boolean) =>
      firstList({ projectId: 'p', networks: [{ id: 999_999 }, { id: 1, readOnly }] }, [one], null)?.logins;
    expect([of(false), of(true)]).toEqual([3, 0]);
    const read = { id: 'x', chainNamespace: 'solana', readOnly: true } as const;
    expect(firstList({ ...plain, networks: [{ id: 1 }, read] }, [one], null)).not.toBeNull();
    expect(firstList({ ...plain, networks: [{ id: 1, readOnly: true }] }, [one], null)).toBeNull();
  });

  test.each<[string, WalletInfo[], unknown]>([
    ['two that claim one name', [one, { ...one, uuid: one.uuid.replace(/1$/, '2') }], null],
    ['a name with signs that turn its direction', [{ ...one, name: 'Fo\u202ex' }], null],
    ['a flood', Array.from({ length: 65 }, (_, i) => ({ ...one, rdns: `com.fox${i}`, uuid: `${i}` })), null],
    ['a record that is none', [one], { length: 1 }],
    ['recent wallets that are none', [one], [{ id: 7 }]],
    ['more recent wallets than are kept', [one], Array(3).fill({ id: 'com.fox', name: 'Fox' })],
  ])('%s: waits for the engine', (_what, wallets, record) => {
    expect(firstList(plain, wallets, record)).toBeNull();
  });

  test.each([
    [
      'two names that look alike',
      [
        one,
        { ...one, uuid: 'u2', rdns: 'evil.fox', name: 'F0X' },
        { ...one, uuid: 'u3', rdns: 'x.y', name: 'Fox' },
      ],
    ],
    ['a known name with a foreign rdns', [{ ...one, name: 'MetaMask', rdns: 'io.metamaskevil' }]],
    ['a known name in other letters', [{ ...one, name: 'Meta-Mask', rdns: 'evil.mask' }]],
    ['one rdns in other letters', [one, { ...one, uuid: 'u2', rdns: one.rdns.toUpperCase(), name: 'Other' }]],
  ])('waits for the engine to mark %s @10.33', (_, wallets) => {
    expect(firstList(plain, wallets, null)).toBeNull();
  });
  test.each(known)('knows that $name belongs to $rdns, as the engine does @10.33', ({ rdns, name, look }) => {
    const waits = (wallet: object) => firstList(plain, [{ ...one, ...wallet }], null) == null;
    const recent = (item: object) => firstList(plain, [one], [{ id: 'ab'.repeat(32), ...item }]) == null;
    for (const own of [rdns, `${rdns}.mobile`]) expect(waits({ name, rdns: own }), own).toBe(false);
    for (const foreign of [`${rdns}evil`, `evil.${rdns}`, 'evil.wallet'])
      for (const spelling of [name, name.toUpperCase(), look])
        expect(waits({ name: spelling, rdns: foreign }), `${spelling} of ${foreign}`).toBe(true);
    // whose wallet a listing is, only the engine knows
    expect(recent({ name })).toBe(true);
  });
  test('finds names alike exactly where the engine does @10.33', () => {
    const isKnown = (of: string) => known.some(({ look }) => look == of);
    const plainly = looks.filter(({ look }) => !isKnown(look));
    expect(looks.length - plainly.length).toBeGreaterThan(5);
    for (const { name, look } of looks)
      expect(firstList(plain, [{ ...one, name }], null) == null, name).toBe(isKnown(look));
    for (const a of plainly)
      for (const b of plainly) {
        const two = [
          { ...one, name: a.name },
          { ...one, uuid: 'u2', rdns: 'evil.fox', name: b.name },
        ];
        expect(firstList(plain, two, null) == null, `${a.name} ${b.name}`).toBe(a.look == b.look);
      }
  });
  test('lists a known name with its own rdns immediately @10.33', () => {
    const own = { ...one, name: 'MetaMask', rdns: 'io.metamask.mobile' };
    expect(firstList(plain, [own], null)?.rows[0]).toMatchObject({ name: 'MetaMask' });
  });

  test('waits for the engine with a recent remote wallet only on a phone', () => {
    const recent = [{ id: 'ab'.repeat(32), name: 'Harbor' }];
    expect(firstList(plain, [one], recent, true)).toBeNull();
    expect(firstList(plain, [one], recent)?.rows[0]).toMatchObject({ id: 'ab'.repeat(32), tag: 'recent' });
  });

  test('@10.33 ignores an invalid announcement', () => {
    for (const wrong of [{ uuid: '' }, { rdns: 'fox' }, { name: ' ' }, { name: 'x'.repeat(65) }])
      expect(announcements([{ ...one, ...wrong }])).toEqual([]);
    const getter = { get uuid() { throw Error(); }, name: 'Fox', rdns: 'com.fox' }; // prettier-ignore
    expect(readInfo(Object.getOwnPropertyDescriptors(getter) as never)).toBeNull();
  });
});
