import { CommandError, type CommandInput, type ReadState } from '@snug/protocol';
import { accessRoom, accessRooms } from '../access.ts';
import { readReadStatesInTurns } from '../reads/read-store.ts';
import type { HandlerCaller, Handlers, Services } from './command-handler.ts';

export const readHandlers: Handlers<'set_read' | 'set_reads' | 'get_unread'> = {
  set_read: async (services, caller, { epoch, ...input }) => {
    if (isCurrent(services, epoch)) return services.writer.write('set_read', { uid: caller.uid }, input);
    const { role } = await accessRoom(services.read, caller, input.roomId);
    if (role === null) throw new CommandError('forbidden', 'Join this room first');
    const read = (await readOwn(services, caller, [input.roomId]))[input.roomId];
    if (!read) throw new CommandError('not_found');
    return { read };
  },

  set_reads: async (services, caller, { epoch, ...input }) =>
    isCurrent(services, epoch)
      ? { reads: await setInTurns(services, caller, input) }
      : { reads: await readOwn(services, caller, Object.keys(input.reads)) },

  get_unread: async (services, caller, { roomIds }) => ({ reads: await readOwn(services, caller, roomIds) }),
};

/** Other changes run between its parts. */
async function setInTurns(
  { writer }: Services,
  { uid }: HandlerCaller,
  { reads, ...input }: CommandInput<'set_reads'>,
): Promise<Record<string, ReadState>> {
  const states: Record<string, ReadState> = {};
  for (let left = reads; ; ) {
    const { reads: some, rest } = await writer.write('set_reads', { uid }, { ...input, reads: left });
    Object.assign(states, some);
    if (rest.length === 0) return states;
    left = Object.fromEntries(Object.entries(reads).filter(([roomId]) => rest.includes(roomId)));
  }
}

/** Without an epoch, the caller knows of no other one. */
function isCurrent(services: Services, epoch = services.epoch): boolean {
  return epoch === services.epoch;
}

async function readOwn({ read }: Services, caller: HandlerCaller, roomIds: readonly string[]) {
  const access = await accessRooms(read, caller, roomIds);
  return Object.fromEntries(await readReadStatesInTurns(read, caller.uid, [...access.keys()]));
}
