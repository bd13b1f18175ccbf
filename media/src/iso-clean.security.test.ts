import { expect, test } from 'vitest';
import { cleanFile } from './clean.ts';
import { createReader } from './testing/clean-bytes.ts';
import {
  box,
  fullBox,
  latin1,
  movie,
  PICTURE,
  type TrackContent,
  uint16,
  uint32,
} from './testing/iso-files.ts';

/** Returns what came of it, and how often as many bytes as the file has were read. */
async function measure(bytes: Buffer): Promise<{ result: unknown; timesRead: number }> {
  const reader = createReader(bytes);
  let read = 0;
  const file = {
    size: reader.size,
    read(at: number, length: number) {
      read += length;
      return reader.read(at, length);
    },
  };
  const cleaning = await cleanFile(file);
  return { result: typeof cleaning === 'string' ? cleaning : 'cleaned', timesRead: read / bytes.length };
}

const METADATA: TrackContent = { handler: 'meta', codec: 'djmd', samples: [latin1('x')] };

/** Changes a number in the box of the last track with this type. */
function declare(bytes: Buffer, type: string, at: number, value: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt32BE(value, copy.lastIndexOf(type) + 4 + at);
  return copy;
}

test('F7 tables that declare millions of samples end the cleaning', async () => {
  const tracks = [METADATA, ...Array.from({ length: 300 }, () => PICTURE)];
  let bytes = movie({ tracks });
  // A size for all samples, their number, and a chunk that has all of them.
  for (let at = bytes.indexOf('stsz'); at !== -1; at = bytes.indexOf('stsz', at + 1)) {
    bytes.writeUInt32BE(1, at + 8);
    bytes.writeUInt32BE(1_900_000, at + 12);
  }
  for (let at = bytes.indexOf('stsc'); at !== -1; at = bytes.indexOf('stsc', at + 1))
    bytes.writeUInt32BE(1_900_000, at + 16);
  expect(await measure(bytes)).toMatchObject({ result: 'uncleanable' });
  bytes = declare(movie({ tracks: [METADATA] }), 'stsz', 8, 0xffffffff);
  expect(await measure(bytes)).toMatchObject({ result: 'uncleanable' });
});

test('F7 items that name the same bytes again and again end the cleaning', async () => {
  const count = 3_000;
  const xmp = Buffer.concat([latin1('<x:xmpmeta>'), Buffer.alloc(500_000, '<a/>'), latin1('</x:xmpmeta>')]);
  const entries = Array.from({ length: count }, (_, index) =>
    fullBox('infe', 2, uint16(index + 1), uint16(0), latin1('mime\0application/rdf+xml\0')),
  );
  const build = (dataAt: number) => {
    const places = entries.map((_, index) =>
      Buffer.concat([uint16(index + 1), uint16(0), uint16(1), uint32(dataAt), uint32(xmp.length)]),
    );
    const location = fullBox('iloc', 0, Buffer.from([0x44, 0]), uint16(count), ...places);
    return fullBox(
      'meta',
      0,
      fullBox('hdlr', 0, uint32(0), latin1('pict')),
      fullBox('iinf', 0, uint16(count), ...entries),
      location,
    );
  };
  const type = box('ftyp', latin1('heic\0\0\0\0'));
  const meta = build(type.length + build(0).length + 8);
  const { result, timesRead } = await measure(Buffer.concat([type, meta, box('mdat', xmp)]));
  expect(result).toBe('uncleanable');
  expect(timesRead).toBeLessThan(10);
});

test('F7 samples that name the same bytes again and again end the cleaning', async () => {
  const samples = Array.from({ length: 500 }, () => latin1('text'));
  const bytes = movie({
    tracks: [{ handler: 'sbtl', codec: 'tx3g', samples }],
    extra: [box('free', Buffer.alloc(100_000))],
  });
  const sizes = bytes.indexOf('stsz') + 16;
  const offsets = bytes.indexOf('stco') + 12;
  for (let index = 0; index < 500; index++) {
    bytes.writeUInt32BE(2_000 - index, sizes + 4 * index);
    bytes.writeUInt32BE(bytes.indexOf('mdat') + 4, offsets + 4 * index);
  }
  const { result, timesRead } = await measure(bytes);
  expect(result).toBe('uncleanable');
  expect(timesRead).toBeLessThan(20);
});

test('F7 a million boxes end the cleaning', async () => {
  const bytes = Buffer.concat([box('ftyp', latin1('isom')), Buffer.alloc(8_000_000, box('free'))]);
  expect(await measure(bytes)).toMatchObject({ result: 'uncleanable' });
});
