import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { DEFAULT_MAX_FILE_BYTES } from '@snug/protocol';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { expect, test } from 'vitest';
import { type StartProxy, startSnugBehind } from './snug-behind-proxy.ts';

const READ_PAUSE_MS = 50;
const REFUSED_FILE_COUNT = 20;

export function testFilesThroughProxy(name: string, startProxy: StartProxy): void {
  test(`behind ${name}, the largest file is uploaded and downloaded, whole, in part and slowly`, async () => {
    const { url } = await startSnugBehind(startProxy);
    const ann = await TestPerson.signUp(url, 'Ann');
    const bytes = randomBytes(DEFAULT_MAX_FILE_BYTES);
    const file = await ann.uploadFile('large.bin', bytes);
    const path = file.url.replace(url, '');
    expect(bytes.equals(await readBytes(await ann.get(path)))).toBe(true);
    const part = await ann.get(path, { range: 'bytes=1000000-1000099' });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes 1000000-1000099/${DEFAULT_MAX_FILE_BYTES}`);
    expect(await readBytes(part)).toEqual(bytes.subarray(1_000_000, 1_000_100));
    expect(bytes.equals(await readBytes(await ann.get(path), READ_PAUSE_MS))).toBe(true);
  });

  test(`behind ${name}, a file of unknown length is streamed`, async () => {
    const { url } = await startSnugBehind(startProxy);
    const ann = await TestPerson.signUp(url, 'Ann');
    const bytes = randomBytes(3_000_000);
    const response = await ann.upload('streamed.bin', new Blob([bytes]).stream());
    expect(await response.json()).toMatchObject({ size: bytes.length });
  });

  test(`behind ${name}, Snug itself rejects a file just above its limit`, async () => {
    const { url } = await startSnugBehind(startProxy);
    const ann = await TestPerson.signUp(url, 'Ann');
    const bytes = randomBytes(DEFAULT_MAX_FILE_BYTES + 1);
    // If Snug closes the connection during an upload, a proxy may or may not see the reason. Hence the repetitions.
    for (let count = 0; count < REFUSED_FILE_COUNT; count++) {
      const response = await ann.upload('huge.bin', bytes);
      expect(response.status).toBe(413);
      expect(await response.json()).toMatchObject({ error: { code: 'too_large' } });
    }
  });
}

/** `pauseMs`: before each chunk. */
async function readBytes(response: Response, pauseMs = 0): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    if (pauseMs > 0) await wait(pauseMs);
  }
  return Buffer.concat(chunks);
}
