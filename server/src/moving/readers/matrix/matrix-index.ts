import type { Ledger } from '../../import/ledger.ts';
import type { SortedRooms } from '../../import/sorted-rooms/sorted-rooms.ts';
import type { ArchiveFiles } from '../archive-files.ts';
import type { MatrixContent, MatrixPoll } from './matrix-export.ts';
import type { MatrixMedia } from './matrix-media.ts';
import type { MatrixPeople } from './matrix-people.ts';
import type { MatrixRoomState } from './matrix-rooms.ts';

/** What the first pass finds out about the events of all files. */
export interface MatrixIndex {
  workspace: string;
  ledger: Ledger;
  files: ArchiveFiles;
  media: MatrixMedia;
  people: MatrixPeople;
  /** By the id of the room. */
  rooms: Map<string, MatrixRoomState>;
  sorted: SortedRooms<StoredItem>;
  /** Messages that others answer. */
  answered: Set<string>;
}

/** A message, or what belongs to the message before it, between the two passes. */
export type StoredItem = StoredMessage | StoredEdit | StoredReaction;

export interface StoredMessage {
  kind: 'message';
  id: string;
  /** Its place in the log, in ms: an answer is not older than what it answers. */
  at: number;
  /** The id of its author in Matrix. */
  sender: string;
  /** Undefined for a removed message. */
  content: MatrixContent | undefined;
  isSticker: boolean;
  poll: MatrixPoll | undefined;
  answered: string | undefined;
  /** The first message of its thread. */
  thread: string | undefined;
  /** An edit that the server added to the message. */
  edit: StoredEdit | undefined;
  /** In the folder of the file, with a slash at its end. */
  folder: string;
  ownAt: number;
}

export interface StoredEdit {
  kind: 'edit';
  at: number;
  sender: string;
  content: MatrixContent;
}

export interface StoredReaction {
  kind: 'reaction';
  sender: string;
  key: string;
}
