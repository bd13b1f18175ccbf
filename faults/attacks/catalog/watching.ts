import type { Attack } from '../attack.ts';

export const attack: Attack = {
  description: 'watching 500 people and rooms, and watching others, over and over',
  run: async (attacker, { uids, roomId, largeRoomId }) => {
    const socket = await attacker.socket();
    const frames = [
      { command: 'watch_people', input: { uids } },
      { command: 'watch_people', input: { uids: [] } },
      { command: 'watch_viewers', input: { roomId } },
      { command: 'open_room', input: { roomId: largeRoomId } },
      { command: 'close_room', input: { roomId: largeRoomId } },
      { command: 'unwatch_viewers', input: { roomId } },
    ].map((frame, id) => JSON.stringify({ id, ...frame }));
    let count = 0;
    if (socket) await attacker.flood(socket, () => frames[count++ % frames.length] ?? '');
  },
};
