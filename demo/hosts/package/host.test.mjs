// What two linters of packages say of the tarball: publint of its manifest, are-the-types-wrong of its declarations; and the schema of its manifest of elements.
import assert from 'node:assert/strict';
import { readFileSync, rmSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import Ajv from 'ajv';
import { publint } from 'publint';
import { pack } from '../../../scripts/packaging/pack.mjs';

const installed = fileURLToPath(new URL('../node_modules/wallet-modal', import.meta.url));
const place = fileURLToPath(new URL('../.out/package', import.meta.url));

test('publint reports nothing @10.39', async () => {
  const { messages } = await publint({ pkgDir: installed, strict: true, pack: false });
  assert.deepEqual(
    messages.map(({ code, path: at }) => `${code} ${at.join('.')}`),
    [],
  );
});

test('the types resolve for bundlers, for modules of Node and with the older `moduleResolution: node`, and require() has none @10.39', async () => {
  mkdirSync(place, { recursive: true });
  try {
    const { file } = pack(place);
    const { problems, types } = await checkPackage(createPackageFromTarballData(readFileSync(file)));
    assert.equal(types.kind, 'included');
    const wrong = problems
      // An older `require` finds modules alone: this is a package of modules.
      .filter(({ kind }) => kind != 'CJSResolvesToESM')
      // A classic script has nothing to declare, and a style sheet has not.
      .filter(({ entrypoint }) => !/\.(global\.js|css|json)$/.test(entrypoint))
      .map(({ kind, entrypoint, resolutionKind }) => `${kind} ${entrypoint} ${resolutionKind}`);
    assert.deepEqual(wrong, []);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
});

test('custom-elements.json is where package.json says, and matches its schema @10.39', () => {
  const read = (...names) => JSON.parse(readFileSync(path.join(installed, ...names), 'utf8'));
  const schema = createRequire(import.meta.url)('custom-elements-manifest/schema.json');
  const isManifest = new Ajv({ strict: false }).compile(schema);
  assert.ok(isManifest(read(read('package.json').customElements)), JSON.stringify(isManifest.errors));
});
