import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { CommandOutput } from '@snug/protocol';
import type { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { DashboardPage } from '@snug/testkit/browser/pages/dashboard-page.ts';
import { expect, PASSWORD, test } from './fixtures.ts';

const README = join(import.meta.dirname, '..', 'README.md');

/** The commands of "Use it from a program", by the variable that they follow. */
function readCommands(): Record<string, string> {
  const [, section = ''] = readFileSync(README, 'utf8').split('## Use it from a program');
  const [, block = ''] = /```sh\n([^`]*)```/.exec(section) ?? [];
  const parts = block.split(/^([A-Z]+)=.*\n/m).slice(1);
  return Object.fromEntries(
    parts.flatMap((name, index) => (index % 2 === 0 ? [[name, parts[index + 1] ?? '']] : [])),
  );
}

async function run(commands: string, variables: Record<string, string>): Promise<string> {
  const env = { PATH: process.env.PATH, ...variables };
  const script = commands.replaceAll('curl', 'curl --silent --fail-with-body');
  return (await promisify(execFile)('bash', ['-ec', script], { env })).stdout;
}

async function createToken({ page }: ChatPage): Promise<string> {
  const dashboard = new DashboardPage(page);
  await dashboard.open();
  await dashboard.getButton('Access tokens').click();
  await page.getByRole('button', { name: 'New access token' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('curl');
  await page.getByLabel('Current password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  const field = page.getByRole('textbox', { name: 'Access token' });
  await expect(field).toHaveValue(/^snug_/);
  const token = await field.inputValue();
  for (let dialogs = 0; dialogs < 3; dialogs++) await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  return token;
}

test('T1 the commands of the README post a message that appears in the browser', {
  tag: ['@own-server', '@journey'],
}, async ({ person, server }) => {
  const ann = await person('Ann');
  await ann.createRoom('General', 'Programs talk here');
  const commands = readCommands();
  expect(Object.keys(commands)).toEqual(['SNUG', 'TOKEN', 'ROOM']);
  const variables = { SNUG: server.url, TOKEN: await createToken(ann) };
  const found = JSON.parse(await run(commands.TOKEN ?? '', variables)) as CommandOutput<'find_rooms'>;
  const [room] = found.rooms;
  const output = await run(commands.ROOM ?? '', { ...variables, ROOM: room?.id ?? '' });
  expect(JSON.parse(output)).toMatchObject({ message: { text: 'Hello from a program' } });
  await expect(ann.getArticle('Hello from a program')).toBeVisible();
});

test('the API documentation is readable for people and programs', async ({ visitor, server }) => {
  const page = await visitor();
  await page.goto('/api/docs');
  await expect(page.getByRole('heading', { name: 'Post a message in a room' })).toBeVisible();
  const document = await (await fetch(`${server.url}/api/openapi.json`)).json();
  expect(document.paths['/api/send_message'].post.operationId).toBe('send_message');
});
