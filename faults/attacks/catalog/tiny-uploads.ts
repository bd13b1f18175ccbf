import type { Attack } from '../attack.ts';

const TYPE = { 'content-type': 'application/octet-stream' };

export const attack: Attack = {
  description: 'uploads of one byte, discarded at once, or left until there are too many',
  run: async attacker => {
    const response = await attacker.http('POST', '/api/files?name=a.txt', 'x', TYPE);
    if (response?.status !== 200 || attacker.lane % 4 === 0) return;
    const { id: fileId } = JSON.parse(response.body) as { id: string };
    await attacker.command('discard_file', { fileId });
  },
};
