// Journeys in a real browser against the demo's services. `npm test` says which browser; alone:
// `CHROMIUM=/usr/bin/chromium npx playwright test --config e2e/playwright.config.ts`.
import { defineConfig, devices } from '@playwright/test';
import { PAGE_URL } from './support/ports';

const asRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir: '../test-results',
  globalSetup: './support/global-setup.ts',
  // A test that passes only at its second try is a fault to find, not noise.
  retries: 0,
  // Pages wait for blocks and animations more than they compute: a third on two cores takes a fifth off the whole.
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  timeout: 30_000,
  expect: { timeout: 7_000 },
  reporter: [['list']],
  use: {
    ...devices['Desktop Chrome'],
    baseURL: PAGE_URL,
    // What cannot be pressed by then never can: said at once, not with the end of a long test.
    actionTimeout: 15_000,
    // The specified animations are looked at by their own tests.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording every test costs a quarter of the time: `--trace on` for the one that is looked at.
    trace: 'off',
    launchOptions: {
      executablePath: process.env.CHROMIUM,
      args: [
        '--disable-dev-shm-usage',
        '--disable-quic',
        '--disable-background-networking',
        // Nothing reaches the network even when a test is about to fail for it (support/test.ts). Not by a route: one of those makes
        // every request of every page a question to the test's process.
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
        // Chromium refuses its sandbox to root; everybody else keeps it.
        ...(asRoot ? ['--no-sandbox'] : []),
      ],
    },
  },
});
