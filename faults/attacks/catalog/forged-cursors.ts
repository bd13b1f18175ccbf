import { randomUUID } from 'node:crypto';
import type { Attack } from '../attack.ts';

const TEXT = 'b '.repeat(40).trim();

export const attack: Attack = {
  description: 'searches for many words with forged cursors, and pages of the list from anywhere',
  run: async attacker => {
    const socket = await attacker.socket();
    let count = 0;
    const frame = () => {
      count++;
      const after = { by: (count % 12) - 1, isInside: count % 2 === 0, words: 'b', roomId: randomUUID() };
      const find = { id: 1, command: 'find_rooms', input: { text: TEXT, after } };
      const before = { at: Date.now() - count, roomId: randomUUID() };
      return JSON.stringify(
        count % 2 ? find : { id: 1, command: 'list_rooms', input: { before, limit: 50 } },
      );
    };
    if (socket) await attacker.flood(socket, frame);
  },
};
