import { CommandError, type CommandOutput, type Invite, MAX_RESULT_BYTES } from '@snug/protocol';
import { newId } from '../base/ids.ts';
import { accessRoom, canModerate } from '../chat/rooms/access.ts';
import type { Db } from '../db/schema.ts';
import { BoundedRows } from '../limits/bounded-rows.ts';
import { accessInviteAsManager } from '../people/invites/access.ts';
import { readInviteRooms } from '../people/invites/invite-links.ts';
import { listByCreator, listByRoom } from '../people/invites/invite-store.ts';
import { findMembership } from '../people/members/member-store.ts';
import type { Handlers } from './command-handler.ts';

/** Leaves room for the other fields. */
const MAX_LIST_BYTES = MAX_RESULT_BYTES - 200;

type InviteCommand = 'create_invite' | 'list_invites' | 'revoke_invite' | 'get_invite' | 'redeem_invite';

export const inviteHandlers: Handlers<InviteCommand> = {
  create_invite: async ({ writer, inviteLinks }, caller, { id = newId(), ...input }) => {
    const stored = await writer.write('create_invite', { uid: caller.uid }, { id, ...input });
    const [invite] = await inviteLinks.present(caller, [stored]);
    if (!invite) throw new CommandError('not_found');
    return { invite };
  },

  list_invites: async ({ read, inviteLinks }, caller, { roomId, before }) => {
    const { uid, now } = caller;
    const access = roomId === undefined ? undefined : await accessRoom(read, caller, roomId);
    const ofAll = access !== undefined && (await canModerate(read, caller, access));
    const page =
      ofAll && roomId !== undefined
        ? await listByRoom(read, roomId, now, before)
        : await listByCreator(read, uid, now, before);
    const wanted = page.invites.filter(({ roomIds }) => roomId === undefined || roomIds.includes(roomId));
    return toFittingPage(page.next, await inviteLinks.present(caller, wanted));
  },

  revoke_invite: async ({ read, writer }, caller, { id }) => {
    const { createdBy, roomIds } = await accessInviteAsManager(read, caller, id);
    return writer.write('revoke_invite', { uid: caller.uid }, { id, createdBy, roomIds });
  },

  get_invite: async ({ read, inviteLinks }, { uid }, { code }) => {
    const { inviter, usableRoomIds } = await inviteLinks.find(code, uid, uid);
    const rooms = await readInviteRooms(read, usableRoomIds);
    return { inviter, rooms, isMember: await isMemberOfAll(read, uid, usableRoomIds) };
  },

  redeem_invite: async ({ writer, inviteLinks }, { uid }, { code }) => {
    const { id, createdBy, roomIds } = await inviteLinks.find(code, uid, uid);
    return writer.write('redeem_invite', { uid }, { id, createdBy, roomIds });
  },
};

async function isMemberOfAll(db: Db, uid: string, roomIds: readonly string[]): Promise<boolean> {
  for (const roomId of roomIds) if ((await findMembership(db, roomId, uid)).role === null) return false;
  return true;
}

/** The invitations that fit into a result. The next page begins with the first one that does not. */
function toFittingPage(next: string | undefined, invites: readonly Invite[]): CommandOutput<'list_invites'> {
  const fitting = new BoundedRows<Invite>(MAX_LIST_BYTES);
  for (const invite of invites) if (!fitting.add(invite)) break;
  const { rows } = fitting;
  const last = rows.length < invites.length ? rows.at(-1)?.id : next;
  return { invites: rows, ...(last !== undefined && { next: last }) };
}
