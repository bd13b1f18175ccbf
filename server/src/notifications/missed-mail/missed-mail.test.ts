import { type CommandOutput, FOREVER, type NotificationSettings } from '@snug/protocol';
import { IS_WIDE } from '@snug/testkit/test-scope.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import { SignedCodes } from '../../base/signed-codes.ts';
import { MUTATIONS, type SnugMutations } from '../../commands/mutations.ts';
import { Writer } from '../../db/writer.ts';
import type { Mail } from '../../mail/mail.ts';
import type { DeliveryFailure } from '../../mail/mailer.ts';
import { addPerson, addSession, connectAgain, NOW, runBatch, runJob } from '../../testing/database.ts';
import { addMembers, createMentionRoom, toMention } from '../../testing/mentions.ts';
import { type KilledAt, SimulatedKill } from '../../testing/simulated-kill.ts';
import { eraseTrimmed, makeOlder, trimRoom } from '../../testing/trims.ts';
import { createMissedMailJob } from './missed-mail-job.ts';

const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 60 * 60_000, 24 * 60 * 60_000];
const ORIGIN = 'https://chat.example:8443';
const TEXT = 'hello @Ben';

/** Ann writes in her room, of which Ben is a member with a confirmed address. The job has run once. */
async function createSetup(kind: 'open' | 'private' = 'open') {
  const setup = await createMentionRoom(kind);
  const { db, ann, ben, roomId } = setup;
  const clock = { now: NOW };
  const mails: Mail[] = [];
  const failures: DeliveryFailure[] = [];
  const runAs = (uid: string, mutation: string, input: object) =>
    runJob<never>(db, { mutation, caller: { uid }, input }, clock.now);
  const writer = new Writer<SnugMutations>({
    runBatch: jobs => runBatch(db, MUTATIONS, jobs, () => clock.now),
    onCommit: () => {},
    onFailure: error => {
      throw error;
    },
  });
  const deliver = async (mail: Mail) => {
    mails.push(mail);
    return failures.shift();
  };
  const common = {
    now: () => clock.now,
    codes: new SignedCodes('x'.repeat(32), 'mail'),
    origin: ORIGIN,
    epoch: 'one',
    readName: async () => 'Harbour',
  };
  const job = createMissedMailJob({ ...common, read: db, writer, mailer: { deliver } });
  /** The job of a process that is killed. */
  const createKilled = async (kill: SimulatedKill) => {
    const write: typeof writer.write = (...args) => kill.run(() => writer.write(...args));
    const mailer = { deliver: (mail: Mail) => kill.run(() => deliver(mail)) };
    return createMissedMailJob({
      ...common,
      read: kill.watch(await connectAgain(setup)),
      writer: { write },
      mailer,
    });
  };
  const run = async () => {
    mails.length = 0;
    let steps = 0;
    for (let cursor = await job.step(undefined); cursor !== undefined; cursor = await job.step(cursor))
      steps++;
    expect(steps).toBeLessThan(30);
    return mails.map(({ to }) => to);
  };
  /** What the job sends after the time. */
  const runAfter = async (ms: number) => {
    await run();
    clock.now += ms;
    return run();
  };
  const verify = (uid: string) =>
    sql`update "users" set "emailVerified" = true where "id" = ${uid}`.execute(db);
  const mention = (uid = ann, at = clock.now) =>
    setup.send(uid, { text: TEXT, mentions: [toMention(TEXT, ben, '@Ben')], at });
  const set = (settings: Partial<NotificationSettings>) => runAs(ben, 'set_notification_settings', settings);
  const setPresence = (state: 'online' | 'offline') =>
    runAs('', 'set_presences', { changes: [{ uid: ben, state }] });
  await verify(ben);
  await run();
  const address = `${ben}@snug.example`;
  return {
    ...setup,
    roomId,
    clock,
    mails,
    failures,
    run,
    runAfter,
    runAs,
    verify,
    mention,
    set,
    setPresence,
    address,
    createKilled,
  };
}

test('NS6 an unread mention leads to one mail after an hour, and the next one after the person has come back', async () => {
  const { clock, mails, run, runAfter, mention, setPresence, address, roomId } = await createSetup();
  await mention();
  await mention();
  expect(await run()).toEqual([]);
  expect(await runAfter(HOUR_MS - 1)).toEqual([]);
  expect(await runAfter(MINUTE_MS)).toEqual([address]);
  expect(mails[0]).toMatchObject({ subject: '2 messages for you in Harbour' });
  expect(mails[0]?.text).toContain(`2 messages in Room\n${ORIGIN}/chat/${roomId}`);
  expect(mails[0]?.text).not.toContain('hello');
  // A header has no place for a port (RFC 5322, RFC 2919).
  expect(mails[0]?.list?.id).toBe('<missed.chat.example>');
  expect(mails[0]?.thread?.id).toMatch(/^<m\.[^@:]+@chat\.example>$/);
  await mention();
  expect(await runAfter(2 * DAY_MS)).toEqual([]);
  await setPresence('online');
  clock.now += 1;
  await setPresence('offline');
  await mention();
  expect(await runAfter(HOUR_MS)).toEqual([address]);
});

test.each([false, true])('TR1 a mail about missed messages has no trimmed one (erased: %s)', async erased => {
  const { db, roomId, ann, clock, mails, set, send, mention, run, runAfter, address } = await createSetup();
  await set({ mailText: true });
  const { output } = await mention();
  await send(ann, { text: 'old', at: clock.now });
  await makeOlder(db, roomId, output.message.seq + 1);
  await run();
  await trimRoom(db, roomId, { now: clock.now });
  if (erased) await eraseTrimmed(db, roomId, clock.now);
  expect(await runAfter(2 * HOUR_MS)).toEqual([]);
  await mention();
  expect(await runAfter(2 * HOUR_MS)).toEqual([address]);
  expect(mails[0]).toMatchObject({ subject: '1 message for you in Harbour' });
});

test('NS6 what is read, deleted, muted, blocked or out of reach by then leads to no mail', async () => {
  const cases = {
    read: async ({ runAs, ben, roomId }) => runAs(ben, 'set_read', { roomId, seq: 1_000, version: 1 }),
    deleted: async ({ runAs, ann, roomId, db }) => {
      const { id } = await db.selectFrom('messages').select('id').executeTakeFirstOrThrow();
      return runAs(ann, 'delete_message', { roomId, messageId: id });
    },
    muted: async ({ runAs, ben, roomId }) => runAs(ben, 'set_room_options', { roomId, muted: true }),
    blocked: async ({ runAs, ann, ben }) => runAs(ben, 'set_block', { uid: ann, blocked: true }),
    left: async ({ runAs, ben, roomId }) => runAs(ben, 'leave_room', { roomId }),
    removed: async ({ runAs, ann, ben, roomId }) =>
      runAs(ann, 'set_member', { roomId, uid: ben, member: false }),
    never: async ({ set }) => set({ mail: 'never' }),
    unconfirmed: async ({ db }) => sql`update "users" set "emailVerified" = false`.execute(db),
    suspended: async ({ db, ben }) => db.insertInto('suspensions').values({ userId: ben, at: NOW }).execute(),
    nothing: async () => {},
  } satisfies Record<string, (setup: Awaited<ReturnType<typeof createSetup>>) => Promise<unknown>>;
  for (const [name, change] of Object.entries(cases)) {
    const setup = await createSetup('private');
    await setup.mention();
    await setup.run();
    await change(setup);
    const expected = name === 'nothing' ? [setup.address] : [];
    expect([name, await setup.runAfter(HOUR_MS)]).toEqual([name, expected]);
  }
});

test('NS6 other messages of a room, mentions of everyone and one’s own words lead to no mail', async () => {
  const { ann, ben, db, send, runAfter, verify } = await createSetup();
  await verify(ann);
  await send(ann, { text: 'plain' });
  await send(ann, { text: '@room', mentions: [toMention('@room', null, '@room')] });
  await send(ben, { text: TEXT, mentions: [toMention(TEXT, ben, '@Ben')] });
  expect(await runAfter(HOUR_MS)).toEqual([]);
  expect(await db.selectFrom('missed_mails').selectAll().execute()).toEqual([]);
});

test('NS6 direct messages and answers lead to a mail, with names that no mail program takes for markup', async () => {
  const { ann, ben, runAs, send, mails, runAfter, db } = await createSetup();
  await sql`update "users" set "name" = '<b>Ann & "Co"</b>' where "id" = ${ann}`.execute(db);
  const { message } = (await send(ben, { text: 'a question' })).output;
  await send(ann, { text: 'an answer', replyTo: message.id });
  const opened = (await runAs(ann, 'open_direct', { uids: [ben], id: newId(), fixed: {} }))
    .output as CommandOutput<'open_direct'>;
  await runAs(ann, 'send_message', { roomId: opened.room.id, id: newId(), text: 'psst' });
  await runAs(ben, 'set_room_options', { roomId: opened.room.id, request: null });
  await runAfter(HOUR_MS);
  expect(mails[0]?.subject).toBe('2 messages for you in Harbour');
  expect(mails[0]?.text).toContain('1 message from <b>Ann & "Co"</b>');
  expect(mails[0]?.html).toContain('1 message from <bdi>&lt;b&gt;Ann &amp; &quot;Co&quot;&lt;/b&gt;</bdi>');
  expect(mails[0]?.html).not.toContain('<b>');
  expect(mails[0]?.text).toContain('1 message in Room');
});

test('NS6 a mail names the rooms with the newest messages first, at most 20, and no message older than 30 days', async () => {
  const { db, ann, ben, clock, mails, mention, run, runAfter, runAs, setPresence } = await createSetup();
  const writeTo = async (uid: string) => {
    const opened = (await runAs(uid, 'open_direct', { uids: [ben], id: newId(), fixed: {} }))
      .output as CommandOutput<'open_direct'>;
    await runAs(uid, 'send_message', { roomId: opened.room.id, id: newId(), text: 'psst' });
    await runAs(ben, 'set_room_options', { roomId: opened.room.id, request: null });
  };
  await writeTo(ann);
  clock.now += 31 * DAY_MS;
  await mention();
  await runAfter(HOUR_MS);
  expect(mails[0]).toMatchObject({ subject: '1 message for you in Harbour' });
  expect(mails[0]?.text).not.toContain('from Ann');
  clock.now += 1;
  await setPresence('online');
  await setPresence('offline');
  for (let index = 0; index < 25; index++) {
    await writeTo(await addPerson(db, `Writer ${index}`));
    clock.now += MINUTE_MS;
  }
  await mention();
  await run();
  await runAfter(HOUR_MS);
  const [mail] = mails;
  expect(mail?.text.match(/messages? (?:in|from) [\w ]+/g)?.slice(0, 2)).toEqual([
    'messages in Room',
    'message from Writer 24',
  ]);
  expect(mail?.text.match(/\/chat\//g)).toHaveLength(20);
});

test('NS6 what was written is in a mail only if the person wants it, one line a message, and cut', async () => {
  const { ann, send, mails, runAfter, set, ben } = await createSetup();
  await set({ mailText: true });
  const mention = (text: string) => send(ann, { text, mentions: [toMention(text, ben, '@Ben')] });
  for (const text of ['@Ben too old', '@Ben one', '@Ben <i>two</i>\nlines', `@Ben ${'x'.repeat(400)}`])
    await mention(text);
  await send(ann, { text: 'not for him' });
  await runAfter(HOUR_MS);
  const [mail] = mails;
  expect(mail?.text).toContain(
    `4 messages in Room\nAnn: @Ben one\nAnn: @Ben <i>two</i> lines\nAnn: @Ben ${'x'.repeat(295)}…\n`,
  );
  expect(mail?.html).toContain('<br><bdi>Ann</bdi>: <bdi>@Ben &lt;i&gt;two&lt;/i&gt; lines</bdi><br>');
  expect(`${mail?.subject} ${mail?.text}`).not.toMatch(/too old|not for him/);
});

test('NS6 what was written is in a mail without its marks', async () => {
  const { ann, send, mails, runAfter, set, ben } = await createSetup();
  await set({ mailText: true });
  const text = '@Ben **read** [the plan](https://plan.example/) and `run` it';
  await send(ann, { text, mentions: [toMention(text, ben, '@Ben')] });
  await runAfter(HOUR_MS);
  expect(mails[0]?.text).toContain('Ann: @Ben read the plan and run it\n');
});

test('NS6 somebody who wants no notifications by default gets a mail only if they ask for it', async () => {
  const { mention, runAs, runAfter, set, ben, roomId, address } = await createSetup();
  await set({ level: 'nothing' });
  await runAs('', 'spread_default_level', { uid: ben, roomIds: [roomId], isLast: true });
  await mention();
  expect(await runAfter(HOUR_MS)).toEqual([]);
  await set({ mail: 'hour' });
  await mention();
  expect(await runAfter(HOUR_MS)).toEqual([address]);
});

test('NS6 by default, a mail comes only if no push has reached the person for a week, and not while they are here', async () => {
  const { db, ben, clock, mention, run, runAfter, setPresence, set, address } = await createSetup();
  const sessionId = await addSession(db, ben);
  const device = {
    id: newId(),
    userId: ben,
    sessionId,
    endpoint: 'e',
    endpointHash: 'h',
    p256dh: 'p',
    auth: 'a',
  };
  await db
    .insertInto('push_devices')
    .values({ ...device, service: 'other', createdAt: 1, seenAt: 1, lastSuccessAt: clock.now - 6 * DAY_MS })
    .execute();
  await mention();
  expect(await runAfter(HOUR_MS)).toEqual([]);
  await set({ mail: 'hour' });
  await mention();
  expect(await runAfter(HOUR_MS), 'asked for').toEqual([address]);
  await set({ mail: 'fallback' });
  await db
    .updateTable('push_devices')
    .set({ lastSuccessAt: clock.now - 8 * DAY_MS })
    .execute();
  await setPresence('online');
  await mention();
  expect(await runAfter(HOUR_MS), 'here').toEqual([]);
  await setPresence('offline');
  clock.now += HOUR_MS;
  expect(await run()).toEqual([address]);
});

test('NS6 once a day means at eight in the time zone of the person', async () => {
  const { mention, run, clock, set, address } = await createSetup();
  await set({ mail: 'day', zone: 'Asia/Tokyo' });
  await mention();
  await run();
  // 2026-01-01 at 9:00 in Tokyo.
  clock.now = Date.parse('2026-01-01T22:59Z');
  expect(await run()).toEqual([]);
  clock.now = Date.parse('2026-01-01T23:00Z');
  expect(await run()).toEqual([address]);
});

test('NS6 a stored time zone that the platform does not know counts as UTC', async () => {
  const { db, mention, run, clock, set, address } = await createSetup();
  await set({ mail: 'day', zone: 'Asia/Tokyo' });
  await db.updateTable('notification_settings').set({ zone: 'Europe/Atlantis' }).execute();
  await mention();
  await run();
  clock.now = Date.parse('2026-01-01T07:59Z');
  expect(await run()).toEqual([]);
  clock.now = Date.parse('2026-01-01T08:00Z');
  expect(await run()).toEqual([address]);
});

test('NS6 quiet hours and pauses hold a mail back', async () => {
  const { mention, run, runAfter, clock, set, address } = await createSetup();
  await set({ pausedUntil: NOW + 3 * HOUR_MS, mail: 'hour' });
  await mention();
  expect(await runAfter(HOUR_MS)).toEqual([]);
  clock.now = NOW + 3 * HOUR_MS;
  expect(await run()).toEqual([address]);
});

test.each([0, 5 * MINUTE_MS])(
  'NS6 a pause that becomes shorter holds a mail back until its new end (%s ms after the change)',
  async pause => {
    const { clock, run, runAfter, set, mention, address } = await createSetup();
    await set({ pausedUntil: FOREVER });
    await mention();
    expect(await runAfter(HOUR_MS)).toEqual([]);
    clock.now += HOUR_MS;
    await set({ pausedUntil: clock.now + pause });
    expect(await run()).toEqual([]);
    expect(await runAfter(HOUR_MS)).toEqual([address]);
  },
);

test('NS6 a mail that the mail server takes later is sent again, and an address that it refuses gets no more', async () => {
  const { db, ben, clock, failures, mention, run, runAfter, setPresence, address } = await createSetup();
  failures.push('later', 'refused');
  await mention();
  expect(await runAfter(HOUR_MS)).toEqual([address]);
  expect(await run()).toEqual([]);
  clock.now += 10 * MINUTE_MS;
  expect(await run()).toEqual([address]);
  clock.now += 1;
  await setPresence('online');
  await setPresence('offline');
  await mention();
  expect(await runAfter(HOUR_MS), 'refused').toEqual([]);
  await sql`update "users" set "email" = 'new@snug.example' where "id" = ${ben}`.execute(db);
  await mention();
  expect(await runAfter(HOUR_MS)).toEqual(['new@snug.example']);
});

/** A run of the job at the time of the mail, killed at a step, and then the runs of another process. */
async function sendThroughKill(at?: KilledAt) {
  const { mails, clock, mention, run, createKilled } = await createSetup();
  await mention();
  await run();
  clock.now += HOUR_MS;
  mails.length = 0;
  const kill = new SimulatedKill(at);
  const killed = await createKilled(kill);
  const runAll = async () => {
    for (let cursor = await killed.step(undefined); cursor !== undefined; )
      cursor = await killed.step(cursor);
  };
  await Promise.race([runAll(), kill.death]);
  const ids = mails.map(({ thread }) => thread?.id);
  for (let minute = 0; minute < 12; minute++) {
    clock.now += MINUTE_MS;
    await run();
    ids.push(...mails.map(({ thread }) => thread?.id));
  }
  return { ids, steps: kill.steps };
}

test('NS6 a kill at any step loses no mail, and only one between the response and its commit repeats it, with the same id', async () => {
  const { ids: calm, steps } = await sendThroughKill();
  expect(calm).toHaveLength(1);
  expect(steps).toBeGreaterThan(10);
  const repeated: string[] = [];
  for (let step = 1; step <= steps; step += IS_WIDE ? 1 : 2)
    for (const isDone of [false, true]) {
      const { ids } = await sendThroughKill({ step, isDone });
      expect([step, isDone, new Set(ids).size, ids.length <= 2]).toEqual([step, isDone, 1, true]);
      if (ids.length === 2) repeated.push(`${step} ${isDone}`);
    }
  // The mail server has it and nobody knows, or the process knows and has not stored it.
  expect(repeated.length).toBeLessThanOrEqual(2);
});

test('NS6 each mail has an id of its own, also after one that was refused', async () => {
  const { db, ben, clock, failures, mails, mention, runAfter, setPresence } = await createSetup();
  const ids: (string | undefined)[] = [];
  const receive = async () => {
    await mention();
    await runAfter(HOUR_MS);
    ids.push(mails[0]?.thread?.id);
    clock.now += 1;
    await setPresence('online');
    clock.now += 1;
    await setPresence('offline');
  };
  await receive();
  failures.push('refused');
  await receive();
  await sql`update "users" set "email" = 'new@snug.example' where "id" = ${ben}`.execute(db);
  await receive();
  await receive();
  expect(ids).toHaveLength(4);
  expect(ids).not.toContain(undefined);
  // Nobody has the refused one.
  expect(new Set(ids).size).toBe(3);
  expect(ids[1]).toBe(ids[2]);
});

test('NS6 a mail whose response is lost counts as sent', async () => {
  const { failures, mention, run, runAfter, address } = await createSetup();
  failures.push('unknown');
  await mention();
  expect(await runAfter(HOUR_MS)).toEqual([address]);
  expect(await run()).toEqual([]);
});

test('NS6 at most 60 mails leave in a run, the earliest first', async () => {
  const { db, ann, roomId, clock, run, runAs, set } = await createSetup();
  await set({ mail: 'never' });
  const uids = await addMembers(db, ann, roomId, 65);
  await sql`update "users" set "emailVerified" = true`.execute(db);
  for (const uid of uids) {
    const text = 'hi @You';
    await runAs(ann, 'send_message', { roomId, id: newId(), text, mentions: [toMention(text, uid, '@You')] });
  }
  await run();
  clock.now += HOUR_MS;
  expect(await run()).toHaveLength(60);
  expect(await run()).toHaveLength(5);
  expect(await run()).toEqual([]);
});
