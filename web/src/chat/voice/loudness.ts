/** Peaks that are stored with a recording. */
export const PEAK_COUNT = 96;
const LEVEL_MS = 20;
const MAX_LEVEL = 100;

export class LoudnessMeter {
  /** The maximum of each 20 ms, 0 (silence) to 100. */
  readonly #levels: number[] = [];
  readonly #samplesPerLevel: number;
  #loudest = 0;
  #count = 0;

  /** `sampleRate`: Hz. */
  constructor(sampleRate: number) {
    this.#samplesPerLevel = Math.round((sampleRate * LEVEL_MS) / 1000);
  }

  /** `samples`: -1 to 1. */
  add(samples: Float32Array): void {
    for (const sample of samples) {
      this.#loudest = Math.max(this.#loudest, Math.abs(sample));
      if (++this.#count < this.#samplesPerLevel) continue;
      this.#levels.push(toLevel(this.#loudest));
      this.#loudest = 0;
      this.#count = 0;
    }
  }

  getRecentLevels(count: number): number[] {
    const levels = this.#levels.slice(-count);
    return [...Array<number>(count - levels.length).fill(0), ...levels];
  }

  /** `PEAK_COUNT` values, each the maximum of its part of the recording. */
  computePeaks(): number[] {
    const levels = this.#levels;
    return Array.from({ length: PEAK_COUNT }, (_, peak) => {
      const from = Math.floor((peak * levels.length) / PEAK_COUNT);
      const to = Math.max(from + 1, Math.floor(((peak + 1) * levels.length) / PEAK_COUNT));
      return Math.max(0, ...levels.slice(from, to));
    });
  }
}

/** A square root approximates perceived loudness: a quarter of the amplitude sounds half as loud. */
function toLevel(amplitude: number): number {
  return Math.min(MAX_LEVEL, Math.round(Math.sqrt(amplitude) * MAX_LEVEL));
}
