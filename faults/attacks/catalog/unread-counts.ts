import type { CommandOutput } from '@snug/protocol';
import type { Attack } from '../attack.ts';
import type { Attacker } from '../attacker.ts';

export const attack: Attack = {
  description:
    'unread counts of 50 rooms whose messages are all of blocked people, by all commands that count',
  prepare: async (folder, uids) => (await import('../long-rooms.ts')).storeLongRooms(folder, uids),
  run: async attacker => {
    if (attacker.lane % 4 === 0) {
      await attacker.http('GET', '/');
      return;
    }
    const roomIds = await readOwnRooms(attacker);
    const frames = roomIds.flatMap((roomId, index) => listFrames(roomIds, roomId, index));
    const socket = frames.length > 0 ? await attacker.socket() : undefined;
    let count = attacker.lane;
    if (socket) await attacker.flood(socket, () => frames[count++ % frames.length] ?? '');
  },
};

async function readOwnRooms(attacker: Attacker): Promise<string[]> {
  const response = await attacker.command('list_joined', {});
  if (response?.status !== 200) return [];
  return (JSON.parse(response.body) as CommandOutput<'list_joined'>).roomIds;
}

/** An old version changes nothing, and is counted all the same. */
function listFrames(roomIds: readonly string[], roomId: string, index: number): string[] {
  const move = { seq: 0, version: 1 };
  return [
    { command: 'get_unread', input: { roomIds } },
    { command: 'list_rooms', input: { mine: true, limit: 50 } },
    { command: 'set_reads', input: { reads: Object.fromEntries(roomIds.map(id => [id, move])) } },
    { command: 'set_read', input: { roomId, ...move } },
    { command: 'set_room_options', input: { roomId, muted: index % 2 === 0 } },
    { command: 'open_room', input: { roomId } },
  ].map((frame, id) => JSON.stringify({ id, ...frame }));
}
