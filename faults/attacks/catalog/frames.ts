import type { Attack } from '../attack.ts';

const DEEP = '['.repeat(32_000) + ']'.repeat(32_000);
const WIDE = JSON.stringify({
  id: 1,
  command: 'watch_people',
  input: { uids: Array.from({ length: 1_600 }, (_, index) => `${index}`.padStart(36, 'x')) },
});
const UNKNOWN = `{"id":1,"command":"no_such","input":{${Array.from({ length: 6_000 }, (_, index) => `"k${index}":1`).join()}}}`;

export const attack: Attack = {
  description: 'frames of 64 kB of nested lists, wrong ids and unknown fields',
  run: async attacker => {
    const socket = await attacker.socket();
    let count = 0;
    const frames = [WIDE, UNKNOWN, DEEP];
    if (socket) await attacker.flood(socket, () => frames[count++ % frames.length] ?? WIDE);
  },
};
