import { MailServer } from '@snug/testkit/mail-server.ts';
import { expect, onTestFinished, test } from 'vitest';
import { readSettings } from '../settings.ts';
import type { MailSettings } from './mail-settings.ts';
import { createMailer } from './mailer.ts';

/** A mail server, and a mailer whose timers wait for `runTimers`. */
async function createSetup(settings: Partial<MailSettings> = {}) {
  const server = await MailServer.start();
  const failures: unknown[] = [];
  const timers: (() => void)[] = [];
  const { mail } = readSettings(server.settings);
  if (!mail) throw new Error('no mail settings');
  const mailer = await createMailer(
    { ...mail, ...settings },
    {
      setTimer: run => {
        timers.push(run);
        return () => {};
      },
      onFailure: error => failures.push(error),
    },
  );
  onTestFinished(async () => {
    mailer.close();
    await server.stop();
  });
  const runTimers = () => timers.splice(0).forEach(run => run());
  return { server, mailer, failures, timers, runTimers };
}

const MAIL = { to: 'ann@snug.example', subject: 'Hello', text: 'Hi,\n\nhttps://snug.example/recover/abc\n' };

test('a mail arrives as plain text at one address', async () => {
  const { server, mailer } = await createSetup();
  mailer.send(MAIL);
  await expect.poll(() => server.mails).toHaveLength(1);
  const [mail] = server.mails;
  expect(mail).toMatchObject({ from: 'snug@snug.example', to: ['ann@snug.example'] });
  expect(mail?.headers).toContain('From: Snug <snug@snug.example>');
  expect(mail?.headers).toContain('Auto-Submitted: auto-generated');
  expect(mail?.headers).toMatch(/content-type: text\/plain/i);
  expect(mail?.text.trim().replaceAll('\r\n', '\n')).toBe(MAIL.text.trim());
});

test('S19 an address or a subject adds no header and no recipient', async () => {
  const { server, mailer, failures } = await createSetup();
  const hostile = [
    'ann@snug.example, eve@snug.example',
    'ann@snug.example\r\nBcc: eve@snug.example',
    'ann@snug.example>\r\nRCPT TO:<eve@snug.example',
    'Eve <eve@snug.example>, ann@snug.example',
  ];
  for (const to of hostile) mailer.send({ ...MAIL, to });
  expect(failures).toHaveLength(hostile.length);
  mailer.send({ ...MAIL, subject: 'Hello\r\nBcc: eve@snug.example\r\n\r\nbody' });
  await expect.poll(() => server.mailsTo(MAIL.to)).toHaveLength(1);
  expect(server.mails.flatMap(({ to }) => to)).not.toContain('eve@snug.example');
  expect(server.mails.map(({ headers }) => headers).join('\n')).not.toMatch(/^bcc:/im);
});

test('a mail that the server does not accept yet is sent again, and one that it rejects is not', async () => {
  const { server, mailer, failures, timers, runTimers } = await createSetup();
  server.rejections.push(451, 451);
  mailer.send(MAIL);
  for (let attempt = 0; attempt < 2; attempt++) {
    await expect.poll(() => timers).toHaveLength(1);
    runTimers();
  }
  await expect.poll(() => server.mails).toHaveLength(1);
  server.rejections.push(550);
  mailer.send(MAIL);
  await expect.poll(() => failures).toHaveLength(1);
  expect([timers, String(failures[0])]).toEqual([[], 'Error: A mail was not sent: 550']);
});

test('at most 200 mails wait, and the log names no address', async () => {
  const { mailer, failures } = await createSetup({ url: 'smtp://127.0.0.1:1' });
  for (let count = 0; count < 210; count++) mailer.send(MAIL);
  expect(failures).toHaveLength(10);
  expect(failures.join()).not.toContain('ann');
});

test('a password is sent to another machine with TLS only', async () => {
  const { needsTls } = await import('./mail-settings.ts');
  const urls = [
    'smtp://u:p@mail.example.org',
    'smtps://u:p@mail.example.org',
    'smtp://mail.example.org',
    'smtp://u:p@127.0.0.1',
    'smtp://u:p@[::1]',
    'smtp://u:p@localhost:25',
    'smtp://u:p@localhost.example.org',
  ];
  expect(urls.map(needsTls)).toEqual([true, false, false, false, false, false, true]);
});
