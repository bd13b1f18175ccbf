import type { Selectable } from 'kysely';
import { prepared } from '../../db/prepared.ts';
import type { Db, RoomTable } from '../../db/schema.ts';

type PushRoomRow = Pick<Selectable<RoomTable>, 'name' | 'kind' | 'people'>;

const select = prepared<[roomId: string], PushRoomRow>(
  `select "name", "kind", "people" from "rooms" where "id" = $1 and "deletedAt" is null`,
);

export async function findPushRoom(db: Db, roomId: string): Promise<PushRoomRow | undefined> {
  return (await select(db, roomId))[0];
}
