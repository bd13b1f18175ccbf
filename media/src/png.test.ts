import { expect, test } from 'vitest';
import { concatBytes, encodeLatin1, viewBytes } from './bytes.ts';
import { computeCrc32 } from './crc32.ts';
import { cleanBytes } from './testing/clean-bytes.ts';

const uint32 = (value: number) => {
  const bytes = new Uint8Array(4);
  viewBytes(bytes).setUint32(0, value);
  return bytes;
};
const chunk = (type: string, data: string) => {
  const body = encodeLatin1(type + data);
  return concatBytes(uint32(data.length), body, uint32(computeCrc32(body)));
};
const SIGNATURE = encodeLatin1('\x89PNG\r\n\x1a\n');
const HEAD = chunk('IHDR', '\0\0\0\x01\0\0\0\x01\x08\0\0\0\0');
const PIXELS = chunk('IDAT', 'pixels');
const END = chunk('IEND', '');

test('F7 a PNG keeps the drawing of draw.io or Excalidraw, and no other text', async () => {
  for (const document of [
    chunk('tEXt', 'mxfile\0%3Cmxfile%3E'),
    chunk('zTXt', 'mxGraphModel\0\0deflated'),
    chunk('tEXt', 'application/vnd.excalidraw+json\0{}'),
    chunk('iTXt', 'mxfile\0\0\0\0\0<mxfile/>'),
  ]) {
    const others = [
      chunk('tEXt', 'mxfiles\0x'),
      chunk('tEXt', 'Comment\0mxfile'),
      chunk('iTXt', 'XML:com.adobe.xmp\0'),
    ];
    expect(
      await cleanBytes(concatBytes(SIGNATURE, HEAD, ...others, document, PIXELS, document, END)),
    ).toEqual(concatBytes(SIGNATURE, HEAD, document, PIXELS, document, END));
  }
});

test('F7 a PNG that decoders reject is unreadable: chunks of Apple, stray bytes, no pixels', async () => {
  for (const parts of [
    [chunk('CgBI', '\x50\0\x20\x02'), HEAD, PIXELS, END],
    [HEAD, chunk('QDAT', 'x'), PIXELS, END],
    [HEAD, Uint8Array.of(0), PIXELS, END],
    [HEAD, PIXELS, Uint8Array.of(13, 10), END],
    [HEAD, END],
    [PIXELS, END],
    [new Uint8Array(4_000)],
  ])
    expect(await cleanBytes(concatBytes(SIGNATURE, ...parts))).toBe('unreadable');
});
