import type { Dialect } from './dialect.ts';

/** Engine.IO 4 (`0` open, `2` ping, `3` pong, `4` message) with Socket.IO 5 in it (`0` connect, `2` event, `3` ack). */
export const socketIo: Dialect = {
  request: () => ({ path: '/socket.io/?EIO=4&transport=websocket' }),
  async join(line, { room, isSubscribed }) {
    await line.waitForText('0{');
    line.sendText('40');
    await line.waitForText('40{');
    if (!isSubscribed) return;
    line.sendText(`420${JSON.stringify(['join', room])}`);
    await line.waitForText('430[');
  },
  message: ({ room }, id, text) => `42${id}${JSON.stringify(['send', { room, text }])}`,
  delivery: '42["message"',
  mark: 'text":"',
  result: { before: '43', taken: '[' },
  heartbeat: { request: '2', reply: '3' },
};
