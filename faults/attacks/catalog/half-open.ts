import { setTimeout as wait } from 'node:timers/promises';
import { PROTOCOL_VERSION } from '@snug/protocol';
import type { Attack } from '../attack.ts';

const UPGRADE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
};
/** The head of a text frame of 60,000 bytes, masked with zeros. The rest never follows. */
const FRAME_HEAD = Buffer.from('81feea6000000000', 'hex');

export const attack: Attack = {
  description: 'handshakes that stop half way, and sockets whose first frame trickles in',
  run: async attacker => {
    const isWhole = attacker.lane % 2 === 0;
    const origin = `http://${attacker.host}`;
    const head = attacker.buildRequestHead('GET', `/api/live?version=${PROTOCOL_VERSION}`, {
      ...UPGRADE,
      origin,
    });
    const socket = await attacker.sendWithoutReading(isWhole ? head : head.slice(0, -2));
    socket.resume();
    if (isWhole) socket.write(FRAME_HEAD);
    const trickle = setInterval(() => socket.destroyed || socket.write('x'), 500);
    socket.on('close', () => clearInterval(trickle));
    await wait(50);
  },
};
