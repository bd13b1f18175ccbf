import { MAX_LISTED_REMINDERS } from '@snug/protocol';
import { readPins } from '../chat/pins/pin-list.ts';
import { readRoomFiles } from '../chat/room-files/room-files.ts';
import { accessRoom } from '../chat/rooms/access.ts';
import { readSaved } from '../chat/saved/saved-list.ts';
import { findSavedAmong, findSavedVersion, listReminders } from '../chat/saved/saved-store.ts';
import type { Actor } from '../db/mutation.ts';
import type { Db } from '../db/schema.ts';
import type { Handlers } from './command-handler.ts';

type KeepCommand =
  | 'set_pin'
  | 'list_pins'
  | 'set_saved'
  | 'list_saved'
  | 'get_saved'
  | 'list_reminders'
  | 'list_files';

/** Finding messages again: pins, saved messages, and the files of a room. */
export const keepHandlers: Handlers<KeepCommand> = {
  set_pin: ({ writer }, { uid }, input) => writer.write('set_pin', { uid }, input),

  list_pins: ({ read }, caller, { roomId, before }) =>
    readOfRoom(read, caller, roomId, () => readPins(read, roomId, before)),

  set_saved: ({ writer }, { uid }, input) => writer.write('set_saved', { uid }, input),

  list_saved: ({ read }, caller, { before }) => readSaved(read, caller, before),

  get_saved: async ({ read }, { uid }, { roomId, messageIds }) => {
    const version = await findSavedVersion(read, uid);
    return { version, saved: await findSavedAmong(read, uid, roomId, messageIds) };
  },

  list_reminders: async ({ read }, { uid, now }) => {
    const version = await findSavedVersion(read, uid);
    const reminders = await listReminders(read, uid, MAX_LISTED_REMINDERS + 1);
    const isMore = reminders.length > MAX_LISTED_REMINDERS;
    return {
      reminders: reminders.slice(0, MAX_LISTED_REMINDERS),
      ...(isMore && { more: true }),
      version,
      now,
    };
  },

  list_files: ({ read }, caller, input) =>
    readOfRoom(read, caller, input.roomId, () => readRoomFiles(read, input)),
};

async function readOfRoom<Page>(
  db: Db,
  actor: Actor,
  roomId: string,
  readPage: () => Promise<Page>,
): Promise<Page> {
  await accessRoom(db, actor, roomId);
  const page = await readPage();
  // Access may have ended during the read.
  await accessRoom(db, actor, roomId);
  return page;
}
