// The shop's own tests pass, by the test kit of the package that is installed here.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';

test('its own tests pass @10.21', () => {
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');
  const cwd = fileURLToPath(new URL('.', import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, 'test'], { cwd, encoding: 'utf8' });
  assert.equal(status, 0, `${stdout}\n${stderr}`);
});
