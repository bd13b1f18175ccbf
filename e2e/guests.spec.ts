import type { Page } from '@playwright/test';
import { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { SignInPage } from '@snug/testkit/browser/pages/sign-in-page.ts';
import { SCREENS } from '@snug/testkit/browser/viewports.ts';
import { expectNoViolations } from './axe.ts';
import { expect, PASSWORD, test } from './fixtures.ts';

async function createPrivateRoom({ page }: ChatPage, name: string): Promise<string> {
  const response = await page.request.post('/api/create_room', {
    data: { name, description: 'A quiet place', kind: 'private' },
  });
  const { room } = (await response.json()) as { room: { id: string } };
  await page.goto(`/chat/${room.id}`);
  await expect(page.getByRole('heading', { name })).toBeVisible();
  return room.id;
}

/** By the dialog, as a person does it. */
async function createGuestLink({ page }: ChatPage): Promise<string> {
  await page.getByRole('button', { name: 'People', exact: true }).click();
  await page.getByRole('dialog', { name: 'People' }).getByRole('button', { name: 'Invite people' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite people' });
  const choice = dialog.getByRole('radiogroup', { name: 'They can use' });
  await expect(choice.getByRole('radio', { name: 'The whole workspace' })).toBeChecked();
  await choice.getByText('Only this room (guest)').click();
  await expect(
    dialog.getByText('They see this room, its history and its people, and nothing else.'),
  ).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Access until' }).selectOption('Other...');
  const day = dialog.getByLabel('Last day');
  await day.fill('');
  await dialog.getByRole('button', { name: 'New link' }).click();
  await expect(day).toBeFocused();
  await expect(day).toHaveAccessibleDescription('Choose a day within the next year');
  await dialog.getByRole('combobox', { name: 'Access until' }).selectOption('90 days');
  await expectNoViolations(page, 'the dialog');
  await dialog.getByRole('button', { name: 'New link' }).click();
  const field = page.getByRole('textbox', { name: 'Invitation link' });
  await expect(field).toHaveValue(/\/invite\/[\w-]{43}$/);
  return field.inputValue();
}

async function signUp(page: Page, link: string): Promise<void> {
  const signIn = new SignInPage(page);
  await page.goto(new URL(link).pathname);
  await signIn.name.fill('Gil Grant');
  await signIn.email.fill('gil@snug.example');
  await signIn.password.fill(PASSWORD);
  await page.keyboard.press('Enter');
}

async function readUid(page: Page): Promise<string> {
  const response = await page.request.get('/api/auth/get-session');
  return ((await response.json()) as { user: { id: string } }).user.id;
}

test('a link of members and a mention elsewhere lead a guest nowhere', {
  tag: ['@own-server', '@detail'],
}, async ({ person, visitor }) => {
  const ann = await person('Ann Alder');
  await createPrivateRoom(ann, 'Quay');
  const page = await visitor();
  await signUp(page, await createGuestLink(ann));
  await expect(new ChatPage(page).composer).toBeVisible();
  const created = await ann.page.request.post('/api/create_invite', { data: {} });
  const { invite } = (await created.json()) as { invite: { code: string } };
  await page.goto(`/invite/${invite.code}`);
  await expect(page.getByText('This link is for members.')).toBeVisible();
  const response = await ann.page.request.post('/api/create_room', {
    data: { name: 'Harbour', description: 'For all' },
  });
  const { room } = (await response.json()) as { room: { id: string } };
  await ann.page.goto(`/chat/${room.id}`);
  // A job makes new people findable.
  await expect
    .poll(async () => {
      const found = await ann.page.request.post('/api/find_people', { data: { text: 'gil' } });
      return ((await found.json()) as { people: unknown[] }).people;
    })
    .toHaveLength(1);
  await ann.composer.pressSequentially('Ask @gil');
  await ann.page.getByRole('option', { name: /Gil Grant/ }).click();
  await expect(ann.page.getByText("Gil Grant can't see this room")).toBeVisible();
  await expect(ann.composer).toHaveValue('Ask @Gil Grant ');
  await ann.page.keyboard.press('Enter');
  const row = ann.page.getByRole('article').filter({ hasText: 'Ask @Gil Grant' });
  await expect(row).toBeVisible();
  await expect(row.getByRole('button', { name: '@Gil Grant' })).toBeHidden();
});

test('a link of guests that was used up or never existed leads nobody anywhere', {
  tag: ['@own-server', '@detail'],
}, async ({ person, visitor }) => {
  const ann = await person('Ann Alder');
  const roomId = await createPrivateRoom(ann, 'Quay');
  const input = { roomIds: [roomId], guest: true, maxUses: 1 };
  const created = await ann.page.request.post('/api/create_invite', { data: input });
  const { invite } = (await created.json()) as { invite: { code: string } };
  const gil = await visitor();
  await signUp(gil, `http://snug.example/invite/${invite.code}`);
  await expect(new ChatPage(gil).composer).toBeVisible();
  const never = `${invite.code.slice(0, -1)}${invite.code.endsWith('A') ? 'E' : 'A'}`;
  for (const code of [invite.code, never]) {
    const page = await visitor();
    await page.goto(`/invite/${code}`);
    await expect(page.getByText('This invitation no longer works. Ask for a new link.')).toBeVisible();
    await expect(page.getByText('Quay')).toBeHidden();
    await expectNoViolations(page, 'a wrong link');
  }
  await gil.goto(`/invite/${never}`);
  await expect(gil.getByText('This invitation no longer works. Ask for a new link.')).toBeVisible();
});

for (const [where, viewport] of SCREENS) {
  test(`a guest without a room reads whom to ask, ${where}`, { tag: ['@own-server', '@detail'] }, async ({
    person,
    visitor,
  }) => {
    const ann = await person('Ann Alder');
    const roomId = await createPrivateRoom(ann, 'Quay');
    const page = await visitor({ viewport });
    await signUp(page, await createGuestLink(ann));
    await expect(new ChatPage(page).composer).toBeVisible();
    const data = { roomId, uid: await readUid(page), member: false };
    await ann.page.request.post('/api/set_member', { data });
    await page.goto('/');
    await expect(page.getByText('Ask the person who invited you to add you to a room.')).toBeVisible();
  });

  test(`a guest who comes by a link sees one room, until the access ends, ${where}`, {
    tag: ['@own-server', '@journey'],
  }, async ({ person, visitor }) => {
    const ann = await person('Ann Alder', { viewport });
    await ann.page.request.post('/api/create_room', {
      data: { name: 'Open harbour', description: 'For all' },
    });
    const roomId = await createPrivateRoom(ann, 'Quay');
    const link = await createGuestLink(ann);
    const page = await visitor({ viewport });
    await signUp(page, link);
    await expect(page.getByRole('heading', { name: 'Quay' })).toBeVisible();
    const gil = new ChatPage(page);
    await gil.sendMessage('Hello from outside');
    await page.goto('/');
    await expect(page.getByRole('link', { name: /Quay/ })).toBeVisible();
    await expect(page.getByText('Open harbour')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Create new room' })).toBeHidden();
    await expectNoViolations(page, 'the first screen of the guest');
    await ann.page.goto(`/chat/${roomId}`);
    await expect(ann.page.getByText('1 guest can read this room')).toBeVisible();
    const row = ann.page.getByRole('article').filter({ hasText: 'Hello from outside' });
    await expect(row.getByText('Guest', { exact: true })).toBeVisible();
    await row.getByRole('button', { name: 'Gil', exact: true }).click();
    const profile = ann.page.getByRole('dialog', { name: 'Gil profile' });
    await expect(profile.getByRole('button', { name: 'Message' })).toBeVisible();
    await expect(profile.getByRole('button', { name: /admin permission/ }), 'never for guests').toBeHidden();
    await ann.page.keyboard.press('Escape');
    await expect(profile).toBeHidden();
    await expectNoViolations(ann.page, 'a room with a guest');
    const uid = await readUid(page);
    const soon = Date.now() + 5 * 24 * 60 * 60_000;
    await ann.page.request.post('/api/set_guest_end', { data: { uid, until: soon } });
    for (const each of [page, ann.page]) await each.reload();
    await expect(page.getByText(/Your access ends on .+ Ask Ann Alder to extend it\./)).toBeVisible();
    await expect(ann.page.getByText(/The access of Gil Grant ends on/)).toBeVisible();
    const until = Date.now() + 3_000;
    await ann.page.request.post('/api/set_guest_end', { data: { uid, until } });
    await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible();
    expect(Date.now()).toBeGreaterThanOrEqual(until);
    const signIn = new SignInPage(page);
    await signIn.email.fill('gil@snug.example');
    await signIn.password.fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page.getByText(/Your access ended on .+ Ask Ann Alder to extend it\./)).toBeVisible();
  });
}
