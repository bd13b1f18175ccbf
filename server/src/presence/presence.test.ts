import { type Presence, personTopic } from '@snug/protocol';
import { expect, test } from 'vitest';
import type { WriteJob } from '../db/store.ts';
import { newId } from '../ids.ts';
import { addPerson, NOW, runJob, runJobs, runJobsAt, temporaryDatabase } from '../testing/database.ts';
import { readPresences, storeAllOffline } from './presence-store.ts';

function createPresenceJob(uid: string, state: Presence['state']): WriteJob {
  return { mutation: 'set_presence', caller: { uid }, input: { state } };
}

async function createPerson() {
  const { db } = await temporaryDatabase();
  return { db, uid: await addPerson(db, 'Ann') };
}

test('P3 a change is stored, and published on the topic of the person', async () => {
  const { db, uid } = await createPerson();
  expect(await readPresences(db, [uid])).toEqual([]);
  const { output, publications } = await runJob<Presence>(db, createPresenceJob(uid, 'online'));
  expect(output).toEqual({ uid, state: 'online', lastChanged: NOW });
  expect(publications).toEqual([
    { topic: personTopic(uid), event: { type: 'presence_changed', presence: output } },
  ]);
  expect(await readPresences(db, [uid, newId()])).toEqual([output]);
});

test('P6 only the last change is stored, and an equal state is no change', async () => {
  const { db, uid } = await createPerson();
  await runJob(db, createPresenceJob(uid, 'online'));
  await runJob(db, createPresenceJob(uid, 'offline'), NOW + 10);
  const again = await runJob<Presence>(db, createPresenceJob(uid, 'offline'), NOW + 20);
  expect(again).toEqual({ output: { uid, state: 'offline', lastChanged: NOW + 10 }, publications: [] });
  expect(await db.selectFrom('presence').selectAll().execute()).toHaveLength(1);
});

test('P6 each change is later than the previous one, even if the clock goes back', async () => {
  const { db, uid } = await createPerson();
  const times: number[] = [];
  for (const [state, now] of [
    ['online', NOW],
    ['offline', NOW],
    ['online', NOW - 60_000],
  ] as const) {
    times.push((await runJob<Presence>(db, createPresenceJob(uid, state), now)).output.lastChanged);
  }
  await storeAllOffline(db, NOW - 60_000);
  times.push((await readPresences(db, [uid]))[0]?.lastChanged ?? 0);
  expect(times).toEqual([NOW, NOW + 1, NOW + 2, NOW + 3]);
});

test('P5 all online people become offline, and the presence of offline people does not change', async () => {
  const { db, uid } = await createPerson();
  const ben = await addPerson(db, 'Ben');
  await runJob(db, createPresenceJob(uid, 'online'));
  await runJob(db, createPresenceJob(ben, 'offline'));
  await runJobsAt(NOW + 500, db, { mutation: 'set_all_offline', caller: { uid: '' }, input: undefined });
  expect(await readPresences(db, [uid])).toEqual([{ uid, state: 'offline', lastChanged: NOW + 500 }]);
  expect(await readPresences(db, [ben])).toEqual([{ uid: ben, state: 'offline', lastChanged: NOW }]);
});

test('a deleted person has no presence', async () => {
  const { db } = await createPerson();
  expect(await runJobs(db, createPresenceJob(newId(), 'online'))).toMatchObject([
    { error: { code: 'internal' } },
  ]);
});
