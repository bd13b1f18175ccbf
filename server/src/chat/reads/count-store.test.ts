import type { CommandOutput } from '@snug/protocol';
import { type Insertable, sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import type { OwnConversationTable } from '../../db/conversation-tables.ts';
import { listPreparedStatements } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import {
  addPerson,
  createRoomJob,
  isOnPostgres,
  NOW,
  runJob,
  temporaryDatabase,
} from '../../testing/database.ts';
import { countRooms, estimateRows, listCursors, MAX_EXAMINED } from './count-store.ts';

/** Ann's cursor is at the beginning of the room. Cem is a person whom Ann blocks. */
async function createRoom() {
  const { db } = await temporaryDatabase();
  const [ann, ben, cem] = [
    await addPerson(db, 'Ann'),
    await addPerson(db, 'Ben'),
    await addPerson(db, 'Cem'),
  ];
  const { output } = await runJob<CommandOutput<'create_room'>>(db, createRoomJob(ann, { name: 'Garden' }));
  const roomId = output.room.id;
  await runJob(db, { mutation: 'set_block', caller: { uid: ann }, input: { uid: cem, blocked: true } });
  const get = async () => (await countRooms(db, ann, [roomId]))[0];
  return { db, ann, ben, cem, roomId, get };
}

type Kind = 'plain' | 'person' | 'everyone' | 'both';

/** Stores messages in the order of the list, without a transaction for each. */
async function append(db: Db, roomId: string, authors: readonly string[], kind: Kind = 'plain', uid = '') {
  const { seq } = await db
    .selectFrom('rooms')
    .select('seq')
    .where('id', '=', roomId)
    .executeTakeFirstOrThrow();
  for (let from = 0; from < authors.length; from += 500) {
    const rows = authors.slice(from, from + 500).map((authorId, index) => ({
      id: newId(),
      roomId,
      seq: seq + from + index + 1,
      authorId,
      text: 'hi',
      createdAt: NOW,
      changedSeq: seq + from + index + 1,
      deletedAt: null,
      mentionsRoom: kind === 'everyone' || kind === 'both' ? 1 : null,
    }));
    await db.insertInto('messages').values(rows).execute();
    if (kind !== 'person' && kind !== 'both') continue;
    const mentions = rows.map(row => ({
      userId: uid,
      kind: 'person' as const,
      at: NOW,
      roomId,
      seq: row.seq,
      authorId: row.authorId,
    }));
    await db.insertInto('mentions').values(mentions).execute();
  }
  await db
    .updateTable('rooms')
    .set({ seq: sql<number>`"seq" + ${authors.length}` })
    .where('id', '=', roomId)
    .execute();
}

const repeat = (author: string, count: number) => Array.from({ length: count }, () => author);

test('U3 a count is exact up to the last of 1,000 messages', async () => {
  const { db, ann, ben, cem, roomId, get } = await createRoom();
  await append(db, roomId, [...repeat(cem, 500), ...repeat(ann, 498), ben, ben]);
  expect(await get()).toMatchObject({ read: { seq: 1_000, unread: 2, mentions: 0 } });
  await db.deleteFrom('blocks').execute();
  expect(await get()).toMatchObject({ read: { unread: 100 } });
});

test.each(['ann', 'cem'] as const)('U3 beyond 1,000 messages of %s a count is 100 or more', async author => {
  const { db, roomId, get, ...people } = await createRoom();
  await append(db, roomId, repeat(people[author], MAX_EXAMINED));
  expect(await get()).toMatchObject({ read: { unread: 0, mentions: 0 } });
  await append(db, roomId, [people[author]]);
  expect(await get()).toMatchObject({ read: { unread: 100, mentions: 0 } });
});

test.each([
  ['person', 1],
  ['everyone', 1],
  ['both', 2],
] as const)('U3 beyond 1,000 mentions of the kind %s their count is 100 or more', async (kind, rows) => {
  const { db, ann, ben, cem, roomId, get } = await createRoom();
  await append(db, roomId, repeat(cem, MAX_EXAMINED / rows - 2), kind, ann);
  await append(db, roomId, [ben, ben], kind, ann);
  expect(await get()).toMatchObject({ read: { unread: 2, mentions: 2 } });
  await append(db, roomId, [ben, cem, cem], kind, ann);
  await append(db, roomId, repeat(ben, 600));
  expect(await get()).toMatchObject({ read: { unread: 100, mentions: 100 } });
});

test('U3 a count without hidden messages ends early, and names the rows that it examined', async () => {
  const { db, ann, ben, cem, roomId, get } = await createRoom();
  await append(db, roomId, [...repeat(cem, 50), ...repeat(ben, 800)], 'both', ann);
  const counted = await get();
  expect(counted).toMatchObject({ read: { unread: 100, mentions: 100 } });
  expect(counted?.examined).toBeGreaterThan(300);
  expect(counted?.examined).toBeLessThan(310);
  await append(db, roomId, repeat(cem, 3_000));
  await db.insertInto('blocks').values({ userId: ann, blockedId: ben }).execute();
  expect(await get()).toMatchObject({ read: { unread: 100 }, examined: 2 * MAX_EXAMINED });
});

test('U3 a member without a cursor has nothing unread, also in a trimmed room', async () => {
  const { db, ann, ben, roomId, get } = await createRoom();
  await append(db, roomId, [ben, ben, ben], 'both', ann);
  await db.deleteFrom('reads').where('userId', '=', ann).execute();
  expect(await get()).toMatchObject({ read: { seq: 3, readSeq: 3, unread: 0, mentions: 0 } });
  await db.updateTable('rooms').set({ trimmedBefore: 2 }).where('id', '=', roomId).execute();
  expect(await get()).toMatchObject({ read: { seq: 3, readSeq: 3, unread: 0, mentions: 0 } });
});

test('U3 a mention from before a person joined counts only as a message', async () => {
  const { db, ann, ben, roomId, get } = await createRoom();
  await append(db, roomId, [ben, ben, ben], 'person', ann);
  await db.updateTable('mentions').set({ outside: 1 }).where('seq', '<', 3).execute();
  expect(await get()).toMatchObject({ read: { unread: 3, mentions: 1 } });
});

test('U10 what is read in one room hides no message with the same id of another room', async () => {
  const { db, ann, ben, roomId } = await createRoom();
  const { output } = await runJob<CommandOutput<'create_room'>>(db, createRoomJob(ann, { name: 'Choir' }));
  const rows: Insertable<OwnConversationTable>[] = [];
  for (const [index, each] of [roomId, output.room.id].entries()) {
    await append(db, each, [ben, ben]);
    rows.push({ userId: ann, roomId: each, rootId: `message-${index}`, follows: null, seq: 2, at: NOW });
  }
  for (const [index, { rootId }] of rows.entries())
    await db
      .updateTable('messages')
      .set({ id: rootId })
      .where('seq', '=', index + 1)
      .execute();
  await db.insertInto('own_conversations').values(rows).execute();
  const counted = await countRooms(
    db,
    ann,
    rows.map(row => row.roomId),
  );
  expect(counted.map(({ read }) => read.unread)).toEqual([1, 1]);
});

test('U3 the estimate of a count is at least what it examines', async () => {
  const { db, ann, ben, cem, roomId, get } = await createRoom();
  for (const authors of [repeat(cem, 1), repeat(ben, 9), repeat(cem, 700), repeat(cem, 900)]) {
    await append(db, roomId, authors, 'both', ann);
    const [row] = await listCursors(db, ann, [roomId]);
    const estimate = row && estimateRows(row);
    const { examined = 0 } = (await get()) ?? {};
    expect({ estimate, examined, isEnough: (estimate ?? 0) + 2 >= examined }).toMatchObject({
      isEnough: true,
    });
  }
});

interface PlanNode {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

const listNodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(listNodes)];

test.runIf(isOnPostgres)('U3 PostgreSQL reads no more of a long room than a count examines', async () => {
  const { db, ann, cem, roomId, get } = await createRoom();
  await append(db, roomId, repeat(cem, 4_000), 'person', ann);
  await append(db, roomId, repeat(cem, 4_000), 'everyone');
  for (const seq of [0, 4_000]) {
    await db.updateTable('reads').set({ seq }).where('userId', '=', ann).execute();
    expect(await get()).toMatchObject({ examined: 2 * MAX_EXAMINED });
    const statement = listPreparedStatements().find(text => text.includes('row_number()')) ?? '';
    const text = statement
      .replaceAll(/ indexed by "\w+"/g, '')
      .replaceAll('$1', `'${ann}'`)
      .replaceAll('?', `'${roomId}'`);
    const { rows } = await sql
      .raw<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(`explain (analyze, format json) ${text}`)
      .execute(db);
    const nodes = rows.flatMap(row => row['QUERY PLAN'].flatMap(({ Plan }) => listNodes(Plan)));
    const read = nodes.map(
      node => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
    );
    expect(nodes.length).toBeGreaterThan(10);
    expect(Math.max(...read)).toBeLessThanOrEqual(MAX_EXAMINED + 2);
  }
});
