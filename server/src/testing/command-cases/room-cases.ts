import { newId } from '../../base/ids.ts';
import { allowModerators } from '../access-matrix.ts';
import { ANYWHERE, AS_ADMIN, AS_ADMIN_OF_NEW_ROOM, FOR_ALL_ROOMS, IN_ROOM } from '../token-access.ts';
import type { CommandCases } from './command-case.ts';
import { createRoom } from './input-source.ts';

export const ROOM_CASES = {
  create_room: {
    input: () => ({ id: newId(), name: 'Garden', description: 'Under the trees' }),
    tokens: FOR_ALL_ROOMS,
  },
  edit_room: {
    input: ({ roomId }) => ({ roomId, name: 'Another name', description: 'Other words' }),
    people: allowModerators('forbidden'),
    tokens: AS_ADMIN,
    room: 'moderate',
    needsNewRoom: true,
  },
  set_admin: {
    input: ({ roomId, otherUid }) => ({ roomId, uid: otherUid, admin: true }),
    people: allowModerators('forbidden'),
    tokens: AS_ADMIN,
    room: 'moderate',
    needsNewRoom: true,
  },
  archive_room: {
    input: async source => ({ roomId: await createRoom(source, 'admin'), archived: true }),
    people: allowModerators('forbidden'),
    tokens: AS_ADMIN_OF_NEW_ROOM,
    room: 'moderate',
    needsNewRoom: true,
  },
  delete_room: {
    input: async source => ({ roomId: await createRoom(source, 'admin'), name: 'Room' }),
    // The author and the admin come after the workspace admin.
    people: { ...allowModerators('forbidden'), admin: 'not_found', author: 'not_found' },
    tokens: AS_ADMIN_OF_NEW_ROOM,
    room: 'moderate',
    needsNewRoom: true,
  },
  set_retention: {
    input: async source => ({ roomId: await createRoom(source, 'admin'), days: 30, version: 0 }),
    people: allowModerators('forbidden'),
    tokens: AS_ADMIN_OF_NEW_ROOM,
    room: 'moderate',
    needsNewRoom: true,
  },
  undo_retention: {
    input: async source => {
      const roomId = await createRoom(source, 'admin');
      await source.run('admin', 'set_retention', { roomId, days: 30, version: 0 });
      return { roomId, version: 1 };
    },
    people: allowModerators('forbidden'),
    tokens: AS_ADMIN_OF_NEW_ROOM,
    room: 'moderate',
    needsNewRoom: true,
  },
  count_older: {
    input: ({ roomId }) => ({ roomId, days: 30 }),
    people: allowModerators('forbidden'),
    tokens: AS_ADMIN,
    room: 'moderate',
  },
  list_rooms: {
    input: () => ({}),
    tokens: ANYWHERE,
    room: 'listed',
    needsNewRoom: true,
  },
  find_rooms: {
    input: () => ({ text: 'garden' }),
    tokens: ANYWHERE,
    room: 'named',
  },
  watch_rooms: {
    input: ({ roomId }) => ({ add: { [roomId]: -1 }, remove: [] }),
    tokens: ANYWHERE,
    room: 'found',
  },
  watch_list: {
    input: () => ({ on: true }),
    tokens: FOR_ALL_ROOMS,
  },
  open_room: {
    input: ({ roomId }) => ({ roomId }),
    tokens: IN_ROOM,
    room: 'read',
  },
  close_room: {
    input: ({ roomId }) => ({ roomId }),
    tokens: ANYWHERE,
    room: 'anyone',
  },
  catch_up: {
    input: ({ roomId }) => ({ roomId, since: 0 }),
    tokens: IN_ROOM,
    room: 'read',
  },
  watch_viewers: {
    input: ({ roomId }) => ({ roomId }),
    tokens: IN_ROOM,
    room: 'read',
  },
  unwatch_viewers: {
    input: ({ roomId }) => ({ roomId }),
    tokens: ANYWHERE,
    room: 'anyone',
  },
  set_typing: {
    input: ({ roomId }) => ({ roomId }),
    tokens: IN_ROOM,
    room: 'write',
  },
} satisfies CommandCases;
