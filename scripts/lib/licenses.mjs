// Checks the licenses of the npm packages. Every package in every lock must have an open license. If a package has left its open license, we stay
// at its last open version. A lock contains the license of each manifest, so this check doesn't need the packages.
import { Problem } from './fail.mjs';

/** TABLE: names of packages whose later versions aren't open, and the last version that we can use. */
const LAST = [
  [/^@walletconnect\//, '2.21.8'],
  [/^@reown\/walletkit$/, '1.2.10'],
  [/^@reown\/appkit(-|$)/, '1.7.20'],
];

/** SPDX licenses that don't restrict users who only install, build and run. */
const OPEN = new Set([
  '0BSD',
  'AGPL-3.0-or-later',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC-BY-4.0', // data of caniuse
  'CC0-1.0', // data of mdn
  'GPL-2.0',
  'ISC',
  'LGPL-3.0-only',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'Unlicense',
]);

/** Packages without an SPDX license in their manifest. We have read their licenses. */
const READ = new Set([
  'deep-freeze-strict', // public domain, by its manifest
  'eyes', // MIT, by its file
  'memorystream', // MIT, by an older field of its manifest
  'text-encoding-utf-8', // public domain (Unlicense), by its file
  // a part of sats-connect (MIT), by the same authors in the same repository
  '@sats-connect/make-default-provider-config',
  '@sats-connect/ui',
]);

/** Throws at the first package of a lock without an open license. `packages`: of a package-lock.json; `file`: its name. */
export function checkLicenses(packages, file) {
  for (const [place, entry] of Object.entries(packages)) {
    const inside = place.lastIndexOf('node_modules/');
    // the project itself and its workspaces
    if (inside < 0 || entry.link) continue;
    // an alias installs a second version of a package; the lock has the package's real name
    const name = entry.name ?? place.slice(inside + 'node_modules/'.length);
    const [, last] = LAST.find(([names]) => names.test(name)) ?? [];
    if (last && isAbove(entry.version, last))
      throw new Problem(
        `${file}: ${name} ${entry.version} isn't under an open license; ${last} is the last one`,
      );
    if (!READ.has(name) && !isOpen(entry.license))
      throw new Problem(`${file}: ${name} ${entry.version} has no open license (${entry.license ?? 'none'})`);
  }
}

/** Checks every name of an expression. If an expression lists alternatives, each of them must be an open license. */
function isOpen(license) {
  const names = String(license ?? '').match(/[^\s()]+/g) ?? [];
  return names.length > 0 && names.every((name) => name == 'AND' || name == 'OR' || OPEN.has(name));
}

/** A version that isn't three numbers counts as above, so that someone reviews it. */
function isAbove(version, last) {
  const [one, other] = [version, last].map((text) =>
    /^(\d+)\.(\d+)\.(\d+)$/.exec(text)?.slice(1).map(Number),
  );
  if (!one) return true;
  const at = one.findIndex((figure, index) => figure != other[index]);
  return at >= 0 && one[at] > other[at];
}
