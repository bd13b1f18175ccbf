import type { Readable } from 'node:stream';
import type { EmojiLine, FileLine, MessageLine, PersonLine, RoomLine } from '../../export/format/lines.ts';
import type { Ledger } from './ledger.ts';

/** An archive of another chat or of Snug. Each list is read once per run, in bounded memory. */
export interface ImportSource {
  kind: 'snug' | 'slack' | 'discord' | 'mattermost' | 'matrix' | 'campfire';
  /** For people: "Slack export", "2 files of DiscordChatExporter". */
  title: string;
  /** Which workspace it is, as ids derive from it: a second archive of the same workspace has the same. */
  workspace: string;
  /**
   * The source counts everything in the archive as read, and everything that it leaves out as skipped. The import counts the contents of
   * the lines as stored or skipped: each person, also those of a batch, each room and emoji, each message without `extra`, and of each
   * message its `file`, each person of each of its `reactions`, each range of its `mentions`, and its pin. Avatars do not count.
   */
  ledger: Ledger;
  /** Everybody in the archive's lists. */
  people: () => AsyncIterable<readonly ImportedPerson[]>;
  emoji: () => AsyncIterable<readonly EmojiLine[]>;
  /** Direct rooms of the same people are one room. */
  rooms: () => AsyncIterable<readonly RoomLine[]>;
  /** At most 1,000 messages a batch, in the order of the log. */
  messages: (room: RoomLine) => AsyncIterable<ImportedBatch>;
  /** The number of messages in the room that the source has read already, because its archive has them in any order. Missing for none. */
  countRead?: (room: RoomLine) => number;
  /** The bytes of a file that a line names; undefined if the archive has none. */
  openFile: (id: string) => Promise<Readable | undefined>;
  close: () => Promise<void>;
}

export interface ImportedPerson extends PersonLine {
  /** As the archive names them; for `import_people`, `people.csv` and the report. */
  sourceId: string;
  /** In no list of the archive: an unknown author, whose account nobody can claim. */
  placeholder?: true;
}

export interface ImportedBatch {
  messages: readonly ImportedMessage[];
  /** People and files whom these messages name first. */
  people?: readonly ImportedPerson[];
  files?: readonly FileLine[];
}

export interface ImportedMessage extends MessageLine {
  /** No message of the source: one of several parts, or a root that is missing there. The ledger does not balance it. */
  extra?: 'split' | 'file' | 'root';
}

/** Counts a room that nobody has chosen. */
export function leaveOut({ ledger, countRead }: ImportSource, room: RoomLine): void {
  const skipped = { reason: 'room.not_chosen', room: room.name };
  ledger.skip({ kind: 'room', ...skipped });
  const count = countRead?.(room) ?? 0;
  if (count > 0) ledger.skip({ kind: 'message', ...skipped }, count);
}
