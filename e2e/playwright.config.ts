import { defineConfig } from '@playwright/test';
import { launchOptions } from './launch.ts';

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  timeout: 180_000,
  // What has to be quick is measured where it is promised; elsewhere a slow machine is no failure.
  expect: { timeout: 30_000 },
  // One at a time: some tests measure how fast things appear.
  workers: 1,
  // A test that passes only at a second try is broken.
  retries: 0,
  forbidOnly: true,
  outputDir: '../test-results',
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    trace: 'retain-on-failure',
    launchOptions: await launchOptions(),
  },
});
