import { setTimeout as wait } from 'node:timers/promises';
import type { Attack } from '../attack.ts';

const FILE = Buffer.alloc(5_000_000, 'x');
const files = new Map<string, Promise<string | undefined>>();
let lastUpload: Promise<unknown> = Promise.resolve();

export const attack: Attack = {
  description: 'unread downloads of 5 MB',
  run: async attacker => {
    const { cookie } = attacker.identity;
    // One after the other: concurrent uploads are another attack.
    if (!files.has(cookie)) {
      const uploaded = lastUpload.then(() => upload(attacker));
      files.set(cookie, uploaded);
      lastUpload = uploaded;
    }
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
