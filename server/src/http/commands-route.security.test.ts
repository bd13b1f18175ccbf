import type { Person } from '@snug/protocol';
import { fastify } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { commandsRoute } from './commands-route.ts';
import { handleErrors } from './handle-errors.ts';

test.each([
  ['of one byte', 'x'.repeat(64 * 1024)],
  ['of three bytes', '語'.repeat(21 * 1024)],
])(
  'Q11 concurrent reads are rejected if their results together are too large: characters %s',
  async (_of, result) => {
    const app = fastify();
    onTestFinished(() => app.close());
    const all = Promise.withResolvers<string>();
    let admitted = 0;
    const dispatch = () => {
      admitted++;
      return all.promise;
    };
    handleErrors(app);
    app.addHook('onRequest', async request => {
      request.session = { id: 'session', me: { uid: 'ann' } as Person };
    });
    commandsRoute(app, { dispatch, resultEncoder: { encode: (_uid, _command, answer) => String(answer) } });
    const postCommand = async (command: string) =>
      (await app.inject({ method: 'POST', url: `/api/${command}` })).statusCode;
    const reads = Array.from({ length: 20 }, async () => postCommand('catch_up'));
    const writes = Array.from({ length: 20 }, async () => postCommand('send_message'));
    await expect.poll(() => admitted).toBe(40);
    all.resolve(result);
    expect((await Promise.all(reads)).filter(status => status === 429).length).toBeGreaterThan(5);
    expect(new Set(await Promise.all(writes))).toEqual(new Set([200]));
  },
);
