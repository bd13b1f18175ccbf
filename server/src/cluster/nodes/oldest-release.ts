import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';

const RELEASE_PATTERN = /^\d{1,4}\.\d{1,4}\.\d{1,4}$/;

export class OlderServersError extends Error {
  override readonly name = 'OlderServersError';
}

const OLDER_SERVERS = 'servers of older releases still run';

/** Rejects with an `OlderServersError` if an older node is alive. Ends the connections of a frozen one, which can open no others. */
export async function raiseOldestRelease(db: Db, release: string): Promise<void> {
  if (!RELEASE_PATTERN.test(release)) throw new Error(`${release} is not a release, such as 1.2.3`);
  const wanted = `string_to_array('${release}', '.')::int[]`;
  // One statement with a snapshot of each part: a node that registers meanwhile holds the lock on the row first.
  await sql
    .raw(`do $$ declare older text; begin
    perform 1 from "meta" where "key" = 'oldestVersion' for update;
    select string_agg("version", ', ') into older from "nodes"
      where "expiresAt" > extract(epoch from clock_timestamp()) * 1000
      and string_to_array("version", '.')::int[] < ${wanted};
    if older is not null then raise exception '${OLDER_SERVERS}: %', older; end if;
    update "meta" set "value" = '${release}' where "key" = 'oldestVersion'
      and string_to_array("value", '.')::int[] < ${wanted};
  end $$`)
    .execute(db)
    .catch((error: unknown) => {
      if (error instanceof Error && error.message.startsWith(OLDER_SERVERS))
        throw new OlderServersError(error.message);
      throw error;
    });
  // After the commit: until then, the older release may open connections.
  await sql
    .raw(`select pg_terminate_backend("pid") from pg_stat_activity
      where "datname" = current_database() and "application_name" ~ '^snug \\d+\\.\\d+\\.\\d+$'
      and string_to_array(substr("application_name", 6), '.')::int[] < ${wanted}`)
    .execute(db);
}
