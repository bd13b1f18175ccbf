import { chromium } from '@playwright/test';
import { build } from '@snug/scripts/build.mjs';
import { launchOptions } from '@snug/testkit/browser/launch.ts';
import { takeReadmePictures } from './readme.ts';
import { takeScreens } from './screens.ts';

// `npm run screenshots`: the README's pictures in docs/images, and all screens in screenshots/, which is not in git.

await build();
const browser = await chromium.launch(await launchOptions());
try {
  await takeReadmePictures(browser);
  await takeScreens(browser);
} finally {
  await browser.close();
}
