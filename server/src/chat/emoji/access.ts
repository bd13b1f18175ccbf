import { CommandError } from '@snug/protocol';
import { requireFound } from '../../base/require-found.ts';
import type { Caller } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { hasWorkspaceRights } from '../../workspace/access.ts';
import { type EmojiRow, findEmoji } from './emoji-store.ts';

/** The picture with this first name, also a deleted one. Throws `not_found`. */
export async function accessEmoji(db: Db, key: string): Promise<EmojiRow> {
  const row = requireFound((await findEmoji(db, [key])).get(key));
  if (row.key !== key) throw new CommandError('not_found');
  return row;
}

/** Whether this is the first name of a picture that is not deleted. */
export async function isShownEmoji(db: Db, key: string): Promise<boolean> {
  const row = (await findEmoji(db, [key])).get(key);
  return row?.key === key && row.deletedAt === null;
}

/** For the people who added one of the rows, and for workspace admins. Throws `forbidden`. */
export async function accessAsAdder(db: Db, caller: Caller, rows: readonly EmojiRow[]): Promise<void> {
  if (rows.some(({ addedBy }) => addedBy === caller.uid) || (await hasWorkspaceRights(db, caller))) return;
  throw new CommandError('forbidden', 'Only its adder or a workspace admin can do that');
}
