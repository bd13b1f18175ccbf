import { FOREVER } from '@snug/protocol';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import { MUTATIONS } from '../../commands/mutations.ts';
import type { Db } from '../../db/schema.ts';
import type { WriteOutcome } from '../../db/store.ts';
import { createBatchRunner } from '../../testing/batch-runner.ts';
import {
  addPerson,
  createRoomJob,
  createSendJob,
  NOW,
  runBatch,
  temporaryDatabase,
} from '../../testing/database.ts';

const OPEN = 'open';
const PRIVATE = 'private';

/** A row that may decide whether Ben can send: his own, his membership's, or the room's. */
interface Gate {
  table: 'users' | 'members' | 'rooms';
  where: ReturnType<typeof sql>;
}

interface Column {
  name: string;
  type: string;
}

const TEXTS = ['', 'admin', 'member', 'waiting', 'declined', 'open', 'private', 'direct', 'ann', 'nobody'];
const NUMBERS = [0, 1, NOW, FOREVER];

function listValues({ type }: Column): unknown[] {
  if (type === 'boolean') return [null, true, false];
  if (type.startsWith('timestamp')) return [null, new Date(NOW).toISOString()];
  return [null, ...(type === 'text' ? TEXTS : NUMBERS)];
}

async function listColumns(db: Db, table: string): Promise<Column[]> {
  const { rows } = await sql<Column>`select "column_name" as "name", "data_type" as "type"
    from information_schema.columns where "table_name" = ${table} and "table_schema" = current_schema()`.execute(
    db,
  );
  return rows;
}

/** Returns false if the schema does not permit the value. */
async function setColumn(db: Db, { table, where }: Gate, name: string, value: unknown): Promise<boolean> {
  const change = sql`update ${sql.table(table)} set ${sql.ref(name)} = ${value} where ${where}`;
  return change.execute(db).then(
    () => true,
    () => false,
  );
}

async function readColumn(db: Db, { table, where }: Gate, name: string): Promise<unknown> {
  const row = await sql<{ value: unknown }>`select ${sql.ref(name)} as "value" from ${sql.table(table)}
    where ${where}`.execute(db);
  return row.rows[0]?.value;
}

function describe(outcome: WriteOutcome | undefined): string {
  if (!outcome) return 'nothing';
  return 'error' in outcome ? outcome.error.code : 'stored';
}

test('M1 Y16 no value of any column of person, membership and room lets the bulk statement send what one mutation refuses', async () => {
  const { db: single } = await temporaryDatabase();
  const { db: bulk, runner } = await createBatchRunner();
  const [ann, ben] = [await addPerson(single, 'Ann'), await addPerson(single, 'Ben')];
  await bulk
    .insertInto('users')
    .values(await single.selectFrom('users').selectAll().execute())
    .execute();
  const setup = [
    createRoomJob(ann, { id: OPEN, kind: 'open' }),
    createRoomJob(ann, { id: PRIVATE, kind: 'private' }),
    { mutation: 'join_room', caller: { uid: ben }, input: { roomId: OPEN } },
    { mutation: 'set_member', caller: { uid: ann }, input: { roomId: PRIVATE, uid: ben, member: true } },
    createSendJob(ann, { roomId: OPEN }),
    createSendJob(ann, { roomId: PRIVATE }),
  ];
  for (const job of setup) {
    await runBatch(single, MUTATIONS, [job]);
    await runner.run([job]);
  }
  const results = new Map<string, number>();
  const differences: string[] = [];
  for (const roomId of [OPEN, PRIVATE]) {
    const gates: Gate[] = [
      { table: 'users', where: sql`"id" = ${ben}` },
      { table: 'members', where: sql`"userId" = ${ben} and "roomId" = ${roomId}` },
      { table: 'rooms', where: sql`"id" = ${roomId}` },
    ];
    for (const gate of gates)
      for (const column of await listColumns(bulk, gate.table)) {
        const isKey = ['id', 'roomId', 'userId'].includes(column.name);
        const before = await readColumn(bulk, gate, column.name);
        for (const value of isKey ? [] : listValues(column)) {
          const name = `${gate.table}.${column.name} = ${JSON.stringify(value)}`;
          const isSet = [
            await setColumn(single, gate, column.name, value),
            await setColumn(bulk, gate, column.name, value),
          ];
          if (!isSet.every(Boolean)) continue;
          const job = createSendJob(ben, { roomId, id: newId(), text: 'hello' });
          const expected = describe((await runBatch(single, MUTATIONS, [job]))[0]);
          const outcome = describe((await runner.run([job]))[0]);
          if (outcome !== expected) differences.push(`${name}: ${outcome} instead of ${expected}`);
          results.set(expected, (results.get(expected) ?? 0) + 1);
        }
        await setColumn(single, gate, column.name, before);
        await setColumn(bulk, gate, column.name, before);
      }
  }
  expect(differences).toEqual([]);
  expect([...results.keys()]).toEqual(
    expect.arrayContaining(['stored', 'forbidden', 'not_found', 'unauthenticated']),
  );
});
