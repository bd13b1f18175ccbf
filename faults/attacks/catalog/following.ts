import type { Attack } from '../attack.ts';

export const attack: Attack = {
  description: 'the head of the list and rooms, followed and left, over and over',
  run: async (attacker, { roomId, largeRoomId }) => {
    const socket = await attacker.socket();
    const frames = [
      { command: 'watch_list', input: { on: true } },
      { command: 'watch_rooms', input: { add: { [roomId]: 0, [largeRoomId]: 0 }, remove: [] } },
      { command: 'watch_rooms', input: { add: {}, remove: [roomId, largeRoomId] } },
      { command: 'watch_list', input: { on: false } },
    ].map((frame, id) => JSON.stringify({ id, ...frame }));
    let count = 0;
    if (socket) await attacker.flood(socket, () => frames[count++ % frames.length] ?? '');
  },
};
