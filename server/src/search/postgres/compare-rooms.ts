import { PLACES_PER_MS } from '../search-index.ts';
import type { IndexPool } from './index-pool.ts';
import { OPEN_PART } from './index-tables.ts';

const ROOMS_PER_READ = 1_000;

const SELECT_PAGE = `select "id" from "rooms" where "id" > $1 order by "id" limit ${ROOMS_PER_READ}`;
/** What they have already is left to the build. */
const ADD_ROOMS = `insert into "search_rooms" ("room", "roomId", "part", "format", "changed", "oldest", "unbuilt", "newest")
  select "room", "id", case "kind" when 'open' then ${OPEN_PART} else "room" end, $2, "seq", "seq" + 1, "newest", "newest"
  from (
    select nextval('"search_rooms_room_seq"')::integer as "room", r."id", r."kind", r."seq", r."changedAt" * ${PLACES_PER_MS} as "newest"
    from "rooms" r
    where r."id" = any($1) and r."deletedAt" is null and not exists (select 1 from "search_rooms" s where s."roomId" = r."id")
  ) as "new" on conflict do nothing`;
/** Their keys are those of another version or secret. The build replaces them. */
const RESET_ROOMS = `update "search_rooms" s set "format" = $2, "oldest" = r."seq" + 1, "unbuilt" = s."newest"
  from "rooms" r where s."roomId" = any($1) and s."format" <> $2 and r."id" = s."roomId"`;
const SELECT_CHANGED = `select r."id" from "rooms" r join "search_rooms" s on s."roomId" = r."id"
  where r."id" = any($1) and (r."seq" > s."changed" or r."deletedAt" is not null)`;
const SELECT_GONE_PAGE = `select i."roomId", r."id" is null as "isGone" from (
    select "roomId" from "search_rooms" where "roomId" > $1 order by "roomId" limit ${ROOMS_PER_READ}
  ) i left join "rooms" r on r."id" = i."roomId" order by i."roomId"`;

export interface ComparedList {
  format: number;
  /** Rooms of another format belong to this node, which has just started. */
  isStart: boolean;
  onChanged: (roomId: string) => void;
}

/** Adds rooms that the index does not know, and names those whose log or end it has missed. */
export async function compareRooms(
  pool: IndexPool,
  { format, isStart, onChanged }: ComparedList,
): Promise<void> {
  for (let last: string | undefined = ''; last !== undefined; ) {
    const after: string = last;
    last = await pool.withOwn(async connection => {
      const { rows: page } = await connection.query<{ id: string }>(SELECT_PAGE, [after]);
      const ids = page.map(({ id }) => id);
      await connection.query(ADD_ROOMS, [ids, format]);
      if (isStart) await connection.query(RESET_ROOMS, [ids, format]);
      const { rows: changed } = await connection.query<{ id: string }>(SELECT_CHANGED, [ids]);
      for (const { id } of changed) onChanged(id);
      return ids.length < ROOMS_PER_READ ? undefined : ids.at(-1);
    });
  }
  for (let last: string | undefined = ''; last !== undefined; ) {
    const after: string = last;
    last = await pool.withOwn(async connection => {
      const { rows } = await connection.query<{ roomId: string; isGone: boolean }>(SELECT_GONE_PAGE, [after]);
      for (const { roomId, isGone } of rows) if (isGone) onChanged(roomId);
      return rows.length < ROOMS_PER_READ ? undefined : rows.at(-1)?.roomId;
    });
  }
}
