import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandOutput } from '@snug/protocol';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../src/db/open.ts';
import { makeOlder } from '../src/testing/trims.ts';

const PATIENCE = { timeout: 60_000 };
/** Of the texts, of a file, of its name, and of what an edit replaced. */
const WORDS = ['zwetschgenmus', 'quittengelee', 'hagebutte', 'sanddorn'];

/** The files of a data folder, without the copies that outlive a trim, that have one of the words. */
function findWords(data: string): string[] {
  return readdirSync(data, { recursive: true, encoding: 'utf8' })
    .filter(path => !/^(?:snapshots|before-)/.test(path) && statSync(join(data, path)).isFile())
    .flatMap(path => {
      const bytes = readFileSync(join(data, path)).toString('latin1').toLowerCase();
      return WORDS.filter(word => bytes.includes(word)).map(word => `${path}: ${word}`);
    })
    .toSorted();
}

test('TR2 on SQLite, no word and no byte of what a rule trims stays in the data folder, and nothing else goes', async () => {
  const server = await ServerProcess.start();
  onTestFinished(() => server.remove());
  const ann = await TestPerson.add(server, 'Ann');
  const roomId = await ann.createRoom();
  const send = (input: object) =>
    ann.runCommand<CommandOutput<'send_message'>>('send_message', { roomId, ...input });
  const search = async (text: string) => {
    const { messages, isBehind } = await ann.runCommand<CommandOutput<'search_messages'>>('search_messages', {
      text,
    });
    return isBehind ? 'behind' : messages.length;
  };
  const { message } = await send({ text: 'Hagebutte' });
  const edit = { roomId, id: message.id, text: 'Zwetschgenmus', revision: 0, editId: crypto.randomUUID() };
  await ann.runCommand('edit_message', edit);
  for (let index = 0; index < 130; index++) await send({ text: `Zwetschgenmus ${index}` });
  const file = await ann.uploadFile('sanddorn.txt', 'quittengelee');
  const { message: old } = await send({ fileId: file.id });
  await send({ text: 'Regenwolke', replyTo: message.id });
  await expect.poll(() => search('zwetschgen'), PATIENCE).toBe(20);
  await server.end('SIGTERM');
  expect(findWords(server.data).join(), 'they are there before').toMatch(/quittengelee[^]*zwetschgenmus/);
  const db = openDatabase(server.data);
  await makeOlder(db, roomId, old.seq);
  await db.insertInto('retention').values({ roomId: '', days: 90, version: 1 }).execute();
  await db.destroy();
  await server.start();
  const read = openDatabase(server.data, { readOnly: true });
  const readRoom = () =>
    read
      .selectFrom('rooms')
      .select(['trimErasing', 'trimmedBefore'])
      .where('id', '=', roomId)
      .executeTakeFirst();
  await expect.poll(readRoom, PATIENCE).toEqual({ trimErasing: null, trimmedBefore: old.seq + 1 });
  await read.destroy();
  await expect.poll(() => findWords(server.data), PATIENCE).toEqual([]);
  expect(await search('regen')).toBe(1);
  const page = await ann.runCommand<CommandOutput<'get_messages'>>('get_messages', { roomId });
  expect(page.messages).toMatchObject([{ text: 'Regenwolke', reply: { deleted: true } }]);
  expect((await ann.get(`/files/${file.id}/sanddorn.txt`)).status).toBe(404);
});
