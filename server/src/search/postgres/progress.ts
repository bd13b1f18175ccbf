import type { PostgresConnection } from '../../db/postgres/postgres-connection.ts';
import type { IndexProgress } from '../search-index.ts';

/** `unbuilt`: the seqs below which messages of a room are missing. */
const SELECT_PROGRESS = `select coalesce(sum(s."changed"), 0) as "changed",
    coalesce(sum(s."oldest") filter (where s."unbuilt" is not null and not g."isGone"), 0) as "unbuilt",
    coalesce(sum(
      case when g."isGone" then (select count(*) from "search_messages" m where m."room" = s."room") end
    ), 0) as "leaving",
    pg_total_relation_size('"search_messages"') + pg_total_relation_size('"search_rooms"') as "bytes"
  from "search_rooms" s left join "rooms" r on r."id" = s."roomId"
  cross join lateral (select r."id" is null or r."deletedAt" is not null as "isGone") g`;

interface ProgressRow {
  changed: number;
  unbuilt: number;
  leaving: number;
  bytes: number;
}

/** Of all nodes together. Reads all rooms of the index. */
export async function readProgress(connection: PostgresConnection): Promise<IndexProgress | undefined> {
  const [row] = (await connection.query<ProgressRow>(SELECT_PROGRESS)).rows;
  if (!row) return undefined;
  const { changed, unbuilt, leaving, bytes } = row;
  // Nobody knows the free space of the database server.
  return { share: changed === 0 ? 1 : Math.max(0, 1 - unbuilt / changed), leaving, isPaused: false, bytes };
}
