import { MailServer } from '@snug/testkit/mail-server.ts';
import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../base/clock.ts';
import { readConfig } from '../../config/config.ts';
import { createMailer } from '../../mail/mailer.ts';
import { createMissedMail, type MissedRoom } from './missed-mail-text.ts';

const ORIGIN = 'https://chat.example';
const FRAME = { name: 'Harbour', origin: ORIGIN, stopUrl: `${ORIGIN}/mail/code` };

function createRoom(name: string, author: string, text: string): MissedRoom {
  return { name, isDirect: false, count: 1, url: `${ORIGIN}/chat/1`, lines: [{ author, text }] };
}

test('S19 names and texts of people are in the body of a mail about missed messages, and in no header', async () => {
  const server = await MailServer.start();
  const { mail } = readConfig(server.settings);
  if (!mail) throw new Error('no mail settings');
  const environment = { ...systemClock, now: Date.now, onFailure: () => {} };
  const mailer = await createMailer(mail, environment);
  onTestFinished(async () => {
    mailer.close();
    await server.stop();
  });
  const hostile = [
    'Zed\r\nBcc: eve@snug.example',
    'Zoe <eve@snug.example>',
    'Zola\r\n\r\n.\r\nRCPT TO:<eve@snug.example>',
  ];
  const rooms = hostile.map(name => createRoom(name, name, name));
  expect(
    await mailer.deliver({ to: 'ann@snug.example', ...createMissedMail({ ...FRAME, rooms }) }),
  ).toBeUndefined();
  expect(server.mails).toMatchObject([{ to: ['ann@snug.example'] }]);
  const [sent] = server.mails;
  expect(sent?.headers).not.toMatch(/Zed|Zoe|Zola|eve@|^bcc:/im);
  expect(sent?.headers).toContain('3 messages for you in Harbour');
  expect(sent?.text).toMatch(/Zed.*Zoe.*Zola/s);
});

test('S19 whatever people write and are called, the HTML of a mail has only its own tags', () => {
  const { html: plain = '' } = createMissedMail({ ...FRAME, rooms: [createRoom('R', 'A', 'x')] });
  const countTags = (html: string) => html.split('<').length;
  const some = fc.oneof(
    fc.string({ maxLength: 200 }),
    fc.constantFrom('<b onclick="x">', `'"&<!--`, '</a><script>'),
  );
  fc.assert(
    fc.property(some, some, some, (name, author, text) => {
      const { html = '', subject } = createMissedMail({ ...FRAME, rooms: [createRoom(name, author, text)] });
      expect(countTags(html)).toBe(countTags(plain));
      expect(html).not.toMatch(/<[^>]*\bonclick/);
      expect(subject).toBe('1 message for you in Harbour');
    }),
  );
});

test('S19 the direction of a name or a text changes nothing around it in the HTML of a mail', () => {
  const room = { ...createRoom('מטבח', 'דן', 'שלום (1)'), isDirect: true };
  const { html } = createMissedMail({ ...FRAME, name: 'נמל', rooms: [room] });
  expect(html).toContain('>1 message from <bdi>מטבח</bdi></a><br><bdi>דן</bdi>: <bdi>שלום (1)</bdi></li>');
  expect(html).toContain('><bdi>נמל</bdi></a>');
});
