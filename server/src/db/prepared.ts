import { CompiledQuery } from 'kysely';
import type { Db } from './schema.ts';

const STATEMENTS: string[] = [];

export function listPreparedStatements(): readonly string[] {
  return STATEMENTS;
}

/**
 * A query of a hot path, in SQL for all engines: quoted names, and placeholders `$1`, `$2`, ... that may repeat. It skips
 * the query builder, which costs more than the statement.
 */
export function prepared<Parameters extends readonly unknown[], Row>(
  text: string,
): (db: Db, ...parameters: Parameters) => Promise<Row[]> {
  STATEMENTS.push(text);
  const query = CompiledQuery.raw(text);
  return async (db, ...parameters) => (await db.executeQuery<Row>({ ...query, parameters })).rows;
}

/** Most values of one statement. */
const MAX_VALUES = 512;

/**
 * Like `prepared`, for any number of values: each `$values` in `text` stands for them, after all other placeholders, and `$rows` for a row
 * of each. Repeats values up to the next power of two, so that ten statements serve all numbers; rows are filled up with empty texts.
 */
export function preparedIn<Parameters extends readonly unknown[], Row>(
  text: string,
): (db: Db, values: readonly string[], ...parameters: Parameters) => Promise<Row[]> {
  STATEMENTS.push(text.replaceAll('$values', '?').replace('$rows', '(?)'));
  const hasRows = text.includes('$rows');
  const queries = new Map<number, CompiledQuery>();
  return async (db, values, ...parameters) => {
    const rows: Row[] = [];
    for (let from = 0; from < values.length; from += MAX_VALUES) {
      const some = padToPowerOfTwo(values.slice(from, from + MAX_VALUES), hasRows);
      const query = queries.get(some.length) ?? createQuery(text, parameters.length, some.length);
      queries.set(some.length, query);
      rows.push(...(await db.executeQuery<Row>({ ...query, parameters: [...parameters, ...some] })).rows);
    }
    return rows;
  };
}

function createQuery(text: string, parameterCount: number, valueCount: number): CompiledQuery {
  const list = (write: (placeholder: string) => string) =>
    Array.from({ length: valueCount }, (_, index) => write(`$${parameterCount + index + 1}`)).join(', ');
  const values = list(placeholder => placeholder);
  const rows = list(placeholder => `(${placeholder})`);
  return CompiledQuery.raw(text.replaceAll('$values', () => values).replaceAll('$rows', () => rows));
}

function padToPowerOfTwo(values: readonly string[], isPaddedByEmpty: boolean): string[] {
  const count = 2 ** Math.ceil(Math.log2(values.length));
  const toIndex = (index: number) => (isPaddedByEmpty ? index : index % values.length);
  return Array.from({ length: count }, (_, index) => values[toIndex(index)] ?? '');
}
