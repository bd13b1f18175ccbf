import type { EngineName } from '../../../db/open.ts';
import type { Db } from '../../../db/schema.ts';
import type { RoomLine } from '../../../export/format/lines.ts';
import type { FileStorage } from '../../../files/storage/storage.ts';
import type { ImportSource } from '../import-source.ts';
import type { Decide } from '../people/decision.ts';
import type { PreparedFiles } from '../prepare/prepared-files.ts';
import type { ImportTransaction } from './import-transaction.ts';

export interface ImportOptions {
  /** The only connection to the database of a stopped server. */
  db: Db;
  engine: EngineName;
  storage: FileStorage;
  /** For files on their way into the storage. On its disk. */
  folder: string;
  source: ImportSource;
  /** Files that were copied before the import. */
  prepared?: Pick<PreparedFiles, 'find'>;
  decide: Decide;
  /** The id of the person who has the bots, and the rooms without anybody else who could have them. */
  owner: string;
  /** Ms since 1970. */
  now: () => number;
  onProgress?: (progress: ImportProgress) => void;
  /** Messages that are older than what somebody has written in their room since go into a room of their own. */
  late?: 'room' | undefined;
  /** Only these rooms. */
  isChosen?: (room: RoomLine) => boolean;
  /** Open rooms become private. */
  isPrivate?: boolean;
  /** Ends the import between two steps: a later one continues. */
  signal?: AbortSignal;
}

/** So far. */
export interface ImportProgress {
  people: number;
  rooms: number;
  /** With those that were here already. */
  messages: number;
  files: number;
  fileBytes: number;
}

/** An import in progress. */
export interface ImportRun extends ImportOptions {
  /** Of the archive, as `import_people` and `import_rooms` have it. */
  sourceKey: string;
  transaction: ImportTransaction;
  progress: ImportProgress;
}

export function getSourceKey({ kind, workspace }: Pick<ImportSource, 'kind' | 'workspace'>): string {
  return `${kind}:${workspace}`;
}
