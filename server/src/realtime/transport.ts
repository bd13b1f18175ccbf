import type { FrameBatch } from './frame-batch.ts';

/** The wire under a connection: a WebSocket, or a pair of queues in a test. */
export interface Transport {
  /** Sends all frames of a bundle in one write. */
  write(bundle: FrameBatch): void;
  /** What has been written and not taken by the network, in bytes. */
  unreadBytes(): number;
  close(code: number, reason?: string): void;
  /** Takes nothing more in, until `resume`. */
  pause(): void;
  resume(): void;
  /** Where the other end is. */
  readonly address: string;
  /** Ends it without a word; for one that does not listen any more. */
  terminate(): void;
}
