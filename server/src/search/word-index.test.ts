import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Job } from '../db/batch.ts';
import type { Db } from '../db/schema.ts';
import { newId } from '../ids.ts';
import { addPerson, aRoom, NOW, run, sendMany } from '../testing/database.ts';
import { isBehind } from './word-index.ts';

const INDEX: Job = { mutation: 'index_messages', call: { uid: '', now: NOW }, input: {} };

async function catchUp(db: Db): Promise<number> {
  let steps = 0;
  for (; await isBehind(db); steps++) await run(db, INDEX);
  return steps;
}

async function say(db: Db, uid: string, roomId: string, text: string): Promise<string> {
  const id = newId();
  await run(db, { mutation: 'send_message', call: { uid, now: NOW }, input: { id, roomId, text } });
  return id;
}

/** The texts of the messages that a word leads to. */
async function found(db: Db, word: string): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`select m."text" as "text" from "message_words" w
    join "indexed_rooms" i on i."number" = w.rowid >> 32
    join "messages" m on m."roomId" = i."roomId" and m."seq" = w.rowid & 4294967295
    where w."text" match ${word}`.execute(db);
  return rows.map(({ text }) => text).toSorted();
}

async function isInFile(db: Db, word: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from "message_words_data" where instr("block", cast(${word} as blob)) > 0`.execute(db);
  return rows.length > 0;
}

test('what is said is found by its words, in whatever room, once the index has caught up', async () => {
  const { db, uid, roomId } = await aRoom();
  await say(db, uid, roomId, 'A quokka came by');
  expect(await found(db, 'quokka')).toEqual([]);
  expect(await catchUp(db)).toBe(1);
  const other = newId();
  await run(db, {
    mutation: 'create_room',
    call: { uid, now: NOW },
    input: { id: other, name: 'Other', description: 'Another room' },
  });
  await say(db, await addPerson(db, 'Ben'), other, 'Two Quokkas, and one QUOKKA');
  await say(db, uid, roomId, 'Crème brûlée');
  await catchUp(db);
  expect(await found(db, 'quokka')).toEqual(['A quokka came by', 'Two Quokkas, and one QUOKKA']);
  expect(await found(db, 'brulee')).toEqual(['Crème brûlée']);
  expect(await isBehind(db)).toBe(false);
});

test('many messages are indexed in steps, each once', async () => {
  const { db, uid, roomId } = await aRoom();
  await sendMany(db, uid, roomId, 250);
  expect(await catchUp(db)).toBe(3);
  expect(await found(db, 'message')).toHaveLength(250);
});

test('M6 of the words of a deleted message nothing is left in the index, whether it had them or not', async () => {
  const { db, uid, roomId } = await aRoom();
  const known = await say(db, uid, roomId, 'A wombat came by');
  await catchUp(db);
  expect(await isInFile(db, 'wombat')).toBe(true);
  const unknown = await say(db, uid, roomId, 'Another numbat came by');
  for (const messageId of [known, unknown])
    await run(db, { mutation: 'delete_message', call: { uid, now: NOW }, input: { messageId } });
  expect(await found(db, 'wombat')).toEqual([]);
  await catchUp(db);
  for (const word of ['wombat', 'numbat']) expect(await isInFile(db, word)).toBe(false);
  expect(await found(db, 'came')).toEqual([]);
});
