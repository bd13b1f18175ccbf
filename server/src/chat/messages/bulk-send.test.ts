import { FOREVER } from '@snug/protocol';
import { Random } from '@snug/testkit/random.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import { MUTATIONS } from '../../commands/mutations.ts';
import type { Db } from '../../db/schema.ts';
import type { WriteJob, WriteOutcome } from '../../db/store.ts';
import { createBatchRunner } from '../../testing/batch-runner.ts';
import {
  addPerson,
  createRoomJob,
  createSendJob,
  runBatch,
  temporaryDatabase,
} from '../../testing/database.ts';
import { selectSends } from './bulk-send.ts';

const SEED = 18;
const OPEN = 'r1';
const ROOMS = [OPEN, 'r2', 'r3'];

/** Without times. */
async function readState(db: Db) {
  const rooms = await db
    .selectFrom('rooms')
    .select(['id', 'seq', 'lastMessageSeq', 'writerCount', 'incarnation'])
    .orderBy('id')
    .execute();
  const messages = await db
    .selectFrom('messages')
    .select(['roomId', 'seq', 'changedSeq', 'id', 'authorId', 'text'])
    .orderBy('roomId')
    .orderBy('seq')
    .execute();
  const members = await db
    .selectFrom('members')
    .select(['roomId', 'userId', 'messageCount', 'lastSeq', 'role', 'version', 'silencedUntil'])
    .orderBy('roomId')
    .orderBy('userId')
    .execute();
  return { rooms, messages, members };
}

function describe(outcome: WriteOutcome): unknown {
  if ('error' in outcome) return outcome.error.code;
  const { output, publications } = outcome;
  const times = new Set(['createdAt', 'deletedAt']);
  return JSON.parse(
    JSON.stringify({ output, publications }, (key, value: unknown) => (times.has(key) ? 0 : value)),
  );
}

/** Silences Ben in the open room, or adds or removes him in a private one. */
function createMemberJob(random: Random, [owner = '', uid]: readonly string[]): WriteJob {
  const [roomId, isOn] = [ROOMS[random.below(ROOMS.length)], random.chance(0.5)];
  const change = roomId === OPEN ? { silencedUntil: isOn ? FOREVER : null } : { member: isOn };
  return { mutation: 'set_member', caller: { uid: owner }, input: { roomId, uid, ...change } };
}

/** Messages, retries, deletions, refused messages and changes of members. */
function createBatches(random: Random, uids: readonly string[]): WriteJob[][] {
  const sent: { roomId: string; id: string; uid: string }[] = [];
  const createJob = (): WriteJob => {
    const uid = uids[random.below(uids.length)] ?? '';
    const known = sent[random.below(sent.length)];
    const choice = random.below(20);
    if (choice === 0 && known)
      return {
        mutation: 'delete_message',
        caller: { uid: known.uid },
        input: { roomId: known.roomId, messageId: known.id },
      };
    if (choice === 1) return createSendJob('nobody', { roomId: 'r1' });
    if (choice === 2) return createSendJob(uid, { roomId: 'nowhere' });
    if (choice === 3 && known) return createSendJob(uid, { ...known, text: 'other words' });
    if (choice === 5) return createMemberJob(random, uids);
    if (choice === 4 && known)
      return createSendJob(known.uid, { roomId: known.roomId, id: known.id, text: known.id });
    const message = { roomId: ROOMS[random.below(ROOMS.length)] ?? '', id: newId(), uid };
    sent.push(message);
    return createSendJob(uid, { roomId: message.roomId, id: message.id, text: message.id });
  };
  return Array.from({ length: 12 }, () => Array.from({ length: 1 + random.below(20) }, createJob));
}

test('L1 M1 M2 M5 the bulk statement stores and returns the same as one mutation per message', async () => {
  const { db: single } = await temporaryDatabase();
  const { db: bulk, runner } = await createBatchRunner();
  const uids = [await addPerson(single, 'Ann'), await addPerson(single, 'Ben')];
  const people = await single.selectFrom('users').selectAll().execute();
  await bulk.insertInto('users').values(people).execute();
  const [owner = ''] = uids;
  const rooms = ROOMS.map(id => createRoomJob(owner, { id, kind: id === OPEN ? 'open' : 'private' }));
  const joined = uids.map(uid => ({ mutation: 'join_room', caller: { uid }, input: { roomId: OPEN } }));
  await runBatch(single, MUTATIONS, [...rooms, ...joined]);
  await runner.run([...rooms, ...joined]);
  for (const [number, batch] of createBatches(new Random(SEED), uids).entries()) {
    const sends = new Set(selectSends(MUTATIONS, batch));
    // The order in which the runner stores the jobs.
    const order = [...batch.keys()].toSorted((a, b) => Number(sends.has(b)) - Number(sends.has(a)) || a - b);
    const expected: WriteOutcome[] = [];
    for (const index of order)
      expected[index] = (await runBatch(single, MUTATIONS, batch.slice(index, index + 1)))[0] as WriteOutcome;
    const outcomes = await runner.run(batch);
    expect(outcomes.map(describe), `batch ${number}`).toEqual(expected.map(describe));
    expect(await readState(bulk), `batch ${number}`).toEqual(await readState(single));
  }
});

test('only the first message of a room in an incarnation has a transaction of its own', async () => {
  const { db, runner } = await createBatchRunner();
  const uid = await addPerson(db, 'Ann');
  await runner.run(ROOMS.map(id => createRoomJob(uid, { id })));
  const sends = Array.from({ length: 30 }, (_, index) =>
    createSendJob(uid, { roomId: ROOMS[index % ROOMS.length] ?? '' }),
  );
  for (const outcome of await runner.run(sends)) expect(outcome).toHaveProperty('output');
  const { rows } = await sql<{ count: number }>`
    select count(distinct "xmin"::text)::int as "count" from "messages"`.execute(db);
  expect(rows).toEqual([{ count: ROOMS.length + 1 }]);
});

test('a message waits for earlier changes of its batch in its room', () => {
  const jobs: WriteJob[] = [
    createSendJob('ann', { roomId: 'r1', id: 'one' }),
    createRoomJob('ann', { id: 'r2' }),
    createSendJob('ann', { roomId: 'r2' }),
    createSendJob('ann', { roomId: 'r1', id: 'one' }),
    createSendJob('ann', { roomId: 'r1', id: 'two' }),
    createSendJob('ann', { roomId: 'r3' }),
  ];
  expect(selectSends(MUTATIONS, jobs)).toEqual([0, 5]);
});
