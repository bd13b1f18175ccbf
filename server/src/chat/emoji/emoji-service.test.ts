import { MAX_EMOJI_BYTES, MAX_EMOJI_UPLOAD_BYTES } from '@snug/protocol';
import { PNG } from '@snug/testkit/sample-files.ts';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createRoomWithFiles } from '../../testing/files.ts';
import { findPicture } from './emoji-pictures.ts';

async function createGif(frames: number): Promise<Buffer> {
  const raw = { width: 40, height: 40 * frames, channels: 3 as const, pageHeight: 40 };
  const pixels = Array.from({ length: frames }, (_, index) => Buffer.alloc(40 * 40 * 3, index * 29));
  return sharp(Buffer.concat(pixels), { raw }).gif().toBuffer();
}

test('CE2 the preview shows what will be added, and the upload stays until then', async () => {
  const { db, uid, upload, emoji, listStored } = await createRoomWithFiles();
  const fileId = (await upload(await createGif(60))).id;
  const preview = await emoji.preview({ uid }, fileId, {});
  expect(preview).toMatchObject({ width: 40, height: 40, frames: 50, reduced: 'frames' });
  const added = await emoji.add({ uid }, { name: 'spinner', fileId }, {});
  const { bytes, frames, reduced } = preview;
  expect(added).toMatchObject({ bytes, frames, reduced, emoji: { name: 'spinner', animated: true } });
  const picture = added.emoji.picture ?? '';
  expect((await findPicture(db, picture, false))?.toString('base64')).toBe(preview.webp);
  expect((await sharp(await findPicture(db, picture, true)).metadata()).format).toBe('webp');
  expect(listStored()).toEqual([]);
  await expect(emoji.add({ uid }, { name: 'again', fileId }, {})).rejects.toMatchObject({
    code: 'not_found',
  });
});

test('CE2 only pictures of at most 1 MB become emoji, judged by their bytes', async () => {
  const { db, uid, upload, emoji } = await createRoomWithFiles();
  const add = async (bytes: Uint8Array | string, name: string) => {
    const { id: fileId } = await upload(bytes, name);
    const code = await emoji.add({ uid }, { name: 'a-picture', fileId }, {}).then(
      () => 'ok',
      (error: { code: string }) => error.code,
    );
    await db.deleteFrom('files').execute();
    return code;
  };
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
  expect(await add(svg, 'a.png')).toBe('invalid_input');
  expect(await add('<!doctype html><p>', 'a.gif')).toBe('invalid_input');
  expect(await add(PNG.subarray(0, 40), 'a.png')).toBe('invalid_input');
  const large = await sharp(Buffer.alloc(700 * 700 * 3, 'x7$k'), {
    raw: { width: 700, height: 700, channels: 3 },
  })
    .png({ compressionLevel: 0 })
    .toBuffer();
  expect([large.byteLength > MAX_EMOJI_UPLOAD_BYTES, await add(large, 'a.png')]).toEqual([true, 'too_large']);
  expect(await add(PNG, 'a.txt')).toBe('ok');
  const rows = await db.selectFrom('emoji').select('bytes').execute();
  expect(rows.every(({ bytes }) => bytes !== null && bytes > 0 && bytes <= MAX_EMOJI_BYTES)).toBe(true);
});

test('CE2 of two pictures of one person at once, the second one waits its turn or is refused, and nothing is lost', async () => {
  const { db, uid, upload, emoji } = await createRoomWithFiles();
  const ids = await Promise.all([1, 2, 3].map(async () => (await upload(PNG)).id));
  const results = await Promise.allSettled(
    ids.map((fileId, index) => emoji.add({ uid }, { name: `picture-${index}`, fileId }, {})),
  );
  const refused = results.flatMap(result => (result.status === 'rejected' ? [result.reason] : []));
  expect(refused.every(({ code }) => code === 'rate_limited')).toBe(true);
  const added = await db.selectFrom('emoji').select('name').execute();
  expect([added.length > 0, added.length + refused.length]).toEqual([true, 3]);
});
