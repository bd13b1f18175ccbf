import type { Db } from '../db/schema.ts';

/** A database whose prepared statements about `table` fail while `isBroken` returns true. */
export function createFailingDatabase(db: Db, table: string, isBroken = () => true): Db {
  return new Proxy(db, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== 'function') return value;
      return (...input: [{ sql?: string }]) => {
        if (key === 'executeQuery' && isBroken() && input[0].sql?.includes(`"${table}"`))
          throw new Error('the disk is gone');
        return value.apply(target, input) as unknown;
      };
    },
  });
}
