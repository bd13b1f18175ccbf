import { sendCommand } from '@snug/testkit/browser/commands.ts';
import { expectAccessible } from './axe.ts';
import { createEmail, expect, test } from './fixtures.ts';
import { runAdmin } from './run-admin.ts';

interface Created {
  room: { id: string };
}

test('a workspace admin revokes an invitation of somebody else', { tag: '@own-server' }, async ({
  person,
  server,
}) => {
  const [ann, wanda] = [await person('Ann'), await person('Wanda')];
  const run = (command: string, input: object) => sendCommand(server.url, ann.page.context(), command, input);
  const create = async (name: string, kind: string) =>
    ((await run('create_room', { name, kind, description: 'A room' })) as Created).room.id;
  const [garden, board] = [await create('Garden', 'open'), await create('Board', 'private')];
  await run('create_invite', { roomIds: [garden, board], maxUses: 5 });
  await run('create_invite', {});
  await runAdmin(server, 'grant', createEmail('Wanda'));
  const { page } = wanda;
  await page.goto('/admin/invitations');
  const rows = page.getByRole('table', { name: 'Invitations' }).locator('tbody').getByRole('row');
  await expect(rows).toHaveText([/Snug, without a room/, /Garden.*1 private room/]);
  await expect(rows.last()).toContainText('Ann');
  await expect(rows.last()).toContainText('0 of 5 used');
  await expect(page.getByText('Board')).toHaveCount(0);
  await expectAccessible(page, 'the invitations at /admin');
  await rows.first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(rows.last()).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(rows.last().getByRole('link', { name: 'Garden' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Invitation revoked')).toBeVisible();
  await expect(rows).toHaveText([/Snug, without a room/]);
  await page.getByRole('link', { name: 'Audit log' }).click();
  const entry = page.getByRole('row').filter({ hasText: 'Revoked an invitation' });
  await expect(entry).toContainText('Garden');
});
