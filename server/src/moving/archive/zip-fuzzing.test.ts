import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { IS_WIDE } from '@snug/testkit/test-scope.ts';
import * as fc from 'fast-check';
import { assert, expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import type { Archive } from './archive.ts';
import { ArchiveError } from './archive-error.ts';
import { openArchive } from './open-archive.ts';
import { makeZip } from './testing/make-zip.ts';

const MIB = 2 ** 20;
const SEED = Number(process.env.SNUG_SEED ?? 20_261_129);
const FILES = [
  { name: 'channels.json', content: JSON.stringify([{ id: 'C1', name: 'general' }]) },
  { name: 'general/2024-01-01.json', content: '[{"ts":"1"}]'.repeat(300) },
  { name: 'general/' },
  { name: 'picture.bin', content: Buffer.alloc(3000, 'abc'), isStored: true },
  { name: 'empty' },
];
const ZIP = makeZip(FILES);
const ZIP64 = makeZip(FILES.map(file => ({ ...file, isZip64: true })));

/** Interesting numbers of 8, 16, 32 and 64 bits, at any place from the last bytes of the data on. */
const change = fc.record({
  at: fc.nat(700),
  value: fc.oneof(fc.constantFrom(0, 1, 0x7f, 0x80, 0xff, 0x2e, 0x2f, 0x5c), fc.nat(255)),
  length: fc.constantFrom(1, 1, 1, 2, 4, 8),
});
const mutation = fc.record({
  isZip64: fc.boolean(),
  changes: fc.array(change, { minLength: 1, maxLength: 2 }),
  /** Bytes that are taken away or added in the directory. */
  shift: fc.option(fc.record({ at: fc.nat(600), bytes: fc.integer({ min: -40, max: 40 }) }), { freq: 5 }),
});

type Mutation = typeof mutation extends fc.Arbitrary<infer Value> ? Value : never;

function mutate({ isZip64, changes, shift }: Mutation): Buffer {
  const zip = Buffer.from(isZip64 ? ZIP64 : ZIP);
  for (const { at, value, length } of changes) {
    const from = Math.max(0, zip.length - 1 - at);
    zip.fill(value, from, Math.min(zip.length, from + length));
  }
  if (!shift) return zip;
  const at = Math.max(0, zip.length - shift.at);
  if (shift.bytes < 0) return Buffer.concat([zip.subarray(0, at + shift.bytes), zip.subarray(at)]);
  return Buffer.concat([zip.subarray(0, at), Buffer.alloc(shift.bytes, 1), zip.subarray(at)]);
}

/** Reads everything twice, and returns the number of bytes. Other errors than an `ArchiveError` are thrown. */
async function readAll(archive: Archive, bound: number): Promise<number> {
  let bytes = 0;
  for (const [path, { size }] of archive.entries) {
    expect(path).not.toMatch(/^(?:\/|[a-z]:)|\\|\0|(?:^|\/)\.\.(?:\/|$)/i);
    for (const read of [
      async () => await archive.read(path, bound),
      async () => await buffer(await archive.open(path)),
    ])
      try {
        const content = await read();
        expect(content.length).toBe(size);
        bytes += content.length;
      } catch (error) {
        if (!(error instanceof ArchiveError)) throw error;
      }
  }
  return bytes;
}

test('a zip with a damaged directory is refused or read, in bounded memory', async () => {
  const path = join(temporaryFolder(), 'export.zip');
  const outcomes = { refused: 0, read: 0 };
  await fc.assert(
    fc.asyncProperty(mutation, async input => {
      const zip = mutate(input);
      writeFileSync(path, zip);
      let archive: Archive;
      try {
        archive = await openArchive(path);
      } catch (error) {
        if (!(error instanceof ArchiveError)) throw error;
        assert.match(error.message, /^[^\p{Cc}]{10,2000}$/u);
        outcomes.refused++;
        return;
      }
      try {
        // No entry is above a MiB, or above a thousand times its packed bytes.
        const bound = MIB + 1000 * zip.length;
        expect(await readAll(archive, bound)).toBeLessThanOrEqual(2 * archive.entries.size * bound);
        outcomes.read++;
      } finally {
        await archive.close();
      }
    }),
    { numRuns: IS_WIDE ? 10_000 : 400, seed: SEED },
  );
  expect(Math.min(outcomes.refused, outcomes.read)).toBeGreaterThan(40);
}, 300_000);
