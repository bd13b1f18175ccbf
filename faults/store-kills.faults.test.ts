import { type S3Fault, type S3Operation, TestS3Store } from '@snug/testkit/s3/s3-store.ts';
import { sampleCases } from '@snug/testkit/test-scope.ts';
import { until } from '@snug/testkit/until.ts';
import { expect, onTestFinished, test } from 'vitest';
import { WallClock } from './clock/wall-clock.ts';
import { FileLifecycle } from './file-lifecycle.ts';
import { getTestPerson, startTestServer } from './fixtures.ts';
import { IS_FULL } from './seed.ts';
import { StoredFiles } from './stored-files.ts';

const MB = 1024 * 1024;
const SMALL = 'small';
/** Two parts. */
const LARGE = 'x'.repeat(9 * MB);

/** After this time, an unsent upload does not count any more; and after this, the sweep deletes it. */
const FORGOTTEN_MS = 11 * 60_000;
const EXPIRED_MS = 25 * 60 * 60_000;

/** Where the server dies: before the store acts, or behind it. */
const ALL_MOMENTS: [S3Operation, S3Fault, string][] = [
  ['put', 'hang', SMALL],
  ['put', 'mute', SMALL],
  ['begin', 'hang', LARGE],
  ['part', 'hang', LARGE],
  ['complete', 'hang', LARGE],
  ['complete', 'mute', LARGE],
  ['delete', 'hang', SMALL],
  ['delete', 'mute', SMALL],
];
const MOMENTS = IS_FULL ? ALL_MOMENTS : sampleCases(ALL_MOMENTS);

test('F1 F5 after a kill at each step towards a store, no message lacks its file, and no bytes lack a row', async () => {
  const store = await TestS3Store.start();
  const clock = new WallClock();
  onTestFinished(async () => {
    clock.remove();
    await store.stop();
  });
  const shift = (ms: number) => {
    clock.shift(ms);
    store.skewMs = ms;
  };
  const settings = { ...clock.options.settings, ...store.environment, SNUG_MAX_FILE_BYTES: String(10 * MB) };
  const server = await startTestServer({ settings });
  const ann = await getTestPerson(server);
  const roomId = await ann.createRoom();
  const files = new StoredFiles(server.data);
  for (const [index, [operation, fault, content]] of MOMENTS.entries()) {
    const way = new FileLifecycle(content);
    store.fail(fault, operation);
    const before = store.operations.length;
    const muted = store.mutedCount;
    const going = way.run(ann, roomId).catch(() => {});
    await until(`the store has the request "${operation}"`, () =>
      store.operations.slice(before).includes(operation),
    );
    await until('the store has acted', () => fault === 'hang' || store.mutedCount > muted);
    await server.kill();
    await going;
    store.heal();
    shift((index + 1) * FORGOTTEN_MS);
    await server.start();
    const known = new Set((await files.readRows()).map(({ key }) => key));
    expect([operation, fault, store.keys.filter(key => !known.has(key))]).toEqual([operation, fault, []]);
    await way.resume(ann, roomId);
  }
  const kept = new FileLifecycle(LARGE);
  kept.file = await ann.uploadFile('words.txt', kept.content);
  await kept.send(ann, roomId);
  await server.kill();
  shift(MOMENTS.length * FORGOTTEN_MS + EXPIRED_MS);
  await server.start();
  await until('unsent files are deleted', async () => {
    const rows = await files.readRows();
    return rows.length === 1 && store.keys.length === 1 && files.listUploads().length === 0;
  });
  await kept.verifyContent(ann);
});
