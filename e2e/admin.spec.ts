import { join } from 'node:path';
import { runCommand } from '@snug/testkit/backup-commands.ts';
import type { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { NARROW } from '@snug/testkit/browser/viewports.ts';
import { expectNoViolations } from './axe.ts';
import { createEmail, expect, test } from './fixtures.ts';
import { runAdmin } from './run-admin.ts';

async function openAdministration({ page }: ChatPage): Promise<void> {
  await page.getByRole('button', { name: 'Dashboard' }).click();
  await page.getByRole('link', { name: 'Open administration' }).click();
  await expect(page.getByRole('heading', { name: 'Administration', level: 1 })).toBeVisible();
}

test('a workspace admin edits an open room, and the audit log shows it', {
  tag: ['@own-server', '@journey'],
}, async ({ person, server }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await ben.createRoom('Garden', 'Green');
  await runAdmin(server, 'grant', createEmail('Ann'));
  await ann.page.reload();
  await openAdministration(ann);
  const rooms = ann.page.getByRole('table', { name: 'Rooms' });
  await expect(rooms.getByRole('link', { name: 'Garden' })).toBeVisible();
  await expectNoViolations(ann.page, 'the rooms of the administration');
  await rooms.getByRole('button', { name: /^Edit .*Garden/ }).click();
  const dialog = ann.page.getByRole('dialog', { name: 'Edit Room' });
  await dialog.getByRole('button', { name: 'Edit name' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Orchard');
  await dialog.getByRole('button', { name: 'Save name' }).click();
  await expect(ben.page.getByRole('heading', { name: 'Orchard', level: 1 })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await ann.page.getByRole('link', { name: 'Audit log' }).click();
  const log = ann.page.getByRole('table', { name: 'Audit log' });
  await expect(log.getByRole('row').filter({ hasText: 'Edited the room' })).toContainText('Ann');
  await expect(log.getByRole('row').filter({ hasText: 'Made a workspace admin' })).toContainText(
    'Command line',
  );
  await expectNoViolations(ann.page, 'the audit log');
  await ann.page.getByRole('link', { name: 'Rooms', exact: true }).click();
  await rooms.getByRole('link', { name: 'Orchard' }).click();
  await expect(ann.page.getByRole('heading', { name: 'Orchard', level: 1 })).toBeVisible();
  await expect(ann.page.getByRole('button', { name: 'Room Information' })).toBeVisible();
  await expect(ann.page.getByRole('button', { name: 'Admin: edit room' }), 'only at /admin').toHaveCount(0);
});

test('a workspace admin reads health, storage and settings, and a backup ends the warning', {
  tag: '@own-server',
}, async ({ person, server }) => {
  const ann = await person('Ann');
  await runAdmin(server, 'grant', createEmail('Ann'));
  await ann.page.goto('/admin/health');
  const problems = ann.page.getByRole('list', { name: 'What needs your attention' });
  await expect(problems).toContainText('No backup is known.');
  await expect(ann.page.getByRole('table', { name: 'Servers' }).locator('time')).toHaveCount(2);
  const checks = ann.page.getByRole('region', { name: 'Checks of server 1' });
  await ann.page.getByRole('button', { name: 'Check again' }).click();
  await expect(checks.getByRole('listitem')).toHaveCount(10);
  await expect(checks).toContainText('WebSockets: fine. Sockets open at');
  await expect(checks).toContainText('Backup: look at this. No backup is known.');
  await expectNoViolations(ann.page, 'the health of the server');
  const archive = join(server.data, 'snug.tar');
  expect(await runCommand('backup', server.data, [archive])).toMatchObject({ code: 0 });
  await ann.page.reload();
  await expect(ann.page.getByText('Last backup just now')).toBeVisible();
  await expect(ann.page.getByText('runs on SQLite')).toBeVisible();
  await ann.page.getByRole('link', { name: 'Storage' }).click();
  const storage = ann.page.getByRole('table', { name: 'Storage' });
  await expect(storage.getByRole('row').filter({ hasText: 'Database' })).toContainText(/\d.* [KM]B/i);
  await expect(storage.getByRole('row').filter({ hasText: 'Deleted, removed soon' })).toContainText('0');
  await expectNoViolations(ann.page, 'the storage of the server');
  await ann.page.getByRole('link', { name: 'Settings' }).click();
  const settings = ann.page.getByRole('table', { name: 'Settings' });
  await expect(settings.getByRole('row').filter({ hasText: 'SNUG_RATE_LIMITS' })).toContainText('off');
  await expectNoViolations(ann.page, 'the settings of the server');
});

test('other people find no administration', { tag: '@detail' }, async ({ person }) => {
  const ben = await person('Ben', { viewport: NARROW });
  await ben.page.getByRole('button', { name: 'Dashboard' }).click();
  await expect(ben.page.getByRole('button', { name: 'Sign out' })).toBeVisible();
  await expect(ben.page.getByRole('link', { name: 'Open administration' })).toHaveCount(0);
  await ben.page.goto('/admin');
  await expect(ben.page.getByRole('heading', { name: 'Administration' })).toHaveCount(0);
});
