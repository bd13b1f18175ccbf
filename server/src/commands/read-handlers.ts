import { CommandError } from '@snug/protocol';
import { boundCursors } from '../chat/reads/bound-cursors.ts';
import type { MovedReads } from '../chat/reads/reads.ts';
import { accessRoom, accessRooms } from '../chat/rooms/access.ts';
import type { HandlerCaller, Handlers, Services } from './command-handler.ts';

export const readHandlers = {
  set_read: async (services, caller, { epoch, ...input }) => {
    const { roomId } = input;
    // An older server would not move it back with the room's cursor.
    if (input.conversation !== undefined) await services.requireConversations();
    const reads = isCurrent(services, epoch)
      ? await countMoved(
          services,
          caller,
          await services.writer.write('set_read', { uid: caller.uid }, input),
        )
      : await readJoined(services, caller, roomId);
    const read = reads[roomId];
    if (!read) throw new CommandError('not_found');
    return { read };
  },

  set_reads: async (services, caller, { epoch, marks, ...input }) => {
    if (!isCurrent(services, epoch))
      return { reads: await readOwn(services, caller, Object.keys(input.reads)) };
    // Guests are newer than marks, which lock all rooms that they name.
    const reads = { ...input, ...(marks && !caller.guest && { marks }) };
    const moved = await services.writer.write('set_reads', { uid: caller.uid }, reads);
    return { reads: await countMoved(services, caller, moved) };
  },

  get_unread: async (services, caller, { roomIds }) => ({ reads: await readOwn(services, caller, roomIds) }),
} satisfies Partial<Handlers>;

/** Without an epoch, the caller knows of no other one. */
function isCurrent(services: Services, epoch = services.epoch): boolean {
  return epoch === services.epoch;
}

async function countMoved(
  { counts }: Services,
  { uid, signal }: HandlerCaller,
  { reads, uncounted, moved }: MovedReads,
) {
  return { ...reads, ...boundCursors(await counts.readMoved(uid, uncounted, moved, signal)) };
}

async function readJoined(services: Services, caller: HandlerCaller, roomId: string) {
  const { role } = await accessRoom(services.read, caller, roomId);
  if (role === null) throw new CommandError('forbidden', 'Join this room first');
  return readOwn(services, caller, [roomId]);
}

async function readOwn({ read, counts }: Services, caller: HandlerCaller, roomIds: readonly string[]) {
  const access = await accessRooms(read, caller, roomIds);
  return boundCursors(await counts.read(caller.uid, [...access.keys()], caller.signal));
}
