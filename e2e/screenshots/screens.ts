import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { ROOT, say } from '../../scripts/run.mjs';
import { startServer } from '../server.ts';
import { dictionaryOf, Tour } from '../tour.ts';

const FOLDER = join(ROOT, 'screenshots');
const WIDE = { width: 1440, height: 900 };
const SIZES = [WIDE, { width: 992, height: 800 }, { width: 991, height: 800 }, { width: 375, height: 812 }];
/** What people write on these pictures, plainly made up. */
const WRITTEN = {
  me: 'Ada Demo',
  other: 'Ben',
  room: 'Demo garden',
  elsewhere: 'Demo kitchen',
  text: 'Nobody really said this. ',
};

/** Every screen and state that the tour leads to, in each width, light and dark. */
export async function takeScreens(browser: Browser): Promise<void> {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER);
  const server = await startServer();
  const context = { baseURL: server.url, locale: 'en-GB', serviceWorkers: 'block' } as const;
  const somebody = async () => browser.newPage(context);
  try {
    const page = await somebody();
    let count = 0;
    const look = async (where: string) => {
      await takeAll(page, `${String(++count).padStart(2, '0')} ${where}`);
      say(`${count} ${where}`);
    };
    const english = dictionaryOf((_, english) => english);
    const tour = new Tour({ page, url: server.url, dictionary: english, look, written: WRITTEN });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await tour.everywhere(await somebody());
  } finally {
    await server.remove();
  }
}

async function takeAll(page: Page, name: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const file = `${name} ${size.width} ${colorScheme}.png`.replaceAll(/[^\w.]+/g, '-').toLowerCase();
      await page.screenshot({ path: join(FOLDER, file) });
    }
  }
  await page.setViewportSize(WIDE);
  await page.emulateMedia({ colorScheme: 'light' });
}
