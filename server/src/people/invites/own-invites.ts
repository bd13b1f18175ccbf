import { type CommandInput, type CommandOutput, type Invite, MAX_RESULT_BYTES } from '@snug/protocol';
import { accessRoom, canModerate } from '../../chat/rooms/access.ts';
import type { Actor } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { BoundedRows } from '../../limits/bounded-rows.ts';
import type { InviteLinks } from './invite-links.ts';
import { listByCreator, listByRoom } from './invite-store.ts';

/** Leaves room for the other fields. */
const MAX_LIST_BYTES = MAX_RESULT_BYTES - 200;

/** A page of the person's active invitations, or of all to a room that they moderate. Throws `not_found`. */
export async function readOwnInvites(
  db: Db,
  inviteLinks: Pick<InviteLinks, 'present'>,
  actor: Actor,
  { roomId, before }: CommandInput<'list_invites'>,
): Promise<CommandOutput<'list_invites'>> {
  const { uid, now } = actor;
  const access = roomId === undefined ? undefined : await accessRoom(db, actor, roomId);
  const ofAll = access !== undefined && (await canModerate(db, actor, access));
  const page =
    ofAll && roomId !== undefined
      ? await listByRoom(db, roomId, now, before)
      : await listByCreator(db, uid, now, before);
  const wanted = page.invites.filter(({ roomIds }) => roomId === undefined || roomIds.includes(roomId));
  return toFittingPage(page.next, await inviteLinks.present(actor, wanted));
}

/** The invitations that fit into a result. The next page begins with the first one that does not. */
function toFittingPage(next: string | undefined, invites: readonly Invite[]): CommandOutput<'list_invites'> {
  const fitting = new BoundedRows<Invite>(MAX_LIST_BYTES);
  for (const invite of invites) if (!fitting.add(invite)) break;
  const { rows } = fitting;
  const last = rows.length < invites.length ? rows.at(-1)?.id : next;
  return { invites: rows, ...(last !== undefined && { next: last }) };
}
