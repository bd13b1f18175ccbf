import { randomBytes } from 'node:crypto';
import { INVITE_STATE_ID, type SignInOptions } from '@snug/protocol';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { postAuth, TestPerson } from '@snug/testkit/test-person.ts';
import { expect, onTestFinished, test } from 'vitest';
import { insertSetupCode } from '../../account/setup/setup-code-store.ts';
import { hashSecretCode } from '../../base/secret-code.ts';
import { openDatabase } from '../../db/open.ts';
import { runAdmin } from '../../testing/run-admin.ts';

/** The printed code is random and known only to the log, so the tests store one of their own. */
async function startWithCode(settings: NodeJS.ProcessEnv = {}) {
  const server = await ServerProcess.start({ settings });
  onTestFinished(() => server.remove());
  const code = randomBytes(32).toString('base64url');
  const db = openDatabase(server.data);
  await insertSetupCode(db, hashSecretCode(code), Date.now());
  await db.destroy();
  return { server, code };
}

async function openLink(server: ServerProcess, code: string, cookie = '') {
  const response = await fetch(`${server.url}/setup/${code}`, { redirect: 'manual', headers: { cookie } });
  const [line = ''] = response.headers.getSetCookie();
  return { location: response.headers.get('location'), cookie: line.split(';')[0] ?? '', line };
}

function readAdmin(person: TestPerson) {
  return person.runCommand<{ admin: boolean; hasAdmin: boolean }>('get_workspace', {});
}

test.each(['invite', 'closed'])(
  'A12 the setup link works with a sign-up, also if sign-up is "%s"',
  async signUp => {
    const { server, code } = await startWithCode({ SNUG_SIGN_UP: signUp });
    const readOptions = async () =>
      (await fetch(`${server.url}/api/providers`)).json() as Promise<SignInOptions>;
    expect(await readOptions()).toMatchObject({ signUp, isNew: true });
    const { location, cookie, line } = await openLink(server, code);
    expect([location, line]).toEqual(['/signin', expect.stringMatching(/HttpOnly; SameSite=Lax$/)]);
    const page = await (await fetch(`${server.url}/signin`, { headers: { cookie } })).text();
    expect(page).toContain(`id="${INVITE_STATE_ID}">{"isSetup":true}`);
    const body = { name: 'Ann', email: 'ann@snug.example', password: 'a long enough password' };
    const response = await postAuth(server.url, 'sign-up/email', body, cookie);
    expect(response.status).toBe(200);
    const session = response.headers
      .getSetCookie()
      .map(text => text.split(';')[0])
      .join('; ');
    const ann = await TestPerson.fromCookie(server.url, session);
    expect(await readAdmin(ann)).toMatchObject({ admin: true, hasAdmin: true });
    const second = await postAuth(
      server.url,
      'sign-up/email',
      { ...body, email: 'eve@snug.example' },
      cookie,
    );
    expect(second.status).toBe(403);
    expect(await readOptions()).not.toHaveProperty('isNew');
  },
);

test('A12 the setup link asks signed-in people, and is the same for every code', async () => {
  const { server, code } = await startWithCode();
  const ann = await TestPerson.signUp(server.url, 'Ann');
  expect(await openLink(server, code, ann.cookie)).toMatchObject({
    location: `/admin?setup=${code}`,
    line: '',
  });
  expect((await openLink(server, 'x'.repeat(43))).location).toBe('/signin');
  expect((await ann.postCommand('redeem_setup', { code: 'x' })).status).toBe(404);
  await ann.runCommand('redeem_setup', { code });
  expect((await readAdmin(ann)).admin).toBe(true);
});

test('A7 the command line grants and revokes the role, while the server runs and when it does not', async () => {
  const { server } = await startWithCode();
  const ann = await TestPerson.signUp(server.url, 'Ann');
  expect(await runAdmin(server, ['grant', ann.email])).toBe('Ann is a workspace admin now.');
  expect((await readAdmin(ann)).admin).toBe(true);
  expect(await runAdmin(server, ['grant', ann.email.toUpperCase()])).toBe(
    'Ann is a workspace admin already.',
  );
  await server.end('SIGTERM');
  expect(await runAdmin(server, ['revoke', ann.email])).toBe('Ann is no workspace admin now.');
  await server.start();
  expect(await readAdmin(ann)).toMatchObject({ admin: false, hasAdmin: false });
  await expect(runAdmin(server, ['grant', 'nobody@snug.example'])).rejects.toThrow(
    'They need to sign up first',
  );
});

test('S12 the command line prints a recovery link, also for a workspace admin', async () => {
  const { server } = await startWithCode();
  const ann = await TestPerson.signUp(server.url, 'Ann');
  await runAdmin(server, ['grant', ann.email]);
  const [, link = ''] = /: (http\S+)$/m.exec(await runAdmin(server, ['recover', ann.email])) ?? [];
  const { pathname } = new URL(link);
  expect(pathname).toMatch(/^\/recover\/[\w-]{43}$/);
  const opened = await fetch(server.url + pathname, { redirect: 'manual' });
  const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const response = await fetch(`${server.url}/api/account/recovery`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ newPassword: 'another good password' }),
  });
  expect(response.status).toBe(200);
  expect((await ann.postCommand('list_rooms', {})).status).toBe(401);
  await expect(runAdmin(server, ['recover', 'nobody@snug.example'])).rejects.toThrow('Nobody here');
  await expect(runAdmin(server, ['recover'])).rejects.toThrow('Use one of');
});
