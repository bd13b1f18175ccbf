import type { Readable } from 'node:stream';
import type { PartName } from './entries.ts';
import type { EmojiLine, FileLine, MessageLine, PersonLine, RoomLine } from './lines.ts';

/** A workspace or a part of one, in the lines of the format: from a database, or from an export. Pages of at most 1,000 lines. */
export interface LineSource {
  people: () => AsyncIterable<readonly PersonLine[]>;
  rooms: () => AsyncIterable<readonly RoomLine[]>;
  /** In the order of the log. */
  messages: (roomId: string) => AsyncIterable<readonly MessageLine[]>;
  files: () => AsyncIterable<readonly FileLine[]>;
  emoji: () => AsyncIterable<readonly EmojiLine[]>;
  /** The bytes of a file; undefined if there are none. */
  openFile: (id: string) => Promise<Readable | undefined>;
  /** The other entries. */
  parts?: readonly SourcePart[];
}

export interface SourcePart {
  name: PartName;
  /** Of `settings.json`, one line. */
  read: () => AsyncIterable<readonly object[]>;
}
