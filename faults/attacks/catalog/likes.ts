import { randomUUID } from 'node:crypto';
import { HEART } from '@snug/protocol';
import type { Attack } from '../attack.ts';
import type { Attacker } from '../attacker.ts';

const LONG = '文'.repeat(10_000);
let sending: Promise<string> | undefined;

export const attack: Attack = {
  description: 'a message of 30 kB, liked and unliked over and over, in the room where the others are',
  run: async (attacker, { roomId }) => {
    sending ??= send(attacker, roomId);
    const messageId = await sending;
    const socket = await attacker.socket();
    let count = 0;
    const frame = () =>
      JSON.stringify({
        id: 1,
        command: 'set_reaction',
        input: { roomId, messageId, emoji: HEART, on: count++ % 2 === 0 },
      });
    if (socket) await attacker.flood(socket, frame, { perTurn: 2 });
  },
  lanes: 30,
};

async function send(attacker: Attacker, roomId: string): Promise<string> {
  const id = randomUUID();
  await attacker.command('send_message', { roomId, id, text: LONG });
  return id;
}
