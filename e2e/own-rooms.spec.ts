import type { Locator } from '@playwright/test';
import { sendCommand } from '@snug/testkit/browser/commands.ts';
import type { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { NARROW, WIDE } from '@snug/testkit/browser/viewports.ts';
import { expectNoViolations } from './axe.ts';
import { expect, test } from './fixtures.ts';

const OWN = 'Your rooms';
const OTHER = 'Other open rooms';

function getPart({ rooms }: ChatPage, title: string): Locator {
  return rooms.getByRole('list', { name: title });
}

function getHeading({ rooms }: ChatPage, title: string): Locator {
  return rooms.getByRole('button', { name: title });
}

async function getUid({ page }: ChatPage): Promise<string> {
  const session = await page.request.get('/api/auth/get-session');
  return ((await session.json()) as { user: { id: string } }).user.id;
}

async function openOptions({ page }: ChatPage): Promise<Locator> {
  await page.getByRole('button', { name: 'Room options' }).click();
  const menu = page.getByRole('menu', { name: 'Room options' });
  await expect(menu).toBeVisible();
  return menu;
}

async function choose(chat: ChatPage, item: string): Promise<void> {
  await (await openOptions(chat)).getByRole('menuitem', { name: item }).click();
}

for (const [screen, viewport] of [
  ['wide', WIDE],
  ['narrow', NARROW],
] as const) {
  test(`a room belongs to your rooms after "Join room", and no longer after "Leave room", ${screen}`, async ({
    person,
  }) => {
    const [ann, ben] = [await person('Ann'), await person('Ben', { viewport })];
    await ann.createRoom('Gardening', 'Plants');
    await ann.sendMessage('Tomatoes are in');
    await expect(getPart(ann, OWN).getByRole('link', { name: /^Gardening/ })).toBeVisible();
    await ben.openRoom('Gardening');
    await expect(ben.getArticle('Tomatoes are in')).toBeVisible();
    await expectNoViolations(ben.page, 'a room that was not joined');

    await ben.joinRoom();
    await expect(ben.composer).toBeFocused();

    await choose(ben, 'Leave room');
    const question = ben.page.getByRole('alertdialog', { name: /^Leave .*Gardening.*\?$/ });
    await expect(question).toContainText('You can join again at any time.');
    await expectNoViolations(ben.page, 'the question before leaving');
    await question.getByRole('button', { name: 'Leave room' }).click();
    await expect(ben.page.getByRole('button', { name: 'Join room' })).toBeVisible();

    await ben.sendMessage('Beans, too');
    await expect(ben.page.getByRole('button', { name: 'Join room' })).toHaveCount(0);
    if (viewport === NARROW) await ben.page.getByRole('link', { name: 'Back to rooms' }).click();
    await expect(getPart(ben, OWN).getByRole('link', { name: /^Gardening/ })).toBeVisible();
    await expectNoViolations(ben.page, 'the list of rooms');
  });

  test(`only members see a private room, ${screen}`, { tag: '@detail' }, async ({ person }) => {
    const [ann, ben] = [await person('Ann', { viewport }), await person('Ben', { viewport })];
    await ann.page.getByRole('button', { name: 'Create new chat room' }).click();
    const dialog = ann.page.getByRole('dialog', { name: 'New chat room' });
    const audience = dialog.getByRole('radiogroup', { name: 'Who can see it' });
    await expect(audience.getByRole('radio', { name: 'Everyone' })).toBeChecked();
    await audience.getByRole('radio', { name: 'Only people you invite' }).check();
    await dialog.getByRole('textbox', { name: 'Room name' }).fill('Surprise party');
    await dialog.getByRole('textbox', { name: 'Description' }).fill('For Ben');
    await expectNoViolations(ann.page, 'the dialog of a new room');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(ann.page.getByRole('heading', { name: 'Surprise party' })).toBeVisible();
    await ann.sendMessage('Saturday?');
    await ben.page.goto(ann.page.url());
    await expect(ben.page.getByRole('heading', { name: /not found$/ })).toBeVisible();

    const { origin } = new URL(ann.page.url());
    const member = { roomId: ann.roomId, uid: await getUid(ben), member: true };
    await sendCommand(origin, ann.page.context(), 'set_member', member);
    await expect(ben.getArticle('Saturday?')).toBeVisible();
    await expect(ben.page.getByRole('button', { name: 'Join room' })).toHaveCount(0);
    await sendCommand(origin, ann.page.context(), 'set_member', { ...member, member: false });
    await expect(ben.page.getByRole('heading', { name: /not found$/ })).toBeVisible();

    if (viewport === NARROW) await ann.page.getByRole('link', { name: 'Back to rooms' }).click();
    const link = getPart(ann, OWN).getByRole('link', { name: /^Surprise party, private/ });
    await expect(link.locator('svg')).toBeVisible();
    await expect(ben.rooms.getByRole('link', { name: /Surprise/ })).toHaveCount(0);
  });
}

test('the admin of a room archives it and opens it again', { tag: '@detail' }, async ({ person }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await ann.createRoom('Old project', 'Done');
  await ben.openRoom('Old project');
  await choose(ann, 'Archive room');
  for (const { page, composer } of [ann, ben]) {
    await expect(page.getByText('This room is archived')).toBeVisible();
    await expect(composer).toHaveCount(0);
  }
  await expect(ann.rooms.getByRole('link', { name: /^Old project/ })).toHaveCount(0);
  await expect(ben.page.getByRole('button', { name: 'Unarchive room' })).toHaveCount(0);
  await expectNoViolations(ann.page, 'an archived room');
  await ann.page.getByRole('button', { name: 'Unarchive room' }).click();
  for (const chat of [ann, ben]) await expect(chat.composer).toBeVisible();
  await expect(getPart(ann, OWN).getByRole('link', { name: /^Old project/ })).toBeVisible();
});

test('the admin of a room deletes it by typing its name', { tag: '@detail' }, async ({ person }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await ann.createRoom('Mistakes', 'All of them');
  await ben.openRoom('Mistakes');
  await ann.rooms.getByRole('link', { name: /^Mistakes/ }).click({ button: 'right' });
  const menu = ann.page.getByRole('menu', { name: 'Room options' });
  const items = menu.getByRole('menuitem');
  await expect(items).toHaveText([
    'Add to favourites',
    'Notifications',
    'Copy link',
    'Leave room',
    'Export room',
    'Archive room',
    'Delete room',
  ]);
  await expectNoViolations(ann.page, 'the menu of a room');
  await items.last().click();
  const dialog = ann.page.getByRole('dialog', { name: /^Delete .*Mistakes.*\?$/ });
  await expect(dialog).toContainText('erased for everyone');
  const name = dialog.getByRole('textbox', { name: 'Room name' });
  await name.fill('Mistake');
  await dialog.getByRole('button', { name: 'Delete room' }).click();
  await expect(name).toHaveAccessibleDescription("That isn't the name of this room");
  await expectNoViolations(ann.page, 'the dialog that deletes a room');
  await name.fill('Mistakes');
  await name.press('Enter');
  await expect(ann.rooms.getByRole('link', { name: /^Mistakes/ })).toHaveCount(0);
  await expect(ann.page).toHaveURL(/\/$/);
  await expect(ben.page.getByRole('heading', { name: /not found$/ })).toBeVisible();
});

test('the last admin cannot leave, and sees why', { tag: '@detail' }, async ({ person }) => {
  const ann = await person('Ann');
  await ann.createRoom('Captain', 'On board');
  await choose(ann, 'Leave room');
  await ann.page.getByRole('alertdialog').getByRole('button', { name: 'Leave room' }).click();
  await expect(ann.page.getByRole('alert').first()).toContainText(/admin/);
  await expect(ann.composer).toBeVisible();
});

test('the keyboard opens the options of a room and of a row, and returns to them', {
  tag: '@detail',
}, async ({ person }) => {
  const ann = await person('Ann');
  await ann.createRoom('Keys', 'No mouse');
  const { page } = ann;
  const button = page.getByRole('button', { name: 'Room options' });
  await button.focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('menu', { name: 'Room options' });
  await expect(menu.getByRole('menuitem', { name: 'Add to favourites' })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(menu.getByRole('menuitem', { name: 'Delete room' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await expect(button).toBeFocused();

  await ann.getRoomLink('Keys').focus();
  await page.keyboard.press('Shift+F10');
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(ann.getRoomLink('Keys')).toBeFocused();
});

test('the parts of the list collapse, stay collapsed, and share the arrow keys', {
  tag: ['@own-server', '@detail'],
}, async ({ person }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await ben.createRoom('Theirs', 'Of Ben');
  await expect(ann.rooms.getByText('Rooms that you join appear here')).toBeVisible();
  await ann.createRoom('Mine', 'Of Ann');
  await expect(ann.rooms.getByText('Rooms that you join appear here')).toHaveCount(0);
  await getHeading(ann, OWN).focus();
  await ann.page.keyboard.press('Tab');
  await expect(ann.page.getByRole('button', { name: 'Room list options' })).toBeFocused();
  await ann.page.keyboard.press('Tab');
  await expect(ann.getRoomLink('Mine')).toBeFocused();
  await ann.page.keyboard.press('ArrowDown');
  await expect(ann.getRoomLink('Theirs')).toBeFocused();
  await ann.page.keyboard.press('Home');
  await expect(ann.getRoomLink('Mine')).toBeFocused();

  await getHeading(ann, OTHER).click();
  await expect(getHeading(ann, OTHER)).toHaveAttribute('aria-expanded', 'false');
  await expect(ann.getRoomLink('Theirs')).toHaveCount(0);
  await ann.page.reload();
  await expect(ann.getRoomLink('Mine')).toBeVisible();
  await expect(ann.getRoomLink('Theirs')).toHaveCount(0);
  await getHeading(ann, OTHER).click();
  await expect(ann.getRoomLink('Theirs')).toBeVisible();
});

test('the list shows new rooms after the room under the pointer became one of your rooms', {
  tag: ['@detail', '@own-server'],
}, async ({ person, server }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await ann.createRoom('Garden', 'Green');
  const link = getPart(ben, OTHER).getByRole('link', { name: /^Garden/ });
  await link.hover();
  await sendCommand(server.url, ben.page.context(), 'join_room', { roomId: ann.roomId });
  await expect(getPart(ben, OWN).getByRole('link', { name: /^Garden/ })).toBeVisible();
  await ben.page.mouse.move(700, 300);
  await sendCommand(server.url, ben.page.context(), 'create_room', { name: 'Kitchen', description: 'Warm' });
  await expect(getPart(ben, OWN).getByRole('link', { name: /^Kitchen/ })).toBeVisible();
});
