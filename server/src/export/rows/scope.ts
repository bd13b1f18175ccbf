import { toTime } from '../../account/export/export-source.ts';
import type { Db } from '../../db/schema.ts';
import type { FileStorage } from '../../files/storage/storage.ts';

/** What an export contains. By default, a whole workspace. */
export interface ExportScope {
  /** The ids of rooms. */
  rooms?: readonly string[];
  openOnly?: boolean;
  /** Messages from then on, ms since 1970. */
  since?: number;
  /** With what people keep to themselves: read cursors, saved messages, blocks. */
  personal?: boolean;
  /** For readers who may not know the addresses of people. */
  withoutEmails?: boolean;
}

export interface RowSource {
  read: Db;
  storage: FileStorage;
  scope: ExportScope;
}

export function isWholeWorkspace({ rooms, openOnly }: ExportScope): boolean {
  return rooms === undefined && openOnly !== true;
}

/** For SQL without booleans. */
export function toFlag(value: boolean | undefined): 0 | 1 {
  return value === true ? 1 : 0;
}

/** A field for an object literal, or none for null. */
export function timeField<Name extends string>(name: Name, ms: number | null): { [Key in Name]?: string } {
  return ms === null ? {} : ({ [name]: toTime(ms) } as { [Key in Name]?: string });
}

/** Slices of at most `size` items. */
export function* sliceAll<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}
