import type { Generated } from 'kysely';

/** The account of a person in an archive. */
export interface ImportPersonTable {
  /** The kind of the archive and its workspace. */
  source: string;
  /** As the archive names the person. */
  sourceId: string;
  userId: string;
}

/** Where the messages of a room in an archive are. */
export interface ImportRoomTable {
  /** As in `ImportPersonTable`. */
  source: string;
  /** As the archive names the room. A room of its own for late messages has its number behind it. */
  sourceId: string;
  roomId: string;
  /** Of the room after the last import. */
  seq: number;
  /** The time of the last imported message. */
  lastAt: number | null;
  /** 1, or null while an import has not stored all of the room. */
  finished: Generated<number | null>;
}
