import type { FrameBatch } from './frame-batch.ts';

export interface Transport {
  write(batch: FrameBatch): void;
  /** Bytes that were written, but that the network has not accepted. */
  unreadBytes(): number;
  close(code: number, reason?: string): void;
  pause(): void;
  resume(): void;
  readonly address: string;
  /** Ends the connection without a close frame, for an unresponsive client. */
  terminate(): void;
}
