import { defineConfig } from '@playwright/test';
import { testLaunchOptions } from '@snug/testkit/browser/launch.ts';

// `npm run test:releases`: an update from the previous release to this one, with the same browser profile and data folder.

export default defineConfig({
  testDir: '.',
  testMatch: '*.release.ts',
  globalSetup: './previous-release.ts',
  timeout: 300_000,
  expect: { timeout: 60_000 },
  workers: 1,
  outputDir: '../../test-results/releases',
  use: {
    browserName: 'chromium',
    locale: 'en-GB',
    screenshot: 'only-on-failure',
    launchOptions: await testLaunchOptions(
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
    ),
  },
});
