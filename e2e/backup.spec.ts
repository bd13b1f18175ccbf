import { join } from 'node:path';
import { runCommand } from '@snug/testkit/backup-commands.ts';
import { SignInPage } from '@snug/testkit/browser/pages/sign-in-page.ts';
import { createEmail, expect, PASSWORD, test } from './fixtures.ts';

function createTexts(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => `Message ${from + index}.`);
}

test('after a restore with open browsers, people sign in and see exactly the content of the backup', {
  tag: ['@own-server', '@detail'],
}, async ({ person, server }) => {
  const archive = join(server.data, 'snug.tar');
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  const both = [ann, ben];
  await ann.createRoom('Snug talk', 'Where two people talk');
  await ben.openRoom('Snug talk');
  for (const text of createTexts(1, 10)) await ann.sendMessage(text);
  for (const { articles } of both) await expect(articles).toHaveCount(10);
  expect(await runCommand('backup', server.data, [archive])).toMatchObject({ code: 0 });
  for (const text of createTexts(11, 20)) await ben.sendMessage(text);
  const later = await person('Cat');
  for (const chat of both) await expect(chat.getArticle('Message 20.')).toBeVisible();

  await server.end('SIGTERM');
  expect(await runCommand('restore', server.data, [archive])).toMatchObject({ code: 0 });
  await server.start();

  for (const [chat, name] of [
    [ann, 'Ann'],
    [ben, 'Ben'],
  ] as const) {
    await expect(chat.page, 'a restore ends all sessions').toHaveURL('/signin');
    await new SignInPage(chat.page).signIn(createEmail(name), PASSWORD);
    await chat.openRoom('Snug talk');
  }
  for (const chat of both) {
    await expect(chat.getArticle('Message 11.')).toHaveCount(0);
    await expect(chat.articles).toHaveCount(10);
    expect(await chat.getShownTexts(createTexts(1, 20))).toEqual(createTexts(1, 10));
  }
  await expect(later.page).toHaveURL('/signin');
  await ben.sendMessage('Where were we?');
  await expect(ann.getArticle('Where were we?')).toBeVisible();
  const like = ann.getArticle('Message 3.').getByRole('button', { name: 'Like' });
  await like.click();
  await expect(
    ben.getArticle('Message 3.').getByRole('button', { name: 'Like' }),
  ).toHaveAccessibleDescription(/^1 /);
  for (const chat of both) {
    expect(await chat.getShownTexts([...createTexts(1, 20), 'Where were we?'])).toEqual([
      ...createTexts(1, 10),
      'Where were we?',
    ]);
  }
});
