import { PNG } from '@snug/testkit/sample-files.ts';
import { sampleRuns } from '@snug/testkit/test-scope.ts';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { writeTemporaryFile } from '../testing/files.ts';
import { makeAvatar, measurePicture } from './pictures.ts';

test('F3 no bytes can reach decoders that Snug does not need', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  const tiff = await sharp(PNG).tiff().toBuffer();
  expect(await measurePicture(writeTemporaryFile(PNG))).toEqual({ width: 1, height: 1 });
  for (const bytes of [svg, tiff]) expect(await measurePicture(writeTemporaryFile(bytes))).toBe(undefined);
});

test('F6 avatars can be created while other pictures are measured', async () => {
  await makeAvatar(PNG);
  const broken = writeTemporaryFile(new Uint8Array(3));
  const looking = setInterval(() => {
    for (let many = 0; many < 30; many++) void measurePicture(broken);
  }, 0);
  onTestFinished(() => clearInterval(looking));
  const rounds = sampleRuns(100);
  let count = 0;
  for (let round = 0; round < rounds; round++) if (await makeAvatar(PNG)) count++;
  expect(count).toBe(rounds);
});
