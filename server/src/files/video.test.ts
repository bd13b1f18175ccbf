import { damagedFiles } from '@snug/media/testing/damaged-files.ts';
import { createLongVideo } from '@snug/testkit/browser/long-video.ts';
import { MP4, WEBM } from '@snug/testkit/sample-files.ts';
import { IS_WIDE } from '@snug/testkit/test-scope.ts';
import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { createRoomWithFiles, writeTemporaryFile } from '../testing/files.ts';
import { FileReader } from './file-reader.ts';
import { measureVideo } from './video.ts';

const measure = (bytes: Uint8Array) => measureVideo(writeTemporaryFile(bytes));

function box(type: string, ...content: Buffer[]): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + Buffer.concat(content).length);
  head.write(type, 4);
  return Buffer.concat([head, ...content]);
}

/** `matrix`: the first four numbers of a 3 x 3 matrix, without its third column. */
function track(width: number, height: number, matrix = [1, 0, 0, 1]): Buffer {
  const content = Buffer.alloc(84);
  for (const [index, at] of [40, 44, 52, 56].entries())
    content.writeInt32BE((matrix[index] ?? 0) * 65_536, at);
  content.writeUInt32BE(width * 65_536, 76);
  content.writeUInt32BE(height * 65_536, 80);
  return box('trak', box('edts'), box('tkhd', content));
}

const FILE_TYPE = box('ftyp', Buffer.from('isom'));

test('F9 the size of a recorded video is known', async () => {
  expect(await measure(WEBM)).toEqual({ width: 96, height: 160 });
  expect(await measure(MP4)).toEqual({ width: 96, height: 160 });
  const { upload } = await createRoomWithFiles();
  expect(await upload(MP4, 'a.mp4')).toMatchObject({ contentType: 'video/mp4', width: 96, height: 160 });
});

test('F9 sizes of elements in eight bytes are exact', async () => {
  expect(await measure(createLongVideo(2, 10_000))).toEqual({ width: 96, height: 160 });
});

test('F9 a rotated video has the size that players show', async () => {
  for (const matrix of [
    [0, 1, -1, 0],
    [0, -1, 1, 0],
  ]) {
    const bytes = Buffer.concat([FILE_TYPE, box('moov', box('mvhd'), track(1_920, 1_080, matrix))]);
    expect(await measure(bytes)).toEqual({ width: 1_080, height: 1_920 });
  }
});

test('F9 the size is found behind the pictures, behind a track of sound, and in long boxes', async () => {
  const pictures = Buffer.concat([
    Buffer.from('\0\0\0\x01mdat\0\0\0\0\0\x0f\x42\x40', 'latin1'),
    Buffer.alloc(999_984),
  ]);
  const bytes = Buffer.concat([FILE_TYPE, pictures, box('moov', track(0, 0), track(640, 480))]);
  expect(await measure(bytes)).toEqual({ width: 640, height: 480 });
});

test('F9 a size that is missing, absurd or too far inside is unknown', async () => {
  for (const bytes of [
    Buffer.concat([FILE_TYPE, box('moov', track(0, 0))]),
    Buffer.concat([FILE_TYPE, box('moov', track(20_000, 10))]),
    Buffer.concat([
      FILE_TYPE,
      ...Array.from({ length: 3_000 }, () => box('free')),
      box('moov', track(640, 480)),
    ]),
    FILE_TYPE,
    WEBM.subarray(0, 60),
    Buffer.alloc(5),
    Buffer.alloc(0),
  ])
    expect(await measure(bytes)).toBe(undefined);
});

test('F9 measuring any corrupted video terminates and reads little of it', async () => {
  await fc.assert(
    fc.asyncProperty(damagedFiles([WEBM, MP4], 0), async bytes => {
      const path = writeTemporaryFile(Buffer.concat([bytes, Buffer.alloc(500_000)]));
      const reads = vi.spyOn(FileReader.prototype, 'read');
      await measureVideo(path);
      for (const [, length] of reads.mock.calls) expect(length).toBeLessThan(100);
      expect(reads.mock.calls.length).toBeLessThan(5_000);
      reads.mockRestore();
    }),
    { numRuns: IS_WIDE ? 300 : 100 },
  );
});
