import { join } from 'node:path';
import { testLaunchOptions } from '@snug/testkit/browser/launch.ts';

/**
 * Of tests that compare screenshots. Without any system font, Chromium aborts in about one of six runs
 * (`SkFontMgr_FontConfigInterface: Not implemented`), so these tests run in `npm run test:all`.
 */
export const SCREENSHOT_OPTIONS = {
  timezoneId: 'UTC',
  launchOptions: {
    // Other graphics cards and font settings would render even Snug's own font differently.
    ...(await testLaunchOptions()),
    env: { ...process.env, FONTCONFIG_FILE: join(import.meta.dirname, 'no-fonts.conf') },
  },
};
