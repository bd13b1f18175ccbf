import { readFileSync, statSync } from 'node:fs';
import { element, header, SEGMENT, tag, tags, track, tracks } from '@snug/media/testing/ebml-files.ts';
import { box, latin1, movie, PICTURE, SOUND } from '@snug/media/testing/iso-files.ts';
import { MP4, WEBM } from '@snug/testkit/sample-files.ts';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createRoomWithFiles, writeTemporaryFile } from '../testing/files.ts';
import { describeFile } from './describe-file.ts';

const PLACE = '+48.2082+016.3738/';
const USER_DATA = box('udta', box('©xyz', Buffer.from([0, PLACE.length, 0x15, 0xc7]), latin1(PLACE)));
const LOCATION = tags(tag('LOCATION', PLACE));

test.each([
  ['video', movie({ tracks: [PICTURE, SOUND], extra: [USER_DATA] }), 'video/mp4'],
  ['sound', movie({ tracks: [SOUND], extra: [USER_DATA] }), 'audio/mp4'],
  ['WebM', Buffer.concat([header('webm'), element(SEGMENT, tracks(track(1, 1)), LOCATION)]), 'video/webm'],
])('F7 a %s loses its place in place, without a copy', async (_kind, bytes, contentType) => {
  const path = writeTemporaryFile(bytes);
  const { ino } = statSync(path);
  expect(await describeFile(path, {})).toMatchObject({
    contentType,
    size: bytes.length,
    metadata: 'removed',
  });
  const stored = readFileSync(path);
  expect([stored.includes(PLACE), statSync(path).ino]).toEqual([false, ino]);
  const changed = stored.filter((byte, index) => byte !== bytes[index]).length;
  expect(changed).toBeLessThan(60);
});

test('F7 a video that cannot be cleaned stays as it is', async () => {
  const bytes = Buffer.concat([
    box('ftyp', latin1('isom\0\0\0\0')),
    box('moov', USER_DATA, box('cmov', latin1('x'))),
  ]);
  const path = writeTemporaryFile(bytes);
  expect(await describeFile(path, {})).toMatchObject({ contentType: 'video/mp4', metadata: 'kept' });
  expect(readFileSync(path)).toEqual(bytes);
});

test('F7 recordings without a place stay as they are', async () => {
  for (const bytes of [MP4, WEBM]) {
    const path = writeTemporaryFile(bytes);
    expect(await describeFile(path, {})).toMatchObject({ metadata: 'removed', width: 96, height: 160 });
    expect(readFileSync(path)).toEqual(Buffer.from(bytes));
  }
});

test('F7 an AVIF picture keeps its pixels and other fields, and loses its place', async () => {
  const place = { GPSLatitudeRef: 'N', GPSLatitude: '48/1 12/1 30/1', GPSMapDatum: 'Home of Ann' };
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
    .withExif({ IFD0: { Make: 'Camera' }, IFD3: place })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><a photoshop:City="Home of Ann" b="c"/></x:xmpmeta>')
    .avif()
    .toBuffer();
  expect(bytes.includes('Home of Ann')).toBe(true);
  const { upload, getPath, read } = await createRoomWithFiles();
  const { id } = await upload(bytes, 'a.avif');
  const [row] = await read.selectFrom('files').select('key').where('id', '=', id).execute();
  const stored = readFileSync(getPath(row?.key ?? ''));
  expect([stored.includes('Home of Ann'), stored.includes('Camera'), stored.length]).toEqual([
    false,
    true,
    bytes.length,
  ]);
  const decode = (file: Buffer) => sharp(file).raw().toBuffer();
  expect(await decode(stored)).toEqual(await decode(bytes));
});
