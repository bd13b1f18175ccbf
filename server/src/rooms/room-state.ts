import { CommandError, PAGE_SIZE, type RoomState } from '@snug/protocol';
import type { Services } from '../command-handler.ts';
import { readChanges, readPage } from '../messages/message-store.ts';
import { listAdmins } from './admin-store.ts';
import { findRoom } from './room-store.ts';

/**
 * A room for `uid`, who knows its log up to `since`: everything that changed after it, or, where that is too much
 * or nothing is known, the newest page. Throws `not_found`.
 */
export async function readRoomState(
  { read, maxCatchUp }: Pick<Services, 'read' | 'maxCatchUp'>,
  uid: string,
  roomId: string,
  since?: number,
): Promise<RoomState> {
  // The position first: what changes while the rest is read is newer, and harmless to be told twice.
  const room = await findRoom(read, roomId);
  if (!room) throw new CommandError('not_found');
  const { seq } = room;
  const admins = await listAdmins(read, roomId);
  if (since !== undefined && since <= seq) {
    const messages = await readChanges(read, uid, roomId, since, maxCatchUp);
    if (messages) return { room, admins, seq, reset: false, messages, hasOlder: false };
  }
  const page = await readPage(read, uid, roomId, Number.MAX_SAFE_INTEGER, PAGE_SIZE);
  return { room, admins, seq, reset: true, ...page };
}
