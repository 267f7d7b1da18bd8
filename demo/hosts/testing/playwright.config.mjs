import { defineConfig } from '@playwright/test';

export default defineConfig({
  testMatch: '*.spec.mjs',
  reporter: 'line',
  use: {
    launchOptions: {
      executablePath: process.env.CHROMIUM,
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    },
  },
});
