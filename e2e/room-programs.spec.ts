import type { CommandOutput } from '@snug/protocol';
import { sendCommand } from '@snug/testkit/browser/commands.ts';
import type { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { DashboardPage } from '@snug/testkit/browser/pages/dashboard-page.ts';
import { SCREENS } from '@snug/testkit/browser/viewports.ts';
import { expectNoViolations } from './axe.ts';
import { expect, PASSWORD, test } from './fixtures.ts';

/** Gives the room an incoming and an outgoing webhook. Returns the address of the incoming one. */
async function addPrograms({ page }: ChatPage, roomId: string): Promise<string> {
  const { origin } = new URL(page.url());
  const run = (command: string, input: object) => sendCommand(origin, page.context(), command, input);
  await run('create_webhook', { roomId, url: 'https://hooks.example/secret', password: PASSWORD });
  const { bot } = (await run('create_bot', { name: 'Harbour pilot' })) as CommandOutput<'create_bot'>;
  const token = { name: 'Ship tracker', uid: bot.uid, roomIds: [roomId], password: PASSWORD };
  const { webhook = '' } = (await run('create_token', token)) as CommandOutput<'create_token'>;
  return origin + webhook;
}

for (const [where, viewport] of SCREENS) {
  test(`an admin of a room sees the programs of others and removes them by keyboard, ${where}`, async ({
    person,
  }) => {
    const [ann, ben] = [await person('Ann Alder', { viewport }), await person('Ben')];
    const { page } = ann;
    await ann.createRoom('Pier', 'Where ships arrive');
    const address = await addPrograms(ben, page.url().split('/').at(-1) ?? '');
    expect((await fetch(address, { method: 'POST', body: 'A ship arrives' })).status).toBe(200);
    await page.getByRole('button', { name: 'Admin: edit room' }).press('Enter');
    const programs = page
      .getByRole('dialog', { name: 'Edit Room' })
      .getByRole('region', { name: 'Programs' });
    const getProgram = (hasText: string) => programs.getByRole('listitem').filter({ hasText });
    const [webhook, bot] = [getProgram('hooks.example'), getProgram('Harbour pilot')];
    await expect(webhook).toContainText('Webhook, reads messages');
    await expect(webhook).toContainText('Added by Ben');
    await expect(bot).toContainText('Reads and writes messages');
    await expect(bot).toContainText('Last used');
    await expectNoViolations(page, 'the programs');
    await bot.getByRole('button', { name: 'Remove Harbour pilot' }).press('Enter');
    const question = page.getByRole('alertdialog', { name: 'Remove Harbour pilot from this room?' });
    await expect(question).toBeVisible();
    await expectNoViolations(page, 'the question');
    await question.getByRole('button', { name: 'Remove', exact: true }).press('Enter');
    await expect(page.getByText('Program removed')).toBeVisible();
    await expect(bot).toBeHidden();
    await expect(programs.getByRole('heading', { name: 'Programs' })).toBeFocused();
    expect((await fetch(address, { method: 'POST', body: 'Too late' })).status).toBe(404);
    await page.keyboard.press('Tab');
    await expect(webhook.getByRole('button', { name: 'Remove hooks.example' })).toBeFocused();
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).press('Enter');
    await expect(programs.getByText('No programs use this room.')).toBeVisible();
    const dashboard = new DashboardPage(ben.page);
    await dashboard.open();
    await dashboard.getButton('Access tokens').click();
    const own = ben.page.getByRole('dialog', { name: 'Access tokens' });
    await expect(own.getByRole('listitem').filter({ hasText: 'Ship tracker' })).toContainText(
      'Admins removed it from its rooms',
    );
    await own.getByRole('button', { name: /An admin removed it from the room/ }).click();
    const details = ben.page.getByRole('dialog', { name: 'Pier' });
    await expect(details.getByRole('button', { name: 'Delete webhook' })).toBeVisible();
    await expect(details.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  });
}
