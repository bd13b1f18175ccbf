import type { Attack } from '../attack.ts';

export const attack: Attack = {
  description: 'catch-ups over sockets that are never read',
  run: async (attacker, { largeRoomId, roomId }) => {
    const socket = await attacker.socket();
    socket?.pause();
    socket?.send(JSON.stringify({ id: 1, command: 'open_room', input: { roomId } }));
    const frame = JSON.stringify({ id: 2, command: 'catch_up', input: { roomId: largeRoomId, since: 1 } });
    if (socket) await attacker.flood(socket, () => frame, { mostUnsent: 1 << 16 });
  },
};
