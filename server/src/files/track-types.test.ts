import { Readable } from 'node:stream';
import { element, header, SEGMENT, track, tracks } from '@snug/media/testing/ebml-files.ts';
import {
  box,
  fragmentedMovie,
  latin1,
  movie,
  PICTURE,
  SOUND,
  type TrackContent,
  uint32,
} from '@snug/media/testing/iso-files.ts';
import { MP4, WEBM } from '@snug/testkit/sample-files.ts';
import { expect, test } from 'vitest';
import { createRoomWithFiles, writeTemporaryFile } from '../testing/files.ts';
import { describeFile } from './describe-file.ts';

/** With another brand. */
function brand(name: string, bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy.write(name.padEnd(4), 8, 'latin1');
  return copy;
}

async function detect(bytes: Buffer): Promise<string> {
  return (await describeFile(writeTemporaryFile(bytes), {})).contentType;
}

const COVER: TrackContent = { handler: 'vide', codec: 'jpeg', samples: [latin1('a cover')] };
const CHAPTERS: TrackContent = { ...PICTURE, codec: 'jpeg' };
/** Names the third track as that of its chapters. */
const CHAPTERED: TrackContent = { ...SOUND, extra: box('tref', box('chap', uint32(3))) };

test.each([
  ['mp42', movie({ tracks: [SOUND] })],
  ['3gp4', movie({ tracks: [SOUND] })],
  ['3g2a', movie({ tracks: [SOUND], isLong: true })],
  ['qt', movie({ tracks: [SOUND, { ...SOUND, handler: 'text', codec: 'text' }] })],
  ['iso6', fragmentedMovie({ tracks: [SOUND] })],
  ['isom', movie({ tracks: [COVER, SOUND] })],
  ['mp42', movie({ tracks: [SOUND, CHAPTERED, CHAPTERS] })],
])('F3 a file with the brand %s and sound only is sound', async (name, bytes) => {
  expect(await detect(brand(name, bytes))).toBe('audio/mp4');
});

test.each([
  ['isom', movie({ tracks: [SOUND, PICTURE] }), 'video/mp4'],
  ['qt', movie({ tracks: [PICTURE] }), 'video/quicktime'],
  ['3gp5', fragmentedMovie({ tracks: [PICTURE, SOUND] }), 'video/3gpp'],
  ['qt', movie({ tracks: [{ ...PICTURE, codec: 'jpeg' }, SOUND] }), 'video/quicktime'],
  ['M4A', movie({ tracks: [SOUND, PICTURE] }), 'video/mp4'],
  ['M4A', movie({ tracks: [SOUND] }), 'audio/x-m4a'],
  ['isom', movie({ tracks: [{ ...SOUND, handler: 'meta' }] }), 'video/mp4'],
  ['isom', movie({ tracks: [SOUND] }).subarray(0, 90), 'video/mp4'],
])('F3 a file with the brand %s has the type of its tracks', async (name, bytes, type) => {
  expect(await detect(brand(name, bytes))).toBe(type);
});

test.each([
  ['webm', [2], 'audio/webm'],
  ['webm', [2, 17, 2], 'audio/webm'],
  ['webm', [2, 1], 'video/webm'],
  ['webm', [17], 'video/webm'],
  ['matroska', [2], 'audio/matroska'],
  ['matroska', [1, 2], 'video/matroska'],
] as const)('F3 a %s file with tracks of the types %j is %s', async (kind, types, type) => {
  const content = tracks(...types.map((each, index) => track(index + 1, each)));
  expect(await detect(Buffer.concat([header(kind), element(SEGMENT, content)]))).toBe(type);
});

test('F3 sound in a container of video keeps its duration, and recordings of cameras their types', async () => {
  const { upload, uploads, uid } = await createRoomWithFiles();
  expect(await upload(MP4, 'a.mp4')).toMatchObject({ contentType: 'video/mp4' });
  expect(await upload(WEBM, 'a.webm')).toMatchObject({ contentType: 'video/webm' });
  const sound = Readable.from([brand('mp42', movie({ tracks: [SOUND] }))]);
  const uploaded = await uploads.receive(uid, { name: 'a.m4a', duration: 900 }, sound);
  expect(uploaded).toMatchObject({ contentType: 'audio/mp4', duration: 900 });
});
