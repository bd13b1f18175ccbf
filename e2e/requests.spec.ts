import { sendCommand } from '@snug/testkit/browser/commands.ts';
import type { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { SCREENS } from '@snug/testkit/browser/viewports.ts';
import { expectNoViolations } from './axe.ts';
import { expect, test } from './fixtures.ts';

/** Opens the direct room of the two, and sends a message there. */
async function write({ page }: ChatPage, to: ChatPage, text: string): Promise<string> {
  const session = await to.page.request.get('/api/auth/get-session');
  const { user } = (await session.json()) as { user: { id: string } };
  const run = (command: string, input: object) =>
    sendCommand(new URL(page.url()).origin, page.context(), command, input);
  const { room } = (await run('open_direct', { uids: [user.id] })) as { room: { id: string } };
  await run('send_message', { roomId: room.id, text });
  return room.id;
}

for (const [where, viewport] of SCREENS) {
  test(`the message of a stranger waits under "Requests" until it is accepted or declined, ${where}`, async ({
    person,
  }) => {
    const [ann, cleo] = [await person('Ann'), await person('Cleo')];
    const ben = await person('Ben', { viewport });
    const { page } = ben;
    const links = (roomId: string) => ben.rooms.locator(`a[href="/chat/${roomId}"]`);
    const requests = page.getByRole('button', { name: /^Requests/ });
    const dialog = page.getByRole('dialog', { name: 'Requests' });
    await expect(requests).toHaveCount(0);

    const ofCleo = await write(cleo, ben, 'Buy this');
    const ofAnn = await write(ann, ben, 'Do you remember me?');
    await expect(requests).toHaveAccessibleName('Requests 2');
    await expect(links(ofAnn)).toHaveCount(0);
    await expect(page).not.toHaveTitle(/^\(/);
    await requests.click();
    await expect(dialog.getByRole('listitem')).toHaveText([/Ann.*Do you remember me\?/, /Cleo.*Buy this/]);
    await expectNoViolations(page, 'requests');

    const fromCleo = dialog.getByRole('listitem').filter({ hasText: 'Cleo' });
    await fromCleo.getByRole('button', { name: 'Decline', exact: true }).click();
    await expect(fromCleo).toHaveCount(0);
    await dialog.getByRole('link', { name: /^Ann/ }).press('Enter');
    await expect(dialog).toBeHidden();
    await expect(ben.getArticle('Do you remember me?')).toBeVisible();
    await expect(ben.composer).toHaveCount(0);
    await expectNoViolations(page, 'an opened request');
    await page.getByRole('button', { name: 'Accept', exact: true }).click();
    await ben.sendMessage('Of course');
    await ann.page.goto(`/chat/${ofAnn}`);
    await expect(ann.getArticle('Of course')).toBeVisible();

    await write(cleo, ben, 'Buy that');
    await page.goto('/');
    await expect(links(ofAnn)).toBeVisible();
    await expect(requests).toHaveCount(0);
    await expect(links(ofCleo)).toHaveCount(0);
  });
}

/** Ann, whom Ben does not know, adds him to her room. Returns its id. */
async function addToRoom(
  ann: ChatPage,
  ben: ChatPage,
  input: { name: string; kind: string },
): Promise<string> {
  const session = await ben.page.request.get('/api/auth/get-session');
  const { user } = (await session.json()) as { user: { id: string } };
  const run = (command: string, input: object) =>
    sendCommand(new URL(ann.page.url()).origin, ann.page.context(), command, input);
  const result = await run('create_room', { ...input, description: 'Everything cheap' });
  const { room } = result as { room: { id: string } };
  await run('set_member', { roomId: room.id, uid: user.id, member: true });
  return room.id;
}

async function send({ page }: ChatPage, roomId: string, text: string): Promise<void> {
  await sendCommand(new URL(page.url()).origin, page.context(), 'send_message', { roomId, text });
}

test('a room that a stranger added someone to waits under "Requests", opens before an answer, and counts after it', async ({
  person,
}) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  const { page } = ben;
  const requests = page.getByRole('button', { name: /^Requests/ });
  const dialog = page.getByRole('dialog', { name: 'Requests' });
  const roomId = await addToRoom(ann, ben, { name: 'Bargains', kind: 'private' });
  await expect(requests).toHaveAccessibleName('Requests 1');
  await expect(ben.getRoomLink('Bargains')).toHaveCount(0);
  await requests.press('Enter');
  const item = dialog.getByRole('listitem');
  await expect(item).toHaveText(/Ann added you to Bargains/);
  await send(ann, roomId, 'Buy this');
  await expect(item, 'messages arrive before an answer').toContainText('Buy this');
  await expectNoViolations(page, 'requests for rooms');
  const description = 'Ann added you to Bargains';
  for (const name of ['Accept', 'Decline'])
    await expect(item.getByRole('button', { name })).toHaveAccessibleDescription(description);

  await item.getByRole('link').press('Enter');
  await expect(ben.getArticle('Buy this')).toBeVisible();
  await expect(ben.composer).toHaveCount(0);
  await expect(page.getByText("Ann added you to this room. They won't see if you decline.")).toBeVisible();
  await send(ann, roomId, 'And that');
  await expect(ben.getArticle('And that')).toBeVisible();
  await expect(page).not.toHaveTitle(/^\(/);
  await expectNoViolations(page, 'a room opened from a request');
  await page.getByRole('button', { name: 'Accept', exact: true }).press('Enter');
  await ben.sendMessage('Let me see');
  await expect(ben.getRoomLink('Bargains')).toBeVisible();
  await expect(requests).toHaveCount(0);
});

test('a declined room does not come back, and a declined open room can still be joined', {
  tag: '@detail',
}, async ({ person }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  const { page } = ben;
  const requests = page.getByRole('button', { name: /^Requests/ });
  const dialog = page.getByRole('dialog', { name: 'Requests' });
  const name = `Bargains ${test.info().testId.slice(-8)}`;
  const secret = await addToRoom(ann, ben, { name: 'Secret', kind: 'private' });
  const open = await addToRoom(ann, ben, { name, kind: 'open' });
  await expect(requests).toHaveAccessibleName('Requests 2');
  await requests.click();
  for (const room of ['Secret', name]) {
    const item = dialog.getByRole('listitem').filter({ hasText: room });
    await item.getByRole('button', { name: 'Decline' }).click();
    await expect(item).toHaveCount(0);
  }
  await expect(dialog).toBeHidden();
  await send(ann, secret, 'Please');
  await send(ann, open, 'Please');
  await page.reload();
  await expect(ben.getRoomLink('Secret')).toHaveCount(0);
  await expect(requests).toHaveCount(0);
  await page.goto(`/chat/${open}`);
  await expect(ben.getArticle('Please')).toBeVisible();
  await page.getByRole('button', { name: 'Join room' }).click();
  await ben.sendMessage('So be it');
  await page.goto(`/chat/${secret}`);
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  await ben.sendMessage('And here');
  await expect(ben.getRoomLink('Secret')).toBeVisible();
});

test('a request disappears if the asker takes it back or is blocked', { tag: '@detail' }, async ({
  person,
}) => {
  const [ann, cleo] = [await person('Ann'), await person('Cleo')];
  const ben = await person('Ben');
  const requests = ben.page.getByRole('button', { name: /^Requests/ });
  const roomId = await addToRoom(ann, ben, { name: 'Bargains', kind: 'private' });
  await addToRoom(cleo, ben, { name: 'Auctions', kind: 'private' });
  await expect(requests).toHaveAccessibleName('Requests 2');
  const getUid = async ({ page }: ChatPage) => {
    const session = await page.request.get('/api/auth/get-session');
    return ((await session.json()) as { user: { id: string } }).user.id;
  };
  const { origin } = new URL(ann.page.url());
  const input = { roomId, uid: await getUid(ben), member: false };
  await sendCommand(origin, ann.page.context(), 'set_member', input);
  await expect(requests).toHaveAccessibleName('Requests 1');
  const block = { uid: await getUid(cleo), blocked: true };
  await sendCommand(origin, ben.page.context(), 'set_block', block);
  await expect(requests).toHaveCount(0);
});
