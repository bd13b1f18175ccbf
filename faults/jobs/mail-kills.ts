import type { CommandOutput } from '@snug/protocol';
import type { Db } from '@snug/server/db/schema.ts';
import { MailServer, type ReceivedMail } from '@snug/testkit/mail-server.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { until } from '@snug/testkit/until.ts';
import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import type { Figures } from '../figures.ts';
import { waitUntilReady } from '../fixtures.ts';
import { changeDatabase, endLease, type JobKills, killAtEach } from './job-kills.ts';

const KIND = 'missed_mails';
const PATHS = [
  'notifications/missed-mail',
  'notifications/notification-settings.ts',
  'notifications/notification-settings-store.ts',
  'mail/mailer.ts',
];
const RECEIVERS = 12;
/** A mail that its server accepted so long before a kill must be stored as sent. */
const STORED_WITHIN_MS = 5_000;
const SENT_WITHIN_MS = 60_000;

/** A mail that was due: to whom, and when the one before it left. */
interface DueMail {
  to: string;
  sentAt: number | null;
}

/** Kills the server at each await of the mails about missed messages. Returns a problem for each that is lost, or comes again without need. */
export async function runMailKills(options: JobKills): Promise<{ problems: string[]; figures: Figures }> {
  const { server, cookies } = options;
  const mailServer = await MailServer.start();
  onTestFinished(() => mailServer.stop());
  const { mails } = mailServer;
  const people = await mentionAll(server.url, cookies.slice(0, 1 + RECEIVERS));
  await server.kill();
  await changeDatabase(options, db => sql`update "users" set "emailVerified" = true`.execute(db));
  await server.start();
  await server.restart(mailServer.settings);
  const kills: number[] = [];
  const due = new Map<string, DueMail>();
  const missed = await killAtEach(options, PATHS, async isLast => {
    kills.push(Date.now());
    await changeDatabase(options, async db => {
      for (const mail of await makeDue(db, people, isLast)) due.set(`${mail.to} ${mail.sentAt}`, mail);
      await endLease(db, KIND);
    });
  });
  await waitUntilReady(server);
  const listLost = () => [...due.values()].filter(mail => !mails.some(each => isSame(each, mail)));
  const listUnplanned = async () => {
    const rows = await changeDatabase(options, db =>
      db.selectFrom('missed_mails').select('userId').execute(),
    );
    return people.filter(({ uid }) => !rows.some(({ userId }) => userId === uid));
  };
  await until('all mails are sent', async () => listLost().length + (await listUnplanned()).length === 0, {
    timeoutMs: SENT_WITHIN_MS,
  }).catch(() => {});
  const problems = [
    ...(await listUnplanned()).map(({ email }) => `no mail was ever due to ${email}`),
    ...listLost().map(({ to, sentAt }) => `the mail to ${to} after ${sentAt} is lost`),
    ...findNeedlessRepetitions(mails, kills),
  ];
  const distinct = new Set(mails.map(readId)).size;
  return {
    problems,
    figures: {
      kills: kills.length,
      mails: distinct,
      repetitions: mails.length - distinct,
      'awaits that no process reached': missed.length,
    },
  };
}

/** In place of an hour: waiting mails are due now, and people who got a mail get another one. Returns the due mails. */
async function makeDue(db: Db, people: readonly TestPerson[], isLast: boolean): Promise<DueMail[]> {
  const rows = (await db.selectFrom('missed_mails').selectAll().execute()).filter(
    ({ dueAt }) => dueAt !== null || !isLast,
  );
  for (const { userId } of rows)
    await db.updateTable('missed_mails').set({ dueAt: 1 }).where('userId', '=', userId).execute();
  return rows.flatMap(({ userId, sentAt }) => {
    const person = people.find(({ uid }) => uid === userId);
    return person ? [{ to: person.email, sentAt }] : [];
  });
}

function isSame(mail: ReceivedMail, { to, sentAt }: DueMail): boolean {
  return mail.to.includes(to) && readId(mail).includes(`.${sentAt ?? 0}@`);
}

function readId({ headers }: ReceivedMail): string {
  return /^message-id: (.*)$/im.exec(headers)?.[1]?.trim() ?? '';
}

/** Only a kill between the response of the mail server and its commit repeats a mail. */
function findNeedlessRepetitions(mails: readonly ReceivedMail[], kills: readonly number[]): string[] {
  return [...Map.groupBy(mails, readId)].flatMap(([id, copies]) => {
    const needless = copies
      .slice(0, -1)
      .filter(({ at }) => !kills.some(kill => kill >= at && kill - at <= STORED_WITHIN_MS));
    return needless.map(({ at }) => `the mail ${id} was accepted at ${at}, and comes again`);
  });
}

/** The first person mentions the others. */
async function mentionAll(url: string, cookies: readonly string[]): Promise<TestPerson[]> {
  const [author, ...people] = await Promise.all(cookies.map(cookie => TestPerson.fromCookie(url, cookie)));
  if (!author) throw new Error('nobody writes');
  const roomId = await author.createRoom();
  for (const person of people) {
    await person.runCommand('join_room', { roomId });
    const mentions = [{ uid: person.uid, start: 0, length: 2 }];
    const input = { roomId, id: crypto.randomUUID(), text: '@x look', mentions };
    await author.runCommand<CommandOutput<'send_message'>>('send_message', input);
  }
  return people;
}
