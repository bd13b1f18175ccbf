import { expect, test } from 'vitest';
import lame from 'wasm-media-encoders/wasm/mp3?url&inline';
import { nextTask } from '../../ui/browser/next-task.ts';
import { openEncoder } from './mp3-encoder.ts';

const RATES = [16_000, 44_100, 48_000, 96_000];

/** The lengths of an MP3's frames (ISO 11172-3, layer III, 48 kHz), in bytes. */
function readFrames(bytes: Uint8Array): number[] {
  const frames: number[] = [];
  const KBITS = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
  for (let at = 0; at < bytes.length; ) {
    const [sync, version = 0, rates = 0, mode = 0] = bytes.subarray(at, at + 4);
    if (sync !== 0xff || (version & 0xfe) !== 0xfa || (rates & 0x0c) !== 0x04)
      throw new Error(`no frame at ${at}`);
    expect(mode >> 6, 'one channel').toBe(3);
    const length = 3 * (KBITS[rates >> 4] ?? 0) + ((rates >> 1) & 1);
    frames.push(length);
    at += length;
  }
  return frames;
}

test.each(RATES)('three seconds at %i Hz are three seconds of MP3 at 64 kbit/s', async rate => {
  const encoder = await openEncoder(rate, lame);
  const BLOCK = 4096;
  for (let at = 0; at < rate * 3; at += BLOCK) {
    const length = Math.min(BLOCK, rate * 3 - at);
    await encoder.add(
      Float32Array.from({ length }, (_, i) => Math.sin(((at + i) / rate) * 440 * 2 * Math.PI)),
    );
  }
  const file = await encoder.finish();
  expect(file.type).toBe('audio/mpeg');
  const frames = readFrames(new Uint8Array(await file.arrayBuffer()));
  const FRAME_S = 1152 / 48_000;
  // The encoder rounds up and adds the decoder's start-up delay.
  expect(frames.length * FRAME_S).toBeGreaterThanOrEqual(3);
  expect(frames.length * FRAME_S).toBeLessThan(3.15);
  expect(file.size / 3).toBeGreaterThan(encoder.bytesPerSecond * 0.95);
  expect(file.size / 3).toBeLessThan(encoder.bytesPerSecond * 1.1);
});

test('blocks that arrive together are encoded in a task each', async () => {
  const encoder = await openEncoder(48_000, lame);
  const BLOCKS = 20;
  const others = { count: 0, isDone: false };
  const runOthers = async () => {
    for (; !others.isDone; others.count++) await nextTask();
  };
  const running = runOthers();
  for (let block = 0; block < BLOCKS; block++) await encoder.add(new Float32Array(4096));
  others.isDone = true;
  await running;
  expect(others.count).toBeGreaterThanOrEqual(BLOCKS - 1);
});
