import { readFileSync } from 'node:fs';
import { personTopic } from '@snug/protocol';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { newId } from '../ids.ts';
import { addPerson, run, store } from '../testing/database.ts';
import { aRoomWithFiles } from '../testing/files.ts';
import { PNG } from '../testing/samples.ts';
import { findPerson } from './person.ts';

const MARKED = /^\/avatars\/[\w-]{36}\/2-[0-9a-f]{32}\.png$/;

type World = Awaited<ReturnType<typeof aRoomWithFiles>>;

function picture(width: number, height: number, background = 'red') {
  return sharp({ create: { width, height, channels: 3, background } });
}

function bytesOf({ pathOf }: World, avatar = ''): Buffer {
  return readFileSync(pathOf(avatar.slice(1)));
}

test('F6 an upload becomes a square PNG under the next version of the person, and is gone itself', async () => {
  const world = await aRoomWithFiles();
  const { uid, db } = world;
  const { id } = await world.upload(await picture(400, 300).jpeg().toBuffer());
  const person = await world.avatars.set(uid, id);
  expect(person).toMatchObject({ uid, version: 2, avatar: expect.stringMatching(MARKED) });
  expect(await findPerson(db, uid)).toEqual(person);
  expect(world.left()).toEqual([`files${person.avatar}`]);
  expect(await db.selectFrom('files').select('id').execute()).toEqual([]);
  expect(await sharp(bytesOf(world, person.avatar)).metadata()).toMatchObject({
    format: 'png',
    width: 200,
    height: 200,
  });
});

test('F6 nothing of an upload is shown but its pixels, upright', async () => {
  const world = await aRoomWithFiles();
  const halves = await picture(400, 200)
    .composite([{ input: await picture(200, 200, 'blue').png().toBuffer(), left: 0, top: 0 }])
    .withExif({ IFD0: { ImageDescription: 'secret place' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const { id } = await world.upload(halves);
  const { avatar } = await world.avatars.set(world.uid, id);
  const bytes = bytesOf(world, avatar);
  const { exif, xmp, icc, orientation } = await sharp(bytes).metadata();
  expect([exif, xmp, icc, orientation]).toEqual([undefined, undefined, undefined, undefined]);
  const [top, bottom] = await Promise.all([20, 180].map(y => pixel(bytes, 100, y)));
  expect([(top?.[2] ?? 0) > 200, (bottom?.[0] ?? 0) > 200], 'blue above red').toEqual([true, true]);
});

async function pixel(bytes: Buffer, left: number, top: number): Promise<Buffer> {
  return sharp(bytes).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer();
}

test('F6 the picture before is removed, with whatever a change that broke off left', async () => {
  const world = await aRoomWithFiles();
  const { uid, storage } = world;
  await world.avatars.set(uid, (await world.upload(PNG)).id);
  await storage.put(`avatars/${uid}/7.png`, PNG);
  await storage.put(`avatars/${newId()}/1.png`, PNG);
  const { avatar } = await world.avatars.set(uid, (await world.upload(PNG)).id);
  expect(avatar).toContain(`/avatars/${uid}/3-`);
  expect(world.left().filter(path => path.includes(uid))).toEqual([`files${avatar}`]);
  expect(world.left()).toHaveLength(2);
});

test('F6 what is no PNG and no JPEG is refused, and so is what cannot be decoded', async () => {
  const world = await aRoomWithFiles();
  const set = async (bytes: string | Uint8Array) =>
    world.avatars.set(world.uid, (await world.upload(bytes)).id);
  const gif = await picture(4, 4).gif().toBuffer();
  await expect(set(gif)).rejects.toMatchObject({ code: 'bad_input', message: 'Wrong file type image/gif' });
  await expect(set('<svg/>')).rejects.toThrow('Wrong file type text/plain; charset=utf-8');
  const cut = (await picture(400, 400).png({ compressionLevel: 0 }).toBuffer()).subarray(0, 1_000);
  await expect(set(cut)).rejects.toMatchObject({ code: 'bad_input', message: 'File process error' });
  expect(await findPerson(world.db, world.uid)).toMatchObject({ version: 1 });
});

test('F6 only an unsent upload of one’s own becomes a picture', async () => {
  const world = await aRoomWithFiles();
  const ben = await addPerson(world.db, 'Ben');
  const { id } = await world.upload(PNG);
  await expect(world.avatars.set(ben, id)).rejects.toMatchObject({ code: 'not_found' });
  const input = { id: newId(), roomId: world.roomId, fileId: id };
  await store(world.db, { mutation: 'send_message', call: { uid: world.uid }, input });
  await expect(world.avatars.set(world.uid, id)).rejects.toMatchObject({ code: 'forbidden' });
});

test('F6 those who watch hear of it, and a picture for another version is not shown', async () => {
  const world = await aRoomWithFiles();
  const { db, uid } = world;
  const { id: fileId } = await world.upload(PNG);
  const job = (version: number) => ({
    mutation: 'set_avatar',
    call: { uid },
    input: { fileId, version },
  });
  for (const version of [1, 3])
    expect(await store(db, job(version))).toEqual({ output: {}, publications: [] });
  const { publications } = await store(db, job(2));
  const person = await findPerson(db, uid);
  expect(publications).toEqual([{ topic: personTopic(uid), event: { type: 'profile_changed', person } }]);
});

test('F6 a nickname that comes in between, and a second picture, all have a version of their own', async () => {
  const world: World = await aRoomWithFiles(disk => ({
    put: async (key, bytes) => {
      await disk.put(key, bytes);
      if (key.includes('/2-')) await rename(world, 'Ada');
    },
  }));
  const ids = [(await world.upload(PNG)).id, (await world.upload(PNG)).id];
  const [first, second] = await Promise.all(ids.map(id => world.avatars.set(world.uid, id)));
  expect([first, second]).toMatchObject([
    { name: 'Ada', version: 3, avatar: expect.stringContaining(`/avatars/${world.uid}/3-`) },
    { name: 'Ada', version: 4, avatar: expect.stringContaining(`/avatars/${world.uid}/4-`) },
  ]);
  expect(world.left()).toEqual([`files${second?.avatar}`]);
});

async function rename({ db, uid }: World, name: string): Promise<void> {
  await run(db, { mutation: 'set_nickname', call: { uid }, input: { name } });
}

test('F6 a picture that cannot be decoded, or has more than 8 megapixels, is dropped', async () => {
  const world = await aRoomWithFiles();
  const large = await picture(4_000, 2_001).png({ compressionLevel: 1 }).toBuffer();
  const cut = (await picture(400, 400).png({ compressionLevel: 0 }).toBuffer()).subarray(0, 1_000);
  for (const bytes of [large, cut]) {
    const { id } = await world.upload(bytes);
    await expect(world.avatars.set(world.uid, id)).rejects.toThrow('File process error');
    await expect(world.avatars.set(world.uid, id)).rejects.toMatchObject({ code: 'not_found' });
  }
  expect(world.left()).toEqual([]);
  const fits = await world.upload(await picture(4_000, 2_000).png({ compressionLevel: 1 }).toBuffer());
  expect(await world.avatars.set(world.uid, fits.id)).toHaveProperty('avatar');
});

test('F6 Q9 whoever tries many pictures at once has one waiting, and others come between', async () => {
  const world = await aRoomWithFiles();
  const ben = await addPerson(world.db, 'Ben');
  const own = await Promise.all(Array.from({ length: 4 }, () => world.upload(PNG)));
  const bens = await world.upload(PNG, 'me.png', ben);
  const tries = own.map(({ id }) => world.avatars.set(world.uid, id));
  const [setBens, ...settled] = await Promise.allSettled([world.avatars.set(ben, bens.id), ...tries]);
  expect(setBens.status).toBe('fulfilled');
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected']);
});
