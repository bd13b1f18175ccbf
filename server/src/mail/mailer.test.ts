import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { MailServer, type MailServerOptions } from '@snug/testkit/mail-server.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../config/config.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { createTestMetrics } from '../testing/metrics.ts';
import type { MailSettings } from './mail-settings.ts';
import { createMailer, Mailer } from './mailer.ts';

const NOW = Date.UTC(2026, 5, 1);

/** A mail server, and a mailer whose timers wait for `runTimers`. */
async function createSetup(settings: Partial<MailSettings> = {}, metrics?: Metrics) {
  const server = await MailServer.start();
  const failures: unknown[] = [];
  const timers: (() => void)[] = [];
  const { mail } = readConfig(server.settings);
  if (!mail) throw new Error('no mail settings');
  const mailer = await createMailer(
    { ...mail, ...settings },
    {
      now: () => NOW,
      setTimer: run => {
        timers.push(run);
        return () => {};
      },
      metrics,
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
  expect(timers).toEqual([]);
  expect(String(failures[0])).toMatch(
    /^Error: A mail was not sent: mail server 127\.0\.0\.1:\d+: it rejects the mail \(550 not now\)$/,
  );
});

test('mails count when they arrive or fail for good, not at each attempt', async () => {
  const { metrics, read } = await createTestMetrics();
  const { server, mailer, timers, runTimers } = await createSetup({}, metrics);
  server.rejections.push(451);
  mailer.send(MAIL);
  await expect.poll(() => timers).toHaveLength(1);
  expect([mailer.waitingCount, await read('snug_mails_total')]).toEqual([1, []]);
  runTimers();
  await expect.poll(() => read('snug_mails_total')).toEqual(['{outcome="ok"} 1']);
  server.rejections.push(550);
  mailer.send(MAIL);
  mailer.send({ ...MAIL, to: 'nobody' });
  await expect.poll(() => read('snug_mails_total')).toContain('{outcome="failed"} 2');
  await expect.poll(() => mailer.waitingCount).toBe(0);
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

test('the first failure names its cause once, and a mail that arrives ends the problem', async () => {
  const { server, mailer, failures, timers, runTimers } = await createSetup();
  const { port } = server;
  await server.stop();
  for (let count = 0; count < 3; count++) mailer.send(MAIL);
  await expect.poll(() => timers).toHaveLength(3);
  expect(failures.map(String)).toEqual([
    `Error: A mail waits for another attempt, mail server 127.0.0.1:${port}: nothing listens there (connection refused)`,
  ]);
  expect(mailer.problem).toEqual({ reason: 'refused', server: `127.0.0.1:${port}`, at: NOW });
  const again = await MailServer.start({ port });
  onTestFinished(() => {
    mailer.close();
    return again.stop();
  });
  runTimers();
  await expect.poll(() => again.mails).toHaveLength(3);
  expect(mailer.problem).toBeUndefined();
});

test('a server that asks for another attempt, and a receiver that does not exist, are no problems', async () => {
  const { server, mailer, failures, timers } = await createSetup();
  server.rejections.push(451);
  mailer.send(MAIL);
  await expect.poll(() => timers).toHaveLength(1);
  server.refusals.recipient = [550, '5.1.1 no mailbox ann here'];
  mailer.send(MAIL);
  await expect.poll(() => failures).toHaveLength(1);
  expect(mailer.problem).toBeUndefined();
  expect(failures.join()).toContain('it refuses the receiver (550)');
});

test('NS6 a mail that comes again and again has one conversation, ends with one click, and is not answered by programs', async () => {
  const { server, mailer } = await createSetup();
  const html = '<p>Hi</p>';
  const list = { id: '<missed.chat.example>', stopUrl: `https://chat.example/mail/${'c'.repeat(43)}` };
  const thread = { id: '<m.abc.1@chat.example>', of: '<m.abc@chat.example>' };
  expect(await mailer.deliver({ ...MAIL, html, list, thread })).toBeUndefined();
  const [mail] = server.mails;
  for (const header of [
    `List-Unsubscribe: <${list.stopUrl}>`,
    'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    'List-Id: <missed.chat.example>',
    'Message-ID: <m.abc.1@chat.example>',
    'In-Reply-To: <m.abc@chat.example>',
    'References: <m.abc@chat.example>',
    'Auto-Submitted: auto-generated',
    'X-Auto-Response-Suppress: All',
  ])
    expect(mail?.headers.toLowerCase()).toContain(header.toLowerCase());
  expect(mail?.headers).toMatch(/content-type: multipart\/alternative/i);
  expect(mail?.text).toContain('text/plain');
  expect(mail?.text).toContain(html);
});

test('NS6 a delivery tells a receiver that is refused for good from a failure that ends', async () => {
  const { server, mailer } = await createSetup();
  server.rejections.push(451, 554);
  expect([await mailer.deliver(MAIL), await mailer.deliver(MAIL)]).toEqual(['later', 'unknown']);
  server.refusals.recipient = [450, '4.2.1 try again'];
  expect(await mailer.deliver(MAIL)).toBe('later');
  server.refusals.recipient = [550, '5.1.1 no mailbox ann here'];
  expect(await mailer.deliver(MAIL)).toBe('refused');
  expect(await mailer.deliver({ ...MAIL, to: 'nobody' })).toBe('refused');
  await server.stop();
  expect(await mailer.deliver(MAIL)).toBe('later');
});

test('NS6 nobody knows whether a mail arrived that a mail server takes too long for', async () => {
  const { mailer, runTimers, timers } = await createSetup({
    url: `smtp://127.0.0.1:${await listen(() => {})}`,
  });
  const sending = mailer.deliver(MAIL);
  await expect.poll(() => timers).toHaveLength(1);
  runTimers();
  expect(await sending).toBe('unknown');
});

test('NS6 a delivery waits for no other mail until its time is over', async () => {
  const server = await MailServer.start();
  onTestFinished(() => server.stop());
  const { mail } = readConfig(server.settings);
  if (!mail) throw new Error('no mail settings');
  const timers: (() => void)[] = [];
  const close = vi.fn<() => void>();
  const mailer = new Mailer({
    ...mail,
    transport: { sendMail: () => new Promise(() => {}), close: () => {} },
    createTransport: () => ({ sendMail: async () => {}, close }),
    now: () => NOW,
    setTimer: run => {
      timers.push(run);
      return () => {};
    },
    onFailure: () => {},
  });
  const sending = mailer.deliver(MAIL);
  for (const run of timers) run();
  expect(await sending).toBeUndefined();
  expect(close).toHaveBeenCalledOnce();
});

test('a test mail is sent once, and its outcome is the newest one', async () => {
  const { server, mailer, failures, timers } = await createSetup();
  server.refusals.sender = [553, '5.1.8 unknown sender domain'];
  const problem = {
    reason: 'sender',
    server: `127.0.0.1:${server.port}`,
    detail: '553 5.1.8 unknown sender domain',
  };
  expect(await mailer.sendNow(MAIL)).toEqual(problem);
  expect(mailer.problem).toEqual({ ...problem, at: NOW });
  delete server.refusals.sender;
  expect(await mailer.sendNow(MAIL)).toBeUndefined();
  expect(mailer.problem).toBeUndefined();
  expect([server.mailsTo(MAIL.to).length, failures, timers.length]).toEqual([1, [], 2]);
});

test('a test mail ends before the person gives up', async () => {
  const { mailer, runTimers, timers } = await createSetup({
    url: `smtp://127.0.0.1:${await listen(() => {})}`,
  });
  const sending = mailer.sendNow(MAIL);
  await expect.poll(() => timers).toHaveLength(1);
  runTimers();
  expect(await sending).toMatchObject({ reason: 'timeout' });
});

interface Case {
  reason: string;
  detail?: string | RegExp;
  /** By default, of the server. */
  url?: (port: number) => string;
  server?: (server: MailServer) => void;
  options?: MailServerOptions;
  /** In place of a mail server. */
  greet?: (socket: Socket) => void;
}

const CASES: Record<string, Case> = {
  'a name that does not exist': { reason: 'unknown_host', url: () => 'smtp://mail.nowhere.invalid' },
  'a server that ends the connection': { reason: 'unreachable', greet: socket => socket.end() },
  'a server that resets the connection': { reason: 'unreachable', greet: socket => socket.resetAndDestroy() },
  'a web server': {
    reason: 'no_mail_server',
    detail: 'HTTP/1.1 400 Bad',
    greet: socket => socket.write('HTTP/1.1 400 Bad\r\n\r\n'),
  },
  'a server that blocks this address': {
    reason: 'rejected',
    detail: '554 5.7.1 your address is listed',
    greet: socket => socket.write('554 5.7.1 your address is listed\r\n'),
  },
  'a certificate that nobody trusts': {
    reason: 'certificate',
    detail: 'certificate has expired',
    options: { tls: 'starttls' },
  },
  'such a certificate from the start': {
    reason: 'certificate',
    detail: 'certificate has expired',
    options: { tls: 'smtps' },
    url: port => `smtps://127.0.0.1:${port}`,
  },
  'TLS at a port without it': { reason: 'tls', url: port => `smtps://127.0.0.1:${port}` },
  'STARTTLS at a server without it': {
    reason: 'tls',
    detail: '500 Error: command not recognized',
    url: port => `smtp://127.0.0.1:${port}?requireTLS=true`,
  },
  'a wrong password': {
    reason: 'sign_in',
    detail: '535 5.7.8 … is wrong for …',
    url: port => `smtp://snug:word%2F1@127.0.0.1:${port}`,
    server: ({ refusals }) => (refusals.sign_in = [535, '5.7.8 word/1 is wrong for snug@snug.example']),
  },
  'an app password that is missing': {
    reason: 'sign_in',
    detail: '534 5.7.9 this needs an app key',
    url: port => `smtp://snug:word@127.0.0.1:${port}`,
    server: ({ refusals }) => (refusals.sign_in = [534, '5.7.9 this needs an app key']),
  },
  'no sign-in where one is needed': {
    reason: 'sign_in',
    detail: '530 authentication required',
    server: ({ refusals }) => (refusals.sender = [530, 'authentication required']),
  },
  'a sender of another domain': {
    reason: 'sender',
    detail: '550 5.7.1 <…> is not yours',
    server: ({ refusals }) => (refusals.sender = [550, '5.7.1 <snug@snug.example> is not yours']),
  },
  'a server that relays nothing': {
    reason: 'relay',
    detail: '554 5.7.1 <…>: Relay access denied',
    server: ({ refusals }) => (refusals.recipient = [554, '5.7.1 <ann@snug.example>: Relay access denied']),
  },
  'a rejected text': {
    reason: 'rejected',
    detail: '554 not now',
    server: ({ rejections }) => rejections.push(554),
  },
};

for (const [name, { reason, detail, url, options, greet, ...rest }] of Object.entries(CASES)) {
  test(`${name} is the problem "${reason}"`, async () => {
    const server = await MailServer.start(options);
    rest.server?.(server);
    const port = greet ? await listen(greet) : server.port;
    const { mailer } = await createSetup({ url: (url ?? (own => `smtp://127.0.0.1:${own}`))(port) });
    onTestFinished(() => server.stop());
    const problem = await mailer.sendNow(MAIL);
    expect(problem).toEqual({
      reason,
      server: expect.any(String) as string,
      ...(detail !== undefined && { detail }),
    });
  });
}

async function listen(greet: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer(socket => {
    sockets.add(socket);
    socket.on('error', () => {});
    greet(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    sockets.forEach(socket => socket.destroy());
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
