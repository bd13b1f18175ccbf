import { FOREVER } from '@snug/protocol';
import { newId } from '../../base/ids.ts';
import { allowModerators, allowOnly, signedIn } from '../access-matrix.ts';
import {
  ANYWHERE,
  AS_ADMIN_OF_NEW_ROOM,
  FOR_ALL_ROOMS,
  IN_NEW_ROOM,
  IN_ROOM,
  NEVER,
} from '../token-access.ts';
import type { CommandCases } from './command-case.ts';
import { createInvite, createJoinedRoom, createRoom } from './input-source.ts';

export const MEMBER_CASES = {
  join_room: {
    input: async source => ({ roomId: await createRoom(source, 'other') }),
    tokens: IN_NEW_ROOM,
    room: 'read',
    needsNewRoom: true,
  },
  leave_room: {
    input: async source => ({ roomId: await createJoinedRoom(source) }),
    // The last admin of a room cannot leave it.
    people: { ...signedIn, otherAdmin: 'forbidden' },
    tokens: IN_NEW_ROOM,
    room: 'leave',
    needsNewRoom: true,
  },
  set_member: {
    input: async source => ({
      roomId: await createRoom(source, 'admin'),
      uid: source.otherUid,
      bannedUntil: FOREVER,
    }),
    people: allowModerators('forbidden'),
    tokens: AS_ADMIN_OF_NEW_ROOM,
    room: 'moderate',
    needsNewRoom: true,
  },
  list_members: {
    input: ({ roomId }) => ({ roomId }),
    tokens: IN_ROOM,
    room: 'read',
  },
  list_joined: {
    input: () => ({}),
    tokens: FOR_ALL_ROOMS,
    room: 'own',
    isForBots: false,
  },
  set_room_options: {
    input: async source => ({ roomId: await createRoom(source, 'admin'), favourite: true }),
    people: allowOnly('admin', 'forbidden'),
    tokens: AS_ADMIN_OF_NEW_ROOM,
    room: 'place',
  },
  open_direct: {
    input: ({ otherUid }) => ({ uids: [otherUid] }),
    tokens: FOR_ALL_ROOMS,
  },
  find_people: {
    input: () => ({ text: 'ann' }),
    tokens: ANYWHERE,
    room: 'read',
  },
  create_invite: {
    input: async source => ({
      id: newId(),
      roomIds: [await createRoom(source, 'admin')],
      expiresInDays: 1,
      maxUses: 1,
    }),
    people: allowModerators('forbidden'),
    tokens: NEVER,
    room: 'invite',
    isForBots: false,
  },
  set_guest_end: {
    input: ({ guestUid }) => ({ uid: guestUid, until: Date.now() + 86_400_000 }),
    people: allowModerators('forbidden'),
    tokens: NEVER,
  },
  make_member: {
    input: ({ otherUid }) => ({ uid: otherUid }),
    people: allowOnly('workspaceAdmin', 'forbidden'),
    tokens: NEVER,
  },
  list_ending_guests: {
    input: () => ({}),
    tokens: NEVER,
  },
  list_invites: {
    input: () => ({}),
    tokens: FOR_ALL_ROOMS,
    room: 'read',
    isForBots: false,
  },
  revoke_invite: {
    input: async source => ({ id: (await createInvite(source, 'admin')).id }),
    people: allowModerators('not_found'),
    tokens: ['forbidden', 'forbidden', 'not_found'],
    room: 'revoke',
    isForBots: false,
  },
  get_invite: {
    input: async source => ({ code: (await createInvite(source, 'other')).code ?? '' }),
    tokens: FOR_ALL_ROOMS,
    room: 'invited',
    isForBots: false,
  },
  redeem_invite: {
    input: async source => ({ code: (await createInvite(source, 'other')).code ?? '' }),
    tokens: FOR_ALL_ROOMS,
    room: 'invited',
    needsNewRoom: true,
    isForBots: false,
  },
} satisfies CommandCases;
