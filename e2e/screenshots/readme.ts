import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { seedDemo } from '@snug/scripts/demo.ts';
import { ROOT } from '@snug/scripts/run.mjs';
import { DEMO_PASSWORD, DEMO_PEOPLE } from '@snug/web/account/sign-in/demo-people.ts';
import { startServer } from '../server.ts';

const README_PICTURE = join(ROOT, 'docs', 'images', 'room.png');
/** The install dialog shows both pictures: web/public/manifest.webmanifest. */
const MANIFEST_FOLDER = join(ROOT, 'web', 'public', 'screenshots');
const PICTURES = [
  { name: 'wide', width: 1440, height: 900, isPhone: false },
  { name: 'narrow', width: 375, height: 812, isPhone: true },
] as const;

export async function takeReadmePictures(browser: Browser): Promise<void> {
  mkdirSync(dirname(README_PICTURE), { recursive: true });
  const server = await startServer();
  try {
    await seedDemo(server.url);
    for (const { name, width, height, isPhone } of PICTURES) {
      const page = await browser.newPage({
        viewport: { width, height },
        hasTouch: isPhone,
        isMobile: isPhone,
        colorScheme: 'light',
        baseURL: server.url,
      });
      await openRoom(page);
      const path = join(MANIFEST_FOLDER, `${name}.png`);
      await page.screenshot({ path });
      if (name === 'wide') copyFileSync(path, README_PICTURE);
      await page.close();
    }
  } finally {
    await server.remove();
  }
}

async function openRoom(page: Page): Promise<void> {
  await page.goto('/signin');
  await page.getByRole('textbox', { name: 'Email' }).fill(DEMO_PEOPLE[0]?.email ?? '');
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('link', { name: /^Demo lounge/ }).click();
  await page.getByRole('article').last().waitFor();
  // Moves the pointer away, and waits for animations.
  await page.mouse.move(0, 0);
  await page.evaluate(() => Promise.all(document.getAnimations().map(animation => animation.finished)));
}
