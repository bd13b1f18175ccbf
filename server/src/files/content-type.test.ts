import { isHugePicture, isPictureType } from '@snug/protocol';
import { PNG } from '@snug/testkit/sample-files.ts';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { declareSize } from '../testing/declared-size.ts';
import { writeTemporaryFile } from '../testing/files.ts';
import { isShownInline, sniffContentType } from './content-type.ts';
import { describeFile } from './describe-file.ts';

const TEXT = 'text/plain; charset=utf-8';
const BINARY = 'application/octet-stream';
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

const describe = (bytes: Uint8Array, declared: Parameters<typeof describeFile>[1] = {}) =>
  describeFile(writeTemporaryFile(bytes), declared);

const SAMPLES: [description: string, bytes: string | Uint8Array, type: string][] = [
  ['text', 'hello', TEXT],
  ['Unicode text', 'żółw 🐢\r\n\t', TEXT],
  ['text with NUL', 'a\0b', BINARY],
  ['a truncated UTF-8 sequence', Buffer.from([0x61, 0xc3]), BINARY],
  ['UTF-16', Buffer.from('hello', 'utf16le'), BINARY],
  ['HTML', '<!doctype html><script>alert(1)</script>', TEXT],
  ['HTML after a byte order mark', '\ufeff<html><body onload=alert(1)>', TEXT],
  ['SVG', SVG, TEXT],
  ['SVG as XML', `<?xml version="1.0"?>${SVG}`, TEXT],
  ['SVG with a type', `<?xml version="1.0"?><!DOCTYPE svg>${SVG}`, TEXT],
  ['XML in UTF-16', Buffer.from(`\ufeff<?xml version="1.0"?>${SVG}`, 'utf16le'), BINARY],
  ['a script', 'alert(document.cookie)', TEXT],
  ['a style sheet', 'body { background: red }', TEXT],
  ['PNG', PNG, 'image/png'],
  ['PDF', '%PDF-1.7\n%âãÏÓ\n', 'application/pdf'],
  ['MP3', Buffer.from([0xff, 0xfb, 0x90, 0x64, ...Array<number>(413).fill(0)]), 'audio/mpeg'],
  ['a PNG followed by a page', Buffer.concat([PNG, Buffer.from('<script>')]), 'image/png'],
];
for (const [description, bytes, type] of SAMPLES) {
  test(`F3 ${description} is ${type}`, async () => {
    expect(await sniffContentType(Buffer.from(bytes))).toBe(type);
  });
}

test('F3 only pictures, sound and video open in the browser', () => {
  for (const type of ['image/png', 'image/avif', 'audio/mpeg', 'audio/ogg; codecs=opus', 'video/webm']) {
    expect([type, isShownInline(type)]).toEqual([type, true]);
  }
  const others = [
    TEXT,
    BINARY,
    'application/pdf',
    'image/svg+xml',
    'text/html',
    'application/xml',
    'image/tiff',
  ];
  for (const type of others)
    expect([type, isShownInline(type), isPictureType(type)]).toEqual([type, false, false]);
});

function createPicture(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: 'white' } });
}

test('F3 a picture has the size at which browsers show it, rotated by its EXIF data', async () => {
  const rotated = await createPicture(30, 20).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  expect(await describe(rotated)).toMatchObject({ contentType: 'image/jpeg', width: 20, height: 30 });
  for (const format of ['png', 'jpeg', 'gif', 'webp', 'avif'] as const) {
    const bytes = await createPicture(30, 20).toFormat(format).toBuffer();
    const described = { contentType: `image/${format}`, size: bytes.length, width: 30, height: 20 };
    expect(await describe(bytes)).toMatchObject(described);
  }
});

test('F3 a broken picture is not a picture', async () => {
  const script = Buffer.from('GIF89a/*<svg/onload=alert(1)>*/=alert(1)//');
  const tables = Buffer.from('ffd8ffdb00041122ffc00005080001ffda0003013344ffd9', 'hex');
  for (const bytes of [PNG.subarray(0, 20), script, tables]) {
    const expected = { contentType: BINARY, width: null, size: bytes.length, metadata: 'unreadable' };
    expect(await describe(bytes)).toMatchObject(expected);
  }
});

test('F3 a picture of any size keeps its type, and its size tells whether it would fill a viewer’s memory', async () => {
  const [jpeg, png, gif] = [
    await createPicture(4, 4).jpeg().toBuffer(),
    await createPicture(4, 4).png().toBuffer(),
    await createPicture(4, 4).gif().toBuffer(),
  ];
  const photo = declareSize(jpeg, 8_064, 6_048);
  const panorama = declareSize(png, 16_000, 2_600);
  const largest = declareSize(jpeg, 12_000, 10_000);
  for (const bytes of [photo, panorama, largest]) {
    const { contentType, width, height, size } = await describe(bytes);
    expect(contentType).toMatch('image/');
    expect(isHugePicture({ contentType, size, width: width ?? 0, height: height ?? 0 })).toBe(false);
  }
  const bomb = declareSize(png, 12_000, 10_001);
  const screen = declareSize(gif, 65_535, 65_535);
  const animated = declareSize(gif, 8_000, 4_001);
  for (const [bytes, type, width] of [
    [bomb, 'image/png', 12_000],
    [screen, 'image/gif', 65_535],
    [animated, 'image/gif', 8_000],
  ] as const) {
    const { contentType, height, size, ...described } = await describe(bytes);
    expect([contentType, described.width]).toEqual([type, width]);
    expect(isHugePicture({ contentType, size, width, height: height ?? 0 })).toBe(true);
  }
});

test('only sound keeps a duration and peaks', async () => {
  const mp3 = Buffer.from([0xff, 0xfb, 0x90, 0x64, ...Array<number>(413).fill(0)]);
  const declared = { duration: 1_500, peaks: [0, 50, 100] };
  expect(await describe(mp3, declared)).toMatchObject({ duration: 1_500, peaks: '[0,50,100]' });
  expect(await describe(mp3)).toMatchObject({ duration: null, peaks: null });
  expect(await describe(PNG, declared)).toMatchObject({ duration: null, peaks: null });
});
