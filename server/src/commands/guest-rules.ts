import { CommandError, type CommandName } from '@snug/protocol';
import type { Caller } from '../db/mutation.ts';
import type { Db } from '../db/schema.ts';
import { assertWasIn } from '../people/guests/guest-rooms.ts';
import { filterKnown } from '../people/profiles/access.ts';
import { MUTATIONS } from './mutations.ts';

/** Guests create nothing but direct rooms, have no programs, and look after nothing. All other commands read only what they may know. */
const NEVER: ReadonlySet<CommandName> = new Set<CommandName>([
  'create_room',
  'edit_room',
  'set_admin',
  'archive_room',
  'delete_room',
  'set_retention',
  'undo_retention',
  'count_older',
  'set_member',
  'remove_message',
  'set_pin',
  'create_invite',
  'revoke_invite',
  'set_guest_end',
  'make_member',
  'create_token',
  'create_bot',
  'edit_bot',
  'delete_bot',
  'create_webhook',
  'retry_webhook',
  'test_webhook',
  'list_room_programs',
  'remove_room_program',
  'redeem_setup',
  'set_workspace_admin',
  'set_suspension',
  'end_sessions',
  'create_recovery_link',
  'create_claim_link',
  'preview_emoji',
  'add_emoji',
  'add_emoji_name',
  'remove_emoji_name',
  'delete_emoji',
  'restore_emoji',
  'erase_emoji',
  'list_workspace_emoji',
]);

/** Throws `forbidden` if guests may not call the command. */
export function assertGuestMayRun(command: CommandName): void {
  if (NEVER.has(command)) throw new CommandError('forbidden', "Guests can't do that");
}

/**
 * A mutation locks the rows of what it names before it checks the access. So a guest names only rooms that they are or were in, and people
 * whom they may see. Throws `not_found`.
 */
export async function assertGuestMayLock(
  db: Db,
  { uid }: Caller,
  command: CommandName,
  input: object,
): Promise<void> {
  if (!(command in MUTATIONS)) return;
  const { roomId, uids = [] } = input as { roomId?: string; uids?: readonly string[] };
  if (roomId !== undefined) await assertWasIn(db, uid, roomId);
  const known = await filterKnown(db, { uid, guest: true }, uids);
  if (known.length < uids.length) throw new CommandError('not_found');
}
