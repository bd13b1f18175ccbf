import { MAX_PEAKS } from '@snug/protocol';
import { expect, test } from 'vitest';
import { LoudnessMeter, PEAK_COUNT } from './loudness.ts';

const RATE = 8_000;
const tone = (ms: number, amplitude: number) =>
  Float32Array.from({ length: (RATE * ms) / 1000 }, (_, index) => amplitude * Math.sin(index));

test('a recording of any length has as many peaks, each 0 to 100', () => {
  for (const ms of [0, 10, 20, 500, 3_000, 60_000]) {
    const loudness = new LoudnessMeter(RATE);
    loudness.add(tone(ms, 2));
    const peaks = loudness.computePeaks();
    expect(peaks).toHaveLength(PEAK_COUNT);
    expect(peaks.every(peak => Number.isInteger(peak) && peak >= 0 && peak <= 100)).toBe(true);
  }
  expect(PEAK_COUNT).toBeGreaterThanOrEqual(64);
  expect(PEAK_COUNT).toBeLessThanOrEqual(MAX_PEAKS);
});

test('peaks are where the sound was', () => {
  const loudness = new LoudnessMeter(RATE);
  loudness.add(tone(1_000, 0));
  loudness.add(tone(1_000, 1));
  const peaks = loudness.computePeaks();
  expect(Math.max(...peaks.slice(0, PEAK_COUNT / 2 - 1))).toBe(0);
  expect(Math.min(...peaks.slice(PEAK_COUNT / 2 + 1))).toBeGreaterThan(90);
});

test('a quarter of the amplitude is half as loud, in blocks of any size', () => {
  const loudness = new LoudnessMeter(RATE);
  for (const sample of tone(400, 0.25)) loudness.add(Float32Array.of(sample));
  expect(Math.max(...loudness.computePeaks())).toBe(50);
  expect(loudness.getRecentLevels(30).slice(0, 10)).toEqual(Array(10).fill(0));
});
