import { type Presence, personTopic } from '@snug/protocol';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import type { WriteJob } from '../../db/store.ts';
import { addPerson, NOW, runJob, runJobsAt, temporaryDatabase } from '../../testing/database.ts';
import { readPresences, storeAllOffline } from './presence-store.ts';

type Output = { presences: Presence[] };

function createPresenceJob(uid: string, state: Presence['state']): WriteJob {
  return { mutation: 'set_presences', caller: { uid: '' }, input: { changes: [{ uid, state }] } };
}

async function createPerson() {
  const { db } = await temporaryDatabase();
  return { db, uid: await addPerson(db, 'Ann') };
}

test('P3 a change is stored, and published on the topic of the person', async () => {
  const { db, uid } = await createPerson();
  expect(await readPresences(db, [uid])).toEqual([]);
  const { output, publications } = await runJob<Output>(db, createPresenceJob(uid, 'online'));
  const [presence] = output.presences;
  expect(output.presences).toEqual([{ uid, state: 'online', lastChanged: NOW }]);
  expect(publications).toEqual([{ topic: personTopic(uid), event: { type: 'presence_changed', presence } }]);
  expect(await readPresences(db, [uid, newId()])).toEqual(output.presences);
});

test('P6 only the last change is stored, and an equal state is no change', async () => {
  const { db, uid } = await createPerson();
  await runJob(db, createPresenceJob(uid, 'online'));
  await runJob(db, createPresenceJob(uid, 'offline'), NOW + 10);
  const again = await runJob<Output>(db, createPresenceJob(uid, 'offline'), NOW + 20);
  const presences = [{ uid, state: 'offline', lastChanged: NOW + 10 }];
  expect(again).toEqual({ output: { presences }, publications: [] });
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
    const { output } = await runJob<Output>(db, createPresenceJob(uid, state), now);
    times.push(output.presences[0]?.lastChanged ?? 0);
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
  const { db, uid } = await createPerson();
  const changes = [newId(), uid].map(each => ({ uid: each, state: 'online' }));
  const job = { mutation: 'set_presences', caller: { uid: '' }, input: { changes } };
  const { output } = await runJob<Output>(db, job);
  expect(output.presences.map(presence => presence.uid)).toEqual([uid]);
});
