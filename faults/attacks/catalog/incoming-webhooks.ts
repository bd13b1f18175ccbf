import type { CommandOutput } from '@snug/protocol';
import { PASSWORD } from '@snug/testkit/store-person.ts';
import type { Attack } from '../attack.ts';
import type { Attacker } from '../attacker.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const listOf = (length: number, element: unknown) => Array.from({ length }, () => element);

/** Of the most values, of more values, and of texts with marks. */
const BODIES = [
  { attachments: listOf(9_000, { text: 1 }) },
  { attachments: listOf(80_000, {}) },
  { text: '```a` *<'.repeat(30_000) },
].map(body => JSON.stringify(body));

/** By cookie. */
const paths = new Map<string, Promise<string | undefined>>();

async function createPath(attacker: Attacker, roomId: string): Promise<string | undefined> {
  const bot = await attacker.command('create_bot', { name: 'Robo' });
  if (bot?.status !== 200) return undefined;
  const { uid } = (JSON.parse(bot.body) as CommandOutput<'create_bot'>).bot;
  const input = { name: 'Hook', uid, roomIds: [roomId], password: PASSWORD };
  const token = await attacker.command('create_token', input);
  return token?.status === 200
    ? (JSON.parse(token.body) as CommandOutput<'create_token'>).webhook
    : undefined;
}

export const attack: Attack = {
  description: 'incoming webhooks with 256 KiB that take longest to read',
  run: async (attacker, { roomId }) => {
    const { cookie } = attacker.identity;
    const path = paths.get(cookie) ?? createPath(attacker, roomId);
    paths.set(cookie, path);
    const known = await path;
    if (known === undefined) paths.delete(cookie);
    else for (const body of BODIES) await attacker.http('POST', known, body, JSON_TYPE);
  },
};
