import { FILE_USE_KINDS, MAX_UNUSED_FILES, type RoomUse, type StorageUse, type Use } from '@snug/protocol';
import { accessRooms } from '../../chat/rooms/access.ts';
import type { Actor } from '../../db/mutation.ts';
import { prepared, preparedIn } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import type { CountedRoom } from './storage-count.ts';
import { readCountedUse } from './storage-count-job.ts';

const selectUnused = prepared<[state: string, limit: number], { files: number; bytes: number | string }>(
  `select count(*) as "files", coalesce(sum("size"), 0) as "bytes" from (
     select "size" from "files" where "state" = $1 limit $2) as "counted"`,
);
const selectRooms = preparedIn<[], { id: string; kind: 'open' | 'private' | 'direct'; name: string }>(
  `select "id", "kind", "name" from "rooms" where "id" in ($values) and "deletedAt" is null`,
);

/** Without a check whether the caller is a workspace admin. */
export async function readStorageUse(db: Db, caller: Actor): Promise<StorageUse> {
  const counted = await readCountedUse(db);
  const kinds = counted ? FILE_USE_KINDS.map(kind => ({ kind, ...counted.kinds[kind] })) : [];
  return {
    ...(counted && { countedAt: counted.at }),
    kinds,
    rooms: await presentRooms(db, caller, counted?.rooms ?? []),
    unsent: await readUnused(db, 'unsent'),
    deleted: await readUnused(db, 'deleted'),
  };
}

async function readUnused(db: Db, state: 'unsent' | 'deleted'): Promise<Use> {
  const [row] = await selectUnused(db, state, MAX_UNUSED_FILES);
  // PostgreSQL returns sums as texts.
  return { files: row?.files ?? 0, bytes: Number(row?.bytes ?? 0) };
}

/** Without rooms that were deleted meanwhile, and open ones from which the caller is banned. */
async function presentRooms(db: Db, caller: Actor, counted: readonly CountedRoom[]): Promise<RoomUse[]> {
  const ids = counted.map(({ roomId }) => roomId);
  const rooms = new Map((await selectRooms(db, ids)).map(room => [room.id, room]));
  const readable = await accessRooms(db, caller, ids);
  return counted.flatMap(({ roomId: id, files, bytes }) => {
    const { kind, name } = rooms.get(id) ?? {};
    if (kind === undefined || (kind === 'open' && !readable.has(id))) return [];
    const room = { open: { id, name }, private: { id, kind }, direct: { kind } }[kind];
    return [{ room: room as RoomUse['room'], files, bytes }];
  });
}
