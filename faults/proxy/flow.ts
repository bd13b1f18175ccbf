/** How bytes fare in one direction. */
export interface Flow {
  /** Each piece is held up for this long, plus or minus up to `jitterMs`; none overtakes another. */
  delayMs: number;
  jitterMs: number;
  bytesPerSecond: number;
  /** Nothing passes, not even the end of the connection: silence. */
  isStalled: boolean;
  /** What comes is thrown away, and the connection stays. */
  isDropped: boolean;
  /** So many bytes of each connection pass; with the next one it is reset, and that one does not arrive. */
  resetAfterBytes: number;
}

export const UNIMPAIRED: Readonly<Flow> = {
  delayMs: 0,
  jitterMs: 0,
  bytesPerSecond: Number.POSITIVE_INFINITY,
  isStalled: false,
  isDropped: false,
  resetAfterBytes: Number.POSITIVE_INFINITY,
};
