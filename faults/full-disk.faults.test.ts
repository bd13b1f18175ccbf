import { cpSync, rmSync } from 'node:fs';
import type { MessageFile } from '@snug/protocol';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { SmallDisk, smallDiskProblem } from '@snug/testkit/small-disk.ts';
import { postAuth } from '@snug/testkit/test-person.ts';
import { expect, inject, onTestFinished, type TestContext, test } from 'vitest';
import { type CheckSummary, checkEvidence } from './check/check.ts';
import { recordFigures } from './figures.ts';
import { finishAndCheck, getParticipant, startTestLoad, startTestServer } from './fixtures.ts';
import type { Load } from './load/load.ts';
import { HAS_DETAILS, IS_FULL } from './seed.ts';
import { SizeLimit, sizeLimitProblem } from './size-limit.ts';
import { WriteProbe } from './write-probe.ts';

const DISK_BYTES = 64 * 1024 * 1024;
const ROUNDS = IS_FULL ? 8 : 1;
const FILE_BYTES = 300_000;
const STEP_BYTES = IS_FULL ? 25_000 : 140_000;

async function startServerOnSmallDisk({
  skip,
}: TestContext): Promise<{ disk: SmallDisk; server: ServerProcess }> {
  const problem = smallDiskProblem();
  skip(problem !== undefined, problem);
  const disk = await SmallDisk.create(DISK_BYTES);
  onTestFinished(() => disk.remove());
  cpSync(inject('signedUp').data, disk.path, { recursive: true });
  const server = await ServerProcess.start({ data: disk.folder, prefix: disk.prefix });
  onTestFinished(() => server.remove());
  return { disk, server };
}

/** Checks a copy: SQLite cannot follow a path into another process's file system. */
async function checkCopy(disk: SmallDisk, load: Load): Promise<CheckSummary> {
  await load.finish();
  const copy = disk.copy();
  onTestFinished(() => rmSync(copy, { recursive: true }));
  return checkEvidence(load.getEvidence(copy));
}

function upload({ person: { url, cookie } }: WriteProbe): Promise<Response> {
  const body = new Uint8Array(FILE_BYTES);
  const headers = { cookie, 'content-type': 'application/octet-stream' };
  return fetch(`${url}/api/files?name=a.bin`, { method: 'POST', headers, body });
}

/** Before an upload, the server checks the free space. */
const DISK_FULL = [507, { error: { code: 'disk_full' } }];
/** Of an upload whose write fails. */
const UNAVAILABLE = [503, { error: { code: 'unavailable' } }];

/** Fills and frees the disk while people write. `refusal`: the status and body of an upload meanwhile. */
async function fillAndFree(
  disk: Pick<SmallDisk, 'fill' | 'free'>,
  server: ServerProcess,
  refusal: typeof DISK_FULL,
): Promise<Load> {
  const { pid } = server;
  const load = await startTestLoad(server, { writers: 9, readers: 2, pauseMs: 50 });
  const probe = new WriteProbe(getParticipant(server, 29), load);
  for (let round = 0; round < ROUNDS; round++) {
    await load.waitForResults(60);
    disk.fill();
    await probe.waitUntilRefused(10);
    const refused = await upload(probe);
    expect([refused.status, await refused.json()]).toMatchObject(refusal);
    for (const roomId of load.roomIds) await probe.request('get_messages', { roomId });
    await probe.request('list_rooms', {});
    for (const path of ['healthz', 'readyz']) expect((await fetch(`${server.url}/${path}`)).status).toBe(200);
    disk.free();
    await probe.waitUntilSent();
    const { id } = (await (await upload(probe)).json()) as MessageFile;
    await probe.request('discard_file', { fileId: id });
  }
  expect(server.pid).toBe(pid);
  return load;
}

test('M1 M2 M4 F1 a full disk rejects changes, allows reads, and recovers without a restart', async context => {
  const { disk, server } = await startServerOnSmallDisk(context);
  const load = await fillAndFree(disk, server, DISK_FULL);
  const checked = await checkCopy(disk, load);
  recordFigures(context, { ...checked });
  expect(checked.operations).toBeGreaterThan(ROUNDS * 60);
});

test('M1 M2 M4 F1 a file size limit has the effects of a full disk', async context => {
  context.skip(!IS_FULL && !smallDiskProblem(), 'the test with a small disk covers this');
  const problem = sizeLimitProblem();
  context.skip(problem !== undefined, problem);
  const server = await startTestServer();
  const limit = new SizeLimit(server.pid);
  // A full disk would not do: its log may have room for a small write.
  limit.fill();
  const { cookie } = getParticipant(server, 29);
  const left = await postAuth(server.url, 'sign-out', {}, cookie);
  // The server may rename the cookie of its earlier port.
  const removed = left.headers.getSetCookie().filter(line => line.includes('Max-Age=0'));
  expect([left.status, removed]).toEqual([503, []]);
  limit.free();
  const load = await fillAndFree(limit, server, UNAVAILABLE);
  const checked = await finishAndCheck(load, server);
  recordFigures(context, { ...checked });
  expect(checked.operations).toBeGreaterThan(ROUNDS * 60);
});

test.runIf(IS_FULL)(
  'M1 a server that was killed while its disk was full reports that at its start, and starts when there is room',
  async context => {
    const { disk, server } = await startServerOnSmallDisk(context);
    const load = await startTestLoad(server, { writers: 6, readers: 2, pauseMs: 50 });
    const probe = new WriteProbe(getParticipant(server, 29), load);
    await load.waitForResults(60);
    disk.fill();
    await probe.waitUntilRefused(10);
    await server.kill();
    disk.fill();
    await expect(server.start()).rejects.toThrow(
      /Snug cannot run\. The database \S+ cannot be written to \(.*full\)\.\n$/,
    );
    disk.free();
    await server.start();
    await probe.waitUntilSent();
    await checkCopy(disk, load);
  },
);

test.runIf(HAS_DETAILS)(
  'F2 uploads that a full disk rejected do not count when there is room again',
  async context => {
    const { disk, server } = await startServerOnSmallDisk(context);
    const probe = new WriteProbe(
      getParticipant(server, 29),
      await startTestLoad(server, { writers: 0, readers: 1 }),
    );
    // From no room to room for an upload and half of its copy.
    for (let room = 0; room < 2 * FILE_BYTES; room += STEP_BYTES) {
      disk.fill();
      disk.free(room);
      for (let upTo = 0; upTo < 6; upTo++) expect([room, (await upload(probe)).status]).toEqual([room, 507]);
      disk.free();
      const { id } = (await (await upload(probe)).json()) as MessageFile;
      await probe.request('discard_file', { fileId: id });
    }
  },
);
