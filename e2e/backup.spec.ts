import { join } from 'node:path';
import { runCommand } from '@snug/testkit/backup-commands.ts';
import { expect, test } from './fixtures.ts';

function numbered(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => `Message ${from + index}.`);
}

test('a backup is restored under open browsers, which show exactly what it held', {
  tag: '@own-server',
}, async ({ person, server }) => {
  const archive = join(server.data, 'snug.tar');
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  const both = [ann, ben];
  await ann.createRoom('Snug talk', 'Where two people talk');
  await ben.openRoom('Snug talk');
  for (const text of numbered(1, 10)) await ann.say(text);
  for (const { articles } of both) await expect(articles).toHaveCount(10);
  expect(await runCommand('backup', server.data, [archive])).toMatchObject({ code: 0 });
  for (const text of numbered(11, 20)) await ben.say(text);
  const later = await person('Cat');
  for (const chat of both) await expect(chat.article('Message 20.')).toBeVisible();

  await server.end('SIGTERM');
  expect(await runCommand('restore', server.data, [archive])).toMatchObject({ code: 0 });
  await server.start();

  for (const chat of both) {
    await expect(chat.article('Message 11.')).toHaveCount(0);
    await expect(chat.articles).toHaveCount(10);
    expect(await chat.shown(numbered(1, 20))).toEqual(numbered(1, 10));
  }
  await expect(later.page, 'who came after the backup is not known any more').toHaveURL('/signin');
  await ben.say('Where were we?');
  await expect(ann.article('Where were we?')).toBeVisible();
  const like = ann.article('Message 3.').getByRole('button', { name: 'Like' });
  await like.click();
  await expect(ben.article('Message 3.').getByRole('button', { name: 'Like' })).toHaveAccessibleDescription(
    /^1 /,
  );
  for (const chat of both) {
    expect(await chat.shown([...numbered(1, 20), 'Where were we?'])).toEqual([
      ...numbered(1, 10),
      'Where were we?',
    ]);
  }
});
