/** A message of a log, with its time in ms since 1970. */
export interface LogTime {
  seq: number;
  createdAt: number;
}

/** Where a time is in a log. */
export interface LogPlace {
  /** All messages below this seq are older. */
  end: number;
  /** The first message that is not. */
  next: LogTime | undefined;
}

/**
 * Looks between two seqs, the last one excluded. Times in a room never go backwards, so a binary search needs no index of its own, which
 * each message would have to write. `findFrom`: the first message at a seq or later.
 */
export async function searchLog(
  [from, to]: readonly [from: number, to: number],
  time: number,
  findFrom: (seq: number) => Promise<LogTime | undefined>,
): Promise<LogPlace> {
  let next: LogTime | undefined;
  let [low, high] = [from, to];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const found = await findFrom(middle);
    if (found && found.createdAt < time) {
      low = found.seq + 1;
    } else {
      next = found ?? next;
      high = middle;
    }
  }
  return { end: low, next };
}
