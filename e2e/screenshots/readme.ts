import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { seedDemo } from '@snug/scripts/demo.ts';
import { ROOT } from '@snug/scripts/run.mjs';
import { DEMO_PASSWORD, DEMO_PEOPLE } from '@snug/web/account/sign-in/demo-people.ts';
import { startServer } from '../server.ts';

const FOLDER = join(ROOT, 'docs', 'images');
/** The install dialog shows two of the pictures: web/public/manifest.webmanifest. */
const MANIFEST_FOLDER = join(ROOT, 'web', 'public', 'screenshots');
const PICTURES = [
  { name: 'room', width: 1440, height: 900, colorScheme: 'light', isPhone: false, inManifest: 'wide' },
  { name: 'room-dark', width: 1440, height: 900, colorScheme: 'dark', isPhone: false, inManifest: undefined },
  { name: 'room-narrow', width: 375, height: 812, colorScheme: 'light', isPhone: true, inManifest: 'narrow' },
] as const;

export async function takeReadmePictures(browser: Browser): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const server = await startServer();
  try {
    await seedDemo(server.url);
    for (const { name, width, height, colorScheme, isPhone, inManifest } of PICTURES) {
      const page = await browser.newPage({
        viewport: { width, height },
        hasTouch: isPhone,
        isMobile: isPhone,
        colorScheme,
        baseURL: server.url,
      });
      await openRoom(page);
      const path = join(FOLDER, `${name}.png`);
      await page.screenshot({ path });
      if (inManifest) copyFileSync(path, join(MANIFEST_FOLDER, `${inManifest}.png`));
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
