import { expect, test } from 'vitest';
import { concatBytes } from './bytes.ts';
import { cleanBytes } from './testing/clean-bytes.ts';

const hex = (text: string) =>
  Uint8Array.from(text.replaceAll(' ', '').match(/../g) ?? [], byte => Number.parseInt(byte, 16));

const START = hex('ffd8');
const END = hex('ffd9');
const JFIF = hex('ffe0 0010 4a46494600 0101 00 0001 0001 00 00');
const TABLE = hex('ffdb 0004 1122');
const FRAME = hex('ffc0 0005 080001');
const SCAN = hex('ffda 0003 01 3344ff00ffd05566');
const COMMENT = hex('fffe 0004 4142');
const CLEAN = concatBytes(START, JFIF, TABLE, FRAME, SCAN, END);

test('F7 stray bytes, fill bytes and restarts between the segments of a JPEG are skipped, as decoders do', async () => {
  for (const stray of [
    '00',
    '0d0a',
    '000000000000000000000000000000000000',
    '00e1000441',
    'ffff',
    'ff00',
    'ffd3',
    'ff01',
  ])
    for (const before of [
      concatBytes(START, JFIF, hex(stray), TABLE, FRAME, SCAN, END),
      concatBytes(START, JFIF, TABLE, hex(stray), FRAME, COMMENT, SCAN, END),
      concatBytes(START, JFIF, TABLE, FRAME, hex(stray), hex(stray), SCAN, END),
    ])
      expect(await cleanBytes(before)).toEqual(CLEAN);
});

test('F7 pixel data of a JPEG stay as they are, with restarts, fill bytes and markers that are none', async () => {
  for (const odd of ['ff00', 'ffd7', 'ffff00', 'ff05', 'ff'])
    expect(await cleanBytes(concatBytes(START, TABLE, FRAME, SCAN, hex(odd), hex('77'), END))).toEqual(
      concatBytes(START, TABLE, FRAME, SCAN, hex(odd), hex('77'), END),
    );
});

test('F7 a JPEG without a picture is unreadable', async () => {
  const random = concatBytes(
    hex('ffd8ffe0'),
    Uint8Array.from({ length: 4_996 }, (_, index) => (index * index * 7) % 255),
  );
  for (const bytes of [
    concatBytes(START, JFIF, END),
    concatBytes(START, JFIF, TABLE, FRAME),
    concatBytes(START, JFIF, TABLE, SCAN, END),
    concatBytes(START, JFIF, START, TABLE, FRAME, SCAN, END),
    concatBytes(START, JFIF, hex('fff5000300'), TABLE, FRAME, SCAN, END),
    random,
  ])
    expect(await cleanBytes(bytes)).toBe('unreadable');
});
