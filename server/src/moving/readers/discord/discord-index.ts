import type { Ledger } from '../../import/ledger.ts';
import type { SortedRooms } from '../../import/sorted-rooms/sorted-rooms.ts';
import type { ArchiveFiles } from '../archive-files.ts';
import type { SourceEmoji } from '../source-emoji.ts';
import type { DiscordPeople } from './discord-people.ts';
import type { DiscordChannel } from './discord-rooms.ts';
import type { StoredMessage } from './stored-message.ts';

/** What the first pass finds out about the messages of all files. */
export interface DiscordIndex {
  workspace: string;
  ledger: Ledger;
  files: ArchiveFiles;
  people: DiscordPeople;
  emoji: SourceEmoji;
  sorted: SortedRooms<StoredMessage>;
  channels: Map<string, DiscordChannel>;
  /** Messages that others answer. */
  answered: Set<string>;
  /** The first message of each thread, which can be in another channel; '' for the first one of the thread. */
  threadRoots: Map<string, string>;
  pins: Map<string, { by: string; at: number }>;
}
