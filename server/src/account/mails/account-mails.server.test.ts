import { MailServer } from '@snug/testkit/mail-server.ts';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { expect, onTestFinished, test } from 'vitest';

async function startServers() {
  const mailServer = await MailServer.start();
  const server = await ServerProcess.start({ settings: mailServer.settings });
  onTestFinished(async () => {
    await server.remove();
    await mailServer.stop();
  });
  return { mailServer, server };
}

test('S16 S18 a verified address recovers its account by mail', async () => {
  const { mailServer, server } = await startServers();
  const post = (path: string, body: object, cookie = '') =>
    fetch(`${server.url}/api/account/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    });
  /** Follows the link of the newest mail. Returns the cookie that it sets. */
  const openLink = async (email: string, count: number) => {
    await expect.poll(() => mailServer.mailsTo(email)).toHaveLength(count);
    const { text = '' } = mailServer.mailsTo(email).at(-1) ?? {};
    const [, path = ''] = /http:\/\/[^/]+(\S+)/.exec(text) ?? [];
    const response = await fetch(server.url + path, { redirect: 'manual' });
    expect(response.status).toBe(302);
    return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  };

  const ann = await TestPerson.signUp(server.url, 'Ann');
  expect((await post('confirmation', {}, await openLink(ann.email, 1))).status).toBe(200);
  expect((await post('forgotten', { email: ann.email })).status).toBe(200);
  const link = await openLink(ann.email, 2);
  expect((await post('recovery', { newPassword: 'another good password' }, link)).status).toBe(200);
  expect((await ann.postCommand('list_rooms', {})).status).toBe(401);
  await expect
    .poll(() => mailServer.mailsTo(ann.email).at(-1)?.headers)
    .toContain('Your Snug password changed');
});

test('without a mail server, no request sends mail', async () => {
  const server = await ServerProcess.start();
  onTestFinished(() => server.remove());
  const options = (await (await fetch(`${server.url}/api/providers`)).json()) as object;
  expect(options).not.toHaveProperty('mail');
});
