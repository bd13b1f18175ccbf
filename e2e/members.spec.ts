import { sendCommand } from '@snug/testkit/browser/commands.ts';
import type { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { NARROW, SCREENS } from '@snug/testkit/browser/viewports.ts';
import { expectNoViolations } from './axe.ts';
import { expect, test } from './fixtures.ts';

async function createPrivateRoom(ann: ChatPage, name: string): Promise<string> {
  const input = { name, description: 'Among us', kind: 'private' };
  const { origin } = new URL(ann.page.url());
  const result = await sendCommand(origin, ann.page.context(), 'create_room', input);
  const { room } = result as { room: { id: string } };
  await ann.page.goto(`/chat/${room.id}`);
  await expect(ann.page.getByRole('heading', { name })).toBeVisible();
  return room.id;
}

/** The tested people are strangers, so an addition to a room is a request. */
async function acceptRequest({ page }: ChatPage, roomId: string): Promise<void> {
  const input = { roomId, request: null };
  await sendCommand(new URL(page.url()).origin, page.context(), 'set_room_options', input);
}

async function openPeople({ page }: ChatPage, room: string) {
  await page.getByRole('button', { name: 'People', exact: true }).click();
  return page.getByRole('dialog', { name: `People in ${room}` });
}

async function addMember(ann: ChatPage, room: string, name: string, ben: ChatPage) {
  const people = await openPeople(ann, room);
  await people.getByRole('button', { name: 'Add people' }).click();
  const dialog = ann.page.getByRole('dialog', { name: 'Add people' });
  await dialog.getByRole('searchbox', { name: 'Add people' }).fill(name);
  await dialog.getByRole('button', { name: `Add ${name}` }).click();
  await expect(dialog.getByRole('button', { name: `${name} is in this room` })).toBeFocused();
  await acceptRequest(ben, new URL(ann.page.url()).pathname.split('/').at(-1) ?? '');
  await ann.page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  return people;
}

/** Chooses an item of the menu of a person. */
async function manage({ page }: ChatPage, person: string, item: string) {
  await page.getByRole('button', { name: `Manage ${person}` }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

/** Names are unique among the tests that share a server, because people are found by name. */
const createName = (name: string) => `${name} ${test.info().testId.slice(-8)}`;

for (const [where, viewport] of SCREENS) {
  test(`a new member of a private room reads its history, and a removed one nothing, ${where}`, {
    tag: '@journey',
  }, async ({ person }) => {
    const name = createName('Ben');
    const [ann, ben] = [await person('Ann', { viewport }), await person(name)];
    const roomId = await createPrivateRoom(ann, 'Hideout');
    await ann.sendMessage('Written before');
    await ben.page.goto(`/chat/${roomId}`);
    await expect(ben.page.getByText(`Chat ${roomId} not found`)).toBeVisible();
    await ben.page.goto('/');

    const people = await openPeople(ann, 'Hideout');
    await people.getByRole('button', { name: 'Add people' }).click();
    const adding = ann.page.getByRole('dialog', { name: 'Add people' });
    await expect(adding.getByText("They'll see the whole history of this room.")).toBeVisible();
    await adding.getByRole('searchbox', { name: 'Add people' }).fill(name);
    await expect(adding.getByRole('button', { name: `Add ${name}` })).toBeVisible();
    await expectNoViolations(ann.page, 'Add people');
    await adding.getByRole('button', { name: `Add ${name}` }).click();
    await expect(ben.page.getByRole('button', { name: 'Requests 1' })).toBeVisible();
    await acceptRequest(ben, roomId);
    await expect(ben.getRoomLink('Hideout')).toBeVisible();
    await ben.openRoom('Hideout');
    await expect(ben.getArticle('Written before')).toBeVisible();
    await ann.page.keyboard.press('Escape');
    await expect(adding).toBeHidden();
    await expect(people.getByRole('button', { name: 'Add people' }), 'the focus returns').toBeFocused();

    const items = people.getByRole('list', { name: 'People' }).getByRole('listitem');
    await expect(items).toHaveCount(2);
    await expect(items.first()).toContainText('Ann');
    await expect(
      items.first().getByRole('button', { name: /^Manage/ }),
      'nobody manages themselves',
    ).toHaveCount(0);
    await expectNoViolations(ann.page, 'the members');
    await manage(ann, name, 'Remove from room');
    const question = ann.page.getByRole('alertdialog', { name: `Remove ${name} from this room?` });
    await expect(question.getByText("They can't read it until someone adds them again.")).toBeVisible();
    await question.getByRole('button', { name: 'Remove' }).click();
    await expect(ben.page.getByText(`Chat ${roomId} not found`)).toBeVisible();
    await expect(ben.getRoomLink('Hideout')).toBeHidden();
    await expect(ben.getArticle('Written before')).toBeHidden();
    await expect(items).toHaveCount(1);
    await expect(people.getByRole('list', { name: 'People' }), 'the focus stays in the dialog').toBeFocused();
  });
}

test('a silenced person cannot write until the silence ends, and keeps the text', { tag: '@detail' }, async ({
  person,
}) => {
  const name = createName('Ben');
  const [ann, ben] = [await person('Ann'), await person(name)];
  await ann.createRoom('Quiet', 'Not too loud');
  await ben.openRoom('Quiet');
  await ben.sendMessage('First');
  await ben.composer.fill('A draft');
  const people = await openPeople(ann, 'Quiet');
  await manage(ann, name, 'Silence');
  const question = ann.page.getByRole('dialog', { name: `Silence ${name}` });
  const times = question.getByRole('radiogroup', { name: 'How long' }).getByRole('radio');
  await expect(times).toHaveCount(3);
  await question.getByRole('radio', { name: '1 day' }).check();
  await expectNoViolations(ann.page, 'Silence');
  await question.getByRole('button', { name: 'Silence', exact: true }).click();
  await expect(ann.page.getByText(`${name} has been silenced`)).toBeVisible();
  const excluded = people.getByRole('list', { name: 'Banned and silenced' }).getByRole('listitem');
  await expect(excluded).toContainText(['Silenced until']);
  await expect(excluded.getByRole('button', { name: `Manage ${name}` })).toBeVisible();
  await expect(people.getByRole('list', { name: 'People' }).getByText(name), 'listed once').toHaveCount(0);

  await expect(ben.page.getByText(/^You can't write here until/)).toBeVisible();
  await expect(ben.composer).toBeHidden();

  await manage(ann, name, 'End silence');
  await expect(ann.page.getByText(`${name} can write again`)).toBeVisible();
  await expect(people.getByText('Banned and silenced')).toHaveCount(0);
  await expect(ben.composer, 'the text stays').toHaveValue('A draft');
  await ben.composer.press('Enter');
  await expect(ann.getArticle('A draft')).toBeVisible();
});

test('a message of a person who was silenced while offline stays, with the reason', {
  tag: '@detail',
}, async ({ person }) => {
  const name = createName('Ben');
  const [ann, ben] = [await person('Ann'), await person(name)];
  await ann.createRoom('Quiet', 'Not too loud');
  await ben.openRoom('Quiet');
  await ben.sendMessage('First');
  await expect(ann.getArticle('First')).toBeVisible();
  await ben.page.context().setOffline(true);
  await ben.sendMessage('Too late');
  await openPeople(ann, 'Quiet');
  await manage(ann, name, 'Silence');
  const question = ann.page.getByRole('dialog', { name: `Silence ${name}` });
  await question.getByRole('button', { name: 'Silence', exact: true }).click();
  await expect(ann.page.getByText(`${name} has been silenced`)).toBeVisible();
  await ben.page.context().setOffline(false);
  await expect(ben.getArticle('Too late')).toContainText('Not sent');
  await expect(ben.getArticle('Too late')).toContainText(/silenced/);
});

test('a banned person cannot read the room until the ban ends', { tag: '@detail' }, async ({ person }) => {
  const name = createName('Ben');
  const [ann, ben] = [await person('Ann'), await person(name)];
  await ann.createRoom('Gate', 'With a lock');
  await ben.openRoom('Gate');
  const { roomId } = ben;
  const people = await openPeople(ann, 'Gate');
  await manage(ann, name, 'Ban');
  const question = ann.page.getByRole('dialog', { name: `Ban ${name}` });
  await question.getByRole('radio', { name: 'For good' }).check();
  await ann.page.context().setOffline(true);
  await question.getByRole('button', { name: 'Ban', exact: true }).click();
  await expect(ann.page.getByText(/ Try again\. 😕$/)).toBeVisible();
  await expect(question.getByRole('radio', { name: 'For good' })).toBeChecked();
  await ann.page.context().setOffline(false);
  await expect(async () => {
    await question.getByRole('button', { name: 'Ban', exact: true }).click();
    await expect(question).toBeHidden({ timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
  await expect(ben.page.getByText(`Chat ${roomId} not found`)).toBeVisible();
  await expect(people.getByRole('list', { name: 'Banned and silenced' })).toContainText('Banned for good');

  await ann.page.getByRole('button', { name: `Manage ${name}` }).click();
  await expect(ann.page.getByRole('menuitem')).toHaveText(['Unban']);
  await ann.page.getByRole('menuitem', { name: 'Unban' }).click();
  await expect(ann.page.getByText(`${name} is no longer banned`)).toBeVisible();
  await ben.page.goto(`/chat/${roomId}`);
  await expect(ben.page.getByRole('heading', { name: 'Gate' })).toBeVisible();
});

test('an admin is demoted before anything else, all by keyboard', { tag: '@detail' }, async ({ person }) => {
  const name = createName('Ben');
  const [ann, ben] = [await person('Ann', { viewport: NARROW }), await person(name)];
  await createPrivateRoom(ann, 'Council');
  const people = await addMember(ann, 'Council', name, ben);
  const button = people.getByRole('button', { name: `Manage ${name}` });
  await button.focus();
  await ann.page.keyboard.press('Enter');
  await expect(ann.page.getByRole('menuitem', { name: 'Make admin' })).toBeFocused();
  await ann.page.keyboard.press('Escape');
  await expect(ann.page.getByRole('menu')).toBeHidden();
  await expect(button, 'the focus returns').toBeFocused();
  await ann.page.keyboard.press('Enter');
  await expect(ann.page.getByRole('menuitem', { name: 'Make admin' })).toBeFocused();
  await ann.page.keyboard.press('Enter');
  await expect(people.getByRole('listitem').filter({ hasText: name })).toContainText('Admin');
  await expect(button).toBeFocused();
  await ben.openRoom('Council');
  await expect(ben.page.getByRole('button', { name: 'Admin: edit room' })).toBeVisible();

  await ann.page.keyboard.press('Enter');
  const group = ann.page.getByRole('group', { name: 'Remove them as admin first' });
  for (const item of ['Silence', 'Remove from room', 'Ban'])
    await expect(group.getByRole('menuitem', { name: item })).toBeDisabled();
  await expectNoViolations(ann.page, 'the menu of an admin');
  await ann.page.getByRole('menuitem', { name: 'Remove admin' }).press('Enter');
  await expect(ben.page.getByRole('button', { name: 'Admin: edit room' })).toBeHidden();
  await expect(button).toBeFocused();
});

test('only admins manage, and a search finds members', { tag: '@detail' }, async ({ person }) => {
  const name = createName('Ben');
  const [ann, ben] = [await person('Ann'), await person(name)];
  await createPrivateRoom(ann, 'Members');
  await addMember(ann, 'Members', name, ben);
  await ben.openRoom('Members');
  const people = await openPeople(ben, 'Members');
  const items = people.getByRole('list', { name: 'People' }).getByRole('listitem');
  await expect(items).toHaveCount(2);
  await expect(people.getByRole('button', { name: /^Manage|^Add people|^Invite people/ })).toHaveCount(0);
  await people.getByRole('searchbox', { name: 'Find people' }).fill('ben');
  await expect(items).toHaveCount(1);
  await expect(items).toContainText('you');
});
