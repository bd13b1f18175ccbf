import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { readZip } from '@snug/testkit/read-zip.ts';
import { expect, onTestFinished, test } from 'vitest';
import { RateLimits } from '../limits/rate-limits.ts';
import { findPerson } from '../people/profiles/person.ts';
import { createTestApp, createTestServer } from '../testing/app.ts';
import { createRoomWithFiles } from '../testing/files.ts';
import { dataRoute } from './data-route.ts';
import { handleErrors } from './handle-errors.ts';

test('Y22 the archive is an attachment that no cache stores and no other site can request', async () => {
  const { app, cookie } = await createTestApp();
  const url = '/api/account/data';
  const { headers, rawPayload } = await app.inject({ url, headers: { cookie } });
  expect(headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': expect.stringMatching(/^attachment; filename=snug-data-\d{4}-\d\d-\d\d\.zip$/),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  expect(readZip(rawPayload).get('account.json')?.toString()).toContain('ann@snug.example');
  const foreign = await app.inject({ url, headers: { cookie, 'sec-fetch-site': 'cross-site' } });
  expect(foreign.statusCode).toBe(403);
  const size = await app.inject({ url: `${url}/size`, headers: { cookie } });
  expect(size.json()).toEqual({ messages: 0, files: 0, bytes: 0, hasMore: false });
});

test('Y22 a client that disconnects before its archive begins can have another one', async () => {
  const { db, storage, uid } = await createRoomWithFiles();
  const me = await findPerson(db, uid);
  if (!me) throw new Error('no such person');
  const session = { id: 'session', me };
  const app = createTestServer();
  handleErrors(app);
  const arrived = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  app.addHook('onRequest', async (request, reply) => {
    request.session = session;
    if (!('lost' in request.headers)) return;
    arrived.resolve();
    // The server still looks for the session.
    await once(reply.raw, 'close');
  });
  app.addHook('onSend', async () => begun.resolve());
  dataRoute(app, {
    read: db,
    files: { storage },
    now: () => 0,
    callers: { find: async () => session } as never,
    limits: new RateLimits(undefined, () => 0),
    origins: { assertSameSite() {} },
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.write('GET /api/account/data HTTP/1.1\r\nhost: x\r\nlost: 1\r\n\r\n');
  await arrived.promise;
  socket.destroy();
  await begun.promise;
  expect((await app.inject('/api/account/data')).statusCode).toBe(200);
});
