import { expect, test, vi } from 'vitest';
import { aRoom, NOW, run, sendMany } from '../testing/database.ts';
import { startIndexing } from './indexing.ts';
import { isBehind } from './word-index.ts';

async function anIndexing(fail?: Error) {
  const { db, uid, roomId } = await aRoom();
  const ticks: (() => void)[] = [];
  const failures: unknown[] = [];
  const written: string[] = [];
  const stop = startIndexing({
    read: db,
    writer: {
      write: async (mutation, call, input): Promise<never> => {
        if (fail) throw fail;
        written.push(mutation);
        return (await run(db, { mutation, call, input })) as never;
      },
    },
    now: () => NOW,
    repeat: tick => {
      ticks.push(tick);
      return () => void ticks.splice(0);
    },
    onFailure: error => failures.push(error),
  });
  return { db, uid, roomId, ticks, failures, written, stop };
}

test('what is said is indexed at the next tick, and then nothing is written any more', async () => {
  const { db, uid, roomId, ticks, written, stop } = await anIndexing();
  await sendMany(db, uid, roomId, 150);
  for (const tick of ticks) for (let time = 0; time < 3; time++) tick();
  await vi.waitFor(async () => expect(await isBehind(db)).toBe(false));
  expect(written).toEqual(['index_messages', 'index_messages']);
  stop();
  expect(ticks).toEqual([]);
});

test('what cannot be stored is said, and tried again at the next tick', async () => {
  const { db, uid, roomId, ticks, failures } = await anIndexing(new Error('disk full'));
  await sendMany(db, uid, roomId, 1);
  for (const count of [1, 2]) {
    for (const tick of ticks) tick();
    await vi.waitFor(() => expect(failures).toHaveLength(count));
  }
});
