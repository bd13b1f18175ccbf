import type { Page } from '@playwright/test';
import { sendCommand } from '@snug/testkit/browser/commands.ts';
import { png, svg, textFile, wav } from '@snug/testkit/browser/input-files.ts';
import type { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { DashboardPage } from '@snug/testkit/browser/pages/dashboard-page.ts';
import { SignInPage } from '@snug/testkit/browser/pages/sign-in-page.ts';
import { UploadDialog } from '@snug/testkit/browser/pages/upload-dialog.ts';
import { NARROW } from '@snug/testkit/browser/viewports.ts';
import { waitForAnimations } from './animations.ts';
import { expect, test } from './fixtures.ts';
import { expectSteady, scrollUp, waitForFrames } from './scroll.ts';
import type { Server } from './server.ts';
import { findSmallTargets } from './touch-targets.ts';

const PHONE = { viewport: NARROW, hasTouch: true, isMobile: true };
/** The height above the keyboard, px. */
const ABOVE_KEYBOARD = 476;

const TEXT = 'A few words of the usual length. '.repeat(4);

async function sendLines(server: Server, { page, roomId }: ChatPage, count: number): Promise<void> {
  for (let line = 1; line <= count; line++)
    await sendCommand(server.url, page.context(), 'send_message', { roomId, text: `Line ${line}. ${TEXT}` });
}

/** Simulates iOS, whose keyboard overlays the page and changes only the visual viewport. */
async function simulateKeyboard(page: Page): Promise<(height: number) => Promise<void>> {
  await page.addInitScript(() => {
    const viewport = Object.assign(new EventTarget(), { height: window.innerHeight, scale: 1 });
    Object.defineProperty(window, 'visualViewport', { value: viewport });
  });
  await page.reload();
  return height =>
    page.evaluate(height => {
      Object.assign(window.visualViewport as object, { height });
      window.visualViewport?.dispatchEvent(new Event('resize'));
    }, height);
}

for (const [how, tag, open] of [
  [
    'shrinks the page',
    '',
    async (page: Page) => (height: number) => page.setViewportSize({ width: NARROW.width, height }),
  ],
  ['overlays the page', '@detail', simulateKeyboard],
] as const) {
  test(`while a keyboard ${how}, the composer stays visible, and the list keeps its position`, {
    tag: tag || '@journey',
  }, async ({ person, server }) => {
    const ann = await person('Ann', PHONE);
    const { page } = ann;
    await ann.createRoom('Typing', 'With thumbs');
    await sendLines(server, ann, 40);
    await expect(ann.getArticle('Line 40.')).toBeVisible();
    const setHeight = await open(page);
    await expect(ann.getArticle('Line 40.')).toBeVisible();
    const bottomOf = async (what: typeof ann.composer) => {
      const box = await what.boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0);
    };
    await ann.composer.tap();
    await setHeight(ABOVE_KEYBOARD);
    await expect.poll(() => bottomOf(ann.send)).toBeLessThanOrEqual(ABOVE_KEYBOARD);
    await waitForFrames(ann.messages);
    expect(await bottomOf(ann.getArticle('Line 40.')), 'the newest message').toBeLessThan(
      await bottomOf(ann.composer),
    );
    expect((await page.getByRole('heading', { name: 'Typing' }).boundingBox())?.y).toBeGreaterThanOrEqual(0);
    await setHeight(NARROW.height);
    await expect.poll(() => bottomOf(ann.send)).toBeGreaterThan(ABOVE_KEYBOARD);
    await expect(ann.getArticle('Line 40.')).toBeInViewport();

    const seen = ann.articles.filter({ hasText: 'Line 32.' });
    await seen.evaluate(row => row.scrollIntoView({ block: 'start', behavior: 'instant' }));
    await waitForFrames(ann.messages);
    await expectSteady(seen, 'a keyboard comes and goes', async () => {
      await setHeight(ABOVE_KEYBOARD);
      await waitForFrames(ann.messages);
      await setHeight(NARROW.height);
    });

    await page.getByRole('button', { name: 'Admin: edit room' }).tap();
    await setHeight(ABOVE_KEYBOARD);
    const drawer = page.getByRole('dialog', { name: 'Edit Room' });
    await expect.poll(() => bottomOf(drawer)).toBeLessThanOrEqual(ABOVE_KEYBOARD);
  });
}

test('nothing is under the clock, the corners or the home bar of a phone', {
  tag: ['@own-server', '@detail'],
}, async ({ person }) => {
  const ann = await person('Ann', PHONE);
  const { page } = ann;
  const [top, bottom] = [47, 34];
  const devtools = await page.context().newCDPSession(page);
  const insets = { top, topMax: top, bottom, bottomMax: bottom, left: 0, right: 0 };
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets });
  const expectInside = async (where: string) => {
    const outside = await page.evaluate(
      ([top, bottom]) =>
        [...document.querySelectorAll('button, a[href], input, textarea, h1, h2')].flatMap(element => {
          const box = element.getBoundingClientRect();
          const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
          const isSeen = element === hit || element.contains(hit);
          return isSeen && (box.top < top || box.bottom > innerHeight - bottom) ? [element.outerHTML] : [];
        }),
      [top, bottom] as const,
    );
    expect(outside, where).toEqual([]);
  };
  await expectInside('no rooms');
  await ann.createRoomInDialog('Notch', 'Up there');
  await expect(page.getByText('Notch has been created')).toBeVisible();
  await expectInside('a room, with a toast');
  const header = await page.locator('header').filter({ hasText: 'Notch' }).boundingBox();
  expect(header?.y, 'the colour of the header reaches the top').toBe(0);
  const upload = new UploadDialog(page);
  await upload.sendFiles(png('one.png', 900, 1800));
  for (const name of ['Room Information', 'People', 'Admin: edit room', 'one.png']) {
    await page.getByRole('button', { name, exact: true }).tap();
    await expect(page.getByRole('dialog')).toHaveAttribute('data-open');
    await waitForAnimations(page);
    await expectInside(name);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await page.getByRole('link', { name: 'Back to rooms' }).tap();
  await page.getByRole('button', { name: 'Dashboard' }).tap();
  const dashboard = page.getByRole('dialog', { name: 'Dashboard' });
  await expect(dashboard).toHaveAttribute('data-open');
  await dashboard.evaluate(drawer => drawer.scrollTo(0, drawer.scrollHeight));
  const last = await dashboard.getByRole('button', { name: 'Sign out', exact: true }).boundingBox();
  expect((last?.y ?? 0) + (last?.height ?? 0), 'the end of the Dashboard').toBeLessThanOrEqual(812 - bottom);
});

test('every control is a large enough touch target', { tag: ['@own-server', '@detail'] }, async ({
  person,
  visitor,
  server,
}) => {
  const expectLarge = async (page: Page, where: string) => {
    await waitForAnimations(page);
    expect.soft(await findSmallTargets(page), where).toEqual([]);
  };
  const signIn = new SignInPage(await visitor(PHONE));
  await signIn.open();
  await expectLarge(signIn.page, 'sign in');
  await signIn.page.getByRole('button', { name: 'Create an account' }).tap();
  await expectLarge(signIn.page, 'sign up');

  const ann = await person('Ann', PHONE);
  const { page } = ann;
  await expectLarge(page, 'no rooms');
  await ann.createRoomInDialog('Thumbs', 'https://snug.example/ is a link');
  await expectLarge(page, 'a room without messages, with a toast');
  await page.getByRole('button', { name: 'Dismiss' }).tap();
  const upload = new UploadDialog(page);
  await upload.open();
  await upload.choose(png('one.png', 40, 30), wav('sound.wav', 1, 440), textFile('notes.txt'), svg('a.svg'));
  await expectLarge(page, 'upload');
  await upload.send.tap();
  await expect(ann.articles).toHaveCount(4);
  await expect(upload.dialog).toHaveCount(0);
  await expectLarge(page, 'files');
  await ann.composer.fill('Ann says https://snug.example/');
  await ann.send.tap();
  await expect(ann.getArticle('Ann says').locator('time').first()).toBeAttached();
  await expectLarge(page, 'a message');
  await expect(page.getByRole('button', { name: 'Undo' }), 'it would take the tap').toHaveCount(0);
  await ann.getArticle('Ann says').tap({ position: { x: 330, y: 10 } });
  const sheet = page.getByRole('dialog', { name: /^Ann, / });
  await expect(sheet).toHaveAttribute('data-open');
  await expectLarge(page, 'the sheet of a message');
  await sheet.getByRole('button', { name: 'Delete message' }).tap();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectLarge(page, 'the question');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).tap();
  await sendLines(server, ann, 40);
  await scrollUp(ann, 2);
  await expectLarge(page, 'further up');
  for (const name of ['Room Information', 'People', 'Admin: edit room']) {
    await page.getByRole('button', { name, exact: true }).tap();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectLarge(page, name);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await page.getByRole('link', { name: 'Back to rooms' }).tap();
  await expectLarge(page, 'rooms');
  const ben = await person('Ben');
  await ben.openRoom('Thumbs');
  await sendLines(server, ben, 30);
  await ann.getRoomLink('Thumbs').tap();
  await ann.jump.tap();
  await expect(page.getByRole('button', { name: 'Jump to first unread' })).toBeVisible();
  await expectLarge(page, 'new messages above');
  await page.getByRole('button', { name: 'Room options' }).tap();
  await page.getByRole('menuitem', { name: 'Files' }).tap();
  await expect(page.getByRole('tab', { name: 'Files' })).toBeVisible();
  await expectLarge(page, 'files of the room');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('link', { name: 'Back to rooms' }).tap();
  for (const name of ['Join conversation', 'Create new chat room']) {
    await page.getByRole('button', { name }).tap();
    await expectLarge(page, name);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  const dashboard = new DashboardPage(page);
  await dashboard.open();
  await expectLarge(page, 'Dashboard');
  await dashboard.edit.tap();
  await expectLarge(page, 'a nickname that is edited');
  await dashboard.chooseAvatar(png('me.png', 300, 200));
  await expect(dashboard.cropper).toBeVisible();
  await expectLarge(page, 'avatar');
});
