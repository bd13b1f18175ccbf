import sharp from 'sharp';
import type { Attack } from '../attack.ts';

const PICTURE = sharp({ create: { width: 3_990, height: 2_000, channels: 3, background: 'red' } })
  .jpeg({ progressive: true })
  .toBuffer();

export const attack: Attack = {
  description: 'pictures of people of 8 megapixels, progressive',
  run: async attacker => {
    const type = { 'content-type': 'application/octet-stream' };
    const response = await attacker.http('POST', '/api/files?name=a.jpg', await PICTURE, type);
    if (response?.status !== 200) return;
    const { id: fileId } = JSON.parse(response.body) as { id: string };
    const taken = await attacker.command('set_avatar', { fileId });
    if (taken?.status !== 200) await attacker.command('discard_file', { fileId });
  },
  lanes: 20,
};
