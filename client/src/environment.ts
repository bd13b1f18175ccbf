import type { MessageFile } from '@snug/protocol';
import type { OutboxStorage, Upload } from './outbox-storage.ts';
import type { RoomCacheStorage } from './room-cache-storage.ts';

/** One WebSocket, as far as Snug needs it. */
export interface Socket {
  send(text: string): void;
  close(code?: number): void;
}

export interface SocketHandlers {
  onText(text: string): void;
  /** Called once, also when the socket could not be opened. `code` and `reason` as in RFC 6455, 7.4. */
  onClose(code: number, reason: string): void;
}

/** A file on its way to the server. */
export interface UploadTask {
  /** Rejects with a `CommandError`, also when it is cancelled. */
  readonly file: Promise<MessageFile>;
  readonly cancel: () => void;
}

/** Everything that the client takes from the outside, so that a test can hold the clock, the dice and the wire. */
export interface Environment {
  readonly openSocket: (handlers: SocketHandlers) => Socket;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** 0 (included) to 1 (excluded). */
  readonly random: () => number;
  /** Calls `run` once after `ms`, unless the returned function is called before. */
  readonly setTimer: (run: () => void, ms: number) => () => void;
  /** A new message id: a UUID, version 7. */
  readonly newId: () => string;
  /** Uploads a file; `onProgress` is called with 0 to 100. */
  readonly upload: (upload: Upload, onProgress: (percent: number) => void) => UploadTask;
  /** The outbox of the person whose client this is. */
  readonly outboxStorage: OutboxStorage;
  /** Where what that person saw last is kept; programs keep nothing. */
  readonly roomCacheStorage?: RoomCacheStorage;
}
