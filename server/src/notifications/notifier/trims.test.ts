import { expect, test } from 'vitest';
import { createNotifierSetup } from '../../testing/notifier-setup.ts';
import { eraseTrimmed, makeOlder, trimRoom } from '../../testing/trims.ts';

const MINUTE_MS = 60_000;

test.each([false, true])(
  'TR1 a trimmed message calls nobody, and counts on no badge (erased: %s)',
  async erased => {
    const { db, roomId, time, addMember, mention, sendMessage, choose, takePushes, write } =
      await createNotifierSetup();
    const [ben, cem] = [await addMember('Ben'), await addMember('Cem')];
    await write('set_room_options', { uid: cem }, { roomId, level: 'everything' });
    await choose(cem, { words: ['bread'] });
    // Waits for the end of the pause.
    for (const uid of [ben, cem]) await choose(uid, { pausedUntil: time.now + 10 * MINUTE_MS });
    await mention(ben, 'old bread');
    await mention(null, 'old for all');
    const root = await sendMessage('old');
    const old = await sendMessage('old answer', { by: ben, replyTo: root.id });
    await write('set_follow', { uid: cem }, { roomId, messageId: root.id, on: true });
    await takePushes(MINUTE_MS);
    await makeOlder(db, roomId, old.seq);
    await trimRoom(db, roomId, { now: time.now });
    if (erased) await eraseTrimmed(db, roomId, time.now);
    expect(await takePushes(20 * MINUTE_MS)).toEqual([]);
    await mention(ben, 'young');
    const pushes = await takePushes(MINUTE_MS);
    expect(pushes.map(({ uid }) => uid).toSorted()).toEqual([ben, cem].toSorted());
    for (const push of pushes) expect(push).toMatchObject({ texts: ['@x young'], count: 1 });
    expect(pushes.find(({ uid }) => uid === ben)).toMatchObject({ badge: 1 });
  },
);

test('TR1 the reminder of a trimmed message ends without a push', async () => {
  const { db, roomId, time, addMember, sendMessage, takePushes, write } = await createNotifierSetup();
  const ben = await addMember('Ben');
  const message = await sendMessage('buy bread');
  const remindAt = time.now + MINUTE_MS;
  await write('set_saved', { uid: ben }, { roomId, messageId: message.id, on: true, remindAt });
  await makeOlder(db, roomId, message.seq);
  await trimRoom(db, roomId, { now: time.now });
  expect(await takePushes(10 * MINUTE_MS)).toEqual([]);
});

test('TR1 PN6 a trim takes the notification of its messages away, and that of younger ones stays', async () => {
  const { db, roomId, time, addMember, mention, takePushes, write } = await createNotifierSetup();
  const [ben, cem] = [await addMember('Ben'), await addMember('Cem')];
  const old = await mention(ben, 'old bread');
  await takePushes(MINUTE_MS);
  await mention(cem, 'young bread');
  await takePushes(MINUTE_MS);
  await makeOlder(db, roomId, old.seq);
  const before = time.now - 50 * 24 * 60 * MINUTE_MS;
  await write('trim_room', { uid: '' }, { roomId, before, keepsPins: false });
  const pushes = [...(await takePushes()), ...(await takePushes(MINUTE_MS))];
  expect(pushes.map(({ uid }) => uid)).toEqual([ben]);
  expect(pushes[0]?.read).toContain(`room-${roomId}`);
});
