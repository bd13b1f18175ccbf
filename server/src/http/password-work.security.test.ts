import type { FastifyInstance, InjectOptions } from 'fastify';
import { expect, test } from 'vitest';
import type { Rates } from '../limits/default-rates.ts';
import { createTestApp } from '../testing/app.ts';

const ORIGIN = 'http://localhost:3000';
const PASSWORD = 'a long enough password';

async function post(app: FastifyInstance, path: string, body: object, remoteAddress = '192.0.2.1') {
  const request = { method: 'POST', url: `/api/auth/${path}`, headers: { origin: ORIGIN }, body };
  const answer = await app.inject({ ...request, remoteAddress } as InjectOptions);
  return { status: answer.statusCode, ...answer.json<{ code?: string; error?: { code: string } }>() };
}

const signIn = (app: FastifyInstance, from?: string) =>
  post(app, 'sign-in/email', { email: 'ann@snug.example', password: PASSWORD }, from);

test('Q9 a sign-in does not wait for thirty of another address, of which some are rejected', async () => {
  const { app } = await createTestApp({ rates: {} as Rates });
  const others = Array.from({ length: 30 }, () => signIn(app));
  const own = await signIn(app, '192.0.2.2');
  expect(own.status).toBe(200);
  const answers = await Promise.all(others);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]).toMatchObject({ status: 429, error: { code: 'rate_limited', retryAfter: 5 } });
});

test('concurrent sign-ups create one account, and the others get an error', async () => {
  const { app, db, failures } = await createTestApp();
  const body = { name: 'Ben', email: 'ben@snug.example', password: PASSWORD };
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, count) =>
      post(app, 'sign-up/email', { ...body, email: count % 2 ? 'Ben@snug.example' : body.email }),
    ),
  );
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused).toHaveLength(7);
  for (const answer of refused)
    expect(answer).toMatchObject({ status: 422, code: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL' });
  expect(await db.selectFrom('users').select('id').where('email', '=', body.email).execute()).toHaveLength(1);
  expect(failures).toEqual([]);
});

test('X5 an e-mail address above the maximum length is rejected', async () => {
  const { app } = await createTestApp();
  const email = (length: number) => `${'a'.repeat(length - 13)}@snug.example`;
  for (const path of ['sign-up/email', 'sign-in/email'])
    expect(await post(app, path, { name: 'Eve', email: email(255), password: PASSWORD })).toMatchObject({
      status: 400,
      error: { code: 'invalid_input' },
    });
  expect(
    await post(app, 'sign-up/email', { name: 'Eve', email: email(64), password: PASSWORD }),
  ).toMatchObject({
    status: 200,
  });
});

test('a name without visible characters is rejected at sign-up', async () => {
  const { app } = await createTestApp();
  for (const name of ['\u200b', '\u3164', 'a\u0001b', 'a\nb'])
    expect(
      await post(app, 'sign-up/email', { name, email: 'eve@snug.example', password: PASSWORD }),
    ).toMatchObject({ status: 400, code: 'INVALID_NAME' });
});
