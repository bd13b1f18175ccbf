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
