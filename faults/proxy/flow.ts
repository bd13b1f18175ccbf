export interface Flow {
  /** Each piece is delayed by this, plus or minus up to `jitterMs`. The order stays. */
  delayMs: number;
  jitterMs: number;
  bytesPerSecond: number;
  /** Nothing passes, not even the end of the connection. */
  isStalled: boolean;
  /** Bytes are discarded, and the connection stays open. */
  isDropped: boolean;
  /** So many bytes of each connection pass. The next byte resets the connection, and does not arrive. */
  resetAfterBytes: number;
  /** The connection is reset instead of forwarding a piece that contains these bytes. */
  resetBefore: Buffer | undefined;
}

export const UNIMPAIRED: Readonly<Flow> = {
  delayMs: 0,
  jitterMs: 0,
  bytesPerSecond: Number.POSITIVE_INFINITY,
  isStalled: false,
  isDropped: false,
  resetAfterBytes: Number.POSITIVE_INFINITY,
  resetBefore: undefined,
};
