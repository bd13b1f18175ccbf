import { CommandError, type CommandInput, type CommandOutput, type Room, roomTopic } from '@snug/protocol';
import { accessRoomAsModerator } from '../access.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Mutation } from '../db/mutation.ts';
import { appendToLog, archive, markDeleted, unarchive } from './room-store.ts';

export const archiveRoom: Mutation<CommandInput<'archive_room'>, CommandOutput<'archive_room'>> = {
  lockKeys: (_call, { roomId }) => [`room:${roomId}`],

  async run(db, call, { roomId, archived }) {
    const room = await accessRoomAsModerator(db, call, roomId);
    if (archived === (room.archivedAt !== undefined)) return { output: { room }, publications: [] };
    const { seq, incarnation, at } = await appendToLog(db, roomId, call);
    if (archived) await archive(db, roomId, at);
    else await unarchive(db, roomId);
    await recordAudit(db, call, { action: archived ? 'archive_room' : 'unarchive_room', room });
    const { archivedAt: _, ...rest } = room;
    const changed: Room = { ...rest, seq, incarnation, ...(archived && { archivedAt: at }) };
    return {
      output: { room: changed },
      publications: [
        { topic: roomTopic(roomId), event: { type: 'room_edited', roomId, seq, incarnation, room: changed } },
      ],
    };
  },
};

export const deleteRoom: Mutation<CommandInput<'delete_room'>, object> = {
  isUnrepeatable: true,
  lockKeys: (_call, { roomId }) => [`room:${roomId}`],

  async run(db, call, { roomId, name }) {
    const room = await accessRoomAsModerator(db, call, roomId);
    if (name !== room.name) throw new CommandError('invalid_input', "That's not the name of this room");
    const { seq, incarnation, at } = await appendToLog(db, roomId, call);
    await markDeleted(db, roomId, at);
    await recordAudit(db, call, { action: 'delete_room', room });
    return {
      output: {},
      publications: [{ topic: roomTopic(roomId), event: { type: 'room_deleted', roomId, seq, incarnation } }],
    };
  },
};
