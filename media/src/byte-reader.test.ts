import { expect, test } from 'vitest';
import { WindowReader } from './byte-reader.ts';
import { concatBytes, encodeLatin1 } from './bytes.ts';
import { cleanFile } from './clean.ts';

/** `cleanFile` of it, and how many bytes that loads. */
async function countLoaded(bytes: Uint8Array): Promise<{ loaded: number; size: number }> {
  let loaded = 0;
  const reader = new WindowReader(bytes.length, async (at, length) => {
    const part = bytes.subarray(at, at + length);
    loaded += part.length;
    return part;
  });
  await cleanFile(reader);
  return { loaded, size: bytes.length };
}

const repeat = (text: string, count: number) => encodeLatin1(text.repeat(count));

test('F7 files of many small parts are read about once', async () => {
  for (const bytes of [
    concatBytes(encodeLatin1('\xff\xd8\xff\xe0\0\x02'), repeat('\0\xff\xe0\0\x02', 19_000)),
    concatBytes(encodeLatin1('\xff\xd8\xff\xe0\0\x02'), repeat('\xff\xda\0\x02ab', 19_000)),
    concatBytes(encodeLatin1('GIF89a\x01\0\x01\0\0\0\0'), repeat('\x21\xf9\x04\0\0\0\0\0', 19_000)),
    concatBytes(encodeLatin1('GIF89a\x01\0\x01\0\0\0\0'), repeat('\x21\xfe\x01a\0', 19_000)),
    concatBytes(
      encodeLatin1('\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR'),
      new Uint8Array(17),
      repeat('\0\0\0\0tEXt\0\0\0\0', 19_000),
    ),
    concatBytes(encodeLatin1('RIFF\0\0\x10\0WEBPVP8X\0\0\0\0'), repeat('ANMF\0\0\0\0', 19_000)),
  ]) {
    const { loaded, size } = await countLoaded(bytes);
    expect(loaded).toBeLessThan(2 * size + 200_000);
  }
});

test('F7 a long scan is read about once', async () => {
  const scan = new Uint8Array(3_000_000).fill(7);
  const head = encodeLatin1('\xff\xd8\xff\xc0\0\x02\xff\xda\0\x02');
  const { loaded, size } = await countLoaded(concatBytes(head, scan, encodeLatin1('\xff\xd9')));
  expect(loaded).toBeLessThan(1.2 * size + 200_000);
});
