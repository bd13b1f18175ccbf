import { readFileSync, statSync } from 'node:fs';
import { damagedFiles } from '@snug/media/testing/damaged-files.ts';
import { IS_WIDE } from '@snug/testkit/test-scope.ts';
import * as fc from 'fast-check';
import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { createRoomWithFiles, writeTemporaryFile } from '../testing/files.ts';
import { findFile } from './file-store.ts';
import { removeMetadata } from './metadata.ts';
import { makeAvatar } from './pictures.ts';

async function strip(path: string): Promise<Buffer> {
  await removeMetadata(path, true);
  return readFileSync(path);
}

const stripBytes = (bytes: Uint8Array) => strip(writeTemporaryFile(bytes));

const SECRET = 'Home of Ann';
/** A picture whose metadata contains its author and place. */
function createPhoto(orientation = 1): Sharp {
  const pixels = Buffer.from(Array.from({ length: 30 * 20 * 3 }, (_, index) => (index * 37) % 256));
  return sharp(pixels, { raw: { width: 30, height: 20, channels: 3 } })
    .withMetadata({ orientation })
    .withExif({
      IFD0: { ImageDescription: SECRET, Artist: SECRET, Orientation: String(orientation) },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 26/1', GPSLongitude: '0/1 7/1 39/1' },
    })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>${SECRET}</a></x:xmpmeta>`)
    .withIccProfile('p3');
}

const FORMATS: [name: string, make: (orientation?: number) => Promise<Buffer>][] = [
  ['JPEG', orientation => createPhoto(orientation).jpeg().toBuffer()],
  ['progressive JPEG', orientation => createPhoto(orientation).jpeg({ progressive: true }).toBuffer()],
  ['CMYK JPEG', orientation => createPhoto(orientation).toColourspace('cmyk').jpeg().toBuffer()],
  ['PNG', orientation => createPhoto(orientation).png().toBuffer()],
  ['PNG of a palette', orientation => createPhoto(orientation).png({ palette: true }).toBuffer()],
  ['lossy WebP', orientation => createPhoto(orientation).webp().toBuffer()],
  ['lossless WebP', orientation => createPhoto(orientation).webp({ lossless: true }).toBuffer()],
];

function decodePixels(bytes: Buffer): Promise<Buffer> {
  return sharp(bytes).autoOrient().raw().toBuffer();
}

for (const [name, make] of FORMATS) {
  test(`F7 a ${name} keeps its pixels, colours and orientation, and nothing else`, async () => {
    for (const orientation of [1, 2, 3, 6, 8]) {
      const bytes = await make(orientation);
      expect(bytes.includes(SECRET), 'the original contains it').toBe(true);
      const before = await sharp(bytes).metadata();
      expect(before.exif?.length).toBeGreaterThan(100);
      const path = writeTemporaryFile(bytes);
      const cleaned = await strip(path);
      expect(cleaned.includes(SECRET)).toBe(false);
      const { exif, xmp, iptc, icc, ...after } = await sharp(cleaned).metadata();
      expect([exif !== undefined, xmp, iptc]).toEqual([orientation !== 1, undefined, undefined]);
      expect(exif?.length ?? 0).toBeLessThan(40);
      expect(icc).toEqual(before.icc);
      expect(after).toMatchObject({ autoOrient: before.autoOrient, space: before.space });
      expect(await decodePixels(cleaned)).toEqual(await decodePixels(bytes));
      const { ino } = statSync(path);
      expect(await strip(path)).toEqual(cleaned);
      expect(statSync(path).ino, 'nothing left to remove, so the file is not copied').toBe(ino);
    }
  });
}

/** A segment to insert after the first two bytes of a JPEG. */
function createSegment(marker: number, text: string): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(text.length + 2, 2);
  return Buffer.concat([head, Buffer.from(text)]);
}

test('F7 a JPEG loses all other segments and the data after its end', async () => {
  const jpeg = await sharp(await createPhoto().raw().toBuffer(), {
    raw: { width: 30, height: 20, channels: 3 },
  })
    .jpeg()
    .toBuffer();
  const withThumbnail = Buffer.concat([
    Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\x04\x04', 'latin1'),
    Buffer.alloc(48, SECRET),
  ]);
  const more = [
    createSegment(0xe0, withThumbnail.toString('latin1')),
    createSegment(0xe0, `JFXX\0${SECRET}`),
    createSegment(0xe1, `http://ns.adobe.com/xap/1.0/\0${SECRET}`),
    createSegment(0xe2, `MPF\0${SECRET}`),
    createSegment(0xeb, `JP\0${SECRET}`),
    createSegment(0xed, `Photoshop 3.0\0${SECRET}`),
    createSegment(0xfe, SECRET),
  ];
  const polluted = Buffer.concat([jpeg.subarray(0, 2), ...more, jpeg.subarray(2), Buffer.from(SECRET), jpeg]);
  const cleaned = await stripBytes(polluted);
  expect(cleaned.includes(SECRET)).toBe(false);
  expect(cleaned.length).toBeLessThan(jpeg.length + 40);
  expect(await decodePixels(cleaned)).toEqual(await decodePixels(jpeg));
});

test('F7 frames of an animation stay', async () => {
  const frames = Buffer.from(Array.from({ length: 8 * 24 * 3 }, (_, index) => (index * index) % 251));
  const animation = sharp(frames, { raw: { width: 8, height: 24, channels: 3, pageHeight: 8 } })
    .withExif({ IFD0: { Artist: SECRET } })
    .webp({ delay: [100, 200, 300] });
  const bytes = await animation.toBuffer();
  expect(bytes.includes(SECRET)).toBe(true);
  const cleaned = await stripBytes(bytes);
  expect(cleaned.includes(SECRET)).toBe(false);
  expect(await sharp(cleaned).metadata()).toMatchObject({ pages: 3, delay: [100, 200, 300] });
  const all = (bytes: Buffer) => sharp(bytes, { animated: true }).raw().toBuffer();
  expect(await all(cleaned)).toEqual(await all(bytes));
});

test('F7 a truncated picture keeps its existing pixels and loses its metadata, if it can be decoded', async () => {
  for (const [name, make] of FORMATS) {
    const bytes = await make();
    const cleaned = await stripBytes(bytes);
    const end = cleaned.subarray(-60, -20);
    const cut = bytes.subarray(0, bytes.indexOf(end) + end.length);
    const cleanedCut = await stripBytes(cut);
    // The decoder of WebP rejects what is not whole.
    expect(cleanedCut.equals(cut)).toBe(name.includes('WebP'));
    expect([cleanedCut.includes(SECRET), cleanedCut.includes(end)]).toEqual([false, true]);
  }
});

test('F7 cleaning any corrupted picture terminates, and adds at most the size of an EXIF segment', async () => {
  const samples = await Promise.all(FORMATS.map(([, make]) => make(6)));
  await fc.assert(
    fc.asyncProperty(damagedFiles(samples, 2), async bytes => {
      const cleaned = await stripBytes(bytes);
      expect(cleaned.length).toBeLessThan(bytes.length + 64);
    }),
    { numRuns: IS_WIDE ? 300 : 50 },
  );
});

test('F7 an upload is stored without its metadata, with its new size', async () => {
  const setup = await createRoomWithFiles();
  const file = await setup.upload(await createPhoto(6).jpeg().toBuffer(), 'home.jpg');
  const { key = '' } = (await findFile(setup.db, file.id)) ?? {};
  const stored = readFileSync(setup.getPath(key));
  expect(stored.includes(SECRET)).toBe(false);
  expect(file).toMatchObject({ size: stored.length, width: 20, height: 30, contentType: 'image/jpeg' });
});

test('F6 an avatar does not reveal where its picture was taken', async () => {
  const avatar = Buffer.from((await makeAvatar(await createPhoto(6).jpeg().toBuffer())) ?? []);
  expect(avatar.includes(SECRET)).toBe(false);
  const { exif, xmp, icc, orientation, width } = await sharp(avatar).metadata();
  expect({ exif, xmp, icc, orientation, width }).toEqual({ width: 200 });
});

const PNG_HEAD = Buffer.from('89504e470d0a1a0a', 'hex');
const WEBP_HEAD = Buffer.concat([Buffer.from('RIFF'), Buffer.from('00804f00', 'hex'), Buffer.from('WEBP')]);
/** 20,001 segments or chunks of the smallest size. */
const MANY_SEGMENTS: [name: string, bytes: Buffer][] = [
  [
    'JPEG',
    Buffer.concat([Buffer.from('ffd8', 'hex'), Buffer.alloc(4 * 20_001, Buffer.from('ffcf0002', 'hex'))]),
  ],
  [
    'PNG',
    Buffer.concat([PNG_HEAD, Buffer.alloc(12 * 20_002, Buffer.from('000000006663544c00000000', 'hex'))]),
  ],
  ['WebP', Buffer.concat([WEBP_HEAD, Buffer.alloc(8 * 20_003, Buffer.from('414e4d4600000000', 'hex'))])],
];
for (const [name, bytes] of MANY_SEGMENTS) {
  test(`F7 a ${name} of more than 20,000 parts is stored as it was sent, as a file to download`, async () => {
    const { upload, db, getPath } = await createRoomWithFiles();
    const file = await upload(bytes);
    expect(file).toMatchObject({ contentType: 'application/octet-stream', metadata: 'unreadable' });
    const { key = '' } = (await findFile(db, file.id)) ?? {};
    expect(readFileSync(getPath(key)).equals(bytes)).toBe(true);
  });
}
