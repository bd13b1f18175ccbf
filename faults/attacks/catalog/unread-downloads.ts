import { setTimeout as wait } from 'node:timers/promises';
import type { Attack } from '../attack.ts';

const FILE = Buffer.alloc(5_000_000, 'x');
const files = new Map<string, Promise<string | undefined>>();

export const attack: Attack = {
  description: 'unread downloads of 5 MB',
  run: async attacker => {
    const { cookie } = attacker.identity;
    if (!files.has(cookie)) files.set(cookie, upload(attacker));
    const url = await files.get(cookie);
    if (url) await attacker.sendWithoutReading(attacker.buildRequestHead('GET', url).repeat(10));
    await wait(200);
  },
};

async function upload(attacker: Parameters<Attack['run']>[0]): Promise<string | undefined> {
  const type = { 'content-type': 'application/octet-stream' };
  const response = await attacker.http('POST', '/api/files?name=a.bin', FILE, type);
  return response?.status === 200 ? (JSON.parse(response.body) as { url: string }).url : undefined;
}
