import { CompiledQuery } from 'kysely';
import type { EngineName } from '../../../db/open.ts';
import type { Db } from '../../../db/schema.ts';

export type Value = string | number | null;

/** Of one table, with the values of a row in the order of `columns`. */
export interface RowTable {
  name: string;
  columns: readonly string[];
  /** From `on conflict` on. */
  conflict?: string;
}

/** SQLite has at most 32,766 placeholders in a statement. */
const MAX_PLACEHOLDERS = 8_192;
const MAX_ROWS = 1_000;
/** UTF-16 units of the texts of one statement. */
const MAX_UNITS = 4_000_000;

const TEXTS = new Map<string, string>();

/** Several rows a statement. On PostgreSQL, one parameter has all rows, as in `restore`. */
export async function insertRows(
  db: Db,
  engine: EngineName,
  table: RowTable,
  rows: readonly (readonly Value[])[],
): Promise<void> {
  for (const part of engine === 'postgres' ? splitByUnits(rows) : splitByPowers(rows, table))
    await db.executeQuery(engine === 'postgres' ? toJsonInsert(table, part) : toValuesInsert(table, part));
}

/** Powers of two, so that few statements serve all numbers of rows. */
function* splitByPowers(rows: readonly (readonly Value[])[], { columns }: RowTable) {
  const max = 2 ** Math.floor(Math.log2(MAX_PLACEHOLDERS / columns.length));
  for (let from = 0; from < rows.length; ) {
    const count = Math.min(max, 2 ** Math.floor(Math.log2(rows.length - from)));
    yield rows.slice(from, from + count);
    from += count;
  }
}

function* splitByUnits(rows: readonly (readonly Value[])[]) {
  let part: (readonly Value[])[] = [];
  let units = 0;
  for (const row of rows) {
    if (part.length === MAX_ROWS || units > MAX_UNITS) {
      yield part;
      [part, units] = [[], 0];
    }
    part.push(row);
    for (const value of row) if (typeof value === 'string') units += value.length;
  }
  if (part.length > 0) yield part;
}

function toValuesInsert(table: RowTable, rows: readonly (readonly Value[])[]): CompiledQuery {
  const key = `${rows.length} ${table.name} ${table.conflict ?? ''}`;
  const known = TEXTS.get(key);
  const text = known ?? writeValuesInsert(table, rows.length);
  if (known === undefined) TEXTS.set(key, text);
  // `flat` takes eight times as long.
  return CompiledQuery.raw(text, ([] as Value[]).concat(...rows));
}

function writeValuesInsert({ name, columns, conflict = '' }: RowTable, count: number): string {
  const row = `(${columns.map(() => '?').join(', ')})`;
  const all = Array.from({ length: count }, () => row).join(', ');
  return `insert into "${name}" (${quote(columns)}) values ${all} ${conflict}`;
}

function toJsonInsert({ name, columns, conflict = '' }: RowTable, rows: readonly (readonly Value[])[]) {
  const all = quote(columns);
  const text = `insert into "${name}" (${all}) select ${all} from json_populate_recordset(null::"${name}", $1::json) ${conflict}`;
  const objects = rows.map(row => Object.fromEntries(columns.map((column, index) => [column, row[index]])));
  return CompiledQuery.raw(text, [JSON.stringify(objects)]);
}

function quote(columns: readonly string[]): string {
  return columns.map(column => `"${column}"`).join(', ');
}
