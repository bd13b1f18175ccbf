import { expect, test } from 'vitest';
import { Histogram } from './histogram.ts';

test('quantiles are exact to one percent', () => {
  const histogram = new Histogram();
  for (let ms = 1; ms <= 10_000; ms++) histogram.add(ms);
  for (const share of [0.001, 0.5, 0.99, 1]) {
    const exact = share * 10_000;
    expect(Math.abs(histogram.at(share) - exact) / exact).toBeLessThan(0.01);
  }
  expect(new Histogram().at(0.5)).toBe(0);
});
