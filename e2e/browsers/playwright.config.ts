// The walks in Firefox and in WebKit: `npm run test:browsers`. Playwright only runs them and tells of them; the browsers are the machine's
// own, by drivers of ours (driver.ts).
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  testMatch: ['walk.ts', 'captured.ts'],
  outputDir: '../../test-results',
  globalSetup: './global-setup.ts',
  retries: 0,
  workers: 1,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  projects: [{ name: 'firefox' }, { name: 'webkit' }],
});
