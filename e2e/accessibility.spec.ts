import type { Page } from '@playwright/test';
import { sendCommand } from '@snug/testkit/browser/commands.ts';
import { png, textFile, wav } from '@snug/testkit/browser/input-files.ts';
import type { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { DashboardPage } from '@snug/testkit/browser/pages/dashboard-page.ts';
import { SignInPage } from '@snug/testkit/browser/pages/sign-in-page.ts';
import { UploadDialog } from '@snug/testkit/browser/pages/upload-dialog.ts';
import { forBothScreens } from '@snug/testkit/browser/viewports.ts';
import { expectAccessible as expectAccessibleIn, expectNoViolations } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { scrollUp } from './scroll.ts';

/** In both themes. */
function expectAccessible(page: Page, where: string): Promise<void> {
  return expectAccessibleIn(page, where, ['light', 'dark']);
}

/** Opens an overlay by its button, runs axe, and closes it with Escape. */
async function checkOverlay({ page }: ChatPage, button: string): Promise<void> {
  const overlay = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  await page.getByRole('button', { name: button, exact: true }).click();
  await expect(overlay).toBeVisible();
  await expectAccessible(page, button);
  await page.keyboard.press('Escape');
  await expect(overlay).toBeHidden();
}

test('axe finds nothing on the sign-in page', async ({ visitor }) => {
  const page = await visitor();
  await new SignInPage(page).open();
  await expectAccessible(page, 'sign in');
  await page.getByRole('button', { name: 'Create an account' }).click();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expectAccessible(page, 'sign up, with errors');
});

test('axe finds nothing in the chat', { tag: ['@own-server', '@journey'] }, async ({ person }) => {
  const ann = await person('Ann');
  await expectAccessible(ann.page, 'no rooms');
  await ann.createRoom('Lounge', 'A place to sit');
  await expectAccessible(ann.page, 'empty room');
  await ann.sendMessage('Hello there');
  await expect(ann.getArticle('Hello there').locator('time').first()).toBeAttached();
  await expectAccessible(ann.page, 'room');
  for (const button of ['People', 'Room Information', 'Admin: edit room', 'Ann', 'Delete message']) {
    await checkOverlay(ann, button);
  }
  await ann.page.goto('/');
  await expect(ann.getRoomLink('Lounge')).toBeVisible();
  await expectAccessible(ann.page, 'rooms');
  for (const button of ['Dashboard', 'Create new chat room', 'Join conversation']) {
    await checkOverlay(ann, button);
  }
  await ann.page.keyboard.press('?');
  await expect(ann.page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expectAccessible(ann.page, 'Keyboard shortcuts');
});

test('axe finds nothing during keyboard navigation, with messages of others', { tag: '@matrix' }, async ({
  person,
  server,
}) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  const { page } = ann;
  await ann.createRoom('Elsewhere', 'Others write');
  const elsewhere = ann.roomId;
  await ann.createRoom('Keys', 'All kinds of words');
  await ann.sendMessage(`Run \`this\`:\n\`\`\`\n${'a line that scrolls '.repeat(20)}\n\`\`\``);
  await ann.sendMessage('🎉');
  await expect(ann.getArticle('🎉').locator('time').first()).toBeAttached();
  await expectAccessible(page, 'code');
  await ann.composer.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(ann.getArticle('🎉')).toBeFocused();
  await expectAccessible(page, 'a message focused');
  await page.keyboard.press('ArrowUp');
  await expectAccessible(page, 'code focused');
  await forBothScreens(page, async screen => {
    await page.keyboard.press('c');
    await expect(page.getByRole('status').filter({ hasText: 'Link copied' }).last()).toBeVisible();
    await expectNoViolations(page, `a toast, ${screen}`);
  });

  const { roomId } = ann;
  await sendCommand(server.url, ben.page.context(), 'send_message', { roomId, text: 'From Ben' });
  await sendCommand(server.url, ben.page.context(), 'send_message', {
    roomId: elsewhere,
    text: 'There, too',
  });
  await ann.getArticle('From Ben').getByRole('button', { name: 'Ben', exact: true }).click();
  const profile = page.getByRole('dialog', { name: 'Ben profile' });
  await expect(profile).toBeVisible();
  await expectAccessible(page, "somebody else's profile");
  await page.keyboard.press('Escape');
  await expect(profile).toBeHidden();
  await page.goto('/');
  await expect(ann.getRoomLink('Elsewhere')).toHaveAccessibleName(/1 unread/);
  await expectAccessible(page, 'unread messages');
  await page.goto('/chat/00000000-0000-7000-8000-000000000000');
  await expect(page.getByText(/not found/)).toBeVisible();
  await expectAccessible(page, 'no such room');
});

test('axe finds nothing while editing, in confirm dialogs and with errors', { tag: '@matrix' }, async ({
  person,
}) => {
  const ann = await person('Ann');
  const { page } = ann;
  const dashboard = new DashboardPage(page);
  await dashboard.open();
  await dashboard.edit.click();
  await expectAccessible(page, 'a nickname that is edited');
  await dashboard.cancel.click();
  await dashboard.dialog.getByRole('switch', { name: 'Play a sound' }).click();
  await expectAccessible(page, 'sound on');
  await dashboard.getButton('Keyboard shortcuts').click();
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expectAccessible(page, 'shortcuts over the Dashboard');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Create new chat room' }).click();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expectAccessible(page, 'a new room, with errors');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Join conversation' }).click();
  await page.getByRole('textbox', { name: 'Find a room' }).fill('no such room');
  await expectAccessible(page, 'no room found');
  await page.keyboard.press('Escape');
  await ann.createRoom('Trouble', 'Of all kinds');
  await page.context().setOffline(true);
  await ann.composer.fill('x'.repeat(10_001));
  await expect(page.getByText(/too long/)).toBeVisible();
  await expectAccessible(page, 'too long');
  await ann.sendMessage('Waits');
  await expect(page.getByText('1 message waiting to be sent')).toBeVisible();
  await expectAccessible(page, 'without a connection');
  await page.context().setOffline(false);
});

test('axe finds nothing in older messages of a room', { tag: '@detail' }, async ({ person, server }) => {
  const ann = await person('Ann');
  await ann.createRoom('History', 'Long enough to scroll');
  const command = (name: string, input: object) => sendCommand(server.url, ann.page.context(), name, input);
  const ids: string[] = [];
  for (let line = 1; line <= 120; line++) {
    const sent = await command('send_message', { roomId: ann.roomId, text: `Line ${line}.` });
    ids.push((sent as { message: { id: string } }).message.id);
  }
  await ann.page.goto(`/chat/${ann.roomId}?at=${ids[20]}`);
  await expect(ann.getArticle('Line 21.')).toBeFocused();
  await expectAccessible(ann.page, 'led to a message');
  const ben = await person('Ben');
  await sendCommand(server.url, ben.page.context(), 'send_message', { roomId: ann.roomId, text: 'New' });
  await expect(ann.jump).toHaveAccessibleDescription('1 new message');
  await scrollUp(ann, 0);
  await expect(ann.articles).not.toHaveCount(50);
  await expectAccessible(ann.page, 'with a message that is new');
});

test('axe finds nothing in dialogs for files and avatars', { tag: '@matrix' }, async ({ person }) => {
  const ann = await person('Ann');
  const { page } = ann;
  const dashboard = new DashboardPage(page);
  await dashboard.open();
  await dashboard.chooseAvatar(png('me.png', 300, 200));
  await expect(dashboard.cropper).toBeVisible();
  await expectAccessible(page, 'avatar');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(dashboard.dialog).toBeHidden();

  await ann.createRoom('Files', 'All kinds');
  const upload = new UploadDialog(page);
  await upload.open();
  await upload.choose(png('one.png', 400, 300), wav('sound.wav', 1, 440), textFile('notes.txt'));
  await upload.choose(textFile('huge.bin', 5_120_001));
  await expect(upload.dialog.getByText(/huge.bin wasn't added/)).toBeVisible();
  await page.route('**/api/files?*notes*', route => route.abort());
  await upload.send.click();
  await expect(upload.dialog.getByRole('button', { name: 'Upload notes.txt again' })).toBeVisible();
  await expectAccessible(page, 'upload, with an error');
  await page.unrouteAll();
  // With the keyboard, because on a narrow screen a toast may cover the button, as long as the pointer is over it.
  await upload.send.press('Enter');
  await expect(ann.getArticle('notes.txt').locator('time').first()).toBeAttached();
  await expectAccessible(page, 'room with files');
  await ann.messages.getByRole('button', { name: 'one.png' }).click();
  await expect(page.getByRole('dialog', { name: 'one.png' })).toBeVisible();
  await expectAccessible(page, 'lightbox');
});
