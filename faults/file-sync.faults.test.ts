import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { getTestPerson, startTestServer } from './fixtures.ts';
import { StoredFiles } from './stored-files.ts';
import { Strace, straceProblem } from './strace.ts';
import { isSocketWrite, TRACED_CALLS } from './sync-trace.ts';
import { readSystemCalls } from './system-calls.ts';

test('F1 an upload is acknowledged after its bytes and its file name are synced', async context => {
  const problem = straceProblem();
  context.skip(problem !== undefined, problem);
  const folder = mkdtempSync(join(tmpdir(), 'snug-trace-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const log = join(folder, 'log');
  const server = await startTestServer();
  const ann = await getTestPerson(server);
  const strace = await Strace.attach(server.pid, { trace: TRACED_CALLS, log });
  for (const name of ['one', 'two', 'three']) await ann.uploadFile(name, `the file ${name}`);
  await strace.detach();
  const calls = readSystemCalls(log);
  const rows = await new StoredFiles(server.data).readRows();
  expect(rows).toHaveLength(3);
  for (const { id, key } of rows) {
    const isSynced = (path: string) => (call: (typeof calls)[number]) =>
      call.name === 'fsync' && !call.failed && call.path === join(server.data, path);
    const bytes = calls.find(isSynced(`files/${key}`));
    const name = calls.find(call => isSynced('files')(call) && call.began > (bytes?.ended ?? 0));
    const result = calls.find(call => isSocketWrite(call) && call.bytes.includes(id));
    expect([bytes?.ended, name?.ended]).not.toContain(undefined);
    expect(result?.began).toBeGreaterThan(name?.ended ?? Number.POSITIVE_INFINITY);
  }
});
