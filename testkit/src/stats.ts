export function getMedian(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** The smallest value that at least `share` of the values do not exceed. */
export function getQuantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
}

/**
 * The share of the pairs in which the first value is larger, from 0 to 1: the area under the ROC curve. Equal values count half. With
 * 0.5, nobody can tell by a value from which of both it comes.
 */
export function computeAuc(first: readonly number[], second: readonly number[]): number {
  const sorted = second.toSorted((a, b) => a - b);
  const sum = first.reduce((total, value) => total + countBelow(sorted, value), 0);
  return sum / (first.length * second.length);
}

/** Of sorted values; equal ones count half. */
function countBelow(sorted: readonly number[], value: number): number {
  const below = findIndex(sorted, each => each < value);
  const notAbove = findIndex(sorted, each => each <= value);
  return (below + notAbove) / 2;
}

/** The first index at which a condition ends, which holds for the smaller values. */
function findIndex(sorted: readonly number[], holds: (value: number) => boolean): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (holds(sorted[middle] as number)) from = middle + 1;
    else to = middle;
  }
  return from;
}
