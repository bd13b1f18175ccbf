import { sampleRuns } from '@snug/testkit/test-scope.ts';
import * as fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { BINARY, sniffContentType } from './content-type.ts';
import { detectOddSound } from './odd-sound.ts';

const zeros = (length: number) => Buffer.alloc(length);
const letters = (length: number) => Buffer.alloc(length, 'A');

function frames(header: number[], length: number, count = 6): Buffer {
  return Buffer.concat(
    Array.from({ length: count }, () =>
      Buffer.concat([Buffer.from(header), Buffer.alloc(length - header.length, 0x55)]),
    ),
  );
}

function tag(size: number, content = zeros(size)): Buffer {
  const sizes = [21, 14, 7, 0].map(bits => (size >> bits) & 127);
  return Buffer.concat([Buffer.from('ID3\x03\0\0', 'latin1'), Buffer.from(sizes), content]);
}

/** 128 kbit/s at 44.1 kHz; 32 kbit/s at 22.05 kHz; 192 kbit/s in layer II at 48 kHz; 64 kbit/s in MPEG-2.5 at 8 kHz. */
const MP3 = frames([0xff, 0xfb, 0x90, 0x64], 417);
const MP3_LOW = frames([0xff, 0xf3, 0x40, 0xc4], 104);
const MP2 = frames([0xff, 0xfd, 0xa4, 0x04], 576);
const MP3_PHONE = frames([0xff, 0xe3, 0x88, 0x64], 576);
/** 44.1 kHz, one channel, frames of 300 bytes. */
const AAC = frames([0xff, 0xf1, 0x50, 0x40, 0x25, 0x9f, 0xfc], 300);

const LONG_WAV = Buffer.concat([Buffer.from('\xff\xff\xff\xffWAVEds64\x1c\0\0\0', 'latin1'), zeros(80)]);

const SAMPLES: [description: string, bytes: Buffer[], type: string][] = [
  ['MP3 behind 1,024 zeros', [zeros(1_024), MP3], 'audio/mpeg'],
  ['MP3 behind 100,000 zeros', [zeros(100_000), MP3], 'audio/mpeg'],
  ['MP3 of low quality behind other bytes', [letters(3_001), MP3_LOW], 'audio/mpeg'],
  ['MP3 that begins inside of a frame', [MP3.subarray(100)], 'audio/mpeg'],
  ['layer II behind zeros', [zeros(77), MP2], 'audio/mpeg'],
  ['MPEG-2.5 behind zeros', [zeros(77), MP3_PHONE], 'audio/mpeg'],
  ['MP3 behind a tag and padding', [tag(400), zeros(2_048), MP3], 'audio/mpeg'],
  ['MP3 behind padding and two tags', [zeros(9), tag(400), tag(20), MP3], 'audio/mpeg'],
  ['MP3 behind a tag whose picture exceeds its size', [tag(64), letters(250_000), MP3], 'audio/mpeg'],
  ['AAC behind zeros', [zeros(512), AAC], 'audio/aac'],
  ['AAC behind a tag', [tag(90), AAC], 'audio/aac'],
  ['AAC behind a tag and padding', [tag(90), zeros(33), AAC], 'audio/aac'],
  ['RF64', [Buffer.from('RF64'), LONG_WAV], 'audio/wav'],
  ['BW64', [Buffer.from('BW64'), LONG_WAV], 'audio/wav'],
  ['RF64 of another kind', [Buffer.from('RF64\xff\xff\xff\xffAVI ds64', 'latin1'), zeros(80)], BINARY],
  ['three frames', [zeros(20), frames([0xff, 0xfb, 0x90, 0x64], 417, 3), zeros(500)], BINARY],
  [
    'frames of different sounds',
    [zeros(20), ...[MP3, MP2, MP3].map(sound => sound.subarray(0, 576))],
    BINARY,
  ],
  ['MP3 far inside', [letters(20_000), MP3], BINARY],
];

test.each(SAMPLES)('F3 %s has its type', async (_description, bytes, type) => {
  expect(await sniffContentType(Buffer.concat(bytes))).toBe(type);
});

const page = (flags: number, packet: string) =>
  Buffer.concat([
    Buffer.from('OggS\0'),
    Buffer.from([flags]),
    zeros(20),
    Buffer.from([1, packet.length]),
    Buffer.from(packet, 'latin1'),
  ]);
const VORBIS = '\x01vorbis and more';
const OPUS = 'OpusHead and more';

test.each([
  ['sound first', [page(2, VORBIS), page(2, '\x80theora and more')], 'video/ogg'],
  ['Opus and VP8', [page(2, OPUS), page(2, 'OVP80 and more')], 'video/ogg'],
  ['a skeleton and sound', [page(2, 'fishead\0 and more'), page(2, VORBIS)], 'audio/ogg'],
  [
    'a skeleton and a picture',
    [page(2, 'fishead\0 and more'), page(2, VORBIS), page(2, 'BBCD and more')],
    'video/ogg',
  ],
  ['a comment about video', [page(2, VORBIS), page(0, '\x80theora and more')], 'audio/ogg'],
  ['one voice', [page(2, OPUS)], 'audio/ogg; codecs=opus'],
  ['neither', [page(2, 'something else')], 'application/ogg'],
])('F3 the streams of an Ogg file determine its type: %s', async (_description, pages, type) => {
  expect(await sniffContentType(Buffer.concat(pages))).toBe(type);
});

test('F3 neither text nor random bytes are sound', () => {
  const utf16 = fc
    .string({ unit: 'binary', maxLength: 5_000 })
    .map(text => Buffer.from(`\ufeff${text}`, 'utf16le'));
  const random = fc.uint8Array({ minLength: 1_000, maxLength: 60_000 }).map(bytes => Buffer.from(bytes));
  const repeated = fc
    .uint8Array({ minLength: 1, maxLength: 9 })
    .map(bytes => Buffer.alloc(10_000, Buffer.from([0xff, ...bytes])));
  const text = fc.string({ unit: 'binary' }).map(text => Buffer.from(text));
  fc.assert(
    fc.property(fc.oneof(utf16, random, repeated, text), bytes => {
      expect(detectOddSound(bytes)).toBe(undefined);
    }),
    { numRuns: sampleRuns(300) },
  );
});

test('F3 finding sound in any damaged tag terminates', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(255), { maxLength: 40 }), fc.nat(2_000), (changes, cut) => {
      const bytes = Buffer.concat([tag(20), tag(0), tag(300), MP3]);
      for (const [index, value] of changes.entries()) bytes[(index * 7) % 60] = value;
      expect([undefined, 'audio/mpeg']).toContain(detectOddSound(bytes.subarray(0, cut)));
    }),
  );
});

/** Headers of AAC frames of `length` bytes behind a tag, one every seven bytes. They repeat after `period` ones. */
function craftFrames(length: number, period: number): Buffer {
  const bytes = Buffer.concat([tag(0), letters(1024 * 1024)]);
  for (let at = 12, slot = 0; at + 7 < bytes.length; at += 7, slot = (slot + 1) % period) {
    const [rate, rest] = [slot % 13, Math.floor(slot / 13)];
    const kind = [((rest & 3) << 6) | (rate << 2), ((rest >> 2) << 2) | (length >> 11)];
    bytes.set([0xff, 0xf1, ...kind, (length >> 3) & 255, ((length & 7) << 5) | 31], at);
  }
  return bytes;
}

test.each([
  ['no header is the next one of another', 8_191, 3_328],
  ['all headers repeat in the middle of their frames', 8_190, 585],
])('F3 crafted frames cost little: %s', (_description, length, period) => {
  const bytes = craftFrames(length, period);
  let searched = 0;
  const subarray = bytes.subarray.bind(bytes);
  bytes.subarray = (start, end) => {
    const part = subarray(start, end);
    searched += part.length;
    return part;
  };
  expect(detectOddSound(bytes)).toBe(undefined);
  expect(searched).toBeLessThan(2 * 1024 * 1024);
});

test('F3 a file of tags alone costs little', () => {
  const tags = Buffer.concat(Array.from({ length: 10_000 }, () => tag(0)));
  const read = vi.spyOn(Buffer.prototype, 'toString');
  onTestFinished(() => read.mockRestore());
  expect(detectOddSound(tags)).toBe(undefined);
  expect(read.mock.calls.length).toBeLessThan(200);
});
