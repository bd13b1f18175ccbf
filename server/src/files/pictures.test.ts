import sharp from 'sharp';
import { expect, test } from 'vitest';
import { PNG } from '../testing/samples.ts';
import { measurePicture } from './pictures.ts';

test('F3 only decoders that are needed can be reached, whatever the bytes are', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  const tiff = await sharp(PNG).tiff().toBuffer();
  expect(await measurePicture(PNG)).toEqual({ width: 1, height: 1 });
  for (const bytes of [svg, tiff]) expect(await measurePicture(bytes)).toBe(undefined);
});
