/** Recordings that never reach this peak look quiet. */
const MIN_LOUDEST = 25;

/** Returns heights of 0 to 1; the loudest bar of a normal recording has 1. */
export function computeBars(peaks: readonly number[], count: number): number[] {
  const loudest = Math.max(MIN_LOUDEST, ...peaks);
  return Array.from({ length: count }, (_, bar) => {
    const from = Math.floor((bar * peaks.length) / count);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * peaks.length) / count));
    return Math.max(0, ...peaks.slice(from, to)) / loudest;
  });
}
