import type { Mention, Reply, UploadedFile } from '@snug/protocol';

/** For example a `Blob`. `size` in bytes; `type` is a content type or empty. */
export interface BlobLike {
  readonly size: number;
  readonly type: string;
}

/** `duration` in ms and `peaks` (the waveform) belong to voice recordings. */
export interface Upload {
  bytes: BlobLike;
  name: string;
  duration?: number;
  peaks?: readonly number[];
}

/** The message that another one answers, as its sender sees it, and the first message of their conversation. */
export interface ReplyTarget {
  reply: Reply;
  rootId: string;
}

export interface PersistedOutboxItem extends Partial<ReplyTarget> {
  id: string;
  roomId: string;
  text?: string;
  mentions?: readonly Mention[];
  file?: UploadedFile;
  /** The file itself, until the message is stored: the server may delete the upload before it is sent. */
  upload?: Upload;
  createdAt: number;
  status: 'waiting' | 'failed';
  error?: string;
  /** The client that uploads the file and decides when the message is sent. Ignored if that client has ended. */
  heldBy?: string;
}

/** Shared by a person's clients in one browser. Any promise may reject: the browser may be out of space, or forbid storage. */
export interface OutboxStorage {
  readonly clientId: string;
  /** In the order of `put`. Without the items that other clients hold. */
  readonly load: () => Promise<PersistedOutboxItem[]>;
  /** Puts an item at the end, even if it had another place. Resolves when it would survive a crash. */
  readonly put: (item: PersistedOutboxItem) => Promise<void>;
  /** Changes an item in one transaction. Resolves to the item afterwards; to undefined if there is none. */
  readonly change: (
    id: string,
    change: (item: PersistedOutboxItem) => PersistedOutboxItem,
  ) => Promise<PersistedOutboxItem | undefined>;
  /** `seq`: the position of its stored message, if it was stored. */
  readonly remove: (id: string, seq?: number) => Promise<void>;
  /**
   * Also calls `listener` after the end of a client with items. `left`: the item that the other client removed as stored. The
   * returned function ends this client.
   */
  readonly subscribe: (listener: (left?: { id: string; seq: number }) => void) => () => void;
  /** Calls `listener` with true for a new leader, with false if another takes over. The returned function resigns. */
  readonly electLeader: (listener: (isLeading: boolean) => void) => () => void;
}
