import { FOREVER, HEART } from '@snug/protocol';
import { newId } from '../../base/ids.ts';
import { allowOnly } from '../access-matrix.ts';
import { ANYWHERE, AS_ADMIN, AS_ADMIN_OF_NEW_ROOM, FOR_ALL_ROOMS, IN_ROOM } from '../token-access.ts';
import type { CommandCases } from './command-case.ts';
import { createJoinedRoom, createMessage, createMessageRef, createRoom } from './input-source.ts';

export const MARK_CASES = {
  get_mentions: {
    input: ({ roomId }) => ({ before: { at: 1, roomId, seq: 1 } }),
    tokens: FOR_ALL_ROOMS,
    room: 'found',
    isForBots: false,
  },
  search_messages: {
    input: ({ roomId }) => ({ roomId, text: 'word', cursor: { place: 1 } }),
    tokens: IN_ROOM,
    room: 'read',
  },
  set_read: {
    input: async source => ({
      roomId: await createRoom(source, 'admin'),
      seq: 0,
      version: 1,
      back: true,
    }),
    people: allowOnly('admin', 'forbidden'),
    tokens: AS_ADMIN_OF_NEW_ROOM,
    room: 'place',
  },
  set_reads: {
    input: async source => {
      const roomId = await createJoinedRoom(source);
      const { message } = await source.run('other', 'send_message', { roomId, text: 'unread' });
      return { reads: { [roomId]: { seq: message.seq, version: 1 } } };
    },
    tokens: ANYWHERE,
    room: 'own',
  },
  get_unread: {
    input: ({ roomId }) => ({ roomIds: [roomId] }),
    tokens: ANYWHERE,
    room: 'own',
  },
  set_follow: {
    input: async source => ({ ...(await createMessageRef(source)), on: true }),
    tokens: FOR_ALL_ROOMS,
    room: 'read',
    needsNewRoom: true,
    isForBots: false,
  },
  get_follows: {
    input: async source => ({ roomId: source.roomId, rootIds: [await createMessage(source)] }),
    tokens: FOR_ALL_ROOMS,
    room: 'anyone',
    isForBots: false,
  },
  list_conversations: {
    input: ({ roomId }) => ({ before: { at: 1, roomId, rootId: newId() } }),
    tokens: FOR_ALL_ROOMS,
    room: 'own',
    needsNewRoom: true,
    isForBots: false,
  },
  list_new_conversations: {
    input: () => ({}),
    tokens: FOR_ALL_ROOMS,
    room: 'anyone',
    isForBots: false,
  },
  set_reaction: {
    input: async source => ({ ...(await createMessageRef(source)), emoji: HEART, on: true }),
    tokens: IN_ROOM,
    room: 'write',
    needsNewRoom: true,
  },
  get_mine: {
    input: async source => ({ roomId: source.roomId, messageIds: [await createMessage(source)] }),
    tokens: IN_ROOM,
    room: 'read',
  },
  get_reactions: {
    input: async source => ({ ...(await createMessageRef(source)), emoji: HEART }),
    tokens: IN_ROOM,
    room: 'read',
  },
  set_pin: {
    input: async source => ({ ...(await createMessageRef(source)), on: true }),
    people: allowOnly('admin', 'forbidden'),
    tokens: AS_ADMIN,
    room: 'pin',
  },
  list_pins: {
    input: ({ roomId }) => ({ roomId, before: { pinnedAt: 1, seq: 1 } }),
    tokens: IN_ROOM,
    room: 'read',
  },
  set_saved: {
    input: async source => ({ ...(await createMessageRef(source)), on: true, remindAt: FOREVER }),
    tokens: FOR_ALL_ROOMS,
    room: 'read',
    isForBots: false,
  },
  list_saved: {
    input: ({ roomId }) => ({ before: { savedAt: 1, roomId, messageId: newId() } }),
    tokens: FOR_ALL_ROOMS,
    room: 'found',
    needsNewRoom: true,
    isForBots: false,
  },
  get_saved: {
    input: async source => ({ roomId: source.roomId, messageIds: [await createMessage(source)] }),
    tokens: FOR_ALL_ROOMS,
    room: 'anyone',
    isForBots: false,
  },
  list_reminders: {
    input: () => ({}),
    tokens: FOR_ALL_ROOMS,
    room: 'anyone',
    isForBots: false,
  },
  list_files: {
    input: ({ roomId }) => ({ roomId, kind: 'file', before: 1 }),
    tokens: IN_ROOM,
    room: 'read',
  },
} satisfies CommandCases;
