import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { PassThrough, Readable } from 'node:stream';
import { CommandError, DEFAULT_MAX_FILE_BYTES } from '@snug/protocol';
import { PNG } from '@snug/testkit/sample-files.ts';
import { expect, test, vi } from 'vitest';
import { addPerson, runJobsAt } from '../testing/database.ts';
import { createRoomWithFiles } from '../testing/files.ts';
import type { DiskSpace } from './disk-space.ts';
import { findFile } from './file-store.ts';

type Setup = Awaited<ReturnType<typeof createRoomWithFiles>>;

async function expectNothing({ db, listStored }: Setup): Promise<void> {
  expect(await db.selectFrom('files').select('id').execute()).toEqual([]);
  expect(listStored()).toEqual([]);
}

test('F1 an acknowledged upload is stored byte by byte, under a random name', async () => {
  const setup = await createRoomWithFiles();
  const file = await setup.upload(PNG, '../../etc/ä b.png');
  expect(file).toMatchObject({
    name: '../../etc/ä b.png',
    contentType: 'image/png',
    size: PNG.length,
    width: 1,
  });
  const row = await findFile(setup.db, file.id);
  expect(row).toMatchObject({
    state: 'unsent',
    ownerId: setup.uid,
    key: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
  expect(setup.listStored()).toEqual([`files/${row?.key}`]);
  expect(new Uint8Array(readFileSync(setup.getPath(row?.key ?? '')))).toEqual(PNG);
});

test('F1 the row is stored before the bytes', async () => {
  const seen: unknown[] = [];
  const setup: Setup = await createRoomWithFiles(disk => ({
    moveFrom: async (path, key) => {
      seen.push(await setup.db.selectFrom('files').select(['key', 'state']).execute(), key);
      await disk.moveFrom(path, key);
    },
  }));
  await setup.upload();
  expect(seen).toEqual([[{ key: seen[1], state: 'unsent' }], seen[1]]);
});

test('F1 F2 an empty, too large or aborted upload leaves nothing behind, and its connection receives the error', async () => {
  const setup = await createRoomWithFiles();
  await expect(setup.upload('')).rejects.toMatchObject({
    code: 'invalid_input',
    message: 'This file is empty',
  });
  const endless = new PassThrough();
  endless.write(new Uint8Array(DEFAULT_MAX_FILE_BYTES));
  endless.write('x');
  const refused = setup.uploads.receive(setup.uid, { name: 'a' }, endless);
  await expect(refused, 'before the upload ends').rejects.toMatchObject({ code: 'too_large' });
  expect([endless.destroyed, endless.readableFlowing]).toEqual([false, true]);
  for (const error of [undefined, new Error('reset')]) {
    const broken = new PassThrough().on('error', () => {});
    broken.write('begin');
    const receiving = setup.uploads.receive(setup.uid, { name: 'a' }, broken);
    broken.destroy(error);
    await expect(receiving).rejects.toMatchObject({
      code: 'invalid_input',
      message: "The file didn't arrive completely. Try again.",
    });
  }
  await expectNothing(setup);
  expect(setup.failures).toEqual([]);
});

test('F2 a file of exactly the limit is accepted, and one byte more is rejected', async () => {
  const setup = await createRoomWithFiles();
  expect(await setup.upload(new Uint8Array(DEFAULT_MAX_FILE_BYTES))).toMatchObject({
    size: DEFAULT_MAX_FILE_BYTES,
  });
  await expect(setup.upload(new Uint8Array(DEFAULT_MAX_FILE_BYTES + 1))).rejects.toMatchObject({
    code: 'too_large',
  });
  expect(setup.listStored()).toHaveLength(1);
});

test('F2 uploads in progress count once, and the sixth is rejected before its bytes are read', async () => {
  const setup = await createRoomWithFiles();
  const bodies = Array.from({ length: 5 }, () => new PassThrough());
  const five = bodies.map(body => setup.uploads.receive(setup.uid, { name: 'a' }, body));
  const sixth = Readable.from(['x']);
  await expect(setup.uploads.receive(setup.uid, { name: 'a' }, sixth)).rejects.toMatchObject({
    code: 'limit_exceeded',
  });
  expect(sixth.readableDidRead).toBe(false);
  bodies[0]?.end('one');
  await five[0];
  await expect(setup.upload()).rejects.toMatchObject({ code: 'limit_exceeded' });
  for (const body of bodies.slice(1)) body.end('more');
  expect(await Promise.all(five)).toHaveLength(5);
  await expect(setup.upload()).rejects.toMatchObject({ code: 'limit_exceeded' });
  setup.clock.now += 10 * 60_000;
  await setup.upload();
});

test('F8 an upload beyond a person’s quota leaves nothing behind, and with a full quota no bytes are read', async () => {
  const setup = await createRoomWithFiles(undefined, { quota: 10 });
  await setup.upload('123456');
  const error = { code: 'limit_exceeded', message: expect.stringContaining('Delete some first') };
  await expect(setup.upload('12345')).rejects.toMatchObject(error);
  expect(setup.listStored()).toHaveLength(1);
  await setup.upload('1234');
  const more = Readable.from(['x']);
  await expect(setup.uploads.receive(setup.uid, { name: 'a' }, more)).rejects.toMatchObject(error);
  expect(more.readableDidRead).toBe(false);
  const [first] = await setup.db.selectFrom('files').select('id').execute();
  await setup.removal.discard(setup.uid, first?.id ?? '');
  await setup.upload('1234');
});

test('F1 if the storage is full, an upload returns unavailable and leaves nothing behind', async () => {
  const setup = await createRoomWithFiles(disk => ({
    moveFrom: async (path, key) => {
      await disk.moveFrom(path, key);
      throw new Error('ENOSPC');
    },
  }));
  await expect(setup.upload()).rejects.toMatchObject({ code: 'unavailable' });
  await expectNothing(setup);
  expect(setup.failures).toMatchObject([{ message: 'ENOSPC' }]);
});

test.each([['swept'], ['swept and purged']])(
  'F1 a process that hangs between row and bytes leaves no bytes if the row was %s meanwhile',
  async removal => {
    const setup: Setup = await createRoomWithFiles(disk => ({
      moveFrom: async (path, key) => {
        setup.clock.now += 25 * 60 * 60_000;
        await runJobsAt(setup.clock.now, setup.db, {
          mutation: 'expire_files',
          caller: { uid: '' },
          input: { limit: 9 },
        });
        if (removal !== 'swept') await setup.db.deleteFrom('files').execute();
        await disk.moveFrom(path, key);
      },
    }));
    await expect(setup.upload()).rejects.toMatchObject({ code: 'unavailable' });
    expect(setup.listStored()).toEqual([]);
    expect(setup.failures).toMatchObject([{ message: expect.stringContaining('was swept') }]);
  },
);

test('F2 an upload that a full disk prevented from being discarded stops counting when there is space again', async () => {
  const disk = { isFull: true };
  const setup: Setup = await createRoomWithFiles(storage => ({
    moveFrom: async (path, key) => {
      await storage.moveFrom(path, key);
      if (!disk.isFull) return;
      vi.spyOn(setup.writer, 'write').mockRejectedValue(new CommandError('unavailable'));
      throw new Error('ENOSPC');
    },
  }));
  for (let round = 0; round < 6; round++) {
    await expect(setup.upload()).rejects.toMatchObject({ code: 'unavailable' });
    expect(setup.listStored(), 'no part of it').toEqual([]);
  }
  expect(await setup.db.selectFrom('files').select('state').execute()).toEqual([{ state: 'unsent' }]);
  vi.restoreAllMocks();
  disk.isFull = false;
  for (let round = 0; round < 5; round++) await setup.upload();
  expect(setup.listStored()).toHaveLength(5);
  await expect(setup.upload()).rejects.toMatchObject({ code: 'limit_exceeded' });
});

test('F1 if the folder for uploads is missing, an upload returns unavailable', async () => {
  const setup = await createRoomWithFiles();
  rmSync(setup.data, { recursive: true });
  await expect(setup.upload()).rejects.toMatchObject({ code: 'unavailable' });
  mkdirSync(setup.data);
  await expectNothing(setup);
});

const GB = 1_000_000_000;

const createRoomOnDisk = (space: DiskSpace) =>
  createRoomWithFiles(undefined, { diskSpace: async () => space, maxBytes: 3 * GB, quota: 100 * GB });

test('F2 Q9 a file is rejected while less than 2 GB of the disk are free, or 10 % of a smaller one', async () => {
  for (const space of [
    { total: 100 * GB, free: 2 * GB - 1 },
    { total: 5 * GB, free: GB / 2 - 1 },
  ]) {
    const setup = await createRoomOnDisk(space);
    await expect(setup.upload()).rejects.toMatchObject({ code: 'disk_full', isRetryable: false });
    await expectNothing(setup);
    expect(setup.failures).toEqual([]);
  }
  for (const space of [
    { total: 100 * GB, free: 2 * GB },
    { total: 5 * GB, free: GB / 2 },
  ])
    expect(await (await createRoomOnDisk(space)).upload()).toHaveProperty('id');
});

/** A disk on which all unfinished uploads have their bytes. */
async function createFilledRoom(space: DiskSpace) {
  const setup = await createRoomWithFiles(undefined, {
    maxBytes: 10 * GB,
    quota: 50 * GB,
    diskSpace: async () => ({ ...space }),
  });
  const declare = (uid: string, size: number) => {
    const body = new PassThrough();
    const received = setup.uploads.receive(uid, { name: 'a' }, body, size);
    return {
      body,
      received,
      outcome: received.then(
        () => 'stored',
        ({ code }: CommandError) => code,
      ),
    };
  };
  return { ...setup, declare, ben: await addPerson(setup.db, 'Ben') };
}

test('F2 Q9 slow uploads of large files reserve 16 MB beyond what has arrived, and not the disk', async () => {
  const { declare, uid, ben, upload } = await createFilledRoom({ total: 100 * GB, free: 3 * GB });
  const slow = [1, 2, 3, 4].map(() => declare(uid, 10 * GB));
  for (const { body } of slow) body.write('slowly');
  expect(await upload('hello', 'a.txt', ben)).toHaveProperty('id');
  for (const { body } of slow) body.end();
  expect(await Promise.all(slow.map(({ outcome }) => outcome))).toEqual(Array(4).fill('stored'));
});

test('F2 Q9 on a full disk the uploads of the person with most open bytes end first, also silent ones', async () => {
  const space = { total: 100 * GB, free: 3 * GB };
  const { declare, uid, ben, upload, listStored } = await createFilledRoom(space);
  const large = [declare(uid, 10 * GB), declare(uid, GB)];
  large[0]?.body.write(Buffer.alloc(1024 * 1024));
  const small = declare(ben, 1_000);
  await expect.poll(listStored).toHaveLength(3);
  space.free = 2 * GB - 1;
  const retried = upload('hello', 'a.txt', ben);
  expect(await Promise.all(large.map(({ outcome }) => outcome))).toEqual(['disk_full', 'disk_full']);
  // No byte of the ended uploads was on this disk.
  await expect(retried).rejects.toMatchObject({ code: 'disk_full' });
  space.free = 3 * GB;
  small.body.end('x');
  expect(await small.outcome).toBe('stored');
});

test('F2 Q9 an upload ends when other data has used up the disk meanwhile', async () => {
  const space = { total: 100 * GB, free: 3 * GB };
  const setup = await createRoomOnDisk(space);
  const parts = 64;
  const body = Readable.from(
    (function* () {
      for (let part = 0; part < parts; part++) {
        if (part === 20) space.free = GB;
        yield Buffer.alloc(1024 * 1024);
      }
    })(),
  );
  await expect(setup.uploads.receive(setup.uid, { name: 'a' }, body)).rejects.toMatchObject({
    code: 'disk_full',
  });
  await expectNothing(setup);
});

test('F2 F8 a declared size above the limit or the quota is rejected before bytes are read', async () => {
  const setup = await createRoomWithFiles(undefined, { maxBytes: 2 * 1024 ** 3, quota: 3 * 1024 ** 3 });
  const { uploads, uid } = setup;
  for (const [size, code] of [
    [2 * 1024 ** 3 + 1, 'too_large'],
    [2 * 1024 ** 3, 'limit_exceeded'],
  ] as const) {
    const body = Readable.from(['x']);
    const first = new PassThrough();
    const other = uploads.receive(uid, { name: 'other' }, first, 1024 ** 3 + 1);
    await expect(uploads.receive(uid, { name: 'a' }, body, size)).rejects.toMatchObject({ code });
    await expect(uploads.check(uid, size)).rejects.toMatchObject({ code });
    expect(body.readableDidRead).toBe(false);
    first.end('x');
    await setup.removal.discard(uid, (await other).id);
  }
  await expect(uploads.check(uid, 2 * 1024 ** 3 + 1)).rejects.toThrow('Files can have at most 2 GB');
  await expectNothing(setup);
});

test('Q1 bytes that did not arrive do not count, and an upload without a length counts as the largest meanwhile', async () => {
  const taken: number[] = [];
  const setup = await createRoomWithFiles(undefined, {
    budget: {
      take: async (_uid, bytes) => void taken.push(bytes),
      giveBack: async (_uid, bytes) => void taken.push(-bytes),
    },
  });
  const { uploads, uid } = setup;
  await setup.upload('hello');
  await uploads.receive(uid, { name: 'a' }, Readable.from(['hello']), 5);
  const cut = new PassThrough();
  const cutOff = uploads.receive(uid, { name: 'a' }, cut, 1_000);
  cut.write(Buffer.alloc(400));
  await expect.poll(() => cut.readableLength).toBe(0);
  cut.destroy();
  await expect(cutOff).rejects.toThrow("didn't arrive completely");
  await uploads.check(uid, 70);
  const most = DEFAULT_MAX_FILE_BYTES;
  expect(taken).toEqual([most, 5 - most, 5, 1_000, -600, 70, -70]);
});
