import type { Locator, Page } from '@playwright/test';
import { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { SignInPage } from '@snug/testkit/browser/pages/sign-in-page.ts';
import { SCREENS } from '@snug/testkit/browser/viewports.ts';
import { expectNoViolations } from './axe.ts';
import { expect, PASSWORD, test } from './fixtures.ts';

async function openInviteDialog({ page }: ChatPage) {
  await page.getByRole('button', { name: 'People', exact: true }).click();
  await page.getByRole('dialog', { name: 'People' }).getByRole('button', { name: 'Invite people' }).click();
  return page.getByRole('dialog', { name: 'Invite people' });
}

async function readLink({ page }: ChatPage): Promise<string> {
  const field = page.getByRole('textbox', { name: 'Invitation link' });
  await expect(field).toHaveValue(/\/invite\/[\w-]{43}$/);
  return field.inputValue();
}

async function createPrivateRoom(ann: ChatPage, name: string): Promise<void> {
  const { page } = ann;
  const response = await page.request.post('/api/create_room', {
    data: { name, description: 'A quiet place', kind: 'private' },
  });
  const { room } = (await response.json()) as { room: { id: string } };
  await page.goto(`/chat/${room.id}`);
  await expect(page.getByRole('heading', { name })).toBeVisible();
}

async function openLink(page: Page, link: string): Promise<void> {
  await page.goto(new URL(link).pathname);
}

for (const [where, viewport] of SCREENS) {
  test(`a newcomer signs up through a link, where only invited people can, ${where}`, {
    tag: ['@own-server', '@journey'],
  }, async ({ person, visitor, server }) => {
    const ann = await person('Ann Alder', { viewport });
    await createPrivateRoom(ann, 'Harbour');
    await openInviteDialog(ann);
    await expectNoViolations(ann.page, 'the dialog');
    const link = await readLink(ann);
    await server.restart({ SNUG_SIGN_UP: 'invite' });
    const page = await visitor({ viewport });
    const signIn = new SignInPage(page);
    await signIn.open();
    await expect(page.getByText('To create an account here, open an invitation link.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Create an account' })).toBeHidden();
    await openLink(page, link);
    await expect(page.getByRole('heading', { name: 'Ann Alder invites you to Harbour' })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/signin');
    await expect(page.getByRole('button', { name: 'I already have an account' })).toBeVisible();
    await expectNoViolations(page, 'the sign-in page');
    await signIn.name.fill('Ben');
    await signIn.email.fill('ben@snug.example');
    await signIn.password.fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Harbour' })).toBeVisible();
    const ben = new ChatPage(page);
    await ben.sendMessage('Here I am');
    await expect(ann.getArticle('Here I am')).toBeVisible();
  });

  test(`a signed-in person is asked before joining by a link, ${where}`, { tag: '@detail' }, async ({
    person,
  }) => {
    const [ann, ben] = [await person('Ann', { viewport }), await person('Ben', { viewport })];
    await createPrivateRoom(ann, 'Lighthouse');
    await openInviteDialog(ann);
    const link = await readLink(ann);
    await openLink(ben.page, link);
    const question = ben.page.getByRole('alertdialog', { name: 'Join Lighthouse?' });
    await expect(question).toContainText('Ann invites you.');
    expect(ben.page.url(), 'without the code').not.toContain('invite');
    await expectNoViolations(ben.page, 'the question');
    await ben.page.keyboard.press('Enter');
    await expect(question, 'the first button is "Cancel"').toBeHidden();
    await expect(ben.getRoomLink('Lighthouse')).toBeHidden();
    // Another page aborts the way back out of the entry of the question, or is aborted by it.
    await expect.poll(() => ben.page.evaluate(() => history.state?.covers ?? 0)).toBe(0);
    await openLink(ben.page, link);
    await question.getByRole('button', { name: 'Join room' }).click();
    await expect(ben.page.getByRole('heading', { name: 'Lighthouse', exact: true })).toBeVisible();
    await openLink(ben.page, link);
    await expect(
      ben.page.getByRole('heading', { name: 'Lighthouse', exact: true }),
      'as a member, no question',
    ).toBeVisible();
    await expect(question).toBeHidden();
  });
}

test('an invitation link in a message asks over the room that is open, each time', {
  tag: '@detail',
}, async ({ person }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await createPrivateRoom(ann, 'Lighthouse');
  await openInviteDialog(ann);
  const link = await readLink(ann);
  await ann.page.reload();
  await ann.createRoom('Harbour', 'Where invitations are read');
  await ann.sendMessage(`Come to ${link}`);
  await ben.openRoom('Harbour');
  const address = ben.page.url();
  const question = ben.page.getByRole('alertdialog', { name: 'Join Lighthouse?' });
  for (let time = 0; time < 2; time++) {
    await ben.getArticle('Come to').getByRole('link').click();
    await expect(question).toContainText('Ann invites you.');
    await ben.page.keyboard.press('Enter');
    await expect(question).toBeHidden();
  }
  expect(ben.page.url()).toBe(address);
  expect(ben.page.context().pages()).toHaveLength(1);
});

test('an opened invitation outlives a lost connection, and an ended one says so each time', {
  tag: '@detail',
}, async ({ person }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await createPrivateRoom(ann, 'Lighthouse');
  const dialog = await openInviteDialog(ann);
  const first = await readLink(ann);
  await dialog.getByRole('button', { name: 'New link' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  const second = await readLink(ann);
  await ann.page.reload();
  await ann.createRoom('Harbour', 'Where invitations are read');
  await ann.sendMessage(`Come to ${first}`);
  await ann.sendMessage(`Or to ${second}`);
  await ben.openRoom('Harbour');
  const question = ben.page.getByRole('alertdialog', { name: 'Join Lighthouse?' });
  const context = ben.page.context();
  /** As a person does, until it works. */
  const press = (button: Locator, result: Locator) =>
    expect(async () => {
      await button.click();
      await expect(result).toBeVisible({ timeout: 2_000 });
    }).toPass({ timeout: 60_000 });

  // Loads the code of the question.
  await ben.getArticle('Come to').getByRole('link').click();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await context.setOffline(true);
  await ben.getArticle('Or to').getByRole('link').click();
  const again = ben.page.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await context.setOffline(false);
  await press(again, question);
  await context.setOffline(true);
  await question.getByRole('button', { name: 'Join room' }).click();
  await expect(ben.page.getByText(/ Try again\. 😕$/)).toBeVisible();
  await expect(question).toBeVisible();
  await context.setOffline(false);
  await press(
    question.getByRole('button', { name: 'Join room' }),
    ben.page.getByRole('heading', { name: 'Lighthouse', exact: true }),
  );

  const listed = await ann.page.request.post('/api/list_invites', { data: {} });
  const { invites } = (await listed.json()) as { invites: { id: string }[] };
  for (const { id } of invites) await ann.page.request.post('/api/revoke_invite', { data: { id } });
  await ben.openRoom('Harbour');
  const over = ben.page.getByText('This invitation no longer works. Ask for a new link.');
  for (let time = 0; time < 2; time++) {
    await ben.getArticle('Or to').getByRole('link').click();
    await expect(over).toBeVisible();
    await expect(over).toBeHidden();
  }
});

test('the dialog of invitations shows a failed read, and reads again with the next connection', {
  tag: '@detail',
}, async ({ person }) => {
  const ann = await person('Ann');
  await createPrivateRoom(ann, 'Lock');
  await openInviteDialog(ann);
  await readLink(ann);
  await ann.page
    .getByRole('dialog', { name: 'Invite people' })
    .getByRole('button', { name: 'Close' })
    .click();
  await ann.page.context().setOffline(true);
  const dialog = ann.page.getByRole('dialog', { name: 'Invite people' });
  await ann.page
    .getByRole('dialog', { name: 'People' })
    .getByRole('button', { name: 'Invite people' })
    .click();
  await expect(dialog.getByRole('alert')).toContainText("Snug can't do that right now. Try again.");
  await expect(dialog.getByRole('button', { name: 'Try again' })).toBeVisible();
  await ann.page.context().setOffline(false);
  await readLink(ann);
  await expect(dialog.getByRole('alert')).toBeHidden();
});

test('an invitation is created with its bounds and revoked by keyboard, and then leads nowhere', {
  tag: '@detail',
}, async ({ person, visitor }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await createPrivateRoom(ann, 'Lock');
  const dialog = await openInviteDialog(ann);
  const first = await readLink(ann);
  const list = dialog.getByRole('region', { name: 'Active invitations' }).getByRole('listitem');
  await expect(list).toHaveCount(1);
  await dialog.getByRole('combobox', { name: 'Expires' }).selectOption('After 1 day');
  await dialog.getByRole('combobox', { name: 'Uses' }).selectOption('1 person');
  await dialog.getByRole('button', { name: 'New link' }).press('Enter');
  await expect(list).toHaveCount(2);
  await expect(list.first()).toContainText('0 of 1 used');
  const second = await readLink(ann);
  expect(second).not.toBe(first);
  await list
    .first()
    .getByRole('button', { name: /^Revoke the invitation by Ann, / })
    .press('Enter');
  await expect(list).toHaveCount(1);
  await expect(list.getByRole('button'), 'the focus is at the next invitation').toBeFocused();
  expect(await readLink(ann)).toBe(first);
  await openLink(ben.page, second);
  await expect(ben.page.getByText('This invitation no longer works. Ask for a new link.')).toBeVisible();
  const page = await visitor();
  await openLink(page, second);
  await expect(page.getByText('This invitation no longer works. Ask for a new link.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Sign in to Snug' })).toBeVisible();
  await list.getByRole('button').press('Enter');
  await expect(list).toHaveCount(0);
  const field = dialog.getByRole('textbox', { name: 'Invitation link' });
  await expect(field, 'no link is on its way').toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'New link' }), 'the focus goes on').toBeFocused();
  await ann.page.keyboard.press('Enter');
  expect([first, second]).not.toContain(await readLink(ann));
});
