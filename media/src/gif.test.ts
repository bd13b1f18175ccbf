import { expect, test } from 'vitest';
import { concatBytes, encodeLatin1 } from './bytes.ts';
import { cleanBytes } from './testing/clean-bytes.ts';

/** `tableSize`: the bits of a palette with 2 ** (bits + 1) colours; undefined without one. */
const head = (tableSize?: number) =>
  concatBytes(
    encodeLatin1('GIF89a'),
    Uint8Array.of(4, 0, 3, 0, tableSize === undefined ? 0 : 0x80 | tableSize, 0, 0),
    new Uint8Array(tableSize === undefined ? 0 : 3 * 2 ** (tableSize + 1)),
  );
const block = (...parts: string[]) =>
  concatBytes(
    ...parts.map(part => concatBytes(Uint8Array.of(part.length), encodeLatin1(part))),
    Uint8Array.of(0),
  );
const extension = (label: number, ...parts: string[]) =>
  concatBytes(Uint8Array.of(0x21, label), block(...parts));
const image = (flags = 0) =>
  concatBytes(
    Uint8Array.of(0x2c, 0, 0, 0, 0, 4, 0, 3, 0, flags),
    new Uint8Array(flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0),
    Uint8Array.of(2),
    block('x'.repeat(255), 'yz'),
  );
const END = Uint8Array.of(0x3b);
const LOOPS = extension(0xff, 'NETSCAPE2.0', '\x01\0\0');
const CONTROL = extension(0xf9, '\x04\x0a\0\0');
/** Its text is no list of parts: the 258 bytes after it lead to the end from everywhere. */
const XMP = concatBytes(
  Uint8Array.of(0x21, 0xff, 11),
  encodeLatin1('XMP DataXMP<x:xmpmeta>Home of Ann</x:xmpmeta>'),
  Uint8Array.from({ length: 258 }, (_, index) => (index === 0 ? 1 : index === 257 ? 0 : 256 - index)),
);

test('F7 a GIF loses its comments, XMP and unknown data, and keeps frames, loops and palettes', async () => {
  for (const table of [undefined, 0, 7]) {
    const before = concatBytes(
      head(table),
      XMP,
      LOOPS,
      extension(0xfe, 'Home of', ' Ann'),
      CONTROL,
      image(),
      extension(0xff, 'MGK8BIM0000', 'Home'),
      CONTROL,
      image(0x81),
      extension(0xfe, 'taken at 48.8583 N 2.2945 E'),
      END,
      encodeLatin1('after the end'),
    );
    expect(await cleanBytes(before)).toEqual(
      concatBytes(head(table), LOOPS, CONTROL, image(), CONTROL, image(0x81), END),
    );
  }
});

test('F7 a truncated GIF stays truncated, and one without a frame is unreadable', async () => {
  const whole = concatBytes(head(1), LOOPS, image());
  expect(await cleanBytes(whole.subarray(0, -100))).toEqual(whole.subarray(0, -100));
  for (const bytes of [
    head(7),
    concatBytes(head(), LOOPS, END),
    concatBytes(head(), Uint8Array.of(7), image(), END),
  ])
    expect(await cleanBytes(bytes)).toBe('unreadable');
});
