import type { Locator, Page } from '@playwright/test';
import { sendCommand } from '@snug/testkit/browser/commands.ts';
import type { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { DashboardPage } from '@snug/testkit/browser/pages/dashboard-page.ts';
import { SCREENS } from '@snug/testkit/browser/viewports.ts';
import { expectNoViolations } from './axe.ts';
import { expect, PASSWORD, test } from './fixtures.ts';

async function openTokens({ page }: ChatPage): Promise<Locator> {
  const dashboard = new DashboardPage(page);
  await dashboard.open();
  await dashboard.getButton('Access tokens').click();
  return page.getByRole('dialog', { name: 'Access tokens' });
}

async function openNewToken(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'New access token' }).click();
  const form = page.getByRole('dialog', { name: 'New access token' });
  await form.getByLabel('Current password', { exact: true }).fill(PASSWORD);
  return form;
}

async function readToken(page: Page): Promise<string> {
  const field = page.getByRole('textbox', { name: 'Access token' });
  await expect(field).toHaveValue(/^snug_[\w-]{43}$/);
  return field.inputValue();
}

function send(url: string, token: string, input: object): Promise<Response> {
  return fetch(`${url}/api/send_message`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  });
}

for (const [where, viewport] of SCREENS) {
  test(`a person creates a bot and its token, which posts until it is revoked, ${where}`, async ({
    person,
    server,
  }) => {
    const ann = await person('Ann Alder', { viewport });
    const { page } = ann;
    await ann.createRoom('Quayside', 'Where ships arrive');
    const roomId = page.url().split('/').at(-1);
    if (where === 'narrow') await page.getByRole('link', { name: 'Back to rooms' }).click();
    const dialog = await openTokens(ann);
    await expect(dialog.getByText('You have no access tokens yet.')).toBeVisible();
    await expectNoViolations(page, 'the empty list');
    await dialog.getByRole('button', { name: 'New bot' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Quayside pilot');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('button', { name: 'Quayside pilot' })).toBeVisible();
    const form = await openNewToken(page);
    await form.getByRole('textbox', { name: 'Name' }).fill('Ship tracker');
    await form.getByRole('combobox', { name: 'Acts as' }).selectOption('Quayside pilot');
    await form.getByRole('radio', { name: 'Some rooms' }).check();
    await form.getByRole('button', { name: 'Create token' }).click();
    await expect(form.getByText('Choose a room')).toBeVisible();
    await form.getByRole('searchbox', { name: 'Find rooms' }).fill('quay');
    await form.getByRole('button', { name: 'Quayside', exact: true }).press('Enter');
    await expect(form.getByRole('searchbox', { name: 'Find rooms' })).toBeFocused();
    await expect(form.getByRole('list', { name: 'Chosen rooms' })).toContainText('Quayside');
    await expectNoViolations(page, 'the form');
    await form.getByRole('combobox', { name: 'Expires' }).selectOption('After 7 days');
    await form.getByRole('button', { name: 'Create token' }).click();
    const token = await readToken(page);
    await expect(form.getByRole('button', { name: 'Copy token' })).toBeFocused();
    const webhook = await form.getByRole('textbox', { name: 'Webhook address' }).inputValue();
    await form.getByRole('button', { name: 'Copy address' }).click();
    await expect(page.getByText('Address copied')).toBeVisible();
    await expectNoViolations(page, 'the token');
    await form.getByRole('button', { name: 'Done' }).click();
    const item = dialog.getByRole('listitem').filter({ hasText: 'Ship tracker' });
    await expect(item).toContainText('Quayside pilot');
    await expect(item).toContainText('Never used');
    expect((await send(server.url, token, { roomId, text: 'A ship arrives' })).status).toBe(200);
    await fetch(webhook, { method: 'POST', body: 'A ship leaves' });
    await item.getByRole('button', { name: 'Revoke Ship tracker' }).click();
    await page.getByRole('button', { name: 'Revoke', exact: true }).click();
    await expect(page.getByText('Token revoked')).toBeVisible();
    await expect(item).toBeHidden();
    expect((await send(server.url, token, { roomId, text: 'Too late' })).status).toBe(401);
    await page.goto(`/chat/${roomId}`);
    const row = ann.getArticle('A ship arrives');
    await expect(row).toContainText('Bot');
    await expect(row).toHaveAccessibleName(/^Quayside pilot/);
    await expect(ann.getArticle('A ship leaves')).toHaveAccessibleName(/^Quayside pilot/);
    await expectNoViolations(page, 'the room');
    await row.getByRole('button', { name: 'Quayside' }).click();
    const profile = page.getByRole('dialog', { name: 'Quayside profile' });
    await expect(profile.getByText('Bot', { exact: true })).toBeVisible();
    await expect(
      profile.getByRole('button', { name: 'Message', exact: true }),
      'Ann is its owner',
    ).toBeVisible();
  });
}

test('a bot is renamed and deleted by keyboard, and others see whose bot it is', {
  tag: '@detail',
}, async ({ person, server }) => {
  const [ann, ben] = [await person('Ann Alder'), await person('Ben')];
  await ann.createRoom('Mill', 'Flour and water');
  const roomId = ann.page.url().split('/').at(-1) ?? '';
  const dialog = await openTokens(ann);
  await dialog.getByRole('button', { name: 'New bot' }).press('Enter');
  await expect(ann.page.getByRole('dialog', { name: 'New bot' }).getByRole('textbox')).toBeFocused();
  await ann.page.keyboard.type('Miller');
  await ann.page.keyboard.press('Enter');
  const bot = dialog.getByRole('button', { name: 'Miller' });
  const form = await openNewToken(ann.page);
  await form.getByRole('textbox', { name: 'Name' }).fill('Wheel');
  await form.getByRole('combobox', { name: 'Acts as' }).selectOption('Miller');
  await form.getByRole('button', { name: 'Create token' }).press('Enter');
  const token = await readToken(ann.page);
  await ann.page.keyboard.press('Escape');
  await send(server.url, token, { roomId, text: 'Flour is ready' });
  await bot.press('Enter');
  const details = ann.page.getByRole('dialog', { name: 'Miller' });
  await details.getByRole('button', { name: 'Edit name' }).press('Enter');
  await details.getByRole('textbox', { name: 'Name' }).fill('Miller the second');
  await ann.page.keyboard.press('Enter');
  await expect(ann.page.getByRole('dialog', { name: 'Miller the second' })).toBeVisible();
  await ben.page.goto(`/chat/${roomId}`);
  const row = ben.getArticle('Flour is ready');
  await expect(row).toHaveAccessibleName(/^Miller the second/);
  await row.getByRole('button', { name: 'Miller' }).click();
  const profile = ben.page.getByRole('dialog', { name: 'Miller profile' });
  await expect(profile.getByText('Bot of Ann Alder')).toBeVisible();
  await expect(profile.getByRole('button', { name: 'Message', exact: true })).toBeHidden();
  await ann.page.getByRole('button', { name: 'Delete bot' }).press('Enter');
  const question = ann.page.getByRole('alertdialog', { name: 'Delete Miller the second?' });
  await expectNoViolations(ann.page, 'the question');
  await question.getByRole('button', { name: 'Delete bot' }).press('Enter');
  await expect(ann.page.getByText('Bot has been deleted')).toBeVisible();
  await expect(dialog.getByRole('button', { name: /Miller/ })).toBeHidden();
  await expect(dialog.getByText('You have no access tokens yet.')).toBeVisible();
  expect((await send(server.url, token, { roomId, text: 'Too late' })).status).toBe(401);
});

test('the secret of a new token shows if the lists behind it cannot be read, and after a lost result', {
  tag: '@detail',
}, async ({ person }) => {
  const ann = await person('Ann');
  const { page } = ann;
  let isAnswerLost = true;
  let areListsBroken = false;
  await page.routeWebSocket(/\/api\/live/, socket => {
    const server = socket.connectToServer();
    const lost = new Set<number>();
    socket.onMessage(text => {
      const { id, command } = JSON.parse(String(text)) as { id: number; command: string };
      if (command === 'create_token' && isAnswerLost) lost.add(id);
      if (command === 'create_token') areListsBroken = true;
      const isList = command === 'list_tokens' || command === 'list_bots';
      if (!isList || !areListsBroken) return server.send(text);
      const error = { code: 'rate_limited', message: 'Too fast', retry: true, retryAfter: 60 };
      socket.send(JSON.stringify({ id, error }));
    });
    server.onMessage(text => {
      const { id } = JSON.parse(String(text)) as { id?: number };
      if (id === undefined || !lost.has(id)) return socket.send(text);
      isAnswerLost = false;
      const error = { code: 'timeout', message: 'No answer in time', retry: true };
      socket.send(JSON.stringify({ id, error }));
    });
  });
  await page.reload();
  const dialog = await openTokens(ann);
  await expect(dialog.getByText('You have no access tokens yet.')).toBeVisible();
  const form = await openNewToken(page);
  await form.getByRole('textbox', { name: 'Name' }).fill('Backup');
  await form.getByRole('button', { name: 'Create token' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'No answer in time' })).toBeVisible();
  await form.getByRole('button', { name: 'Create token' }).click();
  await readToken(page);
  areListsBroken = false;
  await page.reload();
  const { tokens } = (await sendCommand(new URL(page.url()).origin, page.context(), 'list_tokens', {})) as {
    tokens: object[];
  };
  expect(tokens).toMatchObject([{ name: 'Backup' }]);
});
