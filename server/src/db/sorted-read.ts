import type { SortCursor } from '@snug/protocol';
import { prepared } from './prepared.ts';
import type { Db } from './schema.ts';
import { parseStoredTime, toStoredTime } from './stored-time.ts';

/** The place of a row in a sorted list. */
export type SortPlace = Pick<SortCursor, 'value' | 'id'>;

type SortValue = SortPlace['value'];

/** A range of an index, which is a list of ids or a part of one. */
export interface SortedRange {
  table: string;
  value: string;
  id: string;
  /** The condition of the range. `$4` in it: the `scope` of a read. */
  where: string;
  /** Below and above each value. */
  bounds: readonly [SortValue, SortValue];
  /** Whether the values are times of the accounts library. Places have ms since 1970 instead. */
  isStoredTime?: boolean;
}

export interface SortedReadOptions {
  from: SortPlace | undefined;
  descending: boolean;
  limit: number;
  /** If the condition of the range has one. */
  scope?: string | undefined;
}

export type SortedRead = (db: Db, options: SortedReadOptions) => Promise<SortPlace[]>;

const LAST_ID = 'g';

const keep = (value: SortValue) => value;
const PLAIN = { encode: keep, decode: keep };
const LAST_MS = Date.UTC(9999, 0);
const STORED_TIME = {
  encode: (ms: SortValue) => toStoredTime(Math.max(0, Math.min(Number(ms), LAST_MS))),
  decode: (stored: SortValue) => parseStoredTime(String(stored)),
};

/** Reads places after `from`. A `from` of another type of value counts as none. */
export function createSortedRead(range: SortedRange): SortedRead {
  const [lowest, highest] = range.bounds;
  const { encode, decode } = range.isStoredTime ? STORED_TIME : PLAIN;
  const select = {
    ascending: prepareSelect(range, '>', 'asc'),
    descending: prepareSelect(range, '<', 'desc'),
  };
  return async (db, { from, descending, limit, scope }) => {
    const start = descending ? { value: highest, id: LAST_ID } : { value: lowest, id: '' };
    const { value, id } = typeof from?.value === typeof lowest ? (from ?? start) : start;
    const run = descending ? select.descending : select.ascending;
    const rows = await (scope === undefined
      ? run(db, encode(value), id, limit)
      : run(db, encode(value), id, limit, scope));
    return rows.map(row => ({ ...row, value: decode(row.value) }));
  };
}

function prepareSelect({ table, value, id, where }: SortedRange, after: '<' | '>', order: 'asc' | 'desc') {
  return prepared<[value: SortValue, id: string, limit: number, scope?: string], SortPlace>(
    `select "${value}" as "value", "${id}" as "id" from "${table}"
     where ${where} and ("${value}", "${id}") ${after} ($1, $2)
     order by "${value}" ${order}, "${id}" ${order} limit $3`,
  );
}

/** Reads the parts of a list one after the other, from `after` on. */
export async function readSortedParts(
  db: Db,
  parts: readonly SortedRead[],
  { after, limit, ...options }: Omit<SortedReadOptions, 'from'> & { after: SortCursor | undefined },
): Promise<SortCursor[]> {
  const first = after?.part ?? 0;
  const places: SortCursor[] = [];
  for (const part of ([0, 1] as const).slice(first, parts.length)) {
    const from = part === first ? after : undefined;
    const found = await parts[part]?.(db, { ...options, from, limit: limit - places.length });
    places.push(...(found ?? []).map(place => ({ part, ...place })));
    if (places.length === limit) break;
  }
  return places;
}
