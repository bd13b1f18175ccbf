import { type CommandInput, type CommandOutput, MAX_LISTED_REMINDERS } from '@snug/protocol';
import type { Db } from '../../db/schema.ts';
import { findSavedAmong, findSavedVersion, listReminders } from './saved-store.ts';

// The version first: a client that receives a later change applies it, or reads again.

/** Those of the messages that the person has saved. */
export async function readSavedAmong(
  db: Db,
  uid: string,
  { roomId, messageIds }: CommandInput<'get_saved'>,
): Promise<CommandOutput<'get_saved'>> {
  const version = await findSavedVersion(db, uid);
  return { version, saved: await findSavedAmong(db, uid, roomId, messageIds) };
}

/** The earliest first. `now`: of the server, which decides what is due. */
export async function readReminders(
  db: Db,
  { uid, now }: { uid: string; now: number },
): Promise<CommandOutput<'list_reminders'>> {
  const version = await findSavedVersion(db, uid);
  const reminders = await listReminders(db, uid, MAX_LISTED_REMINDERS + 1);
  const isMore = reminders.length > MAX_LISTED_REMINDERS;
  return {
    reminders: reminders.slice(0, MAX_LISTED_REMINDERS),
    ...(isMore && { more: true }),
    version,
    now,
  };
}
