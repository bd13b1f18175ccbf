import { sendCommand } from '@snug/testkit/browser/commands.ts';
import { expectAccessible } from './axe.ts';
import { createEmail, expect, test } from './fixtures.ts';
import { runAdmin } from './run-admin.ts';

test('the audit log is filtered by actor, action and day, and the address keeps the filters', {
  tag: ['@own-server', '@detail'],
}, async ({ person, server }) => {
  const wanda = await person('Wanda');
  const { page } = wanda;
  await runAdmin(server, 'grant', createEmail('Wanda'));
  const run = (command: string, input: object) => sendCommand(server.url, page.context(), command, input);
  const room = { name: 'Garden', kind: 'open', description: 'A room' };
  const { room: garden } = (await run('create_room', room)) as { room: { id: string } };
  for (const archived of [true, false]) await run('archive_room', { roomId: garden.id, archived });
  await page.goto('/admin/audit');
  const rows = page.getByRole('table', { name: 'Audit log' }).locator('tbody').getByRole('row');
  await expect(rows).toHaveText([/Unarchived the room/, /Archived the room/, /Made a workspace admin/]);
  const by = page.getByRole('combobox', { name: 'By' });
  await by.selectOption('Command line');
  await expect(rows).toHaveText([/Made a workspace admin/]);
  await by.selectOption('Wanda');
  await expect(rows).toHaveText([/Unarchived the room/, /Archived the room/]);
  await page.getByRole('combobox', { name: 'Action' }).selectOption('Archived the room');
  await expect(rows).toHaveText([/Archived the room/]);
  await expectAccessible(page, 'a filtered audit log');
  await page.reload();
  await expect(rows, 'the address keeps the filters').toHaveText([/Archived the room/]);
  await page.getByLabel('To', { exact: true }).fill('2020-01-31');
  await expect(page.getByText('No entry matches these filters.')).toBeVisible();
  await page.getByLabel('To', { exact: true }).fill('');
  await expect(rows).toHaveCount(1);
});
