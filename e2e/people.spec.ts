import type { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { DashboardPage } from '@snug/testkit/browser/pages/dashboard-page.ts';
import { NARROW, SCREENS, WIDE } from '@snug/testkit/browser/viewports.ts';
import { expect, test } from './fixtures.ts';

async function openPeople({ page }: ChatPage, room: string) {
  await page.getByRole('button', { name: 'People', exact: true }).click();
  return page.getByRole('dialog', { name: `People in ${room}` });
}

for (const [where, viewport] of SCREENS) {
  test(`a new nickname shows to everyone at once, ${where}`, { tag: '@detail' }, async ({ person }) => {
    const [ann, ben] = [await person('Ann Alder', { viewport }), await person('Ben', { viewport: WIDE })];
    await ann.createRoom('Names', 'Who is who');
    await ann.sendMessage('Call me Ada');
    await ben.openRoom('Names');
    const article = ben.getArticle('Call me Ada');
    await article.getByRole('button', { name: 'Ann', exact: true }).click();
    await expect(ben.page.getByRole('dialog', { name: 'Ann profile' })).toBeVisible();

    if (viewport === NARROW) await ann.page.getByRole('link', { name: 'Back to rooms' }).click();
    const dashboard = new DashboardPage(ann.page);
    await dashboard.open();
    await dashboard.rename('  Ada Ash  ');
    await expect(ann.page.getByText('Nickname has been updated')).toBeVisible();
    await expect(dashboard.dialog.getByText('Hey, Ada Ash')).toBeVisible();
    await expect(dashboard.nickname).toHaveValue('Ada Ash');
    await expect(dashboard.edit).toBeVisible();

    await expect(ben.page.getByRole('dialog', { name: 'Ada profile' }).getByText('Ada Ash')).toBeVisible();
    await ben.page.keyboard.press('Escape');
    await expect(article).toHaveAccessibleName(/^Ada Ash, /);
    await expect(article.getByRole('button', { name: 'Ada', exact: true })).toBeVisible();
    await expect(ben.getRoomLink('Names')).toContainText('Ada Ash');
    await ann.page.keyboard.press('Escape');
    await expect(ann.getRoomLink('Names')).toContainText('Ada Ash');
  });
}

test('a nickname that changed while a person was offline shows after the reconnection', {
  tag: '@detail',
}, async ({ person }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await ann.createRoom('Away', 'Come back soon');
  await ann.sendMessage('Nobody hears this');
  await ben.openRoom('Away');
  await expect(ben.getArticle('Nobody hears this')).toBeVisible();
  await ben.page.context().setOffline(true);
  const dashboard = new DashboardPage(ann.page);
  await dashboard.open();
  await dashboard.rename('Ada');
  await expect(dashboard.dialog.getByText('Hey, Ada')).toBeVisible();
  await ben.page.context().setOffline(false);
  await expect(ben.getArticle('Nobody hears this')).toHaveAccessibleName(/^Ada, /);
});

test('an empty or unchanged nickname is not sent, and editing can be cancelled', { tag: '@detail' }, async ({
  person,
}) => {
  const ann = await person('Ann');
  const sent: string[] = [];
  ann.page.on('websocket', socket => socket.on('framesent', ({ payload }) => sent.push(String(payload))));
  await ann.page.reload();
  const dashboard = new DashboardPage(ann.page);
  await dashboard.open();
  await expect(dashboard.nickname).not.toBeEditable();
  await expect(dashboard.nickname).toHaveAttribute('placeholder', 'Write your name');
  await dashboard.rename('   ');
  await expect(ann.page.getByText('Input is empty')).toBeVisible();
  await dashboard.cancel.click();
  await expect(dashboard.nickname).toHaveValue('Ann');
  await dashboard.rename(' Ann ');
  await expect(dashboard.edit).toBeVisible();
  await dashboard.edit.click();
  await dashboard.nickname.fill('Somebody');
  await dashboard.nickname.press('Escape');
  await expect(dashboard.nickname).toHaveValue('Ann');
  await expect(dashboard.dialog).toBeVisible();
  expect(sent.filter(frame => frame.includes('set_nickname'))).toEqual([]);
});

test('if a nickname cannot be stored, an error shows, and the input stays for a retry', {
  tag: ['@own-server', '@detail'],
}, async ({ person, server }) => {
  const ann = await person('Ann');
  const dashboard = new DashboardPage(ann.page);
  await dashboard.open();
  await server.kill();
  await dashboard.rename('Ada');
  await expect(ann.page.getByRole('alert')).toBeVisible();
  await expect(dashboard.nickname).toHaveValue('Ada');
  await expect(dashboard.save).toBeVisible();
});

for (const [where, viewport] of SCREENS) {
  test(`viewers and writers of a room are listed live, ${where}`, { tag: '@detail' }, async ({ person }) => {
    const [ann, ben] = [await person('Ann Alder', { viewport }), await person('Ben Birch')];
    await ann.createRoom('Company', 'Who is here');
    const people = await openPeople(ann, 'Company');
    const items = people.getByRole('list', { name: 'People' }).getByRole('listitem');
    await expect(items).toHaveText(['AAAnn AlderyouAdminHere now']);

    await ben.openRoom('Company');
    await expect(items, 'each person once').toHaveText([
      'AAAnn AlderyouAdminHere now',
      'BBBen BirchHere now',
    ]);
    await expect(items.last().getByRole('img', { name: 'Online' })).toBeVisible();
    await ben.sendMessage('Good evening');
    await expect(items).toHaveText(['AAAnn AlderyouAdminHere now', 'BBBen BirchHere now']);

    const profileButton = items.last().getByRole('button', { name: 'Ben Birch', exact: true });
    await profileButton.click();
    const profile = ann.page.getByRole('dialog', { name: 'Ben profile' });
    await expect(profile.getByRole('button', { name: 'Give admin permission in this room' })).toBeVisible();
    await ann.page.keyboard.press('Escape');
    await expect(profile).toBeHidden();
    await expect(profileButton, 'the focus returns').toBeFocused();

    await ben.createRoom('Elsewhere', 'Another one');
    await expect(items, 'a writer stays').toHaveText(['AAAnn AlderyouAdminHere now', 'BBBen Birch']);
    await people.getByRole('searchbox', { name: 'Find people' }).fill('bir');
    await expect(items).toHaveText(['BBBen Birch']);
    await people.getByRole('searchbox', { name: 'Find people' }).fill('nobody');
    await expect(people.getByText('No one here has that name.')).toBeVisible();
    await people.getByRole('searchbox', { name: 'Find people' }).fill('');
    await expect(items).toHaveCount(2);
    await people.getByRole('button', { name: 'Invite people' }).click();
    const invitation = ann.page.getByRole('dialog', { name: 'Invite people' });
    await expect(invitation.getByRole('textbox', { name: 'Invitation link' })).toHaveValue(/\/invite\//);
    await ann.page.keyboard.press('Escape');
    await expect(invitation).toBeHidden();
    await ann.page.keyboard.press('Escape');
    await expect(people).toBeHidden();
    const button = ann.page.getByRole('button', { name: 'People', exact: true });
    await expect(button, 'the focus returns').toBeFocused();
    await expect(button).toHaveAccessibleDescription('1 here now');
    await ben.openRoom('Company');
    await expect(button).toHaveAccessibleDescription('2 here now');
  });
}
