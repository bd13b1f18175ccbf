import type { Person } from '@snug/protocol';
import { prepared, preparedIn } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import { PERSON_COLUMNS, type PersonRow, presentPerson } from './person.ts';

/** The private and direct rooms of the guest $1, at most 200. None for a member. */
const OWN_ROOMS = `with own as materialized (
  select m."roomId" as "roomId", r."kind" as "kind" from "users" g join "members" m on m."userId" = g."id"
    join "rooms" r on r."id" = m."roomId"
  where g."id" = $1 and g."guest" = 1 and m."role" is not null and r."kind" <> 'open' and r."deletedAt" is null)`;

/**
 * Whether a person is in one of these rooms, of which one is private. It looks for the person in the rooms, and so reads as many rows
 * for a hidden person as for a missing one: a scalar subquery, because an engine may turn `exists` around, and a range, which leads to
 * the key. In the index of the person, a hidden one has entries.
 */
function isInOwnRooms(uid: string): string {
  return `((select 1 from own where own."kind" = 'private' limit 1) is not null and (select 1 from own where (
    select 1 from "members" o where o."roomId" = own."roomId" and o."userId" >= ${uid} and o."userId" <= ${uid} and o."role" is not null limit 1
  ) is not null limit 1) is not null)`;
}

const selectKnownPerson = prepared<[uid: string, other: string], PersonRow>(
  `${OWN_ROOMS} select ${PERSON_COLUMNS} from (
     select case when v."guest" is null or v."id" = $2 or ${isInOwnRooms('$2')} then 1 end as "knows"
     from (select 1 as "one") as "row" left join "users" v on v."id" = $1
   ) as k join "users" u on u."id" = case when k."knows" = 1 then $2 end`,
);
const selectKnownIds = preparedIn<[uid: string], { uid: string }>(
  `${OWN_ROOMS} select w."column1" as "uid" from (values $rows) as w where ${isInOwnRooms('w."column1"')}`,
);

/** Undefined for a person whom the viewer may not see. The person is looked up only if they may. */
export async function findKnownPerson(db: Db, viewer: string, uid: string): Promise<Person | undefined> {
  const [row] = await selectKnownPerson(db, viewer, uid);
  return row && presentPerson(row);
}

/** Those of the people who are in a room of the guest now, with the guest. */
export async function selectKnown(db: Db, guest: string, uids: readonly string[]): Promise<Set<string>> {
  const rows = await selectKnownIds(db, uids, guest);
  return new Set([guest, ...rows.map(({ uid }) => uid)]);
}
