import { type InviteRoom, MAX_RESULT_BYTES } from '@snug/protocol';
import { accessRooms } from '../../chat/rooms/access.ts';
import type { Actor } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { BoundedRows } from '../../limits/bounded-rows.ts';
import { jsonBytes } from '../../limits/json-bytes.ts';
import { readInviteRooms } from '../../people/invites/invite-links.ts';

const OVERHEAD_BYTES = 200;

/** Those of the rooms that the person may read, as many as fit into a result beside `programs`. */
export async function readProgramRooms(
  db: Db,
  actor: Actor,
  roomIds: readonly string[],
  programs: readonly object[],
): Promise<InviteRoom[]> {
  const readable = await accessRooms(db, actor, [...new Set(roomIds)]);
  const rooms = new BoundedRows<InviteRoom>(MAX_RESULT_BYTES - jsonBytes(programs) - OVERHEAD_BYTES);
  (await readInviteRooms(db, [...readable.keys()])).every(room => rooms.add(room));
  return rooms.rows;
}
