import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import { createSendJob, createTestRoom, NOW, readSeq, runJob } from '../../testing/database.ts';
import { readHistory } from './history.ts';

const HOUR_MS = 3_600_000;

/** A message an hour. */
async function createHourlyRoom(count: number) {
  const { db, uid, roomId } = await createTestRoom();
  const ids: string[] = [];
  for (let hour = 0; hour < count; hour++) {
    const id = newId();
    ids.push(id);
    await runJob(db, createSendJob(uid, { roomId, id, text: `${hour}` }), NOW + hour * HOUR_MS);
  }
  const read = async (at: number, limit = 1) => {
    const seq = (await readSeq(db, roomId)) ?? 0;
    const page = await readHistory(
      db,
      { uid, now: NOW },
      { seq, trimmedBefore: null },
      { roomId, at, limit },
    );
    return { ...page, messages: page.messages.map(({ text }) => text) };
  };
  const remove = (hour: number) => {
    const input = { roomId, messageId: ids[hour] };
    return runJob(db, { mutation: 'delete_message', caller: { uid }, input }, NOW + count * HOUR_MS);
  };
  return { read, remove };
}

test('C7 a page around a time has the first message at that time or later', async () => {
  const { read, remove } = await createHourlyRoom(20);
  for (const hour of [0, 1, 7, 12, 19]) {
    expect((await read(NOW + hour * HOUR_MS)).messages).toEqual([`${hour}`]);
    expect((await read(NOW + hour * HOUR_MS - 1)).messages).toEqual([`${hour}`]);
  }
  expect(await read(NOW + 10 * HOUR_MS, 3)).toEqual({
    messages: ['9', '10', '11'],
    hasOlder: true,
    hasNewer: true,
  });
  for (const hour of [7, 8, 19]) await remove(hour);
  expect((await read(NOW + 7 * HOUR_MS)).messages, 'not a deleted one').toEqual(['9']);
  expect(await read(NOW + 19 * HOUR_MS), 'the newest page after the last message').toEqual({
    messages: ['18'],
    hasOlder: true,
    hasNewer: false,
  });
});
