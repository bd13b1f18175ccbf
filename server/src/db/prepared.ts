import { CompiledQuery } from 'kysely';
import type { Db } from './schema.ts';

/**
 * A query of a hot path, written once as SQL that both engines understand: names quoted, placeholders `$1`,
 * `$2`, ... in order. It skips the query builder, which costs more than SQLite itself.
 */
export function prepared<Parameters extends readonly unknown[], Row>(
  text: string,
): (db: Db, ...parameters: Parameters) => Promise<Row[]> {
  return async (db, ...parameters) => {
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, [...parameters]));
    return rows;
  };
}
