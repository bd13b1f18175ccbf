import type { Page } from '@playwright/test';
import { sendCommand } from '@snug/testkit/browser/commands.ts';
import { DashboardPage } from '@snug/testkit/browser/pages/dashboard-page.ts';
import { PNG } from '@snug/testkit/sample-files.ts';
import { expectAccessible } from './axe.ts';
import { createEmail, expect, test } from './fixtures.ts';
import { runAdmin } from './run-admin.ts';

function choose(page: Page, setting: string, value: string): Promise<void> {
  return page.getByRole('radiogroup', { name: setting }).getByRole('radio', { name: value }).check();
}

test('a workspace admin changes settings, and they count at once for everyone', {
  tag: '@own-server',
}, async ({ person, visitor, server }) => {
  const [ben, wanda] = [await person('Ben'), await person('Wanda')];
  await runAdmin(server, 'grant', createEmail('Wanda'));
  const { page } = wanda;
  await page.goto('/admin/settings');
  const name = page.getByRole('textbox', { name: 'Name of the workspace' });
  await expect(name).toHaveValue('Snug');
  const save = page.getByRole('button', { name: 'Save changes' });
  await name.fill('Harbour');
  await choose(page, 'Who can create an account', 'Nobody');
  await choose(page, 'Who can create open rooms', 'Workspace admins');
  await expectAccessible(page, 'changed settings');
  await save.press('Enter');
  await expect(page.getByText('Settings saved')).toBeVisible();
  await expect(ben.page).toHaveTitle(/Harbour$/);
  await expect(ben.page.getByRole('heading', { name: 'Harbour' })).toBeVisible();
  const stranger = await visitor();
  await stranger.goto('/signin');
  await expect(stranger.getByRole('heading', { name: 'Sign in to Harbour' })).toBeVisible();
  await expect(stranger.getByRole('button', { name: 'Create an account' })).toHaveCount(0);
  await ben.page.getByRole('button', { name: 'Create new chat room' }).click();
  await expect(ben.page.getByText('workspace admins create the open rooms')).toBeVisible();
  await page.getByRole('link', { name: 'Audit log' }).click();
  await expect(page.getByText('Who can create an account: Everyone → Nobody')).toBeVisible();
});

test('unsaved settings can be discarded, and a change by another admin is not overwritten', {
  tag: ['@own-server', '@detail'],
}, async ({ person, server }) => {
  const [wanda, wilma] = [await person('Wanda'), await person('Wilma')];
  for (const admin of ['Wanda', 'Wilma']) await runAdmin(server, 'grant', createEmail(admin));
  const { page } = wanda;
  await page.goto('/admin/settings');
  const name = page.getByRole('textbox', { name: 'Name of the workspace' });
  const save = page.getByRole('button', { name: 'Save changes' });
  await name.fill('Harbour');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(name).toHaveValue('Snug');
  await name.fill(' ');
  await save.click();
  await expect(name).toHaveAccessibleDescription('A name is required');
  await choose(page, 'Who can create an account', 'Invited people');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await choose(page, 'Who can create an account', 'Invited people');
  const change = { name: 'sign_up', value: 'closed', version: 0 };
  await sendCommand(server.url, wilma.page.context(), 'set_setting', change);
  await save.click();
  await expect(page.getByRole('alert').filter({ hasText: 'Another admin changed this' })).toBeVisible();
  await save.click();
  await expect(page.getByText('Settings saved')).toBeVisible();
  await page.reload();
  await expect(
    page.getByRole('radiogroup', { name: 'Who can create an account' }).getByRole('radio', { checked: true }),
  ).toHaveAccessibleName('Invited people');
});

test('if only workspace admins create bots, nobody else finds a button that would fail', {
  tag: ['@own-server', '@detail'],
}, async ({ person, server }) => {
  const [ben, wanda] = [await person('Ben'), await person('Wanda')];
  await runAdmin(server, 'grant', createEmail('Wanda'));
  const open = async (page: Page) => {
    await page.goto('/');
    const dashboard = new DashboardPage(page);
    await dashboard.open();
    await dashboard.getButton('Access tokens').click();
    return page.getByRole('dialog', { name: 'Access tokens' });
  };
  const set = (value: string, version: number) =>
    sendCommand(server.url, wanda.page.context(), 'set_setting', { name: 'bots', value, version });
  const dialog = await open(ben.page);
  const buttons = { bot: 'New bot', webhook: 'New outgoing webhook' } as const;
  await dialog.getByRole('button', { name: buttons.webhook }).press('Enter');
  const form = ben.page.getByRole('dialog', { name: buttons.webhook });
  await form.getByRole('textbox', { name: 'Address' }).fill('https://example.org/');
  await set('admins', 0);
  await expect(form.getByText('Only workspace admins can create webhooks here')).toBeVisible();
  await expect(form.getByRole('button', { name: 'Create webhook' })).toBeHidden();
  await expect(form.getByRole('textbox', { name: 'Address' })).toHaveValue('https://example.org/');
  await ben.page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  for (const [what, button] of Object.entries(buttons)) {
    await expect(dialog.getByText(`Only workspace admins can create ${what}s here`)).toBeVisible();
    await expect(dialog.getByRole('button', { name: button })).toBeHidden();
  }
  await expectAccessible(ben.page, 'no programs');
  for (const button of Object.values(buttons))
    await expect((await open(wanda.page)).getByRole('button', { name: button })).toBeVisible();
  await set('everyone', 1);
  for (const button of Object.values(buttons))
    await expect(dialog.getByRole('button', { name: button })).toBeVisible();
});

test('a workspace has its own name, logo and colour from the first paint on, also for people who are not signed in', {
  tag: '@own-server',
}, async ({ person, visitor, server }) => {
  const [ben, wanda] = [await person('Ben'), await person('Wanda')];
  await runAdmin(server, 'grant', createEmail('Wanda'));
  const { page } = wanda;
  await page.goto('/admin/settings');
  await page.getByRole('textbox', { name: 'Name of the workspace' }).fill('Harbour');
  await page.getByLabel('Accent colour').fill('#e8d100');
  const logo = page.getByRole('group', { name: 'Logo' });
  await logo
    .locator('input')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(PNG) });
  await expectAccessible(page, 'a draft of the look');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Settings saved')).toBeVisible();
  await expect(ben.page).toHaveTitle(/Harbour$/);
  await expect.poll(() => readAccent(ben.page)).toContain('101.4');
  await expect(ben.page.locator('img[src^="/logo/"]').first()).toBeVisible();

  const stranger = await visitor();
  await stranger.goto('/signin');
  await expect(stranger).toHaveTitle(/Harbour/);
  expect(await readAccent(stranger)).toContain('101.4');
  await expect(stranger.locator('img[src^="/logo/"]')).toBeVisible();
  await expectAccessible(stranger, 'the page for signing in with another colour', ['light', 'dark']);
  const manifest = await (await stranger.request.get('/manifest.webmanifest')).json();
  expect(manifest).toMatchObject({
    name: 'Harbour',
    icons: [{ src: expect.stringMatching(/^\/logo\//) }, {}, {}],
  });
  await ben.page.reload();
  expect(await readAccent(ben.page)).toContain('101.4');
  await expectAccessible(ben.page, 'the chat with another colour', ['light', 'dark']);

  await logo.getByRole('button', { name: 'Reset' }).click();
  await page.getByRole('button', { name: 'Reset' }).last().click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect.poll(() => readAccent(ben.page)).not.toContain('101.4');
  await expect(ben.page.locator('img[src^="/logo/"]')).toHaveCount(0);
});

function readAccent(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent'));
}
