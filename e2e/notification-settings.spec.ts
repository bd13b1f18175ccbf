import { sendCommand } from '@snug/testkit/browser/commands.ts';
import type { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { DashboardPage } from '@snug/testkit/browser/pages/dashboard-page.ts';
import { expectNoViolations } from './axe.ts';
import { expect, test } from './fixtures.ts';

interface Settings {
  settings: { pausedUntil?: number; words: string[]; quietHours?: object };
}

async function readSettings({ page }: ChatPage) {
  const { origin } = new URL(page.url());
  const read = await sendCommand(origin, page.context(), 'get_notification_settings', {});
  return (read as Settings).settings;
}

async function openPauseItems({ page }: ChatPage) {
  await page.getByRole('button', { name: /^Your availability/ }).click();
  await page.getByRole('menuitem', { name: 'Pause notifications' }).click();
  return page.getByRole('menu', { name: 'Pause notifications' });
}

test('notifications pause from the menu beside one’s avatar, for all devices, until one resumes', async ({
  person,
}) => {
  const ann = await person('Ann');
  const { page } = ann;
  const items = await openPauseItems(ann);
  for (const name of ['30 minutes', 'Until tomorrow', 'Until...'])
    await expect(items.getByRole('menuitem', { name })).toBeVisible();
  await expectNoViolations(page, 'pause menu');
  await items.getByRole('menuitem', { name: '1 hour' }).click();
  const paused = page.getByRole('button', { name: /notifications paused until \d\d:\d\d/ });
  await expect(paused).toBeVisible();
  const { pausedUntil = 0 } = await readSettings(ann);
  expect(Math.round((pausedUntil - Date.now()) / 60_000)).toBe(60);
  await page.reload();
  await expect(paused).toBeVisible();
  await (await openPauseItems(ann)).getByRole('menuitem', { name: 'Resume' }).click();
  await expect(page.getByRole('button', { name: 'Your availability', exact: true })).toBeVisible();
  expect(await readSettings(ann)).not.toHaveProperty('pausedUntil');
});

test('a pause that the server does not store keeps its dialog and the typed time', {
  tag: '@detail',
}, async ({ person }) => {
  const ann = await person('Ann');
  const { page } = ann;
  let isAway = true;
  await page.routeWebSocket(/\/api\/live/, socket => {
    const server = socket.connectToServer();
    socket.onMessage(text => {
      const { id, command } = JSON.parse(String(text)) as { id: number; command: string };
      if (command !== 'set_notification_settings' || !isAway) return server.send(text);
      const error = { code: 'unavailable', message: 'Try again later', retry: false };
      socket.send(JSON.stringify({ id, error }));
    });
  });
  await page.reload();
  await (await openPauseItems(ann)).getByRole('menuitem', { name: 'Until...' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pause notifications until' });
  const time = dialog.getByLabel('Date and time');
  await time.fill('2099-05-06T07:08');
  await dialog.getByRole('button', { name: 'Pause notifications' }).click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await expect(time).toHaveValue('2099-05-06T07:08');
  isAway = false;
  await dialog.getByRole('button', { name: 'Pause notifications' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await readSettings(ann)).toHaveProperty('pausedUntil');
});

test('one chooses what notifies one and when in the Dashboard, and it is there after a reload', async ({
  person,
}) => {
  const ann = await person('Ann');
  const { page } = ann;
  const dashboard = new DashboardPage(page);
  const { dialog } = dashboard;
  await dashboard.open();
  await dialog.getByRole('radio', { name: 'Everything in my rooms' }).check();
  await dialog.getByRole('switch', { name: 'Conversations I follow' }).uncheck();
  await dialog
    .getByRole('radiogroup', { name: 'On locked screens' })
    .getByRole('radio', { name: 'Nothing' })
    .check();
  await dialog.getByRole('switch', { name: 'Quiet hours' }).check();
  await dialog.getByLabel('From').fill('07:00');
  await expect(dialog.getByText('Both times are the same, so quiet hours last 24 hours.')).toBeVisible();
  await dialog.getByLabel('From').fill('23:15');
  await expect(dialog.getByText('Both times are the same')).toHaveCount(0);
  await dialog.getByRole('group', { name: 'Nights' }).getByRole('checkbox', { name: 'Saturday' }).uncheck();
  const word = dialog.getByRole('textbox', { name: 'Tell me about these words' });
  for (const text of ['', 'a!', '--']) {
    await word.fill(text);
    await dialog.getByRole('button', { name: 'Add word' }).click();
    await expect(word).toHaveAccessibleDescription('Type at least two letters');
    await word.fill('');
  }
  for (const text of ['soup', '雪']) {
    await word.fill(text);
    await dialog.getByRole('button', { name: 'Add word' }).click();
    await expect(dialog.getByRole('button', { name: `Remove ${text}` })).toBeVisible();
  }
  await dialog.getByRole('button', { name: 'Remove soup' }).click();
  await expectNoViolations(page, 'notification settings');
  await expect
    .poll(() => readSettings(ann))
    .toMatchObject({
      level: 'everything',
      conversations: false,
      shows: 'nothing',
      quietHours: { on: true, from: 23 * 60 + 15, to: 7 * 60, nights: [1, 2, 3, 4, 5, 7] },
      words: ['雪'],
    });
  await page.reload();
  await dashboard.open();
  await expect(dialog.getByLabel('From')).toHaveValue('23:15');
  await expect(dialog.getByRole('checkbox', { name: 'Saturday' })).not.toBeChecked();
  await expect(dialog.getByRole('radio', { name: 'Everything in my rooms' })).toBeChecked();
  await expect(dialog.getByRole('button', { name: 'Remove 雪' })).toBeVisible();
});
