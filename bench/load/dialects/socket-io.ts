import type { Dialect } from './dialect.ts';

/**
 * Engine.IO 4 (`0` open, `2` ping, `3` pong, `4` message) with Socket.IO 5 in it (`0` connect, `2` event, `3` answer), as their
 * protocol documents say.
 */
export const socketIo: Dialect = {
  request: () => ({ path: '/socket.io/?EIO=4&transport=websocket' }),
  async enter(line, { room, listens }) {
    await line.hear('0{');
    line.say('40');
    await line.hear('40{');
    if (!listens) return;
    line.say(`420${JSON.stringify(['join', room])}`);
    await line.hear('430[');
  },
  message: ({ room }, id, text) => `42${id}${JSON.stringify(['send', { room, text }])}`,
  delivery: '42["message"',
  mark: 'text":"',
  answer: { before: '43', taken: '[' },
  beat: { heard: '2', reply: '3' },
};
