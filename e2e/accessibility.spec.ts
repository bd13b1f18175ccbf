import { expectNoViolations } from './axe.ts';
import { expect, NARROW, test } from './fixtures.ts';
import { png, textFile, wav } from './media.ts';
import type { ChatPage } from './pages/chat-page.ts';
import { DashboardPage } from './pages/dashboard-page.ts';
import { SignInPage } from './pages/sign-in-page.ts';
import { UploadDialog } from './pages/upload-dialog.ts';
import { post } from './program.ts';
import { scrollUp } from './scroll.ts';

/** Opens an overlay by its button, looks at it, and closes it by Escape. */
async function checkOverlay({ page }: ChatPage, button: string, where: string): Promise<void> {
  const overlay = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  await page.getByRole('button', { name: button, exact: true }).click();
  await expect(overlay).toBeVisible();
  await expectNoViolations(page, `${button}, ${where}`);
  await page.keyboard.press('Escape');
  await expect(overlay).toBeHidden();
}

test('axe finds nothing on the sign-in page', async ({ visitor }) => {
  const page = await visitor();
  await new SignInPage(page).open();
  await expectNoViolations(page, 'sign in');
  await page.getByRole('button', { name: 'Create an account' }).click();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expectNoViolations(page, 'sign up, with errors');
});

for (const [where, viewport] of [
  ['wide', { width: 1440, height: 900 }],
  ['narrow', NARROW],
] as const) {
  test(`axe finds nothing in the chat, ${where}`, { tag: '@own-server' }, async ({ person }) => {
    const ann = await person('Ann', { viewport });
    await expectNoViolations(ann.page, `no rooms, ${where}`);
    await ann.createRoom('Lounge', 'A place to sit');
    await expectNoViolations(ann.page, `empty room, ${where}`);
    await ann.say('Hello there');
    await expect(ann.article('Hello there').locator('time').first()).toBeAttached();
    await expectNoViolations(ann.page, `room, ${where}`);
    for (const button of ['People', 'Room Information', 'Admin: edit room', 'Ann', 'Delete message']) {
      await checkOverlay(ann, button, where);
    }
    if (where === 'narrow') await ann.page.getByRole('link', { name: 'Back to rooms' }).click();
    await expectNoViolations(ann.page, `rooms, ${where}`);
    for (const button of ['Dashboard', 'Create new chat room', 'Join conversation']) {
      await checkOverlay(ann, button, where);
    }
    await ann.page.keyboard.press('?');
    await expect(ann.page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await expectNoViolations(ann.page, `Keyboard shortcuts, ${where}`);
  });
  test(`axe finds nothing where somebody moves by keys, and others have written, ${where}`, async ({
    person,
    server,
  }) => {
    const [ann, ben] = [await person('Ann', { viewport }), await person('Ben', { viewport })];
    const { page } = ann;
    await ann.createRoom('Elsewhere', 'Others write');
    const elsewhere = ann.roomId;
    if (where === 'narrow') await page.getByRole('link', { name: 'Back to rooms' }).click();
    await ann.createRoom('Keys', 'All kinds of words');
    await ann.say(`Run \`this\`:\n\`\`\`\n${'a line that scrolls '.repeat(20)}\n\`\`\``);
    await ann.say('🎉');
    await expect(ann.article('🎉').locator('time').first()).toBeAttached();
    await expectNoViolations(page, `code, ${where}`);
    await ann.composer.focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await expect(ann.article('🎉')).toBeFocused();
    await expectNoViolations(page, `a message focused, ${where}`);
    await page.keyboard.press('ArrowUp');
    await expectNoViolations(page, `code focused, ${where}`);
    await page.keyboard.press('c');
    await expect(page.getByRole('status').filter({ hasText: 'Link copied' })).toBeVisible();
    await expectNoViolations(page, `a toast, ${where}`);

    const { roomId } = ann;
    await post(server.url, ben.page.context(), 'send_message', { roomId, text: 'From Ben' });
    await post(server.url, ben.page.context(), 'send_message', { roomId: elsewhere, text: 'There, too' });
    await ann.article('From Ben').getByRole('button', { name: 'Ben', exact: true }).click();
    const profile = page.getByRole('dialog', { name: 'Ben profile' });
    await expect(profile).toBeVisible();
    await expectNoViolations(page, `somebody else's profile, ${where}`);
    await page.keyboard.press('Escape');
    await expect(profile).toBeHidden();
    if (where === 'narrow') await page.getByRole('link', { name: 'Back to rooms' }).click();
    await expect(ann.room('Elsewhere')).toHaveAccessibleName(/1 unread message/);
    await expectNoViolations(page, `unread messages, ${where}`);
    await page.goto('/chat/00000000-0000-7000-8000-000000000000');
    await expect(page.getByText(/not found/)).toBeVisible();
    await expectNoViolations(page, `no such room, ${where}`);
  });
  test(`axe finds nothing where something is edited, asked or in trouble, ${where}`, async ({ person }) => {
    const ann = await person('Ann', { viewport });
    const { page } = ann;
    const dashboard = new DashboardPage(page);
    await dashboard.open();
    await dashboard.edit.click();
    await expectNoViolations(page, `a nickname that is edited, ${where}`);
    await dashboard.cancel.click();
    await dashboard.dialog.getByRole('switch').click();
    await expectNoViolations(page, `sound on, ${where}`);
    await dashboard.button('Keyboard shortcuts').click();
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await expectNoViolations(page, `shortcuts over the Dashboard, ${where}`);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Create new chat room' }).click();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expectNoViolations(page, `a new room, with errors, ${where}`);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Join conversation' }).click();
    await page.getByRole('textbox', { name: 'Find a room' }).fill('no such room');
    await expectNoViolations(page, `no room found, ${where}`);
    await page.keyboard.press('Escape');
    await ann.createRoom('Trouble', 'Of all kinds');
    await page.context().setOffline(true);
    await ann.composer.fill('x'.repeat(10_001));
    await expect(page.getByText(/Too long by/)).toBeVisible();
    await expectNoViolations(page, `too long, ${where}`);
    await ann.say('Waits');
    await expect(page.getByText('1 message waiting to be sent')).toBeVisible();
    await expectNoViolations(page, `without a connection, ${where}`);
    await page.context().setOffline(false);
  });
  test(`axe finds nothing further up in a room, ${where}`, async ({ person, server }) => {
    const ann = await person('Ann', { viewport });
    await ann.createRoom('History', 'Long enough to scroll');
    const command = (name: string, input: object) => post(server.url, ann.page.context(), name, input);
    const ids: string[] = [];
    for (let line = 1; line <= 120; line++) {
      const sent = await command('send_message', { roomId: ann.roomId, text: `Line ${line}.` });
      ids.push((sent as { message: { id: string } }).message.id);
    }
    await ann.page.goto(`/chat/${ann.roomId}?at=${ids[20]}`);
    await expect(ann.article('Line 21.')).toBeFocused();
    await expectNoViolations(ann.page, `led to a message, ${where}`);
    const ben = await person('Ben', { viewport });
    await post(server.url, ben.page.context(), 'send_message', { roomId: ann.roomId, text: 'New' });
    await expect(ann.jump).toHaveAccessibleDescription('1 new message');
    await scrollUp(ann, 0);
    await expect(ann.articles).not.toHaveCount(50);
    await expectNoViolations(ann.page, `with a message that is new, ${where}`);
  });
  test(`axe finds nothing around files and avatars, ${where}`, async ({ person }) => {
    const ann = await person('Ann', { viewport });
    const { page } = ann;
    const dashboard = new DashboardPage(page);
    await dashboard.open();
    await dashboard.chooseAvatar(png('me.png', 300, 200));
    await expect(dashboard.cropper).toBeVisible();
    await expectNoViolations(page, `avatar, ${where}`);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(dashboard.dialog).toBeHidden();

    await ann.createRoom('Files', 'All kinds');
    const upload = new UploadDialog(page);
    await upload.open();
    await upload.choose(png('one.png', 400, 300), wav('sound.wav', 1, 440), textFile('notes.txt'));
    await upload.choose(textFile('huge.bin', 5_120_001));
    await expect(upload.dialog.getByText(/huge.bin was left out/)).toBeVisible();
    await page.route('**/api/files?*notes*', route => route.abort());
    await upload.send.click();
    await expect(upload.dialog.getByRole('button', { name: 'Upload notes.txt again' })).toBeVisible();
    await expectNoViolations(page, `upload, with an error, ${where}`);
    await page.unrouteAll();
    // By key: on a narrow screen a toast may lie over it, for as long as the pointer does, too.
    await upload.send.press('Enter');
    await expect(ann.article('notes.txt').locator('time').first()).toBeAttached();
    await expectNoViolations(page, `room with files, ${where}`);
    await ann.messages.getByRole('button', { name: 'one.png' }).click();
    await expect(page.getByRole('dialog', { name: 'one.png' })).toBeVisible();
    await expectNoViolations(page, `lightbox, ${where}`);
  });
}
