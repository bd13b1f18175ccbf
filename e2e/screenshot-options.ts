import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testLaunchOptions } from '@snug/testkit/browser/launch.ts';

/** Of tests that compare screenshots. */
export const SCREENSHOT_OPTIONS = {
  timezoneId: 'UTC',
  launchOptions: {
    // Other graphics cards and font settings would render even Snug's own font differently.
    ...(await testLaunchOptions()),
    // The fonts of the browser's package: without any system font, Chromium aborts when a letter has no glyph.
    env: { ...process.env, FONTCONFIG_FILE: join(tmpdir(), 'fonts', 'fonts.conf') },
  },
};
