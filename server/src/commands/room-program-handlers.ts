import type { ROOM_PROGRAM_COMMANDS } from '@snug/protocol';
import { accessRoomAsModerator } from '../chat/rooms/access.ts';
import { findProgramOwner } from '../programs/room-programs/remove-room-program.ts';
import { listRoomPrograms } from '../programs/room-programs/room-program-list.ts';
import type { Handlers } from './command-handler.ts';

export const roomProgramHandlers: Handlers<keyof typeof ROOM_PROGRAM_COMMANDS> = {
  list_room_programs: async ({ read }, caller, input) => {
    await accessRoomAsModerator(read, caller, input.roomId);
    return listRoomPrograms(read, caller.now, input);
  },

  remove_room_program: async ({ read, writer, sessionCloser }, caller, { roomId, id }) => {
    await accessRoomAsModerator(read, caller, roomId);
    const ownerId = await findProgramOwner(read, roomId, id);
    if (ownerId === undefined) return {};
    const removal = { roomId, id, ownerId };
    const { endedTokenId } = await writer.write('remove_room_program', caller, removal);
    if (endedTokenId !== undefined) sessionCloser.closeAfterResult([endedTokenId]);
    return {};
  },
};
