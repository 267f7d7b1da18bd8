// Writes the SBOM of a release, in CycloneDX 1.6. It has the npm packages in dist/ (dist/packages.json, written by the build) with the hashes of
// package-lock.json, and the crates in the engine with those of Cargo.lock. It has no time and no random number, so the same sources give the same bytes.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Problem } from '../lib/fail.mjs';
import { output } from '../lib/run.mjs';

export const ENGINE = 'wallet-engine-web';
export const PLATFORM = 'wasm32-unknown-unknown';
const KIT = 'bindings/testing.js';

const read = (checkout, name) => readFileSync(path.join(checkout, name), 'utf8');

/** @returns {Promise<object>} `version`: of the release; `checkout`: one that is built */
export async function sbom(checkout, version) {
  const ref = `pkg:npm/wallet-modal@${version}`;
  const npm = npmComponents(checkout);
  const cargo = await cargoComponents(checkout);
  const { license, description } = JSON.parse(read(checkout, 'package.json'));
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'library',
        'bom-ref': ref,
        name: 'wallet-modal',
        version,
        description,
        licenses: licences(license),
        purl: ref,
      },
    },
    components: [...npm, ...cargo],
    dependencies: [
      // How they depend on each other is the locks'; here all of them are in one package.
      { ref, dependsOn: [...npm, ...cargo].map((one) => one['bom-ref']) },
    ],
  };
}

function npmComponents(checkout) {
  const { packages } = JSON.parse(read(checkout, 'package-lock.json'));
  const byRef = new Map();
  for (const { place, name, version, license, files } of JSON.parse(read(checkout, 'dist/packages.json'))) {
    const locked = packages[place];
    if (locked?.version !== version)
      throw new Problem(`dist/ has ${name} ${version}, package-lock.json ${locked?.version} at ${place}`);
    const ref = `pkg:npm/${name.replace('@', '%40')}@${version}`;
    const known = byRef.get(ref);
    byRef.set(ref, {
      type: 'library',
      'bom-ref': ref,
      name,
      version,
      // A page never contains the test kit.
      scope: files.every((file) => file === KIT) && known?.scope !== 'required' ? 'optional' : 'required',
      hashes: hashesOf(locked.integrity),
      licenses: licences(license),
      purl: ref,
    });
  }
  return sorted(byRef);
}

/** `sha512-<base64>`, as locks have it. */
const hashesOf = (integrity) =>
  integrity.split(' ').map((one) => {
    const [, bits, hash] = /^sha(\d+)-(.*)$/.exec(one);
    return { alg: `SHA-${bits}`, content: Buffer.from(hash, 'base64').toString('hex') };
  });

/** The crates that are compiled into the engine, and Rust's own library. */
export async function cargoComponents(checkout) {
  // The crates that are compiled for the browser, with their features. Macros, which only the compiler runs, are left out.
  const words = [
    'tree',
    '--locked',
    '--package',
    ENGINE,
    '--target',
    PLATFORM,
    '--edges',
    'normal,no-proc-macro',
  ];
  const said = await output(
    'cargo',
    [
      ...words,
      '--prefix',
      'none',
      '--format',
      '{p}\t{l}',
      '--manifest-path',
      path.join(checkout, 'Cargo.toml'),
    ],
    { limit_ms: 120_000 },
  );
  if (said === null) throw new Problem('cargo tree does not say which crates the engine is made of');
  const checksums = lockedCrates(read(checkout, 'Cargo.lock'));
  const byRef = new Map();
  for (const line of said.split('\n')) {
    const [, name, version, licence] = /^(\S+) v(\S+)[^\t]*\t(.*?)(?: \(\*\))?$/.exec(line) ?? [];
    if (!name) throw new Problem(`cargo tree says: ${line}`);
    const checksum = checksums.get(`${name} ${version}`);
    // Without one it is ours.
    if (!checksum) continue;
    const ref = `pkg:cargo/${name}@${version}`;
    byRef.set(ref, {
      type: 'library',
      'bom-ref': ref,
      name,
      version,
      scope: 'required',
      hashes: [{ alg: 'SHA-256', content: checksum }],
      licenses: licences(licence),
      purl: ref,
    });
  }
  const channel = /channel = "([^"]+)"/.exec(read(checkout, 'rust-toolchain.toml'))[1];
  return [
    ...sorted(byRef),
    {
      type: 'library',
      'bom-ref': `rust-std@${channel}`,
      name: 'std',
      version: channel,
      description: "Rust's standard library, compiled with the engine",
      scope: 'required',
      licenses: licences('MIT OR Apache-2.0'),
    },
  ];
}

/** `name version` -> checksum, of what comes from a registry. */
export function lockedCrates(lock) {
  const entries = lock.matchAll(
    /^name = "([^"]+)"\nversion = "([^"]+)"\nsource = "[^"]+"\nchecksum = "([^"]+)"$/gm,
  );
  return new Map([...entries].map(([, name, version, checksum]) => [`${name} ${version}`, checksum]));
}

/** One of SPDX' names, or an expression of them; crates of old write `MIT/Apache-2.0`. */
function licences(text) {
  if (!text) return [];
  const words = text.replaceAll('/', ' OR ');
  return / /.test(words) ? [{ expression: words }] : [{ license: { id: words } }];
}

const sorted = (byRef) => [...byRef].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
