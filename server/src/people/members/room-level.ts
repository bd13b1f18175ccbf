import type { Membership, NotificationLevel } from '@snug/protocol';
import type { Selectable } from 'kysely';
import { prepared } from '../../db/prepared.ts';
import type { Db, MemberTable, RoomTable } from '../../db/schema.ts';

type StoredLevel = Pick<Selectable<MemberTable>, 'muted' | 'level' | 'levelByDefault'>;

const selectEverything = prepared<[roomId: string, after: string, limit: number], { uid: string }>(
  `select "userId" as "uid" from "members" where "roomId" = $1 and "userId" > $2 and "level" = 'everything'
   order by "userId" limit $3`,
);

/** Of which messages a member gets notifications. `kind`: of the room. */
export function toLevel(
  kind: Selectable<RoomTable>['kind'],
  { muted, level }: Pick<StoredLevel, 'muted' | 'level'>,
): NotificationLevel {
  if (muted !== null) return 'nothing';
  return level ?? (kind === 'direct' ? 'everything' : 'mentions');
}

/**
 * The people whose level in the room is "everything", by their own choice or their default, in the order of their ids. Some may have muted
 * the room, or lost it.
 */
export async function listEverything(
  db: Db,
  roomId: string,
  after: string,
  limit: number,
): Promise<string[]> {
  return (await selectEverything(db, roomId, after, limit)).map(({ uid }) => uid);
}

/** The level that the person chose for the room. */
export function presentLevel({ muted, level, levelByDefault }: StoredLevel): Pick<Membership, 'level'> {
  if (muted !== null) return { level: 'nothing' };
  return level !== null && levelByDefault === null ? { level } : {};
}
