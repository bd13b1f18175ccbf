import { Random } from '@snug/testkit/random.ts';
import type { ServerProcess } from '@snug/testkit/server-process.ts';
import { sampleCases } from '@snug/testkit/test-scope.ts';
import { until } from '@snug/testkit/until.ts';
import { expect, onTestFinished, test } from 'vitest';
import { WallClock } from './clock/wall-clock.ts';
import { recordFigures } from './figures.ts';
import { FileLifecycle } from './file-lifecycle.ts';
import { getTestPerson, startTestServer } from './fixtures.ts';
import { IS_FULL, SEED } from './seed.ts';
import { StoredFiles } from './stored-files.ts';
import { Strace, straceProblem } from './strace.ts';

/** The system calls of storage and database in the life of a file. */
const ALL_CALLS = ['openat', 'copy_file_range', 'fsync', 'pwrite64', 'unlink', 'ftruncate'];
const CALLS = IS_FULL ? ALL_CALLS : sampleCases(ALL_CALLS);
/** The maximum number of kills at calls of one kind; and the number of that call, for a single kill. */
const MAX_KILLS = IS_FULL ? 20 : 1;
const MAX_CALLS = 5;
/** After this time, an unsent upload does not count any more; and after this, the sweep deletes it. */
const FORGOTTEN_MS = 11 * 60_000;
const EXPIRED_MS = 25 * 60 * 60_000;

/** Kills the server at its nth call of that kind during the life of a file; false if there were fewer calls. */
async function killAt(
  server: ServerProcess,
  call: string,
  nth: number,
  go: () => Promise<void>,
): Promise<boolean> {
  const strace = await Strace.attach(server.pid, { trace: [call], inject: `signal=KILL:when=${nth}` });
  const failure: unknown = await go().then(
    () => undefined,
    error => error,
  );
  await strace.detach();
  await until('the server has ended or is healthy', () => !server.isRunning || isHealthy(server));
  if (server.isRunning && failure) throw failure;
  return !server.isRunning;
}

function isHealthy({ url }: ServerProcess): Promise<boolean> {
  return fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

test('F1 F5 M1 after a kill at any point between a file and its row, no message lacks its file, and no bytes lack a row', async context => {
  const problem = straceProblem();
  context.skip(problem !== undefined, problem);
  const clock = new WallClock();
  onTestFinished(() => clock.remove());
  const { settings } = clock.options;
  // A single thread pool thread makes the order of file calls repeatable.
  const server = await startTestServer({ settings: { ...settings, UV_THREADPOOL_SIZE: '1' } });
  const ann = await getTestPerson(server);
  const roomId = await ann.createRoom();
  const files = new StoredFiles(server.data);
  const random = new Random(SEED);
  let kills = 0;
  for (const call of CALLS) {
    for (let count = 1; count <= MAX_KILLS; count++) {
      const way = new FileLifecycle(`${call} ${count}`);
      const nth = IS_FULL ? count : 1 + random.below(MAX_CALLS);
      if (!(await killAt(server, call, nth, () => way.run(ann, roomId)))) break;
      kills++;
      clock.shift(kills * FORGOTTEN_MS);
      await server.start();
      const known = new Set((await files.readRows()).map(({ key }) => key));
      expect([call, nth, files.listStoredKeys().filter(key => !known.has(key))]).toEqual([call, nth, []]);
      await way.resume(ann, roomId);
    }
  }
  const kept = new FileLifecycle('kept');
  kept.file = await ann.uploadFile('words.txt', kept.content);
  await kept.send(ann, roomId);
  clock.shift(kills * FORGOTTEN_MS + EXPIRED_MS);
  await server.kill();
  await server.start();
  await until('unsent files are deleted', async () => {
    const rows = await files.readRows();
    return rows.length === 1 && files.listStoredKeys().length === 1 && files.listUploads().length === 0;
  });
  await kept.verifyContent(ann);
  recordFigures(context, { kills });
});
