import { defineConfig } from '@playwright/test';
import { testLaunchOptions } from '@snug/testkit/browser/launch.ts';
import { WIDE } from '@snug/testkit/browser/viewports.ts';

/** What measures how fast things appear, or how sound comes out, has the machine to itself. */
const MEASURED = /@measured/;

/** The wide matrices: other languages, zoom and widths, the narrow screen of tests for both, and walks through long rooms. */
const MATRIX = /@matrix|, narrow(?: @|$)/;

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: '../scripts/build-first.ts',
  timeout: 180_000,
  // What has to be quick is measured where it is promised; elsewhere a slow machine is no failure.
  expect: {
    timeout: 30_000,
    toHaveScreenshot: {
      pathTemplate: '{testDir}/pictures/{arg}{ext}',
      // Two of 255 levels, as another processor may round. At the usual 0.2 a line could vanish into the paper.
      threshold: 0.01,
      // And its edges of letters and curves. At that threshold a badge that was gone counted 277, at the usual one 19.
      maxDiffPixels: 20,
    },
  },
  // Only `npm run pictures` keeps any.
  updateSnapshots: 'none',
  workers: 3,
  fullyParallel: true,
  projects: [
    { name: 'measured', grep: MEASURED, workers: 1, outputDir: '../test-results/measured' },
    {
      name: 'all others',
      grepInvert: [MEASURED, MATRIX],
      dependencies: ['measured'],
      outputDir: '../test-results/others',
    },
    { name: 'matrix', grep: MATRIX, grepInvert: MEASURED, outputDir: '../test-results/matrix' },
  ],
  // A test that passes only at a second try is broken.
  retries: 0,
  forbidOnly: true,
  use: {
    browserName: 'chromium',
    viewport: WIDE,
    locale: 'en-GB',
    // A trace of each step takes as long again as the tests: `--trace retain-on-failure` asks for one.
    screenshot: 'only-on-failure',
    // It answers before the routes of a test do; what it is for is tested in outbox.spec.ts.
    serviceWorkers: 'block',
    launchOptions: await testLaunchOptions(),
  },
});
