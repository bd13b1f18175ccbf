import type { Attack } from '../attack.ts';

const TEXTS = ['b', 'bulk', 'room', 'r o', 'x'.repeat(80)];

export const attack: Attack = {
  description: 'rooms by their names, found and listed, over sockets',
  run: async attacker => {
    const socket = await attacker.socket();
    let count = 0;
    const frame = () => {
      const text = TEXTS[count++ % TEXTS.length];
      return JSON.stringify({ id: 1, command: 'find_rooms', input: { text } });
    };
    if (socket) await attacker.flood(socket, frame);
  },
};
