import type { Ledger } from '../../import/ledger.ts';
import type { SortedRooms } from '../../import/sorted-rooms/sorted-rooms.ts';
import type { ArchiveFiles } from '../archive-files.ts';
import type { SourceEmoji } from '../source-emoji.ts';
import type { MattermostPost } from './mattermost-export.ts';
import type { MattermostPeople } from './mattermost-people.ts';
import type { MattermostRooms } from './mattermost-rooms.ts';

/** What the first pass finds out about the lines. */
export interface MattermostIndex {
  workspace: string;
  ledger: Ledger;
  files: ArchiveFiles;
  people: MattermostPeople;
  rooms: MattermostRooms;
  emoji: SourceEmoji;
  sorted: SortedRooms<StoredPost>;
  /** Where a file of the export can be. */
  findPaths: (path: string) => string[];
}

/** A post between the two passes. */
export interface StoredPost extends Omit<MattermostPost, 'user' | 'flagged_by'> {
  id: string;
  /** Of its author. */
  by: string;
  /** Its place in the log, in ms: a reply is not older than its root. */
  at: number;
  /** The id of its root, which has replies. */
  root: string | undefined;
  hasReplies: boolean;
}
