import type { CommandInput, CommandOutput, Presence } from '@snug/protocol';
import { expect, test } from 'vitest';
import type { Publication } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { addPerson, NOW, runJob, temporaryDatabase } from '../../testing/database.ts';
import { addEmoji, createEmojiChange, createNameJob } from '../../testing/emoji.ts';
import { makeGuest } from '../guests/guest-store.ts';
import { readProfile } from '../profiles/profiles.ts';
import { readWatchedPeople } from '../profiles/watched-people.ts';
import { startStatusEnds } from './status-ends.ts';
import { listEnded } from './status-store.ts';
import { showPause } from './statuses.ts';

const HOUR_MS = 3_600_000;

async function createAnn() {
  const { db } = await temporaryDatabase();
  const ann = await addPerson(db, 'Ann');
  const online = { changes: [{ uid: ann, state: 'online' }] };
  await runJob(db, { mutation: 'set_presences', caller: { uid: '' }, input: online });
  const set = async (input: CommandInput<'set_status'>, now = NOW) => {
    const job = { mutation: 'set_status', caller: { uid: ann }, input };
    const { output, publications } = await runJob<CommandOutput<'set_status'>>(db, job, now);
    return { ...output.presence, published: publications.map(({ event }) => toPresence(event)) };
  };
  const read = async (now = NOW) => (await readProfile(db, { uid: ann, now }, ann)).presence;
  return { db, ann, set, read };
}

function toPresence(event: Publication['event']): Presence | undefined {
  return event.type === 'presence_changed' ? event.presence : undefined;
}

/** Runs the looks of a process at this time. Returns what it published. */
async function lookAt(db: Db, now: number): Promise<Publication[]> {
  const published: Publication[] = [];
  const looks: (() => void)[] = [];
  const done = Promise.withResolvers<void>();
  startStatusEnds({
    read: db,
    writer: {
      async write(mutation: string, caller: { uid: string }, input: object) {
        const { output, publications } = await runJob<never>(db, { mutation, caller, input }, now);
        published.push(...publications);
        done.resolve();
        return output;
      },
    },
    now: () => now,
    repeat: run => {
      looks.push(run);
      return () => {};
    },
    onFailure: error => done.reject(error),
  });
  if ((await listEnded(db, now, 1)).length === 0) done.resolve();
  for (const look of looks) look();
  await done.promise;
  return published;
}

test('P7 a status is part of the presence, and everyone who watches the person receives it', async () => {
  const { db, ann, set, read } = await createAnn();
  const status = { emoji: '🏖️', text: 'On holiday', until: NOW + HOUR_MS };
  const presence = { uid: ann, state: 'online', lastChanged: NOW, status, statusVersion: 1 };
  expect(await set(status)).toEqual({ ...presence, published: [presence] });
  expect(await read()).toEqual(presence);
  const watched = await readWatchedPeople(db, { uid: ann, now: NOW }, [ann], 0);
  expect(watched.presences).toEqual([presence]);
  expect((await set(status)).published, 'a repetition').toEqual([]);
});

test('P7 a status has an emoji, a text or both, and none without them', async () => {
  const { set, read } = await createAnn();
  expect((await set({ text: 'In a meeting' })).status).toEqual({ text: 'In a meeting' });
  expect((await set({ emoji: '🎧' })).status).toEqual({ emoji: '🎧' });
  const { published, status } = await set({ until: NOW + HOUR_MS });
  expect([published.length, status]).toEqual([1, undefined]);
  expect(await read()).not.toHaveProperty('status');
  expect((await set({})).published).toEqual([]);
});

test('P7 the emoji of a status is one of Unicode, or one that the workspace has', async () => {
  const { db, ann, set, read } = await createAnn();
  await addEmoji(db, ann, 'red-kite');
  await runJob(db, createNameJob(ann, 'red-kite', 'our-bird'));
  const status = { emoji: ':red-kite:', text: 'Dancing' };
  expect((await set(status)).status).toEqual(status);
  for (const emoji of [':our-bird:', ':unknown:'])
    await expect(set({ emoji })).rejects.toThrow('no such emoji');
  await runJob(db, createEmojiChange('delete_emoji', ann, 'red-kite'));
  expect((await read())?.status, 'its name shows').toEqual(status);
  expect((await set(status)).published, 'a repetition').toEqual([]);
  await expect(set({ emoji: ':red-kite:' })).rejects.toThrow('no such emoji');
});

test('P8 a status ends by the clock of the server, once, and everyone learns of it', async () => {
  const { db, ann, set, read } = await createAnn();
  await set({ text: 'Lunch', until: NOW + HOUR_MS });
  expect(await lookAt(db, NOW + HOUR_MS - 1)).toEqual([]);
  expect(await read(NOW + HOUR_MS), 'before a process has looked').not.toHaveProperty('status');
  const ended = { uid: ann, state: 'online', lastChanged: NOW, statusVersion: 2 };
  const [publication, ...others] = await lookAt(db, NOW + HOUR_MS);
  expect([publication?.event, others]).toEqual([{ type: 'presence_changed', presence: ended }, []]);
  expect(await lookAt(db, NOW + HOUR_MS)).toEqual([]);
  expect((await set({ text: 'Late', until: NOW }, NOW + 1)).status, 'over when it is set').toBeUndefined();
});

test('P8 a look ends what is over, and not the status that replaced it', async () => {
  const { db, ann, set, read } = await createAnn();
  await set({ text: 'Lunch', until: NOW + 1 });
  await set({ text: 'Walk', until: NOW + HOUR_MS });
  const end = { mutation: 'end_statuses', caller: { uid: '' }, input: { uids: [ann] } };
  expect((await runJob(db, end, NOW + 2)).publications).toEqual([]);
  expect((await read(NOW + 2))?.status?.text).toBe('Walk');
});

test('P9 others see that a person has paused their notifications, and not until when', async () => {
  const { db, ann, set, read } = await createAnn();
  await set({ emoji: '🎧' });
  const pause = (until: number | null) => showPause(db, { uid: ann, now: NOW }, until);
  const [publication] = await pause(NOW + HOUR_MS);
  const presence = { ...(await read()) };
  expect(publication?.event).toEqual({ type: 'presence_changed', presence });
  expect(presence).toMatchObject({ paused: true, status: { emoji: '🎧' }, statusVersion: 2 });
  expect(JSON.stringify(presence)).not.toContain(String(NOW + HOUR_MS));
  expect(await pause(NOW + HOUR_MS), 'a repetition').toEqual([]);
  expect(await read(NOW + HOUR_MS), 'before a process has looked').not.toHaveProperty('paused');
  const [ended] = await lookAt(db, NOW + HOUR_MS);
  expect(ended && toPresence(ended.event)).toEqual({ ...presence, paused: undefined, statusVersion: 3 });
  await pause(NOW + HOUR_MS);
  await pause(null);
  expect(await read()).not.toHaveProperty('paused');
});

test('P7 a person who never had a connection is last seen when they set a status', async () => {
  const { db } = await temporaryDatabase();
  const ben = await addPerson(db, 'Ben');
  const job = { mutation: 'set_status', caller: { uid: ben }, input: { text: 'Away' } };
  const { output } = await runJob<CommandOutput<'set_status'>>(db, job);
  const presence = {
    uid: ben,
    state: 'offline',
    lastChanged: NOW,
    status: { text: 'Away' },
    statusVersion: 1,
  };
  expect(output.presence).toEqual(presence);
});

test('P7 a guest sees no status of somebody whom they may not see', async () => {
  const { db, ann, set } = await createAnn();
  const gil = await addPerson(db, 'Gil');
  await makeGuest(db, gil, { inviter: null, until: null });
  await set({ text: 'On holiday' });
  const viewer = { uid: gil, guest: true, now: NOW };
  expect(await readWatchedPeople(db, viewer, [ann], 0)).toEqual({ people: [], presences: [] });
  await expect(readProfile(db, viewer, ann)).rejects.toMatchObject({ code: 'not_found' });
});
