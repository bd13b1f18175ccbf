import { readFileSync } from 'node:fs';
import { IS_WIDE } from '@snug/testkit/test-scope.ts';
import * as fc from 'fast-check';
import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { writeTemporaryFile } from '../testing/files.ts';
import { removeMetadata } from './metadata.ts';

const SECRET = 'Home of Ann';
const GIF_COMMENT = Buffer.from(`\x21\xfe\x0b${SECRET}\0`, 'latin1');

function createPhoto(width = 40, height = 30): Sharp {
  const pixels = Buffer.from(Array.from({ length: width * height * 3 }, (_, index) => (index * index) % 253));
  return sharp(pixels, { raw: { width, height, channels: 3, pageHeight: height / 3 } })
    .withExif({ IFD0: { Artist: SECRET, Orientation: '6' } })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>${SECRET}</a></x:xmpmeta>`);
}

/** After the screen and its colours. */
function addComment(gif: Buffer): Buffer {
  const at = 13 + ((gif[10] ?? 0) & 0x80 ? 3 * 2 ** (((gif[10] ?? 0) & 7) + 1) : 0);
  return Buffer.concat([gif.subarray(0, at), GIF_COMMENT, gif.subarray(at)]);
}

const SAMPLES = await Promise.all([
  createPhoto().jpeg().toBuffer(),
  createPhoto().jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
  createPhoto().toColourspace('cmyk').jpeg().toBuffer(),
  createPhoto().png().toBuffer(),
  createPhoto().png({ progressive: true, palette: true }).toBuffer(),
  createPhoto().webp().toBuffer(),
  createPhoto().webp({ lossless: true }).toBuffer(),
  createPhoto()
    .webp({ loop: 2, delay: [100, 200, 300] })
    .toBuffer(),
  createPhoto()
    .gif({ delay: [100, 200, 300] })
    .toBuffer()
    .then(addComment),
]);

/** Bytes that mean something in these formats: fill bytes, markers, lengths, names of chunks and blocks. */
const ODD_BYTES = [
  '00',
  '0d0a',
  'ffffff',
  'ffd8',
  'ffd9',
  'ffda',
  'ff01',
  'ffd3',
  '00e10010',
  'ffe1',
  'fffe0004',
  '2c',
  '3b',
  '21fe',
].map(hex => Buffer.from(hex, 'hex'));
const bytes = fc.oneof(
  fc.constantFrom(...ODD_BYTES),
  fc.uint8Array({ minLength: 1, maxLength: 20 }).map(data => Buffer.from(data)),
);
const change = fc.oneof(
  fc.record({ kind: fc.constant('insert' as const), at: fc.nat(), bytes }),
  fc.record({ kind: fc.constant('replace' as const), at: fc.nat(), bytes }),
  fc.record({ kind: fc.constant('remove' as const), at: fc.nat(), length: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ kind: fc.constant('cut' as const), at: fc.nat() }),
);
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

/** `at` selects a byte, or, half of the time, a marker of JPEG: changes matter most there. */
function mutate(before: Buffer, change: Change): Buffer {
  const markers = [...before.keys()].filter(at => before[at] === 0xff && (before[at + 1] ?? 0) > 0xbf);
  const isAtMarker = change.at % 2 === 0 && markers.length > 0;
  const at = isAtMarker ? (markers[change.at % markers.length] ?? 0) : 8 + (change.at % (before.length - 8));
  const head = before.subarray(0, at);
  if (change.kind === 'cut') return Buffer.from(head);
  if (change.kind === 'insert') return Buffer.concat([head, change.bytes, before.subarray(at)]);
  if (change.kind === 'remove') return Buffer.concat([head, before.subarray(at + change.length)]);
  return Buffer.concat([head, change.bytes, before.subarray(at + change.bytes.length)]);
}

/** Undefined if it cannot be decoded. Damaged pixels are decoded as far as possible, as browsers do. */
async function decode(picture: Buffer): Promise<Buffer | undefined> {
  for (const animated of [true, false]) {
    const open = sharp(picture, { failOn: 'none', animated }).autoOrient().raw();
    const pixels = await open.toBuffer().catch(() => undefined);
    // All frames of another size than the first one cannot be decoded together.
    if (pixels) return pixels;
  }
  return undefined;
}

test('F7 of any damaged picture, the same bytes are stored, or the same pixels without metadata', async () => {
  let cleaned = 0;
  let kept = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...SAMPLES),
      fc.array(change, { minLength: 1, maxLength: 3 }),
      async (sample, changes) => {
        const sent = changes.reduce(
          (before, change) => (before.length < 20 ? before : mutate(before, change)),
          sample,
        );
        const path = writeTemporaryFile(sent);
        const result = await removeMetadata(path, true);
        const stored = readFileSync(path);
        if (stored.equals(sent)) {
          kept++;
          return;
        }
        cleaned++;
        expect(result).toBe('removed');
        expect(stored.length).toBeLessThanOrEqual(sent.length);
        expect(stored.includes(SECRET)).toBe(false);
        const pixels = await decode(sent);
        expect(pixels).toBeDefined();
        expect((await decode(stored))?.equals(pixels ?? Buffer.alloc(0))).toBe(true);
      },
    ),
    { numRuns: IS_WIDE ? 1_000 : 300 },
  );
  expect(cleaned, 'many damaged pictures can still be cleaned').toBeGreaterThan(30);
  expect(kept).toBeGreaterThan(30);
});
