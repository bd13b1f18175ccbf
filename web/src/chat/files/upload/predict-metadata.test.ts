import { expect, test } from 'vitest';
import { predictMetadata } from './predict-metadata.ts';

/** Of one pixel. */
const PNG = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  character => character.charCodeAt(0),
);

const predict = (bytes: Uint8Array | string, type = '') =>
  predictMetadata(new File([bytes as BlobPart], 'a', { type }));
const bytes = (text: string) => Uint8Array.from(text, character => character.charCodeAt(0));

test('F7 before a picture is sent, the page knows whether the server can read it', async () => {
  expect(await predict(PNG, 'image/png')).toBe('removed');
  expect(await predict(PNG.subarray(0, 20), 'image/png')).toBe('unreadable');
  for (const head of ['\xff\xd8\xff\xe0', '\x89PNG\r\n\x1a\n', 'RIFF\0\0\0\0WEBP', 'GIF89a', 'II*\0'])
    expect(await predict(bytes(head + 'damaged or encrypted'.repeat(300)))).toBe('unreadable');
});

test('F7 a file with the name of a picture and other bytes is sent as it is', async () => {
  expect(await predict('ciphertext', 'image/jpeg')).toBe('unreadable');
  expect(await predict(bytes('\xff\xd8\0\xff\xe0'), 'image/jpeg')).toBe('unreadable');
  expect(await predict('<html>', 'image/png')).toBe('unreadable');
});

test('F7 pictures and videos of other formats keep their metadata, and other files have no note', async () => {
  expect(await predict('FLV', 'video/x-flv')).toBe('kept');
  expect(await predict('\xff\x0a', 'image/jxl')).toBe('kept');
  expect(await predict(bytes('II*\0damaged'), 'video/mp4')).toBe('kept');
  for (const type of ['text/plain', 'application/pdf', 'audio/wav', 'image/svg+xml', 'image/bmp', ''])
    expect(await predict('<svg/>', type)).toBe(undefined);
});

test('a large file is read in parts, and one that is gone rejects', async () => {
  const large = new File([PNG, new Uint8Array(1_000_000)], 'large.png');
  expect(await predictMetadata(large)).toBe('removed');
  const gone = Object.assign(new File([PNG], 'gone.png'), {
    slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotFoundError')) }),
  });
  await expect(predictMetadata(gone)).rejects.toThrow('gone');
});
