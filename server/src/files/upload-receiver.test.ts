import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { PassThrough, Readable } from 'node:stream';
import { CommandError, MAX_FILE_BYTES } from '@snug/protocol';
import { PNG } from '@snug/testkit/sample-files.ts';
import { expect, test, vi } from 'vitest';
import { runJobsAt } from '../testing/database.ts';
import { createRoomWithFiles } from '../testing/files.ts';
import { findFile } from './file-store.ts';

type World = Awaited<ReturnType<typeof createRoomWithFiles>>;

async function expectNothing({ db, left }: World): Promise<void> {
  expect(await db.selectFrom('files').select('id').execute()).toEqual([]);
  expect(left()).toEqual([]);
}

test('F1 an acknowledged upload is stored byte by byte, under a random name', async () => {
  const world = await createRoomWithFiles();
  const file = await world.upload(PNG, '../../etc/ä b.png');
  expect(file).toMatchObject({
    name: '../../etc/ä b.png',
    contentType: 'image/png',
    size: PNG.length,
    width: 1,
  });
  const row = await findFile(world.db, file.id);
  expect(row).toMatchObject({
    state: 'unsent',
    ownerId: world.uid,
    key: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
  expect(world.left()).toEqual([`files/${row?.key}`]);
  expect(new Uint8Array(readFileSync(world.pathOf(row?.key ?? '')))).toEqual(PNG);
});

test('F1 the row is stored before the bytes', async () => {
  const seen: unknown[] = [];
  const world: World = await createRoomWithFiles(disk => ({
    moveFrom: async (path, key) => {
      seen.push(await world.db.selectFrom('files').select(['key', 'state']).execute(), key);
      await disk.moveFrom(path, key);
    },
  }));
  await world.upload();
  expect(seen).toEqual([[{ key: seen[1], state: 'unsent' }], seen[1]]);
});

test('F1 F2 an empty, too large or aborted upload leaves nothing behind, and its connection receives the error', async () => {
  const world = await createRoomWithFiles();
  await expect(world.upload('')).rejects.toMatchObject({
    code: 'invalid_input',
    message: 'This file is empty',
  });
  const endless = new PassThrough();
  endless.write(new Uint8Array(MAX_FILE_BYTES));
  endless.write('x');
  const refused = world.uploads.receive(world.uid, { name: 'a' }, endless);
  await expect(refused, 'before it ends').rejects.toMatchObject({ code: 'too_large' });
  expect([endless.destroyed, endless.readableFlowing]).toEqual([false, true]);
  for (const error of [undefined, new Error('reset')]) {
    const broken = new PassThrough().on('error', () => {});
    broken.write('begin');
    const receiving = world.uploads.receive(world.uid, { name: 'a' }, broken);
    broken.destroy(error);
    await expect(receiving).rejects.toMatchObject({
      code: 'invalid_input',
      message: "The file didn't arrive completely. Try again.",
    });
  }
  await expectNothing(world);
  expect(world.failures).toEqual([]);
});

test('F2 a file of exactly the limit is accepted, and one byte more is rejected', async () => {
  const world = await createRoomWithFiles();
  expect(await world.upload(new Uint8Array(MAX_FILE_BYTES))).toMatchObject({ size: MAX_FILE_BYTES });
  await expect(world.upload(new Uint8Array(MAX_FILE_BYTES + 1))).rejects.toMatchObject({ code: 'too_large' });
  expect(world.left()).toHaveLength(1);
});

test('F2 uploads in progress count once, and the sixth is rejected before its bytes are read', async () => {
  const world = await createRoomWithFiles();
  const bodies = Array.from({ length: 5 }, () => new PassThrough());
  const five = bodies.map(body => world.uploads.receive(world.uid, { name: 'a' }, body));
  const sixth = Readable.from(['x']);
  await expect(world.uploads.receive(world.uid, { name: 'a' }, sixth)).rejects.toMatchObject({
    code: 'limit_exceeded',
  });
  expect(sixth.readableDidRead).toBe(false);
  bodies[0]?.end('one');
  await five[0];
  await expect(world.upload()).rejects.toMatchObject({ code: 'limit_exceeded' });
  for (const body of bodies.slice(1)) body.end('more');
  expect(await Promise.all(five)).toHaveLength(5);
  await expect(world.upload()).rejects.toMatchObject({ code: 'limit_exceeded' });
  world.clock.now += 10 * 60_000;
  await world.upload();
});

test('F8 an upload beyond a person’s quota leaves nothing behind, and with a full quota no bytes are read', async () => {
  const world = await createRoomWithFiles(undefined, { quota: 10 });
  await world.upload('123456');
  const words = { code: 'limit_exceeded', message: expect.stringContaining('Delete some first') };
  await expect(world.upload('12345')).rejects.toMatchObject(words);
  expect(world.left()).toHaveLength(1);
  await world.upload('1234');
  const more = Readable.from(['x']);
  await expect(world.uploads.receive(world.uid, { name: 'a' }, more)).rejects.toMatchObject(words);
  expect(more.readableDidRead).toBe(false);
  const [first] = await world.db.selectFrom('files').select('id').execute();
  await world.removal.discard(world.uid, first?.id ?? '');
  await world.upload('1234');
});

test('F1 if the storage is full, an upload returns unavailable and leaves nothing behind', async () => {
  const world = await createRoomWithFiles(disk => ({
    moveFrom: async (path, key) => {
      await disk.moveFrom(path, key);
      throw new Error('ENOSPC');
    },
  }));
  await expect(world.upload()).rejects.toMatchObject({ code: 'unavailable' });
  await expectNothing(world);
  expect(world.failures).toMatchObject([{ message: 'ENOSPC' }]);
});

test.each([['swept'], ['swept and struck out']])(
  'F1 a process that hangs between row and bytes leaves no bytes where the row was %s meanwhile',
  async how => {
    const world: World = await createRoomWithFiles(disk => ({
      moveFrom: async (path, key) => {
        world.clock.now += 2 * 60 * 60_000;
        await runJobsAt(world.clock.now, world.db, {
          mutation: 'expire_files',
          caller: { uid: '' },
          input: { limit: 9 },
        });
        if (how !== 'swept') await world.db.deleteFrom('files').execute();
        await disk.moveFrom(path, key);
      },
    }));
    await expect(world.upload()).rejects.toMatchObject({ code: 'unavailable' });
    expect(world.left()).toEqual([]);
    expect(world.failures).toMatchObject([{ message: expect.stringContaining('was swept') }]);
  },
);

test('F2 an upload that a full disk prevented from being discarded stops counting when there is space again', async () => {
  const disk = { isFull: true };
  const world: World = await createRoomWithFiles(storage => ({
    moveFrom: async (path, key) => {
      await storage.moveFrom(path, key);
      if (!disk.isFull) return;
      vi.spyOn(world.writer, 'write').mockRejectedValue(new CommandError('unavailable'));
      throw new Error('ENOSPC');
    },
  }));
  for (let round = 0; round < 6; round++) {
    await expect(world.upload()).rejects.toMatchObject({ code: 'unavailable' });
    expect(world.left(), 'not even in part').toEqual([]);
  }
  expect(await world.db.selectFrom('files').select('state').execute()).toEqual([{ state: 'unsent' }]);
  vi.restoreAllMocks();
  disk.isFull = false;
  for (let round = 0; round < 5; round++) await world.upload();
  expect(world.left()).toHaveLength(5);
  await expect(world.upload()).rejects.toMatchObject({ code: 'limit_exceeded' });
});

test('F1 if the folder for uploads is missing, an upload returns unavailable', async () => {
  const world = await createRoomWithFiles();
  rmSync(world.data, { recursive: true });
  await expect(world.upload()).rejects.toMatchObject({ code: 'unavailable' });
  mkdirSync(world.data);
  await expectNothing(world);
});

const GB = 1_000_000_000;

test('F2 Q9 a file is rejected while less than 2 GB of the disk are free, or 10 % of a smaller one', async () => {
  for (const space of [
    { total: 100 * GB, free: 2 * GB - 1 },
    { total: 5 * GB, free: GB / 2 - 1 },
  ]) {
    const world = await createRoomWithFiles(undefined, { space });
    await expect(world.upload()).rejects.toMatchObject({ code: 'disk_full', isRetryable: false });
    await expectNothing(world);
    expect(world.failures).toEqual([]);
  }
  for (const space of [
    { total: 100 * GB, free: 2 * GB },
    { total: 5 * GB, free: GB / 2 },
  ])
    expect(await (await createRoomWithFiles(undefined, { space })).upload()).toHaveProperty('id');
});
