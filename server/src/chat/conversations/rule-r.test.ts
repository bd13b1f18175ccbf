import type { ReadState } from '@snug/protocol';
import { sampleRuns } from '@snug/testkit/test-scope.ts';
import { array, assert, asyncProperty, boolean, constantFrom, nat, record } from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import type { WriteJob } from '../../db/store.ts';
import { readState } from '../../testing/counts.ts';
import { addPerson, createRoomJob, isOnPostgres, runJob, temporaryDatabase } from '../../testing/database.ts';

interface Entry {
  id: string;
  seq: number;
  author: string;
  rootId: string | undefined;
  isDeleted: boolean;
}

/** Rule R, with the numbers of replies and what is followed, of one reader. */
class Model {
  readonly entries: Entry[] = [];
  end = 0;
  cursor = 0;
  version = 1;
  readonly conversations = new Map<string, number>();
  readonly followed = new Set<string>();
  readonly blocked = new Set<string>();

  readSeq({ id, rootId = id }: Pick<Entry, 'id' | 'rootId'>): number {
    return Math.max(this.cursor, this.conversations.get(rootId) ?? 0);
  }

  unread(reader: string): Entry[] {
    return this.entries.filter(
      entry =>
        !entry.isDeleted &&
        entry.author !== reader &&
        !this.blocked.has(entry.author) &&
        entry.seq > this.readSeq(entry),
    );
  }

  above(): Record<string, number> {
    return Object.fromEntries([...this.conversations].filter(([, seq]) => seq > this.cursor));
  }

  replies(rootId: string): number {
    return this.entries.filter(entry => entry.rootId === rootId && !entry.isDeleted).length;
  }
}

const STEP = record({
  kind: constantFrom(
    'send',
    'send',
    'reply',
    'reply',
    'reply',
    'delete',
    'read',
    'readOn',
    'readOn',
    'back',
    'follow',
    'unfollow',
    'block',
  ),
  author: nat({ max: 2 }),
  pick: nat({ max: 1_000 }),
  seq: nat({ max: 40 }),
  isStale: boolean(),
});

/** Throws unless all of it is as in a model after any steps. `faults`: statements that plant some. */
async function compareWithModel(numRuns: number, faults: readonly string[] = []): Promise<void> {
  const { db } = await temporaryDatabase();
  for (const statement of faults) await sql.raw(statement).execute(db);
  const people = [await addPerson(db, 'Ann'), await addPerson(db, 'Ben'), await addPerson(db, 'Cem')];
  const [reader = ''] = people;
  const run = async (uid: string, mutation: string, input: object) => {
    const job: WriteJob = { mutation, caller: { uid }, input };
    return runJob<{ message: { id: string; seq: number } }>(db, job);
  };
  await assert(
    asyncProperty(array(STEP, { minLength: 5, maxLength: 40 }), async steps => {
      const roomId = newId();
      await runJob(db, createRoomJob(reader, { id: roomId }));
      const model = new Model();
      for (const uid of people.slice(1)) {
        await run(uid, 'join_room', { roomId });
        await run(reader, 'set_block', { uid, blocked: false });
      }
      for (const { kind, author, pick, seq, isStale } of steps) {
        const uid = people[author] ?? reader;
        const entry = model.entries[pick % Math.max(1, model.entries.length)];
        const rootId = entry && (entry.rootId ?? entry.id);
        const version = isStale ? model.version - 1 : model.version;
        if (kind === 'send' || (kind === 'reply' && entry)) {
          const replyTo = kind === 'reply' ? entry?.id : undefined;
          const { output } = await run(uid, 'send_message', {
            roomId,
            id: newId(),
            text: 'hi',
            ...(replyTo !== undefined && { replyTo }),
          });
          const isFirst = replyTo !== undefined && !model.entries.some(other => other.rootId === rootId);
          const root = model.entries.find(({ id }) => id === rootId);
          model.end = output.message.seq;
          const sent = { id: output.message.id, seq: model.end, author: uid, isDeleted: false };
          model.entries.push({ ...sent, rootId: replyTo === undefined ? undefined : rootId });
          if (replyTo !== undefined && rootId !== undefined) {
            if (uid === reader || (isFirst && root && !root.isDeleted && root.author === reader))
              model.followed.add(rootId);
          }
        } else if (kind === 'delete' && entry && !entry.isDeleted) {
          await run(entry.author, 'delete_message', { roomId, messageId: entry.id });
          entry.isDeleted = true;
          model.end++;
        } else if (kind === 'read') {
          await run(reader, 'set_read', { roomId, seq, version });
          if (!isStale) model.cursor = Math.max(model.cursor, Math.min(seq, model.end));
        } else if (kind === 'readOn' && entry && rootId !== undefined) {
          await run(reader, 'set_read', { roomId, seq, version, conversation: entry.id });
          const wanted = Math.min(seq, model.end);
          if (!isStale)
            model.conversations.set(rootId, Math.max(model.conversations.get(rootId) ?? 0, wanted));
        } else if (kind === 'back') {
          await run(reader, 'set_read', { roomId, seq, version, back: true });
          if (!isStale) {
            model.cursor = Math.min(model.cursor, seq);
            model.version++;
            for (const [id, own] of model.conversations) model.conversations.set(id, Math.min(own, seq));
          }
        } else if ((kind === 'follow' || kind === 'unfollow') && entry && rootId !== undefined) {
          await run(reader, 'set_follow', { roomId, messageId: entry.id, on: kind === 'follow' });
          if (kind === 'follow') model.followed.add(rootId);
          else model.followed.delete(rootId);
        } else if (kind === 'block' && uid !== reader) {
          const on = !model.blocked.has(uid);
          await run(reader, 'set_block', { uid, blocked: on });
          if (on) model.blocked.add(uid);
          else model.blocked.delete(uid);
        }
        const state = (await readState(db, reader, roomId)) as ReadState;
        expect(state).toMatchObject({
          seq: model.end,
          readSeq: model.cursor,
          version: model.version,
          unread: model.unread(reader).length,
        });
        expect(state.conversations ?? {}).toEqual(model.above());
        const rows = await db
          .selectFrom('own_conversations')
          .select(['rootId', 'follows'])
          .where('userId', '=', reader)
          .where('roomId', '=', roomId)
          .execute();
        const followed = rows.filter(({ follows }) => follows !== null).map(row => row.rootId);
        expect(new Set(followed)).toEqual(model.followed);
        const kept = rows.filter(({ follows }) => follows === null).map(row => row.rootId);
        expect(kept.every(id => (model.conversations.get(id) ?? 0) > model.cursor)).toBe(true);
        const counts = await db
          .selectFrom('reply_counts')
          .select(['rootId', 'count'])
          .where('roomId', '=', roomId)
          .execute();
        for (const row of counts) expect(row.count).toBe(model.replies(row.rootId));
      }
    }),
    // A planted fault needs no smaller example.
    { numRuns, endOnFailure: faults.length > 0 },
  );
}

test('U10 counts, follows and numbers of replies are those of a model, after any steps', async () => {
  await expect(compareWithModel(sampleRuns(30))).resolves.toBeUndefined();
});

test('U10 a conversation that is marked as unread from its beginning leaves no row, unless it is followed', async () => {
  const { db } = await temporaryDatabase();
  const [ann, ben] = [await addPerson(db, 'Ann'), await addPerson(db, 'Ben')];
  const roomId = newId();
  const run = (uid: string, mutation: string, input: object) =>
    runJob<{ message: { id: string } }>(db, { mutation, caller: { uid }, input: { roomId, ...input } });
  await runJob(db, createRoomJob(ann, { id: roomId }));
  await run(ben, 'join_room', {});
  const send = async () => (await run(ann, 'send_message', { id: newId(), text: 'hi' })).output.message.id;
  const [read, followed] = [await send(), await send()];
  await run(ben, 'set_read', { seq: 0, version: 1, back: true });
  await run(ben, 'set_follow', { messageId: followed, on: true });
  for (const conversation of [read, followed])
    await run(ben, 'set_read', { seq: 2, version: 2, conversation });
  await run(ben, 'set_read', { seq: 0, version: 2, back: true });
  const rows = await db
    .selectFrom('own_conversations')
    .select(['rootId', 'seq'])
    .where('userId', '=', ben)
    .execute();
  expect(rows).toEqual([{ rootId: followed, seq: 0 }]);
});

const FAULTS: Readonly<Record<string, string>> = {
  'moving back raises a cursor': `after update on "reads" when new."version" > old."version" begin
    update "reads" set "seq" = "seq" + 1 where "userId" = new."userId" and "roomId" = new."roomId"; end`,
  'counts know only the cursor of the room': `after insert on "own_conversations" begin
    update "own_conversations" set "seq" = 0 where "userId" = new."userId"; end`,
  'a follow is lost': `after insert on "own_conversations" when new."follows" = 1 begin
    update "own_conversations" set "follows" = null where "userId" = new."userId" and "rootId" = new."rootId"; end`,
  'sending moves the cursor': `after insert on "messages" begin
    update "reads" set "seq" = new."seq" where "userId" = new."authorId" and "roomId" = new."roomId"; end`,
  'sending moves the cursor of its conversation': `after insert on "messages" when new."rootId" is not null begin
    insert into "own_conversations" values (new."authorId", new."roomId", new."rootId", null, new."seq", 1)
    on conflict do update set "seq" = new."seq"; end`,
  'a reply counts twice': `after update of "count" on "reply_counts" when new."count" > old."count" begin
    update "reply_counts" set "count" = "count" + 1 where "rootId" = new."rootId"; end`,
};

for (const [fault, trigger] of Object.entries(FAULTS))
  test.skipIf(isOnPostgres)(`the model finds that ${fault}`, async () => {
    await expect(compareWithModel(60, [`create trigger "planted" ${trigger}`])).rejects.toThrow(
      /Property failed/,
    );
  });
