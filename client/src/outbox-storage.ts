import type { MessageFile } from '@snug/protocol';

/** Bytes in the hands of the browser, such as a `Blob`. `size` is how many, `type` a content type or empty. */
export interface BlobLike {
  readonly size: number;
  readonly type: string;
}

/** A file to upload; of a voice recording with its length in ms and its waveform. */
export interface Upload {
  bytes: BlobLike;
  name: string;
  duration?: number;
  peaks?: readonly number[];
}

/** A message on its way, as it survives the page. */
export interface PersistedOutboxItem {
  /** The id of the message, for ever. */
  id: string;
  roomId: string;
  text?: string;
  /** What its file was when it was uploaded last. */
  file?: MessageFile;
  /** The file itself, for as long as the message is not stored: what was uploaded may be collected before it is sent. */
  upload?: Upload;
  /** When the person sent it, by the clock of this device. */
  createdAt: number;
  status: 'waiting' | 'failed';
  /** Why it failed. */
  error?: string;
}

/**
 * Where the outbox of one person is kept, shared by all clients of that person in one browser. Any promise may reject: the
 * browser may be out of space, or not let anything be stored.
 */
export interface OutboxStorage {
  /** All items, in the order in which they were put. */
  readonly load: () => Promise<PersistedOutboxItem[]>;
  /** Puts an item at the end, also one that stands somewhere else. Resolves when it would survive a crash. */
  readonly put: (item: PersistedOutboxItem) => Promise<void>;
  /**
   * Makes of an item what `change` says, in one transaction. Resolves to what is there then; to undefined where there is
   * no such item.
   */
  readonly change: (
    id: string,
    change: (item: PersistedOutboxItem) => PersistedOutboxItem,
  ) => Promise<PersistedOutboxItem | undefined>;
  /** Takes an item away; `seq` where it was stored at that position of its room. */
  readonly remove: (id: string, seq?: number) => Promise<void>;
  /** Calls `listener` after another client changed something, with the item that it took away as stored, if so. */
  readonly subscribe: (listener: (left?: { id: string; seq: number }) => void) => () => void;
  /**
   * Has one of all clients send: calls `listener` with true when it is this one, with false when another took over;
   * until the returned function is called.
   */
  readonly electLeader: (listener: (isLeading: boolean) => void) => () => void;
}
