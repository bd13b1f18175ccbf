import { readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError, personTopic } from '@snug/protocol';
import { PNG } from '@snug/testkit/sample-files.ts';
import { sampleRuns } from '@snug/testkit/test-scope.ts';
import { assert, asyncProperty, boolean, type Scheduler, scheduler } from 'fast-check';
import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { newId } from '../../base/ids.ts';
import { addPerson, runJob, runJobs } from '../../testing/database.ts';
import { createRoomWithFiles } from '../../testing/files.ts';
import { AvatarService } from './avatar-service.ts';
import { findPerson } from './person.ts';

const ADDRESS = /^\/avatars\/[\w-]{36}\/[0-9a-f]{32}\.png$/;
const HOUR = 60 * 60_000;

type Setup = Awaited<ReturnType<typeof createRoomWithFiles>>;

function createPicture(width: number, height: number, background = 'red') {
  return sharp({ create: { width, height, channels: 3, background } });
}

function readAvatarBytes({ getPath }: Setup, avatar = ''): Buffer {
  return readFileSync(getPath(avatar.slice(1)));
}

test('F6 an upload becomes a square PNG at an unguessable URL, and the upload is gone', async () => {
  const setup = await createRoomWithFiles();
  const { uid, db } = setup;
  const { id } = await setup.upload(await createPicture(400, 300).jpeg().toBuffer());
  const person = await setup.avatars.set(uid, id);
  expect(person).toMatchObject({ uid, version: 2, avatar: expect.stringMatching(ADDRESS) });
  expect(await findPerson(db, uid)).toEqual(person);
  expect(setup.listStored()).toEqual([`files${person.avatar}`]);
  expect(await db.selectFrom('files').select('id').execute()).toEqual([]);
  expect(await sharp(readAvatarBytes(setup, person.avatar)).metadata()).toMatchObject({
    format: 'png',
    width: 200,
    height: 200,
  });
});

test('F6 an avatar has only the pixels of its upload, upright', async () => {
  const setup = await createRoomWithFiles();
  const halves = await createPicture(400, 200)
    .composite([{ input: await createPicture(200, 200, 'blue').png().toBuffer(), left: 0, top: 0 }])
    .withExif({ IFD0: { ImageDescription: 'secret place' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const { id } = await setup.upload(halves);
  const { avatar } = await setup.avatars.set(setup.uid, id);
  const bytes = readAvatarBytes(setup, avatar);
  const { exif, xmp, icc, orientation } = await sharp(bytes).metadata();
  expect([exif, xmp, icc, orientation]).toEqual([undefined, undefined, undefined, undefined]);
  const [top, bottom] = await Promise.all([20, 180].map(y => readPixel(bytes, 100, y)));
  expect([(top?.[2] ?? 0) > 200, (bottom?.[0] ?? 0) > 200], 'blue above red').toEqual([true, true]);
});

async function readPixel(bytes: Buffer, left: number, top: number): Promise<Buffer> {
  return sharp(bytes).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer();
}

test('F6 the previous picture is removed, and after an hour the orphans of ended processes', async () => {
  const setup = await createRoomWithFiles();
  const { uid, storage, data } = setup;
  setup.clock.now = Date.now();
  await setup.avatars.set(uid, (await setup.upload(PNG)).id);
  const [orphan, underWay, other] = [
    `avatars/${uid}/7.png`,
    `avatars/${uid}/8.png`,
    `avatars/${newId()}/1.png`,
  ];
  for (const key of [orphan, underWay, other]) await storage.put(key, PNG);
  for (const key of [orphan, other])
    utimesSync(join(data, 'files', key), 0, (Date.now() - 1.1 * HOUR) / 1_000);
  const { avatar } = await setup.avatars.set(uid, (await setup.upload(PNG)).id);
  expect(new Set(setup.listStored())).toEqual(
    new Set([`files${avatar}`, `files/${underWay}`, `files/${other}`]),
  );
});

test('F6 a provider’s picture is replaced, and no bytes are removed', async () => {
  const setup = await createRoomWithFiles();
  await setup.db.updateTable('users').set({ avatar: 'https://elsewhere.example/a.png' }).execute();
  const { avatar } = await setup.avatars.set(setup.uid, (await setup.upload(PNG)).id);
  expect([setup.listStored(), setup.failures]).toEqual([[`files${avatar}`], []]);
});

test('F6 other types than PNG and JPEG are rejected, and undecodable pictures, too', async () => {
  const setup = await createRoomWithFiles();
  const set = async (bytes: string | Uint8Array) =>
    setup.avatars.set(setup.uid, (await setup.upload(bytes)).id);
  const gif = await createPicture(4, 4).gif().toBuffer();
  await expect(set(gif)).rejects.toMatchObject({
    code: 'invalid_input',
    message: 'Wrong file type image/gif',
  });
  await expect(set('<svg/>')).rejects.toThrow('Wrong file type text/plain; charset=utf-8');
  const cut = (await createPicture(400, 400).png({ compressionLevel: 0 }).toBuffer()).subarray(0, 1_000);
  await expect(set(cut)).rejects.toMatchObject({ code: 'invalid_input', message: 'File process error' });
  expect(await findPerson(setup.db, setup.uid)).toMatchObject({ version: 1 });
});

test('F6 a picture of more than 5,120,000 bytes is not read', async () => {
  const setup = await createRoomWithFiles(undefined, { maxBytes: 10_000_000 });
  const picture = await createPicture(10, 10).png().toBuffer();
  const { id } = await setup.upload(
    Buffer.concat([picture.subarray(0, -12), padding(5_120_000), picture.subarray(-12)]),
  );
  const read = vi.spyOn(setup.storage, 'read');
  await expect(setup.avatars.set(setup.uid, id)).rejects.toMatchObject({ code: 'too_large' });
  expect(read).not.toHaveBeenCalled();
});

/** A PNG chunk of pixel data. */
function padding(bytes: number): Buffer {
  const chunk = Buffer.alloc(bytes);
  chunk.writeUInt32BE(bytes - 12);
  chunk.write('IDAT', 4);
  return chunk;
}

test('F6 only one’s own unsent upload becomes an avatar', async () => {
  const setup = await createRoomWithFiles();
  const ben = await addPerson(setup.db, 'Ben');
  const { id } = await setup.upload(PNG);
  await expect(setup.avatars.set(ben, id)).rejects.toMatchObject({ code: 'not_found' });
  const input = { id: newId(), roomId: setup.roomId, fileId: id };
  await runJob(setup.db, { mutation: 'send_message', caller: { uid: setup.uid }, input });
  await expect(setup.avatars.set(setup.uid, id)).rejects.toMatchObject({ code: 'forbidden' });
});

test('F6 subscribers of a person receive the new avatar', async () => {
  const { db, uid, upload } = await createRoomWithFiles();
  const { id: fileId } = await upload(PNG);
  const input = { fileId, key: `avatars/${uid}/a.png` };
  const { publications } = await runJob(db, { mutation: 'set_avatar', caller: { uid }, input });
  const person = await findPerson(db, uid);
  expect(person).toMatchObject({ avatar: `/avatars/${uid}/a.png`, version: 2 });
  expect(publications).toEqual([{ topic: personTopic(uid), event: { type: 'profile_changed', person } }]);
});

test('F6 a concurrent new name and a second avatar each have a version of their own', async () => {
  let puts = 0;
  const setup: Setup = await createRoomWithFiles(disk => ({
    put: async (key, bytes) => {
      await disk.put(key, bytes);
      if (++puts === 1) await rename(setup, 'Ada');
    },
  }));
  const ids = [(await setup.upload(PNG)).id, (await setup.upload(PNG)).id];
  const [first, second] = await Promise.all(ids.map(id => setup.avatars.set(setup.uid, id)));
  expect([first, second]).toMatchObject([
    { name: 'Ada', version: 3 },
    { name: 'Ada', version: 4 },
  ]);
  expect(setup.listStored()).toEqual([`files${second?.avatar}`]);
});

test('F6 if two processes set avatars at once, only the bytes that the row names stay', async () => {
  const setup = await createRoomWithFiles();
  const { uid, db, storage, writer } = setup;
  await assert(
    asyncProperty(scheduler(), boolean(), async (steps, isSameUpload) => {
      const first = await setup.upload(PNG);
      const second = isSameUpload ? first : await setup.upload(PNG);
      const createProcess = () =>
        new AvatarService({
          ...setup,
          writer: createScheduledProxy(steps, writer, ['write']),
          storage: createScheduledProxy(steps, storage, ['put', 'read', 'list', 'find', 'remove']),
        });
      const pending = Promise.allSettled([first, second].map(({ id }) => createProcess().set(uid, id)));
      await steps.waitFor(pending);
      const person = await findPerson(db, uid);
      expect(setup.listStored()).toEqual([`files${person?.avatar}`]);
      const done = (await pending).filter(({ status }) => status === 'fulfilled');
      expect(done).toHaveLength(isSameUpload ? 1 : 2);
      setup.clock.now += HOUR;
    }),
    { numRuns: sampleRuns(40) },
  );
  expect(setup.failures).toEqual([]);
});

/** A proxy of an object whose methods wait for their turn. */
function createScheduledProxy<Real extends object>(
  steps: Scheduler,
  real: Real,
  names: (keyof Real & string)[],
): Real {
  const proxy = Object.create(real) as Real;
  for (const name of names) {
    const method = real[name] as (...input: unknown[]) => Promise<unknown>;
    const waiting = async (...input: unknown[]) => {
      await steps.schedule(Promise.resolve(), name);
      return method.apply(real, input);
    };
    Object.assign(proxy, { [name]: waiting });
  }
  return proxy;
}

test('F6 a rejected avatar leaves no bytes, and one with unknown outcome keeps them', async () => {
  for (const [code, avatarCount] of [
    ['forbidden', 0],
    ['unavailable', 1],
  ] as const) {
    const setup = await createRoomWithFiles();
    const { id } = await setup.upload(PNG);
    vi.spyOn(setup.writer, 'write').mockRejectedValue(new CommandError(code));
    await expect(setup.avatars.set(setup.uid, id)).rejects.toMatchObject({ code });
    expect(setup.listStored().filter(path => path.includes('avatars'))).toHaveLength(avatarCount);
  }
});

async function rename({ db, uid }: Setup, name: string): Promise<void> {
  await runJobs(db, { mutation: 'set_nickname', caller: { uid }, input: { name } });
}

test('F6 a picture that cannot be decoded, or has more than 8 megapixels, is discarded', async () => {
  const setup = await createRoomWithFiles();
  const large = await createPicture(4_000, 2_001).png({ compressionLevel: 1 }).toBuffer();
  const cut = (await createPicture(400, 400).png({ compressionLevel: 0 }).toBuffer()).subarray(0, 1_000);
  for (const bytes of [large, cut]) {
    const { id } = await setup.upload(bytes);
    await expect(setup.avatars.set(setup.uid, id)).rejects.toThrow('File process error');
    await expect(setup.avatars.set(setup.uid, id)).rejects.toMatchObject({ code: 'not_found' });
  }
  expect(setup.listStored()).toEqual([]);
  const fits = await setup.upload(await createPicture(4_000, 2_000).png({ compressionLevel: 1 }).toBuffer());
  expect(await setup.avatars.set(setup.uid, fits.id)).toHaveProperty('avatar');
});

test('F6 Q9 a person has at most one waiting avatar, and other people’s avatars run in between', async () => {
  const setup = await createRoomWithFiles();
  const ben = await addPerson(setup.db, 'Ben');
  const own = await Promise.all(Array.from({ length: 4 }, () => setup.upload(PNG)));
  const bens = await setup.upload(PNG, 'me.png', ben);
  const tries = own.map(({ id }) => setup.avatars.set(setup.uid, id));
  const [setBens, ...settled] = await Promise.allSettled([setup.avatars.set(ben, bens.id), ...tries]);
  expect(setBens.status).toBe('fulfilled');
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected']);
});
