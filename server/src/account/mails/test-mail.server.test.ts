import type { CommandOutput } from '@snug/protocol';
import { MailServer } from '@snug/testkit/mail-server.ts';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../db/open.ts';
import { grantWorkspaceAdmin } from '../../testing/workspace.ts';

async function createSetup(settings: NodeJS.ProcessEnv = {}) {
  const mailServer = await MailServer.start();
  const server = await ServerProcess.start({ settings: { ...mailServer.settings, ...settings } });
  onTestFinished(async () => {
    await server.remove();
    await mailServer.stop();
  });
  const ann = await TestPerson.signUp(server.url, 'Ann');
  await expect.poll(() => mailServer.mailsTo(ann.email)).toHaveLength(1);
  const sendTest = () => ann.postCommand('send_test_mail', {});
  const readMail = async () => (await ann.runCommand<CommandOutput<'get_server'>>('get_server', {})).mail;
  return { mailServer, server, ann, sendTest, readMail };
}

async function confirmEmail(server: ServerProcess, { uid }: TestPerson): Promise<void> {
  const db = openDatabase(server.data);
  await db.updateTable('users').set({ emailVerified: sql<boolean>`true` }).where('id', '=', uid).execute();
  await db.destroy();
}

test('A29 a workspace admin sends a test mail to their own confirmed email, and nobody else does', async () => {
  const { mailServer, server, ann, sendTest } = await createSetup();
  expect(await sendTest()).toMatchObject({ status: 403 });
  await grantWorkspaceAdmin(server, ann.uid);
  expect(await sendTest()).toMatchObject({ status: 403, error: { message: 'Confirm your email first' } });
  await confirmEmail(server, ann);
  expect(await sendTest()).toEqual({ status: 200, ok: {} });
  expect(mailServer.mailsTo(ann.email).at(-1)?.headers).toContain('Subject: A test mail from Snug');
});

test('A29 test mails are limited', async () => {
  const limits = { SNUG_RATE_LIMITS: 'on', SNUG_LIMIT_MAIL_TESTS: '2/600' };
  const { server, ann, sendTest } = await createSetup(limits);
  await grantWorkspaceAdmin(server, ann.uid);
  await confirmEmail(server, ann);
  const statuses = [await sendTest(), await sendTest(), await sendTest()].map(({ status }) => status);
  expect(statuses).toEqual([200, 200, 429]);
});

test('A21 a mail server that refuses is in the log and in the state of the server after its first failure', async () => {
  const { mailServer, server, ann, sendTest, readMail } = await createSetup();
  await grantWorkspaceAdmin(server, ann.uid);
  await confirmEmail(server, ann);
  expect(await readMail()).toBeUndefined();
  mailServer.refusals.sender = [550, `5.7.1 ${ann.email} may not send`];
  const ben = await TestPerson.signUp(server.url, 'Ben');
  const problem = {
    reason: 'sender',
    server: `127.0.0.1:${mailServer.port}`,
    detail: '550 5.7.1 … may not send',
  };
  await expect.poll(readMail).toEqual({ ...problem, at: expect.any(Number) as number });
  await expect
    .poll(() => server.log)
    .toContain('it refuses the sender in SNUG_MAIL_FROM (550 5.7.1 … may not send)');
  for (const { email } of [ann, ben]) expect(server.log).not.toContain(email);
  expect(await sendTest()).toEqual({ status: 200, ok: { problem } });
  delete mailServer.refusals.sender;
  expect(await sendTest()).toEqual({ status: 200, ok: {} });
  expect(await readMail()).toBeUndefined();
});
