import type { Presence } from '@snug/protocol';
import { describe, expect, test } from 'vitest';
import type { Db } from '../../db/schema.ts';
import type { WriteJob } from '../../db/store.ts';
import { addPerson, isOnPostgres, NOW, runJob, temporaryDatabase } from '../../testing/database.ts';
import { readPresences } from './presence-store.ts';

const LEASE_MS = 10_000;

async function createNodes() {
  const { db } = await temporaryDatabase();
  for (const id of ['one', 'two'])
    await db
      .insertInto('nodes')
      .values({ id, startedAt: NOW, expiresAt: NOW + LEASE_MS, version: '1.0.0' })
      .execute();
  const [ann, ben] = [await addPerson(db, 'Ann'), await addPerson(db, 'Ben')];
  const set = (nodeId: string, state: Presence['state'], ...uids: string[]): WriteJob => ({
    mutation: 'set_presences',
    caller: { uid: '' },
    input: { nodeId, changes: uids.map(uid => ({ uid, state })) },
  });
  const end = (nodeId: string, ...uids: string[]): WriteJob => ({
    mutation: 'end_visits',
    caller: { uid: '' },
    input: { nodeId, uids },
  });
  return { db, ann, ben, set, end };
}

async function readStates(db: Db, ...uids: string[]): Promise<(Presence['state'] | undefined)[]> {
  const known = new Map((await readPresences(db, uids)).map(({ uid, state }) => [uid, state]));
  return uids.map(uid => known.get(uid));
}

describe.runIf(isOnPostgres)('on several nodes', () => {
  test('P1 a person is online until they left all nodes, and each change is published once', async () => {
    const { db, ann, ben, set } = await createNodes();
    const counts: number[] = [];
    for (const job of [
      set('one', 'online', ann, ben),
      set('two', 'online', ann),
      set('one', 'offline', ann, ben),
      set('two', 'offline', ann),
    ])
      counts.push((await runJob(db, job)).publications.length);
    expect(counts).toEqual([2, 0, 1, 1]);
    expect(await readStates(db, ann, ben)).toEqual(['offline', 'offline']);
    expect(await db.selectFrom('visits').selectAll().execute()).toEqual([]);
  });

  test('P4 a person stays online while their node cannot renew its lease, until it is removed', async () => {
    const { db, ann, set, end } = await createNodes();
    await runJob(db, set('one', 'online', ann));
    await db
      .updateTable('nodes')
      .set({ expiresAt: NOW + 1_000 })
      .where('id', '=', 'one')
      .execute();
    await runJob(db, set('two', 'online', ann), NOW + 2_000);
    await runJob(db, set('two', 'offline', ann), NOW + 2_000);
    expect(await readStates(db, ann)).toEqual(['online']);
    await runJob(db, end('one', ann), NOW + 2_000);
    expect(await readStates(db, ann)).toEqual(['offline']);
  });

  test('P4 the people of a dead node without another visit go offline', async () => {
    const { db, ann, ben, set, end } = await createNodes();
    await runJob(db, set('one', 'online', ann, ben));
    await runJob(db, set('two', 'online', ben));
    const alive = await runJob(db, end('one', ann, ben), NOW + 1_000);
    expect(alive).toMatchObject({ output: { count: 0 }, publications: [] });
    await db
      .updateTable('nodes')
      .set({ expiresAt: NOW + 60_000 })
      .where('id', '=', 'two')
      .execute();
    expect(await runJob(db, end('one', ann, ben), NOW + LEASE_MS)).toMatchObject({
      output: { count: 2 },
      publications: [{ event: { presence: { uid: ann, state: 'offline' } } }],
    });
    expect(await readStates(db, ann, ben)).toEqual(['offline', 'online']);
  });

  test('P4 a visit to a removed node is not stored', async () => {
    const { db, ann, set } = await createNodes();
    await runJob(db, set('three', 'online', ann));
    expect(await readStates(db, ann)).toEqual(['offline']);
  });

  test('P6 a person who is deleted leaves no visit', async () => {
    const { db, ann, set } = await createNodes();
    await runJob(db, set('one', 'online', ann));
    await db.deleteFrom('accounts').where('userId', '=', ann).execute();
    await db.deleteFrom('users').where('id', '=', ann).execute();
    expect(await db.selectFrom('visits').selectAll().execute()).toEqual([]);
  });
});
