import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { print, ROOT } from '@snug/scripts/run.mjs';
import { launchOptions } from '@snug/testkit/browser/launch.ts';
import { VoiceRecorder } from '@snug/testkit/browser/pages/voice-recorder.ts';
import { NARROW, WIDE } from '@snug/testkit/browser/viewports.ts';
import { signUp } from '../fixtures.ts';
import { runAdmin } from '../run-admin.ts';
import { startServer } from '../server.ts';
import { createDictionary, Tour } from '../tour.ts';

const FOLDER = join(ROOT, 'screenshots');
const SIZES = [
  WIDE,
  { width: 993, height: 800 },
  { width: 992, height: 800 },
  NARROW,
  { width: 320, height: 640 },
];
const SAMPLE_TEXTS = {
  me: 'Ada Demo',
  other: 'Ben',
  room: 'Demo garden',
  elsewhere: 'Demo kitchen',
  text: 'Nobody really said this. ',
};

/** Only for their buttons: nobody signs in with them. */
const PROVIDERS = {
  GOOGLE_CLIENT_ID: 'demo',
  GOOGLE_CLIENT_SECRET: 'demo',
  GITHUB_CLIENT_ID: 'demo',
  GITHUB_CLIENT_SECRET: 'demo',
};

/** Every screen and state of the tour, in each width, light and dark. */
export async function takeScreens(browser: Browser): Promise<void> {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER);
  const server = await startServer(PROVIDERS);
  const context = { baseURL: server.url, locale: 'en-GB', serviceWorkers: 'block' } as const;
  const openPage = async () => browser.newPage(context);
  try {
    const page = await openPage();
    let count = 0;
    const onState = async (where: string) => {
      await takeAll(page, `${String(++count).padStart(2, '0')} ${where}`);
      print(`${count} ${where}`);
    };
    const english = createDictionary((_, english) => english);
    const grantAdmin = (email: string) => runAdmin(server, 'grant', email);
    const tour = new Tour({
      page,
      url: server.url,
      dictionary: english,
      onState,
      grantAdmin,
      texts: SAMPLE_TEXTS,
    });
    await tour.visitAll(await openPage());
    await takeRecording(server.url, async page => takeAll(page, `${++count} a recording`));
  } finally {
    await server.remove();
  }
}

async function takeRecording(url: string, take: (page: Page) => Promise<void>): Promise<void> {
  const browser = await chromium.launch(
    await launchOptions('--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'),
  );
  try {
    const page = await browser.newPage({ baseURL: url, serviceWorkers: 'block' });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await signUp(page, 'Cleo Demo', 'cleo@snug.example');
    await page.goto('/');
    await page.getByRole('link', { name: SAMPLE_TEXTS.room }).click();
    await new VoiceRecorder(page).record(2);
    await take(page);
  } finally {
    await browser.close();
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
