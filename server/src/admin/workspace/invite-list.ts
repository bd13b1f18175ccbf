import {
  type CommandInput,
  type CommandOutput,
  type InviteCursor,
  MAX_LISTED_WORKSPACE_ROWS,
  MAX_RESULT_BYTES,
  type WorkspaceInvite,
} from '@snug/protocol';
import type { Actor } from '../../db/mutation.ts';
import { preparedIn } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import { BoundedRows } from '../../limits/bounded-rows.ts';
import type { InviteLinks } from '../../people/invites/invite-links.ts';
import type { StoredInvite } from '../../people/invites/invite-store.ts';
import { listNewestInvites } from '../../people/invites/newest-invites.ts';

const MAX_LIST_BYTES = MAX_RESULT_BYTES - 200;

const selectPrivate = preparedIn<[], { id: string }>(
  `select "id" from "rooms" where "id" in ($values) and "kind" = 'private' and "deletedAt" is null`,
);

/** Without a check whether the caller is a workspace admin. */
export async function listWorkspaceInvites(
  db: Db,
  links: Pick<InviteLinks, 'present'>,
  caller: Actor,
  { before }: CommandInput<'list_workspace_invites'>,
): Promise<CommandOutput<'list_workspace_invites'>> {
  const { now } = caller;
  const page = await listNewestInvites(db, { now, before, limit: MAX_LISTED_WORKSPACE_ROWS });
  const presented = new Map((await links.present(caller, page.invites)).map(invite => [invite.id, invite]));
  const privateIds = await readPrivateIds(db, page.invites);
  const fitting = new BoundedRows<WorkspaceInvite>(MAX_LIST_BYTES);
  let last: InviteCursor | undefined;
  for (const { id, roomIds, createdAt: at } of page.invites) {
    const invite = presented.get(id);
    if (!invite) continue;
    const known = new Set(invite.rooms.map(room => room.id));
    const privateRooms = roomIds.filter(roomId => privateIds.has(roomId) && !known.has(roomId)).length;
    if (!fitting.add({ ...invite, privateRooms }))
      return { invites: fitting.rows, ...(last && { next: last }) };
    last = { at, id };
  }
  return { invites: fitting.rows, ...(page.next && { next: page.next }) };
}

async function readPrivateIds(db: Db, invites: readonly StoredInvite[]): Promise<ReadonlySet<string>> {
  const roomIds = [...new Set(invites.flatMap(invite => invite.roomIds))];
  return new Set((await selectPrivate(db, roomIds)).map(({ id }) => id));
}
