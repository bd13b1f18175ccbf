import type { Attack } from '../attack.ts';

export const attack: Attack = {
  description: 'sockets that come, open a room and go',
  run: async (attacker, { roomId }) => {
    const socket = await attacker.socket();
    if (!socket) return;
    const answered = new Promise(resolve => socket.once('message', resolve));
    const closed = new Promise(resolve => socket.once('close', resolve));
    socket.send(JSON.stringify({ id: 1, command: 'open_room', input: { roomId } }));
    await Promise.race([answered, closed]);
    socket.terminate();
  },
};
