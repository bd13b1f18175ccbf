import { FOREVER } from '@snug/protocol';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import { addPerson } from '../../testing/database.ts';
import { createNotifierSetup } from '../../testing/notifier-setup.ts';
import type { TestClock } from '../../testing/test-clock.ts';
import type { Notifier } from './notifier.ts';
import { REST_MS } from './rest-queue.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOLD_MS = 10 * SECOND_MS;
const READ_MS = 2 * SECOND_MS;
const SWEEP_MS = 10 * SECOND_MS;

/** How long a turn rests now, in ms; 0 if it works, which takes the time of the database. */
function getRest({ delays }: TestClock): number {
  return delays.some(ms => ms <= REST_MS) ? REST_MS : 0;
}

async function endRests(time: TestClock, notifier: Notifier): Promise<void> {
  let isIdle = false;
  void notifier.whenIdle().then(() => {
    isIdle = true;
  });
  const restOnce = async () => {
    time.advance(getRest(time));
    await new Promise(setImmediate);
    return isIdle;
  };
  await expect.poll(restOnce, { interval: 1 }).toBe(true);
}

test('PN1 a mention, a reply and a direct message call their person at once', async () => {
  const { ann, addMember, mention, sendMessage, openDirect, takePushes } = await createNotifierSetup();
  const ben = await addMember('Ben');
  await addMember('Cem');
  await sendMessage('hello');
  expect(await takePushes()).toEqual([]);
  await mention(ben, 'the soup is ready');
  expect(await takePushes()).toMatchObject([
    {
      uid: ben,
      title: 'Kitchen',
      body: 'Ann: @x the soup is ready',
      count: 1,
      urgency: 'high',
      isSilent: false,
      badge: 1,
    },
  ]);
  const own = await sendMessage('I come', { by: ben });
  await sendMessage('fine', { replyTo: own.id });
  expect(await takePushes()).toMatchObject([
    { uid: ben, texts: ['@x the soup is ready', 'fine'], count: 2, badge: 2 },
  ]);
  const direct = await openDirect(ben, ann);
  await sendMessage('psst', { to: direct, by: ben });
  expect(await takePushes()).toEqual([]);
  await sendMessage('yes?', { to: direct });
  expect(await takePushes()).toMatchObject([{ uid: ben, title: 'Ann', body: 'yes?', badge: 3 }]);
});

test('PN1 @room calls everyone in the room who has a device, but not its author', async () => {
  const { ann, addMember, addDevice, mention, takePushes } = await createNotifierSetup();
  await addDevice(ann);
  const [ben, cem] = [await addMember('Ben'), await addMember('Cem')];
  await addMember('Dan', { hasDevice: false });
  await mention(null, 'dinner');
  expect((await takePushes()).map(({ uid }) => uid).toSorted()).toEqual([ben, cem].toSorted());
});

test('PD1 PN4 each device of a person gets the push, with a topic of its own that tells nothing', async () => {
  const { addMember, addDevice, mention, roomId, takePushes } = await createNotifierSetup();
  const ben = await addMember('Ben');
  const second = await addDevice(ben, 'mozilla');
  await mention(ben, 'one');
  const pushes = await takePushes();
  expect(pushes.map(({ deviceId }) => deviceId)).toContain(second.id);
  expect(new Set(pushes.map(({ topic }) => topic)).size).toBe(2);
  for (const { topic } of pushes) {
    expect(topic).toMatch(/^[\w-]{32}$/);
    expect(topic).not.toContain(roomId);
  }
  await mention(ben, 'two');
  const again = await takePushes();
  expect(new Set(again.map(({ topic }) => topic))).toEqual(new Set(pushes.map(({ topic }) => topic)));
});

test.each([
  ['muted the room', 'set_room_options', { muted: true }],
  ['left the room', 'leave_room', {}],
] as const)(
  'PN2 nothing calls a person who %s between the commit and the delivery',
  async (_name, mutation, input) => {
    const { addMember, mention, roomId, takePushes, write } = await createNotifierSetup();
    const ben = await addMember('Ben');
    await mention(ben, 'a secret');
    await write(mutation, { uid: ben }, { roomId, ...input });
    expect(await takePushes()).toEqual([]);
  },
);

test('PN2 nothing calls a person whom an admin removed, banned, or whose room was deleted', async () => {
  const { ann, addMember, mention, roomId, takePushes, write } = await createNotifierSetup();
  const [ben, cem, dan] = [await addMember('Ben'), await addMember('Cem'), await addMember('Dan')];
  await mention(ben, 'a secret');
  await write('set_member', { uid: ann }, { roomId, uid: ben, bannedUntil: FOREVER });
  await mention(cem, 'another one');
  await write('set_member', { uid: ann }, { roomId, uid: cem, member: false });
  expect(await takePushes()).toEqual([]);
  await mention(dan, 'the last one');
  await write('delete_room', { uid: ann }, { roomId, name: 'Kitchen' });
  expect(await takePushes()).toEqual([]);
});

test('PN1 PN2 a block in either direction calls nobody, for a message before it, too', async () => {
  const { ann, addMember, mention, sendMessage, takePushes, write } = await createNotifierSetup();
  const [ben, cem] = [await addMember('Ben'), await addMember('Cem')];
  await mention(ben, 'one');
  await mention(null, 'two');
  await write('set_block', { uid: ben }, { uid: ann, blocked: true });
  await write('set_block', { uid: ann }, { uid: cem, blocked: true });
  expect(await takePushes()).toEqual([]);
  await sendMessage('three');
  await write('set_block', { uid: ann }, { uid: cem, blocked: false });
  await mention(null, 'four');
  expect(await takePushes()).toMatchObject([{ uid: cem, count: 2 }]);
});

test('PN1 a request calls nobody, until the person has accepted it', async () => {
  const { db, ann, addDevice, openDirect, sendMessage, takePushes, write } = await createNotifierSetup();
  const eve = await addPerson(db, 'Eve');
  await addDevice(eve);
  const direct = await openDirect(ann, eve);
  await sendMessage('hello', { to: direct });
  const member = await db
    .selectFrom('members')
    .select('request')
    .where('roomId', '=', direct)
    .where('userId', '=', eve)
    .executeTakeFirstOrThrow();
  expect(member.request).toBe('waiting');
  expect(await takePushes()).toEqual([]);
  await write('set_room_options', { uid: eve }, { roomId: direct, request: null });
  await sendMessage('there you are', { to: direct });
  expect(await takePushes()).toMatchObject([{ uid: eve }]);
});

test('PN2 a deleted message calls nobody, an edited one calls once with its new text', async () => {
  const { ann, addMember, mention, roomId, takePushes, write } = await createNotifierSetup();
  const ben = await addMember('Ben');
  const gone = await mention(ben, 'a secret');
  await write('delete_message', { uid: ann }, { roomId, messageId: gone.id });
  const edited = await mention(ben, 'tpyo');
  const mentions = [{ uid: ben, start: 0, length: 2 }];
  const edit = (text: string, revision: number) =>
    write('edit_message', { uid: ann }, { roomId, id: edited.id, text, revision, editId: newId(), mentions });
  await edit('@x typo', 0);
  expect(await takePushes()).toMatchObject([{ uid: ben, texts: ['@x typo'], count: 1 }]);
  await edit('@x typos', 1);
  expect(await takePushes()).toEqual([]);
});

test('PN2 a message that was read before its delivery calls nobody', async () => {
  const { addMember, mention, readRoom, takePushes } = await createNotifierSetup();
  const ben = await addMember('Ben');
  await mention(ben, 'one');
  await readRoom(ben);
  expect(await takePushes()).toEqual([]);
});

test('PN1 nobody is called without a session, and a mention of a person outside of the room calls nobody', async () => {
  const { db, addMember, addDevice, mention, takePushes } = await createNotifierSetup();
  const ben = await addMember('Ben');
  const eve = await addPerson(db, 'Eve');
  await addDevice(eve);
  await mention(eve, 'come in');
  expect(await takePushes()).toEqual([]);
  await db
    .updateTable('sessions')
    .set({ expiresAt: new Date(0).toISOString() })
    .where('userId', '=', ben)
    .execute();
  await mention(ben, 'one');
  expect(await takePushes()).toEqual([]);
});

test('PN3 an active person is called after 10 s, and not if they have read by then', async () => {
  const { addMember, mention, readRoom, server, takePushes } = await createNotifierSetup();
  const [ben, cem] = [await addMember('Ben'), await addMember('Cem')];
  for (const uid of [ben, cem]) server.active.set({ uid, sessionId: 'x' }, true);
  await mention(null, 'dinner');
  expect(await takePushes()).toEqual([]);
  expect(await takePushes(HOLD_MS - 100)).toEqual([]);
  await readRoom(cem);
  expect(await takePushes(100)).toMatchObject([{ uid: ben, count: 1 }]);
  expect(await takePushes(HOLD_MS)).toEqual([]);
});

test('PN3 two held messages share the push of the first one', async () => {
  const { addMember, mention, server, takePushes } = await createNotifierSetup();
  const ben = await addMember('Ben');
  server.active.set({ uid: ben, sessionId: 'x' }, true);
  await mention(ben, 'one');
  expect(await takePushes(5 * SECOND_MS)).toEqual([]);
  await mention(ben, 'two');
  expect(await takePushes(5 * SECOND_MS)).toMatchObject([
    { uid: ben, texts: ['@x one', '@x two'], count: 2 },
  ]);
  expect(await takePushes(HOLD_MS)).toEqual([]);
});

test('PN3 a held message waits for its own 10 s, also if an earlier one was read', async () => {
  const { addMember, mention, readRoom, server, takePushes } = await createNotifierSetup();
  const ben = await addMember('Ben');
  server.active.set({ uid: ben, sessionId: 'x' }, true);
  await mention(ben, 'one');
  await takePushes(5 * SECOND_MS);
  await readRoom(ben);
  await mention(ben, 'two');
  expect(await takePushes(6 * SECOND_MS)).toEqual([]);
  expect(await takePushes(4 * SECOND_MS)).toMatchObject([{ uid: ben, texts: ['@x two'] }]);
});

test('PN6 reading takes the notification away 2 s later, with the topic of the push', async () => {
  const { roomId, addMember, mention, readRoom, takePushes } = await createNotifierSetup();
  const ben = await addMember('Ben');
  await mention(ben, 'one');
  const [push] = await takePushes();
  await readRoom(ben);
  expect(await takePushes(READ_MS - 100)).toEqual([]);
  expect(await takePushes(100)).toMatchObject([
    { uid: ben, read: [`room-${roomId}`, 'summary'], topic: push?.topic, badge: 0, urgency: 'normal' },
  ]);
  await readRoom(ben);
  expect(await takePushes(READ_MS)).toEqual([]);
  await mention(ben, 'two');
  expect(await takePushes()).toMatchObject([{ uid: ben, texts: ['@x two'], count: 1 }]);
});

test('PN6 a partly read room changes its notification without a sound', async () => {
  const { db, roomId, addMember, mention, takePushes, write } = await createNotifierSetup();
  const ben = await addMember('Ben');
  const first = await mention(ben, 'one');
  await mention(ben, 'two');
  await takePushes();
  const { version } = await db
    .selectFrom('reads')
    .select('version')
    .where('userId', '=', ben)
    .executeTakeFirstOrThrow();
  await write('set_read', { uid: ben }, { roomId, seq: first.seq, version });
  expect(await takePushes(READ_MS)).toMatchObject([
    { uid: ben, texts: ['@x two'], count: 1, isSilent: true },
  ]);
});

test('PN6 U10 a conversation that was read on its own takes the notification of its replies away', async () => {
  const { db, ann, roomId, addMember, sendMessage, takePushes, write } = await createNotifierSetup();
  const ben = await addMember('Ben');
  const own = await sendMessage('my question', { by: ben });
  await sendMessage('before');
  const answer = await sendMessage('an answer', { replyTo: own.id });
  expect(await takePushes()).toMatchObject([{ uid: ben, texts: ['an answer'] }]);
  const { version } = await db
    .selectFrom('reads')
    .select('version')
    .where('userId', '=', ben)
    .executeTakeFirstOrThrow();
  await write('set_read', { uid: ben }, { roomId, seq: answer.seq, version, conversation: own.id });
  expect(await takePushes(READ_MS)).toMatchObject([{ uid: ben, read: [`room-${roomId}`, 'summary'] }]);
  expect(ann).not.toBe(ben);
});

test('PN6 a deletion, a ban or a mute takes the notification away', async () => {
  const { ann, roomId, addMember, mention, takePushes, write } = await createNotifierSetup();
  const [ben, cem, dan] = [await addMember('Ben'), await addMember('Cem'), await addMember('Dan')];
  const message = await mention(ben, 'a secret');
  await mention(cem, 'another one');
  await mention(dan, 'one more');
  await takePushes();
  await write('delete_message', { uid: ann }, { roomId, messageId: message.id });
  await write('set_member', { uid: ann }, { roomId, uid: cem, bannedUntil: FOREVER });
  await write('set_room_options', { uid: dan }, { roomId, muted: true });
  const pushes = await takePushes(READ_MS);
  expect(pushes.map(({ uid }) => uid).toSorted()).toEqual([ben, cem, dan].toSorted());
  for (const { read } of pushes) expect(read).toContain(`room-${roomId}`);
});

test('PN6 a block takes the notifications of the blocked person away, and changes those of others with them', async () => {
  const { ann, addMember, openDirect, mention, sendMessage, takePushes, write } = await createNotifierSetup();
  const [ben, cem] = [await addMember('Ben'), await addMember('Cem', { hasDevice: false })];
  const direct = await openDirect(ben, ann);
  await sendMessage('hi', { to: direct, by: ben });
  await sendMessage('an insult', { to: direct });
  await mention(ben, 'another insult');
  await mention(ben, 'hello', { by: cem });
  await takePushes(SECOND_MS);
  await write('set_block', { uid: ben }, { uid: ann, blocked: true });
  const pushes = [...(await takePushes()), ...(await takePushes(READ_MS))];
  expect(pushes).toHaveLength(2);
  expect(pushes).toContainEqual(expect.objectContaining({ uid: ben, read: [`room-${direct}`, 'summary'] }));
  expect(pushes).toContainEqual(
    expect.objectContaining({ title: 'Kitchen', texts: ['@x hello'], isSilent: true }),
  );
});

test('PN6 a device gets at most 6 pushes that show nothing, an Apple device and an active page none', async () => {
  const { db, addMember, addDevice, mention, readRoom, server, takePushes } = await createNotifierSetup();
  const ben = await addMember('Ben');
  const apple = await addDevice(ben, 'apple');
  const page = await addDevice(ben, 'mozilla');
  server.active.set({ uid: ben, sessionId: page.sessionId }, true);
  const counts = new Map<string, number>();
  for (let round = 0; round < 8; round++) {
    await mention(ben, 'one');
    await takePushes(HOLD_MS + MINUTE_MS);
    await readRoom(ben);
    for (const { deviceId, read } of await takePushes(READ_MS))
      if (read) counts.set(deviceId, (counts.get(deviceId) ?? 0) + 1);
  }
  expect([...counts.values()]).toEqual([6]);
  expect(counts.has(apple.id) || counts.has(page.id)).toBe(false);
  await db.updateTable('push_devices').set({ silent: 0 }).execute();
  await mention(ben, 'one');
  await takePushes(HOLD_MS);
  await readRoom(ben);
  expect(await takePushes(READ_MS)).toHaveLength(1);
});

test('PN5 of many mentions in a minute six call, and the minute ends with one more for all', async () => {
  const { addMember, mention, takePushes } = await createNotifierSetup();
  const ben = await addMember('Ben');
  let count = 0;
  for (let index = 1; index <= 10; index++) {
    await mention(ben, `number ${index}`);
    count += (await takePushes(SECOND_MS)).length;
  }
  expect(count).toBe(6);
  expect(await takePushes(MINUTE_MS - 10 * SECOND_MS)).toEqual([]);
  expect(await takePushes(SWEEP_MS)).toMatchObject([
    { uid: ben, kind: 'room', count: 10, texts: ['@x number 8', '@x number 9', '@x number 10'] },
  ]);
  expect(await takePushes(MINUTE_MS)).toEqual([]);
  await mention(ben, 'later');
  expect(await takePushes()).toHaveLength(1);
});

test('PN5 PN6 several rooms that wait share a summary, and reading them takes it away', async () => {
  const { ann, addMember, openDirect, sendMessage, mention, readRoom, roomId, sent, takePushes } =
    await createNotifierSetup();
  const ben = await addMember('Ben');
  const cem = await addMember('Cem', { hasDevice: false });
  const [one, two] = [await openDirect(ben, ann), await openDirect(ben, cem)];
  await sendMessage('hi', { to: one, by: ben });
  await sendMessage('hi', { to: two, by: ben });
  for (let index = 1; index <= 6; index++) {
    await mention(ben, `number ${index}`);
    await takePushes(SECOND_MS);
  }
  const a = await sendMessage('a', { to: one });
  await sendMessage('b', { to: two, by: cem });
  const c = await sendMessage('c', { to: two, by: cem });
  expect(await takePushes()).toEqual([]);
  expect(await takePushes(MINUTE_MS + SWEEP_MS)).toMatchObject([
    { uid: ben, kind: 'summary', count: 3, rooms: 2, texts: [], badge: 9 },
  ]);
  const covers = { [`room-${one}`]: a.seq, [`room-${two}`]: c.seq };
  expect(sent.at(-1)?.contents.snug).toMatchObject({ covers });
  await readRoom(ben, one);
  expect(await takePushes(READ_MS)).toMatchObject([
    { read: [`room-${one}`] },
    { kind: 'summary', count: 2, rooms: 1, isSilent: true },
  ]);
  await readRoom(ben, two);
  await readRoom(ben);
  const last = await takePushes(READ_MS);
  expect(last.flatMap(({ read }) => read ?? [])).toEqual(
    expect.arrayContaining([`room-${two}`, `room-${roomId}`, 'summary']),
  );
});

test('PN4 PN5 a message during the push of a summary is in the next one, in its rooms and in others', async () => {
  const { db, ann, addMember, openDirect, sendMessage, mention, service, hold, takePushes } =
    await createNotifierSetup();
  const ben = await addMember('Ben');
  const direct = await openDirect(ben, ann);
  await sendMessage('hi', { to: direct, by: ben });
  for (let index = 1; index <= 7; index++) {
    await mention(ben, `number ${index}`);
    await takePushes(SECOND_MS);
  }
  const answer = Promise.withResolvers<{ kind: 'accepted' }>();
  service.respond = () => hold(answer.promise);
  expect(await takePushes(MINUTE_MS)).toMatchObject([{ uid: ben, count: 7 }]);
  const readDue = async () => {
    const { summaryAt } = await db.selectFrom('push_people').select('summaryAt').executeTakeFirstOrThrow();
    return summaryAt ?? 0;
  };
  const before = await readDue();
  await mention(ben, 'number 8');
  await sendMessage('between us', { to: direct });
  await takePushes(SECOND_MS);
  // Each of the two has joined.
  await expect.poll(readDue).toBe(before + 2);
  service.respond = () => ({ kind: 'accepted' });
  answer.resolve({ kind: 'accepted' });
  expect(await takePushes()).toEqual([]);
  expect(await takePushes(SWEEP_MS)).toMatchObject([{ uid: ben, kind: 'summary', count: 9, rooms: 2 }]);
  expect(await takePushes(MINUTE_MS)).toEqual([]);
});

test('PN5 a summary of what was read in the meantime is not sent', async () => {
  const { addMember, mention, readRoom, takePushes } = await createNotifierSetup();
  const ben = await addMember('Ben');
  for (let index = 1; index <= 8; index++) {
    await mention(ben, `number ${index}`);
    await takePushes(SECOND_MS);
  }
  await readRoom(ben);
  await takePushes(READ_MS);
  expect(await takePushes(MINUTE_MS + SWEEP_MS)).toEqual([]);
});

test('PN4 a device that the push service refuses for now gets what is unread when it may send again', async () => {
  const { addMember, mention, service, takePushes } = await createNotifierSetup();
  const ben = await addMember('Ben');
  service.respond = () => ({ kind: 'later', retryAfterMs: 40 * SECOND_MS });
  await mention(ben, 'one');
  expect(await takePushes()).toHaveLength(1);
  service.respond = () => ({ kind: 'accepted' });
  await mention(ben, 'two');
  expect(await takePushes()).toEqual([]);
  expect(await takePushes(30 * SECOND_MS)).toEqual([]);
  expect(await takePushes(SWEEP_MS + SECOND_MS)).toMatchObject([
    { uid: ben, texts: ['@x one', '@x two'], count: 2 },
  ]);
  expect(await takePushes(MINUTE_MS)).toEqual([]);
});

test('PN4 a device that failed gets one summary of more than three rooms, and nothing of what was read', async () => {
  const { db, ann, addMember, openDirect, sendMessage, readRoom, service, takePushes } =
    await createNotifierSetup();
  const ben = await addMember('Ben');
  const others = [ann];
  for (const name of ['Cem', 'Dan', 'Eve', 'Fay']) others.push(await addMember(name, { hasDevice: false }));
  const rooms: string[] = [];
  for (const other of others) {
    const room = await openDirect(ben, other);
    await sendMessage('hi', { to: room, by: ben });
    rooms.push(room);
  }
  service.respond = () => ({ kind: 'failed', problem: 'unreachable' });
  for (const [index, room] of rooms.entries())
    await sendMessage('news', { to: room, by: others[index] ?? '' });
  await takePushes();
  service.respond = () => ({ kind: 'accepted' });
  await readRoom(ben, rooms[0]);
  await db.updateTable('push_devices').set({ silent: 9 }).execute();
  expect(await takePushes(2 * SWEEP_MS)).toMatchObject([{ uid: ben, kind: 'summary', count: 4, rooms: 4 }]);
  for (const room of rooms) await readRoom(ben, room);
  await takePushes(READ_MS);
  const left = await db.selectFrom('pushed').selectAll().execute();
  expect(left).toEqual([]);
});

test('PN4 an attempt after a failure waits 6 s for the push service, and keeps no lease from its end meanwhile', async () => {
  const { db, ann, roomId, addMember, mention, openDirect, sendMessage, service, hold, takePushes } =
    await createNotifierSetup({ nodeId: 'one' });
  const ben = await addMember('Ben');
  const direct = await openDirect(ben, ann);
  await sendMessage('hi', { to: direct, by: ben });
  service.respond = () => ({ kind: 'failed', problem: 'unreachable' });
  await mention(ben, 'one');
  await sendMessage('two', { to: direct });
  await takePushes();
  const answers: ((outcome: { kind: 'accepted' }) => void)[] = [];
  service.respond = () => {
    const { promise, resolve } = Promise.withResolvers<{ kind: 'accepted' }>();
    answers.push(resolve);
    return hold(promise);
  };
  expect(await takePushes(SWEEP_MS)).toHaveLength(1);
  const readLeases = () =>
    db.selectFrom('notify_rooms').select('until').where('roomId', '=', roomId).execute();
  await sendMessage('to nobody');
  await takePushes(5 * SECOND_MS);
  expect(await readLeases()).not.toEqual([{ until: null }]);
  answers.shift()?.({ kind: 'accepted' });
  expect(await takePushes(SECOND_MS / 2)).toHaveLength(1);
  await takePushes(5 * SECOND_MS);
  expect(await readLeases()).toEqual([{ until: null }]);
  answers.shift()?.({ kind: 'accepted' });
  await takePushes(0);
  expect(await db.selectFrom('push_devices').select(['failures', 'dueAt']).execute()).toEqual([
    { failures: 0, dueAt: 0 },
  ]);
  expect(await takePushes(MINUTE_MS)).toEqual([]);
});

test('PD5 a device ends that its push service does not know, and its person has no other', async () => {
  const { db, addMember, mention, service, takePushes } = await createNotifierSetup();
  const ben = await addMember('Ben');
  service.respond = () => ({ kind: 'gone' });
  await mention(ben, 'one');
  expect(await takePushes()).toHaveLength(1);
  expect(await db.selectFrom('push_devices').selectAll().execute()).toEqual([]);
  await mention(ben, 'two');
  expect(await takePushes()).toEqual([]);
});

test('PD4 a push service that does not respond delays nobody else', async () => {
  const { sent, addMember, mention, service, hold, pass, takePushes } = await createNotifierSetup();
  const [ben, cem] = [await addMember('Ben'), await addMember('Cem')];
  const late = Promise.withResolvers<{ kind: 'accepted' }>();
  service.respond = ({ uid }) => (uid === ben ? hold(late.promise) : { kind: 'accepted' });
  await mention(ben, 'one');
  await takePushes(60);
  await mention(cem, 'two');
  const isCalled = async () => {
    await pass(SECOND_MS);
    return sent.some(({ uid }) => uid === cem);
  };
  await expect.poll(isCalled).toBe(true);
  late.resolve({ kind: 'accepted' });
  await takePushes();
  // Its next attempt repeats what it may have missed. A device that has it does not alert again.
  const repeated = sent.length;
  expect(await takePushes(SWEEP_MS)).toHaveLength(1);
  const [first, again] = [sent.find(({ deviceId }) => deviceId === sent[repeated]?.deviceId), sent[repeated]];
  expect([again?.topic, again?.contents.snug]).toEqual([first?.topic, first?.contents.snug]);
  expect(await takePushes(MINUTE_MS)).toEqual([]);
});

test('PN4 a push has the seq of its newest message, also if reactions move the room before it leaves', async () => {
  const { ann, addMember, mention, write, roomId, sent, pass } = await createNotifierSetup();
  const ben = await addMember('Ben');
  const { id: messageId, seq } = await mention(ben, 'one');
  await write('set_reaction', { uid: ann }, { roomId, messageId, emoji: '👍', on: true });
  await pass(SECOND_MS);
  expect(sent.map(({ contents }) => contents.snug)).toMatchObject([{ seq }]);
});

test('PN4 rooms that call at the same time, and one after a pause, have topics of their own', async () => {
  const { ann, time, choose, addMember, openDirect, mention, sendMessage, takePushes } =
    await createNotifierSetup();
  const ben = await addMember('Ben');
  const cem = await addMember('Cem', { hasDevice: false });
  const [one, two] = [await openDirect(ben, ann), await openDirect(ben, cem)];
  await sendMessage('hi', { to: one, by: ben });
  await sendMessage('hi', { to: two, by: ben });
  await mention(ben, 'soup');
  await sendMessage('psst', { to: one });
  const pushes = await takePushes(SECOND_MS);
  await choose(ben, { pausedUntil: time.now + MINUTE_MS });
  await sendMessage('hush', { to: two, by: cem });
  pushes.push(...(await takePushes(SECOND_MS)), ...(await takePushes(MINUTE_MS + SWEEP_MS)));
  expect(pushes).toHaveLength(3);
  expect(new Set(pushes.map(({ topic }) => topic)).size).toBe(3);
});

test('PN4 a fourth room takes the topic of the room that was pushed longest ago, and a room keeps its own', async () => {
  const { ann, addMember, openDirect, sendMessage, takePushes } = await createNotifierSetup();
  const ben = await addMember('Ben');
  const others = [ann];
  for (const name of ['Cem', 'Dan', 'Eve']) others.push(await addMember(name, { hasDevice: false }));
  const rooms: { to: string; by: string }[] = [];
  for (const by of others) {
    const to = await openDirect(ben, by);
    await sendMessage('hi', { to, by: ben });
    rooms.push({ to, by });
  }
  const topics: (string | undefined)[] = [];
  for (const room of [...rooms.slice(0, 3), ...rooms.slice(0, 1), ...rooms.slice(3)]) {
    await sendMessage('news', room);
    topics.push((await takePushes(SECOND_MS))[0]?.topic);
  }
  const [first, second, third, again, fourth] = topics;
  expect(new Set([first, second, third]).size).toBe(3);
  expect([again, fourth]).toEqual([first, second]);
});

test('PN4 a device that failed gets all that it missed, also if another push was due before its next attempt', async () => {
  const { ann, addMember, mention, openDirect, sendMessage, service, takePushes } =
    await createNotifierSetup();
  const ben = await addMember('Ben');
  const direct = await openDirect(ben, ann);
  await sendMessage('hi', { to: direct, by: ben });
  service.respond = () => ({ kind: 'failed', problem: 'status', status: 500 });
  await mention(ben, 'in the kitchen');
  expect(await takePushes()).toHaveLength(1);
  service.respond = () => ({ kind: 'accepted' });
  await takePushes(2 * SECOND_MS);
  await sendMessage('between us', { to: direct });
  const pushes = [...(await takePushes(SECOND_MS)), ...(await takePushes(2 * SWEEP_MS))];
  expect(new Set(pushes.map(({ texts }) => texts?.join()))).toEqual(
    new Set(['@x in the kitchen', 'between us']),
  );
  expect(pushes).toHaveLength(2);
  expect(await takePushes(MINUTE_MS)).toEqual([]);
});

test('PN4 an attempt that was accepted ends the failures of its device, and what came meanwhile follows it', async () => {
  const { db, ann, addMember, mention, openDirect, sendMessage, service, hold, takePushes } =
    await createNotifierSetup();
  const ben = await addMember('Ben');
  const direct = await openDirect(ben, ann);
  await sendMessage('hi', { to: direct, by: ben });
  service.respond = () => ({ kind: 'failed', problem: 'unreachable' });
  await mention(ben, 'one');
  await takePushes();
  await takePushes(SWEEP_MS);
  const answer = Promise.withResolvers<{ kind: 'accepted' }>();
  service.respond = () => hold(answer.promise);
  expect(await takePushes(SWEEP_MS)).toMatchObject([{ texts: ['@x one'] }]);
  const readDue = async () =>
    (await db.selectFrom('push_devices').select('dueAt').executeTakeFirstOrThrow()).dueAt;
  const before = await readDue();
  await sendMessage('two', { to: direct });
  await takePushes();
  await expect.poll(readDue).toBe(before + 1);
  service.respond = () => ({ kind: 'accepted' });
  answer.resolve({ kind: 'accepted' });
  await takePushes();
  const readFailures = () => db.selectFrom('push_devices').select(['failures', 'failingSince']).execute();
  expect(await readFailures()).toEqual([{ failures: 1, failingSince: null }]);
  expect((await takePushes(SWEEP_MS)).map(({ texts }) => texts)).toContainEqual(['two']);
  expect(await readFailures()).toEqual([{ failures: 0, failingSince: null }]);
});

test('PN4 PN7 a device whose next attempt is due during a pause gets what is unread after it', async () => {
  const { time, choose, addMember, mention, service, takePushes } = await createNotifierSetup();
  const ben = await addMember('Ben');
  service.respond = () => ({ kind: 'failed', problem: 'status', status: 500 });
  await mention(ben, 'one');
  await takePushes();
  await choose(ben, { pausedUntil: time.now + 2 * MINUTE_MS });
  service.respond = () => ({ kind: 'accepted' });
  expect(await takePushes(MINUTE_MS)).toEqual([]);
  expect(await takePushes(MINUTE_MS - SECOND_MS)).toEqual([]);
  expect(await takePushes(SWEEP_MS + SECOND_MS)).toMatchObject([{ uid: ben, texts: ['@x one'] }]);
  expect(await takePushes(MINUTE_MS)).toEqual([]);
});

test('PN10 Apple’s push service keeps a push for 4 hours, and the others for a day', async () => {
  const { addMember, addDevice, mention, sent, takePushes } = await createNotifierSetup();
  const ben = await addMember('Ben', { hasDevice: false });
  const devices = [
    await addDevice(ben, 'apple'),
    await addDevice(ben, 'mozilla'),
    await addDevice(ben, 'google'),
  ];
  await mention(ben, 'one');
  await takePushes();
  const times = devices.map(({ id }) => sent.find(({ deviceId }) => deviceId === id)?.ttlS);
  expect(times).toEqual([4 * 60 * 60, 24 * 60 * 60, 24 * 60 * 60]);
});

test('PN1 a message of a bot calls people, and a message of before its room is archived, too', async () => {
  const { ann, roomId, addMember, mention, sendMessage, write, takePushes } = await createNotifierSetup();
  const ben = await addMember('Ben');
  const { bot } = await write('create_bot', { uid: ann }, { id: newId(), name: 'Robo' });
  await write('set_member', { uid: ann }, { roomId, uid: bot.uid, member: true });
  await mention(ben, 'from a bot', { by: bot.uid });
  expect(await takePushes()).toMatchObject([{ uid: ben, texts: ['@x from a bot'] }]);
  await sendMessage('by the way');
  await mention(ben, 'the last one');
  await write('archive_room', { uid: ann }, { roomId, archived: true });
  expect(await takePushes()).toMatchObject([{ uid: ben, count: 2 }]);
});

test('PN4 a payload that is too large leaves without the texts', async () => {
  const { addMember, mention, service, takePushes } = await createNotifierSetup();
  const ben = await addMember('Ben');
  service.respond = ({ contents }) =>
    contents.notification?.body === undefined ? { kind: 'accepted' } : { kind: 'too_large' };
  await mention(ben, 'one');
  expect(await takePushes()).toMatchObject([
    { texts: ['@x one'] },
    { uid: ben, title: 'Kitchen', texts: [], count: 1 },
  ]);
});

test('PN1 replies in a followed conversation call those who follow it, unless they switched that off', async () => {
  const { choose, addMember, sendMessage, takePushes } = await createNotifierSetup();
  const [ben, cem] = [await addMember('Ben'), await addMember('Cem')];
  await addMember('Dan');
  const root = await sendMessage('what shall we eat?');
  await sendMessage('soup', { by: ben, replyTo: root.id });
  expect(await takePushes()).toEqual([]);
  await sendMessage('bread', { by: cem, replyTo: root.id });
  expect(await takePushes()).toMatchObject([
    { uid: ben, texts: ['bread'], urgency: 'normal', isSilent: false },
  ]);
  await choose(ben, { conversations: false });
  const answer = await sendMessage('rice', { by: cem, replyTo: root.id });
  expect(await takePushes()).toEqual([]);
  await sendMessage('why rice?', { by: ben, replyTo: answer.id });
  expect(await takePushes()).toMatchObject([{ uid: cem, texts: ['soup', 'why rice?'], urgency: 'high' }]);
});

test('PN1 a muted room wins over followed conversations and words', async () => {
  const { roomId, choose, addMember, sendMessage, takePushes, write } = await createNotifierSetup();
  const ben = await addMember('Ben');
  await choose(ben, { words: ['soup'] });
  const root = await sendMessage('what shall we eat?');
  await sendMessage('bread', { by: ben, replyTo: root.id });
  await write('set_room_options', { uid: ben }, { roomId, muted: true });
  await sendMessage('soup', { replyTo: root.id });
  expect(await takePushes()).toEqual([]);
});

test('PN1 words call their person by a whole word, in rooms of theirs only', async () => {
  const { db, choose, addMember, addDevice, sendMessage, readRoom, roomId, takePushes } =
    await createNotifierSetup();
  const ben = await addMember('Ben');
  const eve = await addPerson(db, 'Eve');
  await addDevice(eve);
  for (const uid of [ben, eve]) await choose(uid, { words: ['Soup', 'ラーメン'] });
  await sendMessage('the soupspoon is lost');
  expect(await takePushes()).toEqual([]);
  await sendMessage('SOUP, anyone?');
  await sendMessage('美味しいラーメンです');
  expect(await takePushes()).toMatchObject([
    { uid: ben, texts: ['SOUP, anyone?', '美味しいラーメンです'], count: 2 },
  ]);
  await readRoom(ben);
  expect(await takePushes(READ_MS)).toMatchObject([{ uid: ben, read: [`room-${roomId}`, 'summary'] }]);
});

test('PN7 quiet hours hold everything until their end, and then one summary of what is still unread comes', async () => {
  const { ann, choose, time, addMember, openDirect, mention, sendMessage, readRoom, takePushes } =
    await createNotifierSetup();
  const [ben, cem] = [await addMember('Ben'), await addMember('Cem')];
  const direct = await openDirect(ben, ann);
  await sendMessage('hi', { to: direct, by: ben });
  const until = time.now + 60 * MINUTE_MS;
  for (const uid of [ben, cem]) await choose(uid, { pausedUntil: until });
  await mention(null, 'one');
  await sendMessage('two', { to: direct });
  expect(await takePushes()).toEqual([]);
  await readRoom(cem);
  expect(await takePushes(30 * MINUTE_MS)).toEqual([]);
  await mention(ben, 'three');
  expect(await takePushes(29 * MINUTE_MS)).toEqual([]);
  expect(await takePushes(2 * MINUTE_MS)).toMatchObject([{ uid: ben, kind: 'summary', count: 3, rooms: 2 }]);
  await mention(ben, 'four');
  expect(await takePushes()).toMatchObject([{ uid: ben, kind: 'room', count: 3 }]);
});

test('PN7 a pause that became longer moves the summary', async () => {
  const { choose, time, addMember, mention, takePushes } = await createNotifierSetup();
  const ben = await addMember('Ben');
  await choose(ben, { pausedUntil: time.now + 10 * MINUTE_MS });
  await mention(ben, 'one');
  await takePushes();
  await choose(ben, { pausedUntil: time.now + 30 * MINUTE_MS });
  expect(await takePushes(11 * MINUTE_MS)).toEqual([]);
  expect(await takePushes(20 * MINUTE_MS)).toMatchObject([{ uid: ben, texts: ['@x one'] }]);
});

test.each([
  ['name', { title: 'Kitchen' }, ['secret', 'Ann']],
  ['nothing', { title: 'Snug' }, ['secret', 'Ann', 'Kitchen']],
] as const)('PN4 if a person shows %s, a push has nothing else anywhere', async (shows, shown, absent) => {
  const { sent, choose, addMember, mention, takePushes } = await createNotifierSetup();
  const ben = await addMember('Ben');
  await choose(ben, { shows });
  await mention(ben, 'a secret');
  expect(await takePushes()).toMatchObject([{ uid: ben, ...shown, body: undefined, texts: [], count: 1 }]);
  for (const text of absent) expect(sent[0]?.payload).not.toContain(text);
});

test('I6 a due reminder reaches the devices of its person once, and not a page that is open', async () => {
  const { roomId, time, server, addMember, addDevice, sendMessage, takePushes, write } =
    await createNotifierSetup();
  const ben = await addMember('Ben');
  const open = await addDevice(ben);
  const message = await sendMessage('buy bread');
  const remind = (remindAt: number | null) =>
    write('set_saved', { uid: ben }, { roomId, messageId: message.id, on: true, remindAt });
  await remind(time.now + MINUTE_MS);
  server.active.set({ uid: ben, sessionId: open.sessionId }, true);
  expect(await takePushes(MINUTE_MS)).toEqual([]);
  const pushes = await takePushes(2 * SWEEP_MS);
  expect(pushes).toMatchObject([{ uid: ben, kind: 'reminder', texts: ['buy bread'] }]);
  expect(pushes[0]?.deviceId).not.toBe(open.id);
  expect(await takePushes(10 * MINUTE_MS)).toEqual([]);
  await remind(time.now + MINUTE_MS);
  expect(await takePushes(2 * MINUTE_MS)).toHaveLength(1);
  await remind(null);
  expect(await takePushes(2 * MINUTE_MS)).toEqual([]);
});

test('I6 a reminder comes again until a push service accepts it, also after quiet hours', async () => {
  const { roomId, time, choose, addMember, sendMessage, service, takePushes, write } =
    await createNotifierSetup();
  const [ben, cem] = [await addMember('Ben'), await addMember('Cem')];
  await choose(cem, { pausedUntil: time.now + 2 * MINUTE_MS });
  const { id: messageId } = await sendMessage('buy bread');
  for (const uid of [ben, cem])
    await write('set_saved', { uid }, { roomId, messageId, on: true, remindAt: time.now + MINUTE_MS });
  service.respond = () => ({ kind: 'later', retryAfterMs: 15 * SECOND_MS });
  expect(await takePushes(MINUTE_MS)).toMatchObject([{ uid: ben, kind: 'reminder' }]);
  expect(await takePushes(SWEEP_MS)).toEqual([]);
  await takePushes(MINUTE_MS);
  service.respond = () => ({ kind: 'accepted' });
  const pushes: string[] = [];
  for (let sweep = 0; sweep < 12; sweep++)
    pushes.push(...(await takePushes(SWEEP_MS)).map(({ uid, kind }) => `${uid} ${kind}`));
  expect(pushes.toSorted()).toEqual([`${ben} reminder`, `${cem} reminder`].toSorted());
});

test('PN7 I6 all reminders that waited come after quiet hours, however many', async () => {
  const { roomId, time, choose, addMember, sendMessage, takePushes, write } = await createNotifierSetup();
  const ben = await addMember('Ben');
  await choose(ben, { pausedUntil: time.now + 10 * MINUTE_MS });
  for (let index = 0; index < 6; index++) {
    const { id: messageId } = await sendMessage(`buy bread ${index}`);
    const saved = { roomId, messageId, on: true, remindAt: time.now + MINUTE_MS };
    await write('set_saved', { uid: ben }, saved);
  }
  expect(await takePushes(9 * MINUTE_MS)).toEqual([]);
  const pushes = [...(await takePushes(MINUTE_MS + SWEEP_MS)), ...(await takePushes(SWEEP_MS))];
  expect(new Set(pushes.map(({ texts }) => texts?.join())).size).toBe(6);
  expect(await takePushes(MINUTE_MS)).toEqual([]);
});

test('PN7 I6 PN10 a phone that is off keeps the summary and each reminder of the end of quiet hours', async () => {
  const { roomId, time, choose, addMember, mention, sendMessage, openDirect, ann, sent, takePushes, write } =
    await createNotifierSetup();
  const ben = await addMember('Ben');
  const direct = await openDirect(ann, ben);
  await write('set_room_options', { uid: ben }, { roomId: direct, request: null });
  await choose(ben, { pausedUntil: time.now + 10 * MINUTE_MS });
  for (const text of ['buy bread', 'buy milk']) {
    const { id: messageId } = await sendMessage(text);
    const saved = { roomId, messageId, on: true, remindAt: time.now + MINUTE_MS };
    await write('set_saved', { uid: ben }, saved);
  }
  await mention(ben, 'hello');
  await sendMessage('psst', { to: direct });
  expect(await takePushes(9 * MINUTE_MS)).toEqual([]);
  const pushes = await takePushes(MINUTE_MS + SWEEP_MS);
  expect(pushes.map(({ kind = '' }) => kind).toSorted()).toEqual(['reminder', 'reminder', 'summary']);
  const topics = sent.flatMap(({ topic }) => topic ?? []);
  expect(topics).toHaveLength(1);
});

test('PN7 I6 reminders wait for the end of quiet hours', async () => {
  const { roomId, time, choose, addMember, sendMessage, takePushes, write } = await createNotifierSetup();
  const ben = await addMember('Ben');
  const message = await sendMessage('buy bread');
  const remindAt = time.now + MINUTE_MS;
  await write('set_saved', { uid: ben }, { roomId, messageId: message.id, on: true, remindAt });
  await choose(ben, { pausedUntil: time.now + 10 * MINUTE_MS });
  expect(await takePushes(9 * MINUTE_MS)).toEqual([]);
  expect(await takePushes(2 * MINUTE_MS)).toMatchObject([{ uid: ben, kind: 'reminder' }]);
  expect(await takePushes(10 * MINUTE_MS)).toEqual([]);
});

test('PN5 all messages call a member who wants all of them: once with a sound, then at most every 30 s without', async () => {
  const { roomId, addMember, sendMessage, mention, takePushes, write } = await createNotifierSetup();
  const ben = await addMember('Ben');
  await write('set_room_options', { uid: ben }, { roomId, level: 'everything' });
  await sendMessage('one');
  expect(await takePushes()).toMatchObject([{ uid: ben, count: 1, urgency: 'normal', isSilent: false }]);
  await sendMessage('two');
  expect(await takePushes()).toEqual([]);
  await sendMessage('three');
  expect(await takePushes(20 * SECOND_MS)).toEqual([]);
  expect(await takePushes(10 * SECOND_MS)).toMatchObject([{ uid: ben, count: 3, isSilent: true }]);
  await mention(ben, 'four');
  expect(await takePushes()).toMatchObject([{ uid: ben, count: 4, urgency: 'high', isSilent: false }]);
});

test('PN1 a default of no notifications calls nobody, and so does the level "nothing" of a room', async () => {
  const { db, roomId, addMember, mention, takePushes } = await createNotifierSetup();
  const ben = await addMember('Ben');
  await db
    .updateTable('members')
    .set({ level: 'nothing', levelByDefault: 1 })
    .where('roomId', '=', roomId)
    .where('userId', '=', ben)
    .execute();
  await mention(ben, 'one');
  expect(await takePushes()).toEqual([]);
});

test('PN7 a pause that ends early ends with its summary', async () => {
  const { time, choose, addMember, mention, takePushes } = await createNotifierSetup();
  const ben = await addMember('Ben');
  await choose(ben, { pausedUntil: time.now + 60 * MINUTE_MS });
  await mention(ben, 'one');
  expect(await takePushes(MINUTE_MS)).toEqual([]);
  await choose(ben, { pausedUntil: null });
  expect(await takePushes(SWEEP_MS)).toMatchObject([{ uid: ben, texts: ['@x one'] }]);
});

test('PN7 a pause or quiet hours that become shorter end with their summary', async () => {
  const { time, choose, addMember, mention, takePushes } = await createNotifierSetup();
  const ben = await addMember('Ben');
  await choose(ben, { pausedUntil: FOREVER });
  await mention(ben, 'one');
  expect(await takePushes(MINUTE_MS)).toEqual([]);
  await choose(ben, { pausedUntil: time.now + 5 * MINUTE_MS });
  expect(await takePushes(4 * MINUTE_MS)).toEqual([]);
  expect(await takePushes(MINUTE_MS + SWEEP_MS)).toMatchObject([{ uid: ben, texts: ['@x one'] }]);
});

test('PN4 PN7 the next message calls a person whose summary a kill kept from the end of a pause', async () => {
  const { db, time, choose, addMember, mention, takePushes } = await createNotifierSetup();
  const ben = await addMember('Ben');
  await choose(ben, { pausedUntil: FOREVER });
  await mention(ben, 'one');
  await takePushes();
  await db.updateTable('notification_settings').set({ pausedUntil: time.now }).execute();
  await mention(ben, 'two');
  expect(await takePushes()).toEqual([]);
  expect(await takePushes(SWEEP_MS)).toMatchObject([{ uid: ben, texts: ['@x one', '@x two'] }]);
});

test('PN4 a process that starts calls for what an earlier one left, and not for what that one sent', async () => {
  const { addMember, mention, server, another, takePushes } = await createNotifierSetup();
  const [ben, cem] = [await addMember('Ben'), await addMember('Cem')];
  await mention(ben, 'one');
  expect(await takePushes()).toMatchObject([{ uid: ben }]);
  await server.notifier.stop();
  await mention(cem, 'two');
  await another({});
  expect(await takePushes()).toMatchObject([{ uid: cem, texts: ['@x two'] }]);
});

test('PN4 after a kill the next process continues with the people who were held', async () => {
  const { addMember, mention, server, another, takePushes } = await createNotifierSetup();
  const ben = await addMember('Ben');
  server.active.set({ uid: ben, sessionId: 'x' }, true);
  await mention(ben, 'one');
  expect(await takePushes()).toEqual([]);
  await server.notifier.stop();
  await another({});
  expect(await takePushes()).toMatchObject([{ uid: ben, texts: ['@x one'] }]);
});

test('PN8 a new history of the data begins at the end of all rooms, and with no reminder that is over', async () => {
  const { db, roomId, time, addMember, mention, server, another, write, takePushes } =
    await createNotifierSetup();
  const ben = await addMember('Ben');
  await takePushes();
  await server.notifier.stop();
  const message = await mention(ben, 'of the backup');
  const saved = { roomId, messageId: message.id, on: true };
  await write('set_saved', { uid: ben }, { ...saved, remindAt: time.now + MINUTE_MS });
  time.now += 2 * MINUTE_MS;
  const restored = await another({ epoch: 'two' });
  expect(await takePushes(MINUTE_MS)).toEqual([]);
  expect(await db.selectFrom('pushed').selectAll().execute()).toEqual([]);
  await restored.writer.write('send_message', { uid: ben }, { roomId, id: newId(), text: 'mine' });
  await restored.writer.write(
    'send_message',
    { uid: message.author.uid },
    { roomId, id: newId(), text: '@x new', mentions: [{ uid: ben, start: 0, length: 2 }] },
  );
  await expect.poll(async () => (await takePushes()).map(({ uid }) => uid)).toEqual([ben]);
});

test('PN8 nobody is called for the messages of an import', async () => {
  const { roomId, addMember, mention, server, another, write, takePushes } = await createNotifierSetup();
  const ben = await addMember('Ben');
  await server.notifier.stop();
  await mention(ben, 'imported');
  await write('skip_calls', { uid: '' }, { roomIds: [roomId] });
  await another({});
  expect(await takePushes(MINUTE_MS)).toEqual([]);
});

test('PN9 of two nodes one calls the people of a room, also for messages that the other one stored', async () => {
  const { ann, roomId, addMember, mention, another, takePushes } = await createNotifierSetup({
    nodeId: 'one',
  });
  const two = await another({ nodeId: 'two' });
  const ben = await addMember('Ben');
  await mention(ben, 'one');
  expect(await takePushes()).toMatchObject([{ uid: ben, texts: ['@x one'] }]);
  await two.writer.write(
    'send_message',
    { uid: ann },
    { roomId, id: newId(), text: '@x two', mentions: [{ uid: ben, start: 0, length: 2 }] },
  );
  await expect
    .poll(async () => (await takePushes(250)).map(({ texts }) => texts))
    .toEqual([['@x one', '@x two']]);
  expect(await takePushes(SWEEP_MS)).toEqual([]);
  expect(two.failures).toEqual([]);
});

test('PN9 a node goes on where another one was killed, after its lease', async () => {
  const { db, addMember, mention, server, another, takePushes } = await createNotifierSetup({
    nodeId: 'one',
  });
  const ben = await addMember('Ben');
  await mention(ben, 'one');
  expect(await takePushes()).toHaveLength(1);
  await another({ nodeId: 'two' });
  // Node one was killed before it took this message.
  server.notifier.record = () => {};
  await server.notifier.stop();
  await db
    .updateTable('notify_rooms')
    .set({ owner: 'killed', until: Date.now() + 20_000 })
    .execute();
  await mention(ben, 'two');
  expect(await takePushes(SWEEP_MS)).toEqual([]);
  await expect
    .poll(async () => (await takePushes(SWEEP_MS)).map(({ texts }) => texts))
    .toEqual([['@x one', '@x two']]);
});

test('PN9 a node that was frozen for minutes finds what another one left that was killed', async () => {
  const { db, addMember, mention, server, another, takePushes } = await createNotifierSetup({
    nodeId: 'one',
  });
  const ben = await addMember('Ben');
  await another({ nodeId: 'two' });
  await takePushes(SWEEP_MS);
  server.notifier.record = () => {};
  await server.notifier.stop();
  expect(await db.selectFrom('notify_rooms').select('until').execute()).toEqual([{ until: null }]);
  await mention(ben, 'one');
  await expect
    .poll(async () => (await takePushes(10 * MINUTE_MS)).map(({ texts }) => texts))
    .toEqual([['@x one']]);
});

test('PN1 @room finds the one device in a room of 2,000 members', async () => {
  const { db, roomId, addMember, mention, takePushes } = await createNotifierSetup();
  const ben = await addMember('Ben');
  const at = new Date(0).toISOString();
  const rows = Array.from({ length: 2_000 }, () => newId()).map(id => ({
    id,
    name: 'Person',
    email: `${id}@snug.example`,
    emailVerified: false as never,
    avatar: null,
    createdAt: at,
    updatedAt: at,
  }));
  for (let from = 0; from < rows.length; from += 500) {
    const some = rows.slice(from, from + 500);
    await db.insertInto('users').values(some).execute();
    await db
      .insertInto('members')
      .values(some.map(({ id }) => ({ roomId, userId: id, role: 'member' as const })))
      .execute();
  }
  await mention(null, 'dinner');
  await expect.poll(async () => (await takePushes()).map(({ uid }) => uid)).toEqual([ben]);
});

test('PN1 eight rooms that call many people at once delay nobody who is called in another one', async () => {
  const { db, ann, addDevice, addMember, mention, time, sent, write, server } = await createNotifierSetup();
  const ben = await addMember('Ben');
  const people: string[] = [];
  for (let index = 0; index < 37; index++) {
    const uid = await addPerson(db, `Person ${index}`);
    await addDevice(uid);
    people.push(uid);
  }
  const rooms: string[] = [];
  for (let index = 0; index < 8; index++) {
    const { room } = await write('create_room', { uid: ann }, { id: newId(), name: 'Hall', description: '' });
    rooms.push(room.id);
    const members = people.map(userId => ({ roomId: room.id, userId, role: 'member' as const }));
    await db.insertInto('members').values(members).execute();
    const reads = people.map(userId => ({ roomId: room.id, userId, seq: 0, version: 1 }));
    await db.insertInto('reads').values(reads).execute();
    await mention(null, 'dinner', { to: room.id });
  }
  const countCalled = (uids: readonly string[], ms: number) => async () => {
    time.advance(ms);
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    return new Set(sent.flatMap(({ uid }) => (uids.includes(uid) ? [uid] : []))).size;
  };
  time.advance(60);
  // Those whom a turn calls without a rest. The others wait for the clock.
  await expect.poll(countCalled(people, 0), { interval: 1 }).toBe(32);
  await mention(ben, 'and you?');
  time.advance(50);
  await expect.poll(countCalled([ben], 0), { interval: 1 }).toBe(1);
  expect(await countCalled(people, 0)()).toBe(32);
  await expect.poll(() => countCalled(people, getRest(time))(), { interval: 1 }).toBe(37);
  await endRests(time, server.notifier);
});

test('PN1 PN4 a mention in a room of many people does not wait for all whom an earlier "@room" calls', async () => {
  const { db, roomId, addDevice, addMember, mention, time, sent, server } = await createNotifierSetup();
  const [ben, cem] = [await addMember('Ben'), await addMember('Cem')];
  server.active.set({ uid: cem, sessionId: 's' }, true);
  const people: string[] = [];
  for (let index = 0; index < 60; index++) {
    const uid = await addPerson(db, `Person ${index}`);
    await addDevice(uid);
    people.push(uid);
  }
  const members = people.map(userId => ({ roomId, userId, role: 'member' as const }));
  await db.insertInto('members').values(members).execute();
  const reads = people.map(userId => ({ roomId, userId, seq: 0, version: 1 }));
  await db.insertInto('reads').values(reads).execute();
  const settleFor = async (ms: number) => {
    time.advance(ms);
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    return new Set(sent.map(({ uid }) => uid)).size;
  };
  const listTexts = (uid: string) =>
    sent
      .filter(push => push.uid === uid)
      .map(({ contents: { snug } }) => ('kind' in snug ? snug.lines.map(({ text }) => text) : []));
  await mention(null, 'dinner');
  time.advance(60);
  // Cem has 10 s.
  await expect.poll(() => settleFor(0), { interval: 1 }).toBe(31);
  for (const uid of [ben, cem, people.at(-1) ?? '']) await mention(uid, 'and you?');
  await expect
    .poll(async () => (await settleFor(getRest(time))) < 61 && listTexts(ben).length, { interval: 1 })
    .toBe(2);
  expect(listTexts(ben)).toEqual([['@x dinner'], ['@x dinner', '@x and you?']]);
  expect(listTexts(people.at(-1) ?? '')).toEqual([['@x dinner', '@x and you?']]);
  await expect.poll(() => settleFor(getRest(time)), { interval: 1 }).toBe(61);
  await endRests(time, server.notifier);
  expect(sent).toHaveLength(62);
  await settleFor(10_000);
  await server.notifier.whenIdle();
  expect(listTexts(cem)).toEqual([['@x dinner', '@x and you?']]);
});
