import type { Attack } from '../attack.ts';

const NAMES = [
  `a${'\u0301\u0316\u0489'.repeat(26)}`,
  `\u202e\u2067${'x'.repeat(70)}\u202c`,
  '👩🏽‍❤️‍💋‍👨🏿'.repeat(5),
  '﷽'.repeat(80),
  '"\\'.repeat(40),
];

export const attack: Attack = {
  description:
    'names of stacked marks, of turned directions and of joined emoji, for a person who writes and comes and goes',
  run: async (attacker, { roomId }) => {
    const socket = await attacker.socket();
    let count = 0;
    const frame = () => {
      const name = NAMES[count % NAMES.length];
      const frames = [
        { command: 'set_nickname', input: { name } },
        { command: 'open_room', input: { roomId } },
        { command: 'close_room', input: { roomId } },
        { command: 'send_message', input: { roomId, text: name } },
      ];
      return JSON.stringify({ id: 1, ...frames[count++ % frames.length] });
    };
    if (socket) await attacker.flood(socket, frame);
  },
};
