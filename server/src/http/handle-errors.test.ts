import { CommandError, ERRORS, type ErrorCode } from '@snug/protocol';
import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { handleErrors } from './handle-errors.ts';

const ID = '3f9c0a1b2d4e';

function createFailingApp(error: unknown) {
  const app = fastify({ genReqId: () => ID });
  handleErrors(app);
  app.post('/', { bodyLimit: 10 }, async () => {
    throw error;
  });
  return app;
}

test('E3 every error has its status, message and retry', async () => {
  for (const code of Object.keys(ERRORS) as ErrorCode[]) {
    const answer = await createFailingApp(new CommandError(code, 'words')).inject({
      method: 'POST',
      url: '/',
    });
    expect(answer.statusCode).toBe(ERRORS[code].status);
    expect(answer.json()).toEqual({ error: { code, message: 'words', retry: ERRORS[code].retry, id: ID } });
  }
});

test('a retryable error has the time of the retry', async () => {
  const answer = await createFailingApp(new CommandError('unavailable')).inject({ method: 'POST', url: '/' });
  expect(answer.headers['retry-after']).toBe('1');
  const slow = await createFailingApp(new CommandError('rate_limited', 'words', 7)).inject({
    method: 'POST',
    url: '/',
  });
  expect(slow.headers['retry-after']).toBe('7');
  const error = { code: 'rate_limited', message: 'words', retry: true, retryAfter: 7, id: ID };
  expect(slow.json()).toEqual({ error });
});

test('an unexpected error reveals no internals', async () => {
  const answer = await createFailingApp(new Error('at /etc/secret')).inject({ method: 'POST', url: '/' });
  expect(answer.statusCode).toBe(500);
  const error = { code: 'internal', message: ERRORS.internal.message, retry: false, id: ID };
  expect(answer.json()).toEqual({ error });
});

test('a body that is too large or invalid JSON is a client error', async () => {
  const app = createFailingApp(new Error('not reached'));
  const large = await app.inject({ method: 'POST', url: '/', payload: { a: 'x'.repeat(20) } });
  expect([large.statusCode, large.json().error.code]).toEqual([413, 'too_large']);
  expect(large.json().error.message).toBe('The body has more than 10 bytes. Send less.');
  const headers = { 'content-type': 'application/json' };
  const broken = await app.inject({ method: 'POST', url: '/', payload: '{', headers });
  expect([broken.statusCode, broken.json().error.code]).toEqual([400, 'invalid_input']);
});
