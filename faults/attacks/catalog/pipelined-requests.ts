import type { Attack } from '../attack.ts';

const COUNT_PER_CONNECTION = 2_600;

export const attack: Attack = {
  description: '2,600 of the smallest requests at once on each new connection, without a session',
  run: async attacker => {
    const request = `GET /healthz HTTP/1.1\r\nhost:x\r\n\r\n`;
    const socket = await attacker.sendWithoutReading(request.repeat(COUNT_PER_CONNECTION));
    if (socket.destroyed) return;
    socket.resume().setTimeout(1_000, () => socket.destroy());
    await new Promise(resolve => socket.once('close', resolve));
  },
};
