// What a release writes into a checkout: its version in every file that has it (the engine sends its version to the services, so a build
// needs it first), and the changelog of that version, which is in the package.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { joined, moved } from './changelog.mjs';
import { fragments, removeFragments } from './fragments.mjs';

/** Crates that have the workspace's version, in any Cargo.lock. */
const isOurs = (name) => /^(wallet-engine|wallet-engine-web|walletconnect|xtask|demo-services)$/.test(name);

/** File -> its text with another version. @type {Record<string, (text: string, version: string) => string>} */
const FILES = {
  'package.json': (text, version) => text.replace(/^( {2}"version": )"[^"]+"/m, `$1"${version}"`),
  // its own version, and that of the package it is of
  'package-lock.json': (text, version) =>
    text
      .replace(/^( {2}"version": )"[^"]+"/m, `$1"${version}"`)
      .replace(/^( {4}"": \{\n(?: {6}.*\n)*? {6}"version": )"[^"]+"/m, `$1"${version}"`),
  'Cargo.toml': (text, version) => text.replace(/^version = "[^"]+"$/m, `version = "${version}"`),
  'Cargo.lock': locked,
  'engine/fuzz/Cargo.lock': locked,
  'engine/bench/Cargo.lock': locked,
  // users install the tarball, whose name has the version
  'docs/guide/quickstart.md': (text, version) =>
    text.replace(/\bwallet-modal-\d\S*\.tgz/g, () => `wallet-modal-${version}.tgz`),
};

function locked(text, version) {
  return text.replace(/^name = "([^"]+)"\nversion = "[^"]+"$/gm, (whole, name) =>
    isOurs(name) ? `name = "${name}"\nversion = "${version}"` : whole,
  );
}

/** Writes a version into a checkout. @returns {string[]} the files that changed */
export function setVersion(checkout, version) {
  return Object.entries(FILES).flatMap(([name, edit]) => {
    const file = path.join(checkout, name);
    if (!existsSync(file)) return [];
    const text = readFileSync(file, 'utf8');
    const edited = edit(text, version);
    if (edited === text) return [];
    writeFileSync(file, edited);
    return [name];
  });
}

/** CHANGELOG.md with what changelog.d/ adds to its section Unreleased. */
export function changelogOf(checkout) {
  return joined(readFileSync(path.join(checkout, 'CHANGELOG.md'), 'utf8'), fragments(checkout));
}

/** Writes a release into a checkout. `date`: as 2026-11-27. @returns {string[]} the files that changed */
export function setRelease(checkout, version, date) {
  const changed = setVersion(checkout, version);
  writeFileSync(path.join(checkout, 'CHANGELOG.md'), moved(changelogOf(checkout), version, date));
  return [...changed, 'CHANGELOG.md', ...removeFragments(checkout)];
}
