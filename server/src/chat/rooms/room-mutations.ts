import type { Mutations } from '../../db/mutation.ts';
import { joinRoom, leaveRoom, setMember } from '../../people/members/members.ts';
import { archiveRoom, deleteRoom } from './closing.ts';
import { openDirect } from './direct.ts';
import { eraseRoom } from './erasure.ts';
import { addWriters } from './joining-writers.ts';
import { withdrawRequest } from './requests.ts';
import { indexRooms } from './room-index.ts';
import { setRoomOptions } from './room-options.ts';
import { createRoom, editRoom, setAdmin } from './rooms.ts';

export const ROOM_MUTATIONS = {
  create_room: createRoom,
  edit_room: editRoom,
  set_admin: setAdmin,
  archive_room: archiveRoom,
  delete_room: deleteRoom,
  erase_room: eraseRoom,
  join_room: joinRoom,
  leave_room: leaveRoom,
  set_member: setMember,
  withdraw_request: withdrawRequest,
  open_direct: openDirect,
  set_room_options: setRoomOptions,
  add_writers: addWriters,
  index_rooms: indexRooms,
} satisfies Mutations;
