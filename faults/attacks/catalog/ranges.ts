import type { Attack } from '../attack.ts';
import type { Attacker } from '../attacker.ts';

const TYPE = { 'content-type': 'application/octet-stream' };
const RANGES = [
  `bytes=${Array.from({ length: 1_500 }, (_, index) => `${index * 2}-${index * 2}`).join()}`,
  'bytes=0-0',
  'bytes=-1',
  'bytes=4999999-',
  'bytes=0-,0-,0-,0-,0-,0-',
];
const files = new Map<string, Promise<string | undefined>>();

export const attack: Attack = {
  description: 'one byte of a file of 5 MB, or 1,500 ranges of it, over and over',
  run: async attacker => {
    const { cookie } = attacker.identity;
    const uploading = files.get(cookie) ?? upload(attacker);
    files.set(cookie, uploading);
    const url = await uploading;
    const range = RANGES[attacker.tally.asked % RANGES.length] ?? '';
    if (url) await attacker.http('GET', url, '', { range });
  },
};

async function upload(attacker: Attacker): Promise<string | undefined> {
  const response = await attacker.http('POST', '/api/files?name=a.bin', Buffer.alloc(5_000_000), TYPE);
  return response?.status === 200 ? (JSON.parse(response.body) as { url: string }).url : undefined;
}
