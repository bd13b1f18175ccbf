import { PNG } from '@snug/testkit/sample-files.ts';
import { expect, test } from 'vitest';
import { createTestApp } from '../testing/app.ts';

test('F6 avatars of earlier versions keep their URLs, and other names are rejected', async () => {
  const { app, cookie, storage, uid } = await createTestApp();
  const mark = '0123456789abcdef'.repeat(2);
  const status = async (file: string) =>
    (await app.inject({ url: `/avatars/${uid}/${file}`, headers: { cookie } })).statusCode;
  for (const file of ['7.png', `7-${mark}.png`, `${mark}.png`]) {
    await storage.put(`avatars/${uid}/${file}`, PNG);
    expect([file, await status(file)]).toEqual([file, 200]);
  }
  for (const file of [`${mark}a.png`, `${mark.toUpperCase()}.png`, `${mark}.jpg`, `-${mark}.png`, 'a.png']) {
    await storage.put(`avatars/${uid}/${file}`, PNG);
    expect([file, await status(file)]).toEqual([file, 404]);
  }
});
