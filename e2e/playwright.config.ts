import { defineConfig } from '@playwright/test';
import { testLaunchOptions } from './launch.ts';

/** What measures how fast things appear, or how sound comes out, has the machine to itself. */
const MEASURED = /@measured/;

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: '../scripts/build-first.ts',
  timeout: 180_000,
  // What has to be quick is measured where it is promised; elsewhere a slow machine is no failure.
  expect: { timeout: 30_000 },
  workers: 3,
  fullyParallel: true,
  projects: [
    { name: 'measured', grep: MEASURED, workers: 1 },
    { name: 'all others', grepInvert: MEASURED, dependencies: ['measured'] },
  ],
  // A test that passes only at a second try is broken.
  retries: 0,
  forbidOnly: true,
  outputDir: '../test-results',
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    // A trace of each step takes as long again as the tests: `--trace retain-on-failure` asks for one.
    screenshot: 'only-on-failure',
    // It answers before the routes of a test do; what it is for is tested in outbox.spec.ts.
    serviceWorkers: 'block',
    launchOptions: await testLaunchOptions(),
  },
});
