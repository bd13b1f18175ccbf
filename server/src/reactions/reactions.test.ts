import type { CommandOutput, EventOf } from '@snug/protocol';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Db } from '../db/schema.ts';
import type { Job } from '../db/store.ts';
import { newId } from '../ids.ts';
import { readChanges, readPage } from '../messages/message-store.ts';
import { addPerson, aRoom, positionOf, run, sendJob, store } from '../testing/database.ts';
import { withLiked } from './reaction-store.ts';

type Liked = CommandOutput<'set_like'>;
const ALL = Number.MAX_SAFE_INTEGER;

interface Message {
  roomId: string;
  messageId: string;
}

function likeJob(uid: string, { roomId, messageId }: Message, liked: boolean): Job {
  return { mutation: 'set_like', call: { uid }, input: { roomId, messageId, liked } };
}

async function aMessage(): Promise<{ db: Db; uid: string; roomId: string; messageId: string }> {
  const { db, uid, roomId } = await aRoom();
  const messageId = newId();
  await store(db, sendJob(uid, { roomId, id: messageId }));
  return { db, uid, roomId, messageId };
}

test('L5 M7 a like is a change of the room, told to all and known to the one who likes', async () => {
  const { db, uid, roomId, messageId } = await aMessage();
  const ben = await addPerson(db, 'Ben');
  const { output, publications } = await store<Liked>(db, likeJob(ben, { roomId, messageId }, true));
  expect(output.message).toMatchObject({ seq: 1, changedSeq: 2, likeCount: 1, liked: true });
  expect(publications).toMatchObject([
    { event: { type: 'message_liked', roomId, seq: 2, uid: ben, liked: true } },
  ]);
  expect(publications[0]?.event).not.toHaveProperty('message.liked');
  const seenBy = async (viewer: string) => {
    const { messages } = await readPage(db, roomId, ALL, 10);
    return (await withLiked(db, viewer, roomId, messages))[0];
  };
  expect(await seenBy(ben)).toMatchObject({ likeCount: 1, liked: true });
  expect(await seenBy(uid)).toMatchObject({ likeCount: 1, liked: false });
  expect(await readChanges(db, roomId, 1, 10)).toMatchObject([{ id: messageId, changedSeq: 2 }]);
});

test('L5 M7 liking twice changes nothing and takes no place in the log', async () => {
  const { db, uid, roomId, messageId } = await aMessage();
  await store(db, likeJob(uid, { roomId, messageId }, false));
  await store(db, likeJob(uid, { roomId, messageId }, true));
  const again = await store<Liked>(db, likeJob(uid, { roomId, messageId }, true));
  expect(again).toMatchObject({ output: { message: { likeCount: 1, liked: true } }, publications: [] });
  expect(await positionOf(db, roomId)).toBe(2);
});

test('Q12 the event of a like does not repeat a long text, the answer does', async () => {
  const { db, uid, roomId } = await aRoom();
  for (const [text, isRepeated] of [
    ['a'.repeat(2_000), true],
    ['\u0001'.repeat(400), false],
  ] as const) {
    const messageId = newId();
    await store(db, sendJob(uid, { roomId, id: messageId, text }));
    const { output, publications } = await store<Liked>(db, likeJob(uid, { roomId, messageId }, true));
    expect(output.message.text).toBe(text);
    const event = publications[0]?.event as EventOf<'message_liked'>;
    expect([event.message.text, event.withoutText]).toEqual(
      isRepeated ? [text, undefined] : [undefined, true],
    );
  }
});

test('M7 after 200 likes and unlikes by many at once the count is the number of those who like it', async () => {
  const { db, roomId, messageId } = await aMessage();
  const people = await Promise.all(
    Array.from({ length: 10 }, (_, index) => addPerson(db, `Person ${index}`)),
  );
  const turns = fc.array(fc.tuple(fc.constantFrom(...people), fc.boolean()), {
    minLength: 200,
    maxLength: 200,
  });
  await fc.assert(
    fc.asyncProperty(turns, async turns => {
      await run(db, ...turns.map(([uid, liked]) => likeJob(uid, { roomId, messageId }, liked)));
      const last = new Map(turns);
      const likes = await db.selectFrom('likes').select('userId').execute();
      for (const [uid, liked] of last) expect(likes.some(like => like.userId === uid)).toBe(liked);
      const { messages } = await readPage(db, roomId, ALL, 1);
      expect(messages[0]?.likeCount).toBe(likes.length);
    }),
    { numRuns: 5 },
  );
});

test('what is not there cannot be liked', async () => {
  const { db, uid, roomId } = await aMessage();
  expect(await run(db, likeJob(uid, { roomId, messageId: newId() }, true))).toMatchObject([
    { error: { code: 'not_found' } },
  ]);
});
