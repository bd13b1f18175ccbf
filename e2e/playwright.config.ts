import { defineConfig } from '@playwright/test';
import { testLaunchOptions } from '@snug/testkit/browser/launch.ts';
import { WIDE } from '@snug/testkit/browser/viewports.ts';
import { IS_WIDE } from '@snug/testkit/test-scope.ts';

/** One walk through each area runs in `npm test`, with the tag `@journey`; everything runs in `npm run test:all`. */

/** Tests that measure latency or audio run alone on the machine. */
const MEASURED = /@measured/;

/** Drawing animations takes a sixth of the time of these tests. `npm run test:all` draws them. */
const WITHOUT_ANIMATIONS = { contextOptions: { reducedMotion: 'reduce' } } as const;

const NARROW = /, narrow(?: @|$)/;

/**
 * Only in `npm run test:all`. The wide matrices: other languages, zoom and widths, the narrow screen of tests for both, and
 * walks through long rooms. `@detail`: a special case beside the main path, which another test covers.
 */
const MATRIX = /@matrix|@detail|, narrow(?: @|$)/;

export default defineConfig({
  testDir: '.',
  // Node strips the types. Playwright's compiler took as long as two tests, in each of its processes.
  build: { external: ['**'] },
  testMatch: '*.spec.ts',
  globalSetup: '../scripts/build-first.ts',
  timeout: 300_000,
  // The measured tests check latency. Elsewhere a slow machine must not cause a failure.
  expect: {
    timeout: 30_000,
    toHaveScreenshot: {
      pathTemplate: '{testDir}/pictures/{arg}{ext}',
      // Two of 255 levels: processors round differently. The default of 0.2 could miss a pale line.
      threshold: 0.01,
      // Edges of letters and curves differ. A missing badge is 277 pixels at this threshold, 19 at the default.
      maxDiffPixels: 20,
    },
  },
  // Only `npm run pictures` updates pictures.
  updateSnapshots: 'none',
  workers: 3,
  fullyParallel: true,
  projects: [
    {
      name: 'measured',
      grep: MEASURED,
      grepInvert: MATRIX,
      workers: 1,
      outputDir: '../test-results/measured',
    },
    {
      name: 'all others',
      grepInvert: [MEASURED, MATRIX],
      dependencies: ['measured'],
      use: IS_WIDE ? {} : WITHOUT_ANIMATIONS,
      outputDir: '../test-results/others',
    },
    {
      name: 'journeys',
      grep: /@journey/,
      grepInvert: NARROW,
      use: WITHOUT_ANIMATIONS,
      outputDir: '../test-results/journeys',
    },
    {
      name: 'security',
      testMatch: '*.security.spec.ts',
      grepInvert: [MATRIX, /@journey/],
      use: WITHOUT_ANIMATIONS,
      outputDir: '../test-results/security',
    },
    { name: 'matrix', grep: MATRIX, grepInvert: MEASURED, outputDir: '../test-results/matrix' },
    {
      name: 'measured matrix',
      // Both at once: a title and its tags are one text.
      grep: /(?:@matrix|, narrow) .*@measured|@measured.*@matrix/,
      workers: 1,
      outputDir: '../test-results/measured-matrix',
    },
  ],
  // A retry would hide a flaky test.
  retries: 0,
  forbidOnly: true,
  use: {
    browserName: 'chromium',
    viewport: WIDE,
    locale: 'en-GB',
    // Traces double the duration of the tests: use `--trace retain-on-failure` if needed.
    screenshot: 'only-on-failure',
    // A service worker responds before a test's routes. outbox.spec.ts and others enable it.
    serviceWorkers: 'block',
    launchOptions: await testLaunchOptions(),
  },
});
