import { expect, test } from 'vitest';
import { SignedCodes } from '../base/signed-codes.ts';
import { readNotificationSettings } from '../notifications/notification-settings.ts';
import { createTestApp, TEST_SECRET } from '../testing/app.ts';

async function createSetup() {
  const setup = await createTestApp();
  const { app, db, uid } = setup;
  const post = (code: string, headers: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url: `/mail/${code}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: 'List-Unsubscribe=One-Click',
    });
  const readMail = async () => (await readNotificationSettings(db, { uid, now: 0 })).mail;
  const code = new SignedCodes(TEST_SECRET, 'mail').toCode(uid);
  return { ...setup, post, readMail, code };
}

test('NS6 one click without a cookie ends the mails of the person with the code, and a repetition is fine', async () => {
  const { post, readMail, code } = await createSetup();
  expect((await post(code)).statusCode).toBe(200);
  expect(await readMail()).toBe('never');
  expect((await post(code)).statusCode).toBe(200);
});

test('NS6 a link that is only opened changes nothing', async () => {
  const { app, readMail, code } = await createSetup();
  for (const method of ['GET', 'HEAD'] as const) {
    const response = await app.inject({ method, url: `/mail/${code}` });
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toContain('text/html');
    expect(response.headers['referrer-policy']).toBe('same-origin');
  }
  expect(await readMail()).toBe('fallback');
});

test('NS6 a forged code, and one for another use, change nothing and get the same response', async () => {
  const { post, readMail, code, uid } = await createSetup();
  const other = (purpose: 'invite' | 'webhook') => new SignedCodes(TEST_SECRET, purpose).toCode(uid);
  const flipped = code.slice(0, -1) + (code.endsWith('A') ? 'E' : 'A');
  const unknown = new SignedCodes('y'.repeat(32), 'mail').toCode(uid);
  for (const forged of ['x', flipped, unknown, other('invite'), other('webhook')])
    expect((await post(forged)).statusCode).toBe(200);
  expect(await readMail()).toBe('fallback');
});

test('NS6 a foreign page cannot end the mails, also with the code', async () => {
  const { post, readMail, code } = await createSetup();
  expect((await post(code, { origin: 'https://evil.example' })).statusCode).toBe(403);
  expect((await post(code, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
  expect(await readMail()).toBe('fallback');
  expect((await post(code, { origin: 'http://localhost:3000' })).statusCode).toBe(200);
  expect(await readMail()).toBe('never');
});
