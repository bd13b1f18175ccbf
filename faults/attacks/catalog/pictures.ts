import sharp from 'sharp';
import type { Attack } from '../attack.ts';

/** A photo of a phone, and as many pixels as the decoder of a progressive picture may hold in memory. */
const SHAPES = [
  { width: 8_064, height: 6_048, progressive: false },
  { width: 6_000, height: 3_500, progressive: true },
];
const PICTURES = Promise.all(
  SHAPES.map(({ width, height, progressive }) =>
    sharp({ create: { width, height, channels: 3, background: 'red' }, limitInputPixels: false })
      .jpeg({ progressive })
      .withExif({ IFD0: { Artist: 'an attacker' } })
      .toBuffer(),
  ),
);

export const attack: Attack = {
  description: 'photos whose metadata are removed, of 49 megapixels, or of 21 megapixels and progressive',
  run: async attacker => {
    const picture = (await PICTURES)[attacker.lane % SHAPES.length];
    const type = { 'content-type': 'application/octet-stream' };
    const response = await attacker.http('POST', '/api/files?name=a.jpg', picture, type);
    if (response?.status !== 200) return;
    const { id: fileId } = JSON.parse(response.body) as { id: string };
    await attacker.command('discard_file', { fileId });
  },
  lanes: 20,
};
