import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeZip } from '@snug/server/moving/archive/testing/make-zip.ts';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { getNotices } from './account-notices.ts';
import { expect, PASSWORD, test as plainTest } from './fixtures.ts';
import type { Server } from './server.ts';

const CLI = createRequire(import.meta.url).resolve('@snug/server/moving/import/import-main.ts');
const ANN = { id: 'U1', team_id: 'T1', profile: { real_name: 'Ann', email: 'ann@example.com' } };
const BEN = { id: 'U2', team_id: 'T1', profile: { real_name: 'Ben', email: 'ben@example.com' } };
const CREATED = 1_600_000_000;
const ROOT = '1700000002.000000';
const SLACK = {
  'users.json': [ANN, BEN],
  'channels.json': [{ id: 'C1', name: 'garden', creator: 'U1', members: ['U1', 'U2'], created: CREATED }],
  'dms.json': [{ id: 'D1', members: ['U1', 'U2'], created: CREATED }],
  'garden/2023-11-14.json': [
    {
      type: 'message',
      user: 'U1',
      ts: '1700000001.000000',
      text: '*dig* with <@U2>\n```let a = 1;```',
      reactions: [{ name: 'wave', users: ['U2'], count: 1 }],
    },
    { type: 'message', user: 'U1', ts: ROOT, thread_ts: ROOT, text: 'who waters?' },
    { type: 'message', user: 'U2', ts: '1700000003.000000', thread_ts: ROOT, text: 'I do' },
  ],
  'D1/2023-11-14.json': [{ type: 'message', user: 'U1', ts: '1700000004.000000', text: 'only for you' }],
};

interface Imported {
  server: Server;
  /** The text of the file of claim links. */
  links: string;
}

async function importSlack(folder: string): Promise<Imported> {
  const [zip, file, data] = [join(folder, 'slack.zip'), join(folder, 'links.csv'), join(folder, 'data')];
  const entries = Object.entries(SLACK).map(([name, content]) => ({
    name,
    content: JSON.stringify(content),
  }));
  writeFileSync(zip, makeZip(entries));
  const args = [zip, '--apply', '--owner', 'owner@example.com', '--links', file, '--report', 'none'];
  const env = { ...process.env, SNUG_DATA: data };
  const { stdout } = await promisify(execFile)(process.execPath, [CLI, ...args], { env });
  expect(stdout).toContain('Slack export: imported');
  return {
    server: await ServerProcess.start({ host: 'localhost', data }),
    links: readFileSync(file, 'utf8'),
  };
}

const test = plainTest.extend<object, { imported: Imported }>({
  imported: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it which fixtures are needed
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'snug-import-'));
      const imported = await importSlack(folder);
      await use(imported);
      await imported.server.remove();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],

  server: async ({ imported: { server } }, use) => use(server),
});

test('an export of Slack becomes rooms, which somebody opens with their claim link', {
  tag: '@matrix',
}, async ({ visitor, imported: { links } }) => {
  const [, path = ''] = /ben@example\.com,http:\/\/[^/]+(\/claim\/[^,]+)/.exec(links) ?? [];
  const page = await visitor();
  await page.goto(path);
  await expect(
    page.getByRole('heading', { name: 'Welcome, Ben. Your messages from Slack are here.' }),
  ).toBeVisible();
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Set password and sign in' }).click();
  await expect(page).toHaveURL('/');
  await page.getByRole('link', { name: /garden/ }).click();
  const messages = page.getByRole('log').getByRole('article');
  await expect(messages).toHaveCount(3);
  const [first, root, answer] = [messages.nth(0), messages.nth(1), messages.nth(2)];
  await expect(first.locator('strong').filter({ hasText: 'dig' })).toBeVisible();
  await expect(first.getByText('@Ben')).toBeVisible();
  await expect(first.locator('pre')).toContainText('let a = 1;');
  await expect(first.getByRole('button', { name: 'waving hand, 1 person' })).toBeVisible();
  await expect(root).toContainText('1 reply');
  await expect(answer).toContainText('I do');
  await page.getByRole('link', { name: /Ann.*only for you/ }).click();
  await expect(page.getByRole('log').getByText('only for you')).toBeVisible();
  await expect(getNotices(page), 'no alarm').toHaveCount(0);
});
