import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { readCookies } from '@snug/testkit/browser/commands.ts';
import { expect, test } from './fixtures.ts';

test('T1 a curl command posts a message that appears in the browser', async ({ person, server }) => {
  const ann = await person('Ann');
  await ann.createRoom('Bots', 'Programs talk here');
  const input = JSON.stringify({ roomId: ann.page.url().split('/').at(-1), text: 'sent by a program' });
  const { stdout } = await promisify(execFile)('curl', [
    '--silent',
    '--fail-with-body',
    '--cookie',
    await readCookies(ann.page.context()),
    '--json',
    input,
    `${server.url}/api/send_message`,
  ]);
  expect(JSON.parse(stdout).message.text).toBe('sent by a program');
  await expect(ann.getArticle('sent by a program')).toBeVisible();
});

test('the API documentation is readable for people and programs', async ({ visitor, server }) => {
  const page = await visitor();
  await page.goto('/api/docs');
  await expect(page.getByRole('heading', { name: 'Post a message in a room' })).toBeVisible();
  const document = await (await fetch(`${server.url}/api/openapi.json`)).json();
  expect(document.paths['/api/send_message'].post.operationId).toBe('send_message');
});
