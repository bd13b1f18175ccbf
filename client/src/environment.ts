import type { UploadedFile } from '@snug/protocol';
import type { ActionStorage } from './actions/action-storage.ts';
import type { EmojiStorage } from './emoji/emoji-storage.ts';
import type { OutboxStorage, Upload } from './outbox/outbox-storage.ts';
import type { RoomCacheStorage } from './rooms/room-cache-storage.ts';

export interface Socket {
  send(text: string): void;
  close(code?: number): void;
}

export interface SocketHandlers {
  onText(text: string): void;
  /** Called once, even if the socket could not be opened. `code` and `reason` as in RFC 6455, 7.4. */
  onClose(code: number, reason: string): void;
}

export interface UploadTask {
  /** Rejects with a `CommandError`, also if the upload is cancelled. */
  readonly file: Promise<UploadedFile>;
  readonly cancel: () => void;
}

/** The client's only access to clock, randomness and network, so that tests can control them. */
export interface Environment {
  readonly openSocket: (handlers: SocketHandlers) => Socket;
  readonly now: () => number;
  /** 0 (included) to 1 (excluded). */
  readonly random: () => number;
  readonly setTimer: (run: () => void, ms: number) => () => void;
  /** A UUID, version 7. */
  readonly newId: () => string;
  /** `onProgress` receives per cent, 0 to 100, also fractions. */
  readonly upload: (upload: Upload, onProgress: (percent: number) => void) => UploadTask;
  readonly outboxStorage: OutboxStorage;
  readonly actionStorage: ActionStorage;
  /** Undefined in programs, which cache nothing. */
  readonly roomCacheStorage?: RoomCacheStorage;
  /** Likewise. */
  readonly emojiStorage?: EmojiStorage;
}
