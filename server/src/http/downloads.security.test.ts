import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { DEFAULT_MAX_FILE_BYTES } from '@snug/protocol';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { createTestApp } from '../testing/app.ts';
import { declareSize } from '../testing/declared-size.ts';

const MIB = 1024 * 1024;

async function createFile(variables: Record<string, string>, bytes = MIB) {
  const { app, cookie, upload, uid } = await createTestApp({ rates: readConfig(variables).rates });
  const { url } = await upload(Buffer.alloc(bytes), 'a.bin', uid);
  const get = (headers: Record<string, string> = {}) => app.inject({ url, headers: { cookie, ...headers } });
  return { app, cookie, url, get };
}

test('Q2 the downloaded bytes of a person are counted, and those of a range by its size', async () => {
  const { app, cookie, url } = await createFile({ SNUG_LIMIT_DOWNLOAD_BYTES: '1000000/60,1500000' });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const get = async (headers: Record<string, string> = {}) => {
    const response = await fetch(origin + url, { headers: { cookie, ...headers } });
    await response.arrayBuffer();
    return response.status;
  };
  for (let count = 0; count < 50; count++) expect(await get({ range: 'bytes=0-99' })).toBe(206);
  expect(await get()).toBe(200);
  expect(await get({ range: 'bytes=0-0,2-2' }), 'the whole file').toBe(200);
  expect([await get(), await get({ range: 'bytes=0-0' })]).toEqual([429, 429]);
});

test('Q2 a player that takes a part of a file and seeks pays for the part', async () => {
  const limits = { SNUG_LIMIT_DOWNLOAD_BYTES: '1000000/60,40000000' };
  const { app, cookie, url, get } = await createFile(limits, DEFAULT_MAX_FILE_BYTES);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  for (let seeks = 0; seeks < 10; seeks++) {
    const socket = await stall(port, url, cookie);
    socket.destroy();
    await once(socket, 'close');
  }
  await expect.poll(async () => (await get({ range: 'bytes=0-0' })).statusCode).toBe(206);
});

test('Q11 a person has 60 concurrent downloads, and another when one ends', async () => {
  const { app, cookie, url, get } = await createFile({}, DEFAULT_MAX_FILE_BYTES);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const sockets = await Promise.all(Array.from({ length: 60 }, async () => stall(port, url, cookie)));
  expect((await get()).statusCode).toBe(429);
  sockets[0]?.destroy();
  await expect.poll(async () => (await get()).statusCode).toBe(200);
});

test('F3 a picture opens in the browser, and one that would use up its memory is downloaded', async () => {
  const { app, cookie, upload, uid } = await createTestApp();
  const jpeg = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();
  for (const [picture, disposition] of [
    [declareSize(jpeg, 8_064, 6_048), /^inline/],
    [declareSize(jpeg, 13_000, 10_000), /^attachment/],
  ] as const) {
    const { url } = await upload(picture, 'a.jpg', uid);
    const { headers } = await app.inject({ url, headers: { cookie } });
    expect(headers).toMatchObject({ 'content-type': 'image/jpeg' });
    expect(headers['content-disposition']).toMatch(disposition);
  }
});

/** Requests a file and reads nothing, so that the socket buffers fill. */
async function stall(port: number, url: string, cookie: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(`GET ${url} HTTP/1.1\r\nhost: localhost:3000\r\ncookie: ${cookie}\r\n\r\n`);
  await once(socket, 'readable');
  return socket;
}
