import {
  CommandError,
  type CommandInput,
  type CommandOutput,
  cleanName,
  type Room,
  roomTopic,
} from '@snug/protocol';
import type { Mutation, MutationContext, Publication } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { recordAudit } from '../../workspace/audit/record-audit.ts';
import { accessModeratedRoom } from './access.ts';
import { appendToLog, archive, markDeleted, unarchive } from './room-store.ts';

export const archiveRoom: Mutation<CommandInput<'archive_room'>, CommandOutput<'archive_room'>> = {
  lockKeys: (_call, { roomId }) => [`room:${roomId}`],

  async run(db, call, { roomId, archived }) {
    const { room } = await accessModeratedRoom(db, call, roomId);
    if (archived === (room.archivedAt !== undefined)) return { output: { room }, publications: [] };
    const { room: changed, publication } = await setArchived(db, call, room, archived);
    await recordAudit(db, call, { action: archived ? 'archive_room' : 'unarchive_room', room });
    return { output: { room: changed }, publications: [publication] };
  },
};

/** The caller holds the room's lock and has checked the permission. */
export async function setArchived(
  db: Db,
  call: MutationContext,
  room: Room,
  archived: boolean,
): Promise<{ room: Room; publication: Publication }> {
  const { archivedAt: _, ...rest } = room;
  const { id: roomId } = room;
  const { seq, incarnation, at } = await appendToLog(db, roomId, call);
  if (archived) await archive(db, roomId, at);
  else await unarchive(db, roomId);
  const changed: Room = { ...rest, seq, incarnation, ...(archived && { archivedAt: at }) };
  const event = { type: 'room_edited' as const, roomId, seq, incarnation, room: changed };
  return { room: changed, publication: { topic: roomTopic(roomId), event } };
}

export const deleteRoom: Mutation<CommandInput<'delete_room'>, object> = {
  isUnrepeatable: true,
  lockKeys: (_call, { roomId }) => [`room:${roomId}`],

  async run(db, call, { roomId, name }) {
    const { room } = await accessModeratedRoom(db, call, roomId);
    if (name !== cleanName(room.name))
      throw new CommandError('invalid_input', "That's not the name of this room");
    const publication = await hideForErasure(db, call, roomId);
    await recordAudit(db, call, { action: 'delete_room', room });
    return { output: {}, publications: [publication] };
  },
};

/** A job erases the room afterwards. The caller holds its lock and has checked the permission. */
export async function hideForErasure(db: Db, call: MutationContext, roomId: string): Promise<Publication> {
  const { seq, incarnation, at } = await appendToLog(db, roomId, call);
  await markDeleted(db, roomId, at);
  return { topic: roomTopic(roomId), event: { type: 'room_deleted', roomId, seq, incarnation } };
}
