import type { Locator, Page } from '@playwright/test';
import { png } from '@snug/testkit/browser/input-files.ts';
import type { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { UploadDialog } from '@snug/testkit/browser/pages/upload-dialog.ts';
import { NARROW } from '@snug/testkit/browser/viewports.ts';
import { waitForAnimations } from './animations.ts';
import { expect, test } from './fixtures.ts';
import { waitForFrames } from './scroll.ts';
import { findSmallTargets } from './touch-targets.ts';

const PHONE = { viewport: NARROW, hasTouch: true, isMobile: true };
/** Above and below the threshold of a long press. */
const [LONG_PRESS_MS, SHORT_PRESS_MS] = [750, 250];

/** Sends touch events through the DevTools protocol. */
async function createFinger({ page }: ChatPage) {
  const devtools = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
  return {
    down: async (what: Locator) => {
      const { x, y, width, height } = (await what.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      const at = { x: x + Math.min(width / 2, 60), y: y + height / 2 };
      await send('touchStart', at);
      return at;
    },
    move: (at: { x: number; y: number }) => send('touchMove', at),
    up: () => send('touchEnd'),
  };
}

function wait(page: Page, ms: number): Promise<void> {
  return page.evaluate(ms => new Promise(resolve => setTimeout(resolve, ms)), ms);
}

/** iOS fires no `contextmenu` event for a long press. */
function withoutMenu({ page }: ChatPage): Promise<void> {
  return page.evaluate(() => {
    addEventListener('contextmenu', event => event.stopImmediatePropagation(), { capture: true });
  });
}

async function openRoomWithMessage(ann: ChatPage, text: string): Promise<{ row: Locator; sheet: Locator }> {
  await ann.createRoom('Pocket', 'Fits in a hand');
  await ann.composer.fill(text);
  await ann.send.tap();
  const row = ann.articles.first();
  await expect(row.locator('time').first()).toBeAttached();
  return { row, sheet: ann.page.getByRole('dialog', { name: /^Ann Alder, \d\d:\d\d$/ }) };
}

for (const where of ['Android', 'iOS, which has no event for it'] as const) {
  test(`a long press shows the actions of a message, on ${where}`, {
    tag: where === 'Android' ? [] : '@detail',
  }, async ({ person }) => {
    const ann = await person('Ann Alder', PHONE);
    const { row, sheet } = await openRoomWithMessage(ann, 'Hold me');
    if (where !== 'Android') await withoutMenu(ann);
    const finger = await createFinger(ann);
    const text = row.locator('[data-words]');
    const like = row.getByRole('button', { name: 'Like' });
    await expect(like, 'without a tap there are no actions').toBeHidden();

    const from = await finger.down(text);
    await wait(ann.page, SHORT_PRESS_MS);
    await finger.move({ x: from.x, y: from.y + 30 });
    await wait(ann.page, LONG_PRESS_MS);
    await finger.up();
    await waitForFrames(ann.messages);
    await expect(sheet, 'a moving finger scrolls').toHaveCount(0);

    await finger.down(text);
    await expect(sheet).toHaveAttribute('data-open');
    await finger.up();
    await waitForFrames(ann.messages);
    await expect(sheet, 'lifting the finger presses no button of the sheet').toHaveAttribute('data-open');
    expect(await ann.page.evaluate(() => getSelection()?.toString())).toBe('');
    await sheet.getByRole('button', { name: 'Like' }).tap();
    await expect(sheet).toHaveCount(0);
    await expect(like).toHaveAccessibleDescription(/^1 /);
    await expect(like, 'a like with a count stays').toBeVisible();
    await like.tap();
    await expect(like, 'a tap removes the like').toBeHidden();
    await expect(sheet).toHaveCount(0);
  });
}

test('a tap shows the actions of a message, and each one works', { tag: '@detail' }, async ({ person }) => {
  const ann = await person('Ann Alder', PHONE);
  const { row, sheet } = await openRoomWithMessage(ann, 'Tap me');
  await row.tap();
  await expect(sheet).toHaveAttribute('data-open');
  await expect(sheet.getByRole('button')).toHaveText([
    '',
    '👍',
    '😂',
    '🎉',
    '😮',
    '😢',
    '🙏',
    '',
    'Like',
    'Reply',
    'Edit message',
    'Copy text',
    'Copy link',
    'Mark unread from here',
    'Pin',
    'Save for later',
    'Remind me',
    'Show conversation',
    'Follow conversation',
    'Delete message',
  ]);
  await waitForAnimations(ann.page);
  expect(await findSmallTargets(ann.page)).toEqual([]);
  await sheet.getByRole('button', { name: 'Copy text' }).tap();
  await expect(ann.page.getByRole('status').filter({ hasText: 'Text copied' })).toBeVisible();
  await expect(sheet).toHaveCount(0);
  await ann.composer.press('ControlOrMeta+v');
  await expect(ann.composer).toHaveValue('Tap me');
  await row.tap();
  await sheet.getByRole('button', { name: 'Copy link' }).tap();
  await expect(ann.page.getByRole('status').filter({ hasText: 'Link copied' })).toBeVisible();
  await row.tap();
  await sheet.getByRole('button', { name: 'Reply' }).tap();
  await expect(sheet).toHaveCount(0);
  await expect(ann.composer, 'one can write at once').toBeFocused();
  await ann.page.getByRole('button', { name: 'Cancel reply' }).tap();
  await row.tap();
  await sheet.getByRole('button', { name: 'Close' }).tap();
  await expect(sheet).toHaveCount(0);
  await row.tap();
  await sheet.getByRole('button', { name: 'Delete message' }).tap();
  await ann.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).tap();
  await expect(ann.articles).toHaveCount(0);
});

test('a tap on a name, a link, a picture or a chip keeps its own effect', { tag: '@detail' }, async ({
  person,
}) => {
  const ann = await person('Ann Alder', PHONE);
  const { row, sheet } = await openRoomWithMessage(ann, 'See https://snug.example/ there');
  await row
    .getByRole('link')
    .evaluate(link => link.addEventListener('click', event => event.preventDefault()));
  await row.getByRole('link').tap();
  await waitForFrames(ann.messages);
  await expect(sheet).toHaveCount(0);
  const finger = await createFinger(ann);
  await finger.down(row.getByRole('link'));
  await wait(ann.page, LONG_PRESS_MS);
  await finger.up();
  await expect(sheet, "a long press on a link opens the browser's menu").toHaveCount(0);
  await row.getByRole('button', { name: 'Ann', exact: true }).tap();
  await expect(ann.page.getByRole('dialog', { name: 'Ann profile' })).toBeVisible();
  await ann.page.keyboard.press('Escape');
  await expect(ann.page.getByRole('dialog')).toHaveCount(0);
  await new UploadDialog(ann.page).sendFiles(png('hill.png', 300, 200));
  await ann.messages.getByRole('button', { name: 'hill.png', exact: true }).tap();
  await expect(ann.page.getByRole('dialog', { name: 'hill.png' })).toBeVisible();
  await expect(ann.page.getByRole('dialog')).toHaveCount(1);
});
