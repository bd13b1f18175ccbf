import { HEART, MAX_LISTED_REACTIONS } from '@snug/protocol';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import type { Db } from '../../db/schema.ts';
import { addPerson, createSendJob, createTestRoom, runJob, runJobs } from '../../testing/database.ts';
import { listReactions } from './reaction-people.ts';

async function createMessage() {
  const { db, uid, roomId } = await createTestRoom();
  const messageId = newId();
  await runJob(db, createSendJob(uid, { roomId, id: messageId }));
  return { db, uid, roomId, messageId };
}

async function react(db: Db, uids: readonly string[], message: object, on = true): Promise<void> {
  for (const uid of uids)
    await runJob(db, {
      mutation: 'set_reaction',
      caller: { uid },
      input: { emoji: HEART, on, ...message },
    });
}

test('M8 each person who reacted appears once over all pages, and without those who chose another emoji', async () => {
  const { db, roomId, messageId } = await createMessage();
  const message = { roomId, messageId };
  const count = 2 * MAX_LISTED_REACTIONS + 3;
  const uids = [];
  for (let index = 0; index < count; index++) uids.push(await addPerson(db, `Person ${index}`));
  await react(db, uids, message);
  await react(db, [await addPerson(db, 'Ben')], { ...message, emoji: '👍' });
  const pages: string[][] = [];
  let after: string | undefined;
  do {
    const { people, next } = await listReactions(db, { ...message, emoji: HEART, after });
    pages.push(people.map(({ uid }) => uid));
    after = next;
  } while (after !== undefined);
  expect(pages.map(page => page.length)).toEqual([MAX_LISTED_REACTIONS, MAX_LISTED_REACTIONS, 3]);
  expect(pages.flat()).toEqual(uids.toSorted());
  const { people, next } = await listReactions(db, { ...message, emoji: '👍' });
  expect({ names: people.map(({ name }) => name), next }).toEqual({ names: ['Ben'], next: undefined });
});

test('M8 nobody is listed after a reaction is removed or its message is deleted', async () => {
  const { db, uid, roomId, messageId } = await createMessage();
  const message = { roomId, messageId };
  const ben = await addPerson(db, 'Ben');
  await react(db, [uid, ben], message);
  await react(db, [ben], message, false);
  expect((await listReactions(db, { ...message, emoji: HEART })).people).toMatchObject([{ uid }]);
  await runJobs(db, { mutation: 'delete_message', caller: { uid }, input: message });
  expect(await listReactions(db, { ...message, emoji: HEART })).toEqual({ people: [] });
});
