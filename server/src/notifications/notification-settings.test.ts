import {
  type CommandArguments,
  type CommandOutput,
  DEFAULT_NOTIFICATION_SETTINGS,
  FOREVER,
  type NotificationSettings,
  personTopic,
  selfTopic,
} from '@snug/protocol';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { WriteJob } from '../db/store.ts';
import {
  addPerson,
  createRoomJob,
  NOW,
  runJob,
  runJobs,
  runJobsAt,
  temporaryDatabase,
} from '../testing/database.ts';
import { readNotificationSettings } from './notification-settings.ts';
import { listAlertWords } from './notification-settings-store.ts';

type Input = CommandArguments<'set_notification_settings'>;
type Output = CommandOutput<'set_notification_settings'>;

function setJob(uid: string, input: Input): WriteJob {
  return { mutation: 'set_notification_settings', caller: { uid }, input };
}

async function createPeople() {
  const { db } = await temporaryDatabase();
  const [ann, ben] = [await addPerson(db, 'Ann'), await addPerson(db, 'Ben')];
  const read = (uid: string, now = NOW) => readNotificationSettings(db, { uid, now });
  return { db, ann, ben, read };
}

const NIGHT = { on: true, from: 22 * 60, to: 7 * 60, nights: [5, 1] } satisfies Input['quietHours'];

test('NS1 until a person changes something, the defaults hold, and nothing is stored', async () => {
  const { db, ann, read } = await createPeople();
  expect(await read(ann)).toEqual(DEFAULT_NOTIFICATION_SETTINGS);
  const { output, publications } = await runJob<Output>(db, setJob(ann, { shows: 'all', words: [] }));
  expect([output.settings.version, publications]).toEqual([0, []]);
  expect(await db.selectFrom('notification_settings').selectAll().execute()).toEqual([]);
});

test('NS1 Y26 the default level of rooms is a setting, and reaches the rooms', async () => {
  const { db, ann, ben, read } = await createPeople();
  await runJob(db, createRoomJob(ann));
  const { output, publications } = await runJob<Output>(db, setJob(ann, { level: 'everything' }));
  expect(output.settings).toEqual({ ...DEFAULT_NOTIFICATION_SETTINGS, version: 1, level: 'everything' });
  expect(publications).toHaveLength(1);
  expect([await read(ann), (await read(ben)).level]).toEqual([output.settings, 'mentions']);
  const { output: same } = await runJob<Output>(db, setJob(ann, { level: 'everything', version: 0 }));
  expect(same.settings.version).toBe(1);
  const due = await db.selectFrom('default_levels').select(['userId', 'level', 'due']).execute();
  expect(due).toEqual([{ userId: ann, level: 'everything', due: 1 }]);
  await runJob(db, setJob(ann, { level: 'mentions' }));
  expect(await read(ann)).toEqual({ ...DEFAULT_NOTIFICATION_SETTINGS, version: 2 });
});

test('NS1 a change keeps the other settings, and only the own devices of the person learn of it', async () => {
  const { db, ann, ben, read } = await createPeople();
  await runJob(db, setJob(ann, { words: ['Soup', 'bread'], zone: 'Asia/Kathmandu' }));
  const changes = {
    level: 'nothing',
    conversations: false,
    shows: 'name',
    pausedUntil: NOW + 1,
    quietHours: NIGHT,
    mail: 'day',
    mailText: true,
  } satisfies Input;
  const { output, publications } = await runJob<Output>(db, setJob(ann, { version: 1, ...changes }));
  const settings: NotificationSettings = {
    ...changes,
    version: 2,
    zone: 'Asia/Kathmandu',
    words: ['Soup', 'bread'],
    quietHours: { ...NIGHT, nights: [1, 5] },
  };
  expect(output).toEqual({ settings });
  expect(publications.filter(({ topic }) => topic === selfTopic(ann))).toEqual([
    { topic: selfTopic(ann), event: { type: 'notification_settings_changed', settings } },
  ]);
  expect(await read(ann)).toEqual(settings);
  expect(await read(ben)).toEqual(DEFAULT_NOTIFICATION_SETTINGS);
});

test('NS1 after another change, a version is stale, unless the settings are as wanted already', async () => {
  const { db, ann, read } = await createPeople();
  await runJob(db, setJob(ann, { version: 0, mail: 'never' }));
  const stale = [{ error: { code: 'stale' } }];
  expect(await runJobs(db, setJob(ann, { version: 0, words: ['soup'] }))).toMatchObject(stale);
  expect(await runJobs(db, setJob(ann, { version: 2, words: ['soup'] }))).toMatchObject(stale);
  const repeated = await runJob<Output>(db, setJob(ann, { version: 0, mail: 'never' }));
  expect(repeated).toMatchObject({ output: { settings: { version: 1 } }, publications: [] });
  await runJob(db, setJob(ann, { shows: 'nothing' }));
  expect(await read(ann)).toMatchObject({ version: 2, mail: 'never', shows: 'nothing', words: [] });
});

test('NS2 quiet hours that are off keep their times', async () => {
  const { db, ann, read } = await createPeople();
  await runJob(db, setJob(ann, { quietHours: { ...NIGHT, on: false } }));
  expect((await read(ann)).quietHours).toEqual({ ...NIGHT, on: false, nights: [1, 5] });
  await runJob(db, setJob(ann, { quietHours: { on: true, from: 0, to: 0, nights: [] } }));
  expect((await read(ann)).quietHours).toEqual({ on: true, from: 0, to: 0, nights: [] });
});

test('NS2 NS4 unknown time zones, and words without enough to find, are refused', async () => {
  const { db, ann, read } = await createPeople();
  const inputs = [{ zone: 'Mars/Phobos' }, { zone: 'Ada' }, { words: ['ok', 'x'] }, { words: ['…'] }];
  for (const input of inputs)
    expect(await runJobs(db, setJob(ann, input))).toMatchObject([{ error: { code: 'invalid_input' } }]);
  expect(await read(ann)).toEqual(DEFAULT_NOTIFICATION_SETTINGS);
  await runJob(db, setJob(ann, { zone: 'Asia/Calcutta', words: ['雪', '🚨', 'ok'] }));
  expect((await read(ann)).words).toEqual(['雪', '🚨', 'ok']);
});

test('NS2 a stored time zone that the platform does not know counts as none', async () => {
  const { db, ann, read } = await createPeople();
  await runJob(db, setJob(ann, { zone: 'Europe/Berlin', quietHours: NIGHT }));
  await sql`update "notification_settings" set "zone" = 'Europe/Atlantis'`.execute(db);
  const settings = await read(ann);
  expect(settings).not.toHaveProperty('zone');
  expect(settings.quietHours?.on).toBe(true);
});

test('NS3 a pause ends by its time or by null, and one of the past is none', async () => {
  const { db, ann, read } = await createPeople();
  await runJob(db, setJob(ann, { pausedUntil: NOW + 5 }));
  expect([(await read(ann)).pausedUntil, (await read(ann, NOW + 5)).pausedUntil]).toEqual([
    NOW + 5,
    undefined,
  ]);
  const [again] = await runJobsAt(NOW + 5, db, setJob(ann, { pausedUntil: NOW + 5 }));
  expect(again).toMatchObject({ publications: [] });
  await runJob(db, setJob(ann, { pausedUntil: FOREVER }));
  expect((await read(ann, NOW + 5)).pausedUntil).toBe(FOREVER);
  const { output } = await runJob<Output>(db, setJob(ann, { pausedUntil: null }));
  expect(output.settings).not.toHaveProperty('pausedUntil');
});

test('NS4 the words of all people are listed by pages, without those that find the same', async () => {
  const { db, ann, ben } = await createPeople();
  const cem = await addPerson(db, 'Cem');
  await runJob(db, setJob(ann, { words: ['Soup', 'soup', 'SOUP!', 'bread'] }));
  await runJob(db, setJob(ben, { mail: 'never' }));
  await runJob(db, setJob(cem, { words: ['雪国'] }));
  const expected = [
    { uid: ann, words: ['Soup', 'bread'] },
    { uid: cem, words: ['雪国'] },
  ].toSorted((a, b) => (a.uid < b.uid ? -1 : 1));
  expect(await listAlertWords(db, '', 10)).toEqual(expected);
  expect(await listAlertWords(db, '', 1)).toEqual(expected.slice(0, 1));
  expect(await listAlertWords(db, expected[0]?.uid ?? '', 1)).toEqual(expected.slice(1));
  await runJob(db, setJob(cem, { words: [] }));
  expect(await listAlertWords(db, '', 10)).toEqual(expected.filter(({ uid }) => uid === ann));
});

test('P9 others see a pause that begins or ends, and nothing of the other settings', async () => {
  const { db, ann, read } = await createPeople();
  const change = async (input: Input) => {
    const { publications } = await runJob<Output>(db, setJob(ann, input));
    return publications.flatMap(({ topic, event }) => (topic === personTopic(ann) ? [event] : []));
  };
  expect(await change({ words: ['soup'] })).toEqual([]);
  expect(await change({ pausedUntil: NOW + 1 })).toMatchObject([{ presence: { uid: ann, paused: true } }]);
  expect(await change({ pausedUntil: NOW + 2, mail: 'day' })).toHaveLength(1);
  const [ended] = await change({ pausedUntil: null });
  expect(ended).toMatchObject({ type: 'presence_changed', presence: { statusVersion: 3 } });
  expect(ended).not.toHaveProperty('presence.paused');
  expect((await read(ann)).version).toBe(4);
});
