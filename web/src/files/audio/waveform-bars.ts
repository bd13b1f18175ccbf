/** What is never louder than this looks quiet, too. */
const MIN_LOUDEST = 25;

/** The heights of `count` bars, 0 to 1, that show a recording's peaks; the loudest reaches the top. */
export function computeBars(peaks: readonly number[], count: number): number[] {
  const loudest = Math.max(MIN_LOUDEST, ...peaks);
  return Array.from({ length: count }, (_, bar) => {
    const from = Math.floor((bar * peaks.length) / count);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * peaks.length) / count));
    return Math.max(0, ...peaks.slice(from, to)) / loudest;
  });
}
