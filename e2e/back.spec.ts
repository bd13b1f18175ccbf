import type { Locator, Page } from '@playwright/test';
import { png } from '@snug/testkit/browser/input-files.ts';
import type { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { UploadDialog } from '@snug/testkit/browser/pages/upload-dialog.ts';
import { NARROW, WIDE } from '@snug/testkit/browser/viewports.ts';
import { expect, test } from './fixtures.ts';

const PHONE = { viewport: NARROW, hasTouch: true, isMobile: true };
const SCREENS = [
  ['wide', WIDE],
  ['992 px', { width: 992, height: 800 }],
  ['narrow', NARROW],
] as const;

type Open = (page: Page) => Promise<unknown>;

const press =
  (name: string | RegExp): Open =>
  page =>
    page
      .getByRole('button', { name, exact: typeof name === 'string' })
      .filter({ visible: true })
      .last()
      .click();
const choose =
  (item: string): Open =>
  page =>
    page.getByRole('menuitem', { name: item, exact: true }).click();
const openRowMenu: Open = async page => {
  const row = page.getByRole('article').filter({ hasText: 'A message' });
  await row.hover();
  await row.getByRole('button', { name: 'More', exact: true }).click();
};
const openEmoji: Open = async page => {
  const row = page.getByRole('article').filter({ hasText: 'A message' });
  await row.hover();
  await row.getByRole('button', { name: 'Add reaction' }).click();
};
const askToDelete: Open = async page => {
  // By keyboard: after a click, keys go to the composer.
  await page.getByRole('article').last().press('End');
  await page.keyboard.press('Delete');
};
const openDate: Open = page => page.getByRole('log').getByRole('heading').getByRole('button').click();

/** What covers a room: each step covers the one before. */
const IN_A_ROOM: Record<string, readonly Open[]> = {
  drawer: [press('Admin: edit room')],
  dialog: [press('Room Information')],
  'people, an invitation': [press('People'), press('Invite people')],
  profile: [press('Ann')],
  'a menu': [press('Room options')],
  'a question from a menu': [
    async page => {
      await press('Room options')(page);
      await choose('Delete room')(page);
    },
  ],
  'the menu of a message': [openRowMenu],
  'a dialog from the menu of a message': [
    async page => {
      await openRowMenu(page);
      await choose('Remind me')(page);
    },
  ],
  'the emoji': [openEmoji],
  'a question': [askToDelete],
  'a date': [openDate],
  'a picture': [press('1.png')],
  files: [press('Attach files')],
  'Join conversation, by its keys': [page => page.keyboard.press('ControlOrMeta+k')],
};

/** What covers the list of rooms. */
const IN_THE_LIST: Record<string, readonly Open[]> = {
  'a new room': [press('Create new chat room')],
  'Join conversation': [press('Join conversation')],
  'New message': [press('New message')],
  Dashboard: [press('Dashboard')],
  password: [press('Dashboard'), press('Change password')],
  email: [press('Dashboard'), press('Change email')],
  passkeys: [press('Dashboard'), press('Add passkey')],
  'two steps': [press('Dashboard'), press('Set up')],
  tokens: [press('Dashboard'), press(/^New access token|Access tokens|Manage access tokens/)],
  shortcuts: [press('Dashboard'), press('Keyboard shortcuts')],
  'a picture of oneself': [
    press('Dashboard'),
    page => page.getByLabel('Select new avatar').setInputFiles([png('me.png', 60, 60)]),
  ],
  deletion: [press('Dashboard'), press('Delete account')],
};

function findCovers(page: Page): Locator {
  return page.locator('[data-open]:is([role="dialog"], [role="alertdialog"], [role="menu"])');
}

/** Waits until the entries of the history have followed the covers. */
async function expectCovers(page: Page, count: number): Promise<void> {
  await expect(findCovers(page)).toHaveCount(count);
  await expect.poll(() => page.evaluate(() => history.state?.covers ?? 0)).toBe(count);
}

async function openAll(page: Page, steps: readonly Open[]): Promise<void> {
  for (const [index, open] of steps.entries()) {
    await open(page);
    await expectCovers(page, index + 1);
  }
}

/** Opens a room after the list, with a message and a picture. */
async function openRoom(ann: ChatPage): Promise<void> {
  await ann.page.emulateMedia({ reducedMotion: 'reduce' });
  await ann.createRoom('Covered', 'By many things');
  await ann.composer.fill('A message');
  await ann.send.click();
  const upload = new UploadDialog(ann.page);
  await upload.open();
  await upload.choose(png('1.png', 60, 40));
  await upload.send.click();
  await expect(ann.articles.locator('time').first()).toBeAttached();
  await expect(ann.articles).toHaveCount(2);
  await expectCovers(ann.page, 0);
}

async function expectBack(page: Page, steps: readonly Open[], name: string): Promise<void> {
  const address = page.url();
  await test.step(name, async () => {
    await openAll(page, steps);
    for (let left = steps.length - 1; left >= 0; left--) {
      await page.goBack();
      await expectCovers(page, left);
      expect(page.url(), 'the page stays').toBe(address);
    }
    await page.goForward();
    await expectCovers(page, 0);
    await openAll(page, steps);
    // The same entry, not one more for each time.
    for (let left = steps.length - 1; left >= 0; left--) {
      await page.keyboard.press('Escape');
      await expectCovers(page, left);
    }
    expect(page.url()).toBe(address);
  });
}

for (const [where, viewport] of SCREENS) {
  test(`Back closes only the topmost cover of a room, of every kind, ${where}`, {
    tag: where === 'narrow' ? [] : '@detail',
  }, async ({ person }) => {
    const ann = await person('Ann', { viewport });
    await openRoom(ann);
    for (const [name, steps] of Object.entries(IN_A_ROOM)) await expectBack(ann.page, steps, name);
    await ann.page.goBack();
    await expect(ann.page, 'each entry is gone').toHaveURL('/');
  });

  test(`Back closes only the topmost cover of the list, of every kind, ${where}`, { tag: '@detail' }, async ({
    person,
  }) => {
    const ann = await person('Ann', { viewport });
    const { page } = ann;
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/saved');
    await page.goto('/');
    for (const [name, steps] of Object.entries(IN_THE_LIST)) await expectBack(page, steps, name);
    await page.goBack();
    await expect(page).toHaveURL('/saved');
  });
}

test('Back closes what a finger opened, and then a picture, before it leaves the room', async ({
  person,
}) => {
  const ann = await person('Ann', PHONE);
  const { page } = ann;
  await openRoom(ann);
  const address = page.url();
  const row = ann.getArticle('A message');
  await expectBack(page, [() => row.locator('[data-words]').tap()], 'the sheet of a message');
  await row.locator('[data-words]').tap();
  await expectCovers(page, 1);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete message' }).tap();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectCovers(page, 1);
  await page.goBack();
  await expectCovers(page, 0);
  await expect(row, 'nothing is deleted').toBeVisible();
  await page.getByRole('button', { name: '1.png' }).tap();
  await expectCovers(page, 1);
  await page.goBack();
  await expectCovers(page, 0);
  expect(page.url()).toBe(address);
  await page.goBack();
  await expect(page).toHaveURL('/');
});

test('a dialog that leads to another page leaves no entry behind', { tag: '@detail' }, async ({ person }) => {
  const ann = await person('Ann', { viewport: NARROW });
  const ben = await person('Ben');
  const { page } = ann;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await ann.createRoomInDialog('From a dialog', 'Made in it');
  const room = page.url();
  await expectCovers(page, 0);
  await page.goBack();
  await expect(page).toHaveURL('/');
  await expectCovers(page, 0);
  await page.goForward();
  await expect(page).toHaveURL(room);
  await ben.page.goto(room);
  await ben.joinRoom();
  await ben.sendMessage('Hello');
  // A dialog over a dialog, and the upper one leads to a direct room.
  await openAll(page, [
    press('People'),
    page => page.getByRole('dialog').getByRole('button', { name: 'Ben' }).first().click(),
  ]);
  await page.getByRole('dialog').getByRole('button', { name: 'Message', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Ben', level: 1 })).toBeVisible();
  await expectCovers(page, 0);
  await page.goBack();
  await expect(page).toHaveURL(room);
  await expectCovers(page, 0);
  await page.goBack();
  await expect(page).toHaveURL('/');
});

test('a reload and a sign-out take the entries of open dialogs away', { tag: '@detail' }, async ({
  person,
}) => {
  const ann = await person('Ann');
  const { page } = ann;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await ann.createRoom('Reloaded', 'With a dialog');
  await page.goto('/saved');
  const dialogs = [press('Dashboard'), press('Change password')];
  await openAll(page, dialogs);
  await page.reload();
  await expectCovers(page, 0);
  await expect(page).toHaveURL('/saved');
  await page.goForward();
  await expectCovers(page, 0);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Reloaded' })).toBeVisible();
  await openAll(page, dialogs);
  await page.keyboard.press('Escape');
  await expectCovers(page, 1);
  await press('Sign out')(page);
  await expect(page).toHaveURL(/signin/);
  await expectCovers(page, 0);
});

test('Back from a conversation, with a dialog opened and closed in it, leads to the room', {
  tag: '@detail',
}, async ({ person }) => {
  const ann = await person('Ann');
  const { page } = ann;
  await openRoom(ann);
  const room = page.url();
  await openRowMenu(page);
  await choose('Show conversation')(page);
  await expect(page).toHaveURL(/conversation=/);
  await expectCovers(page, 0);
  await expectBack(page, [press('Room Information')], 'in a conversation');
  await press('Back to all messages')(page);
  await expect(page).toHaveURL(room);
  await page.goForward();
  await expect(page).toHaveURL(/conversation=/);
  await openAll(page, [press('Room Information')]);
  await page.goBack();
  await expectCovers(page, 0);
  await page.goBack();
  await expect(page).toHaveURL(room);
});
