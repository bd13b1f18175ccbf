import { Readable } from 'node:stream';
import {
  COMMANDS,
  type CommandArguments,
  type CommandName,
  type CommandOutput,
  type Notice,
} from '@snug/protocol';
import { PNG } from '@snug/testkit/sample-files.ts';
import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '../base/ids.ts';
import type { Db } from '../db/schema.ts';
import type { Mail } from '../mail/mail.ts';
import { PASSWORD } from '../testing/account-requests.ts';
import { createTestApp, TEST_SECRET } from '../testing/app.ts';
import { createInput } from '../testing/command-cases/command-cases.ts';
import type { InputOwner, InputSource } from '../testing/command-cases/input-source.ts';
import { createStoredInputs } from '../testing/command-cases/stored-inputs.ts';
import { addAccount, runJob } from '../testing/database.ts';
import { addHomelessGuest } from '../testing/guests.ts';
import { isOnPostgres } from '../testing/select-engine.ts';
import { createSession, insertSession } from './new-session.ts';
import { serializeSessionCookie } from './session-cookie.ts';

const ORIGIN = 'http://localhost:3000';
const MINUTE_MS = 60_000;
/** Of Ann. */
const EMAIL = 'ann@snug.example';

/**
 * The rows that open an account, by table: the column of the person, and the columns that count. `mayEnd`: everyone in a session can
 * end such a way, which helps nobody to stay.
 */
const WAYS: Readonly<Record<string, { of: string; columns: readonly string[]; mayEnd?: true }>> = {
  users: { of: 'id', columns: ['id', 'email', 'deletedAt'] },
  accounts: { of: 'userId', columns: ['id', 'providerId', 'accountId', 'password'] },
  passkeys: { of: 'userId', columns: ['id', 'credentialId', 'publicKey'] },
  two_step: { of: 'userId', columns: ['secret', 'confirmedAt'] },
  recovery_codes: { of: 'userId', columns: ['hash'] },
  one_time_links: { of: 'userId', columns: ['hash', 'kind', 'email'], mayEnd: true },
  sessions: { of: 'userId', columns: ['id'], mayEnd: true },
  tokens: { of: 'createdBy', columns: ['hash', 'userId', 'roomIds'], mayEnd: true },
  webhooks: { of: 'createdBy', columns: ['id', 'roomId', 'url'], mayEnd: true },
};

/** Nothing in these opens an account. A new table needs a line here or above. */
const OTHER_TABLES: readonly string[] = [
  'account_deletions',
  'account_notices',
  'audit',
  'block_versions',
  'blocks',
  'default_levels',
  'emoji',
  'emoji_pictures',
  'files',
  'follow_versions',
  'holds',
  'import_people',
  'import_rooms',
  'invite_rooms',
  'invite_uses',
  'invites',
  'jobs',
  'members',
  'mentions',
  'messages',
  'notify_rooms',
  'outside_mentions',
  'own_conversations',
  'notification_settings',
  'missed_mails',
  'meta',
  'pending_publications',
  'people_names',
  'presence',
  'push_devices',
  'pushed',
  'push_people',
  'reactions',
  'reads',
  'reply_counts',
  'reports',
  'retention',
  'room_activity',
  'room_incarnations',
  'room_names',
  'rooms',
  'saved',
  'saved_versions',
  'search_messages',
  'search_rooms',
  'settings',
  'statuses',
  'logo_pictures',
  'setup_codes',
  'suspensions',
  'token_rooms',
  'used_challenges',
  'verifications',
  'workspace_admins',
  // Of PostgreSQL.
  'nodes',
  'rates',
  'visits',
];

/** The routes for people with a session, each with a body that lacks only the proof. A new one needs a line here. */
const ROUTE_BODIES: Readonly<Record<string, object>> = {
  'POST /api/auth/link-social': { provider: 'google', callbackURL: '/' },
  'POST /api/account/password': { newPassword: 'another good password' },
  'POST /api/account/email': { email: 'thief@snug.example' },
  'POST /api/account/delete': { messages: 'keep' },
  'POST /api/account/verification': {},
  'POST /api/account/two-step/begin': {},
  'POST /api/account/two-step/turn-on': { code: '000000' },
  'POST /api/account/two-step/recovery-codes': { code: '000000' },
  'POST /api/account/two-step/turn-off': { code: '000000' },
  'POST /api/account/passkeys/begin': {},
  'POST /api/account/passkeys/add': {
    credential: { id: 'AA', response: { clientDataJSON: 'AA', attestationObject: 'AA' } },
  },
  'POST /api/account/passkeys/remove': { id: newId() },
};
/** Commands have cases of their own, and a file opens no account. */
const OTHER_ROUTES: readonly string[] = ['POST /api/:command', 'POST /api/files'];

const PROVIDERS = (['google', 'github'] as const).map(id => ({
  id,
  name: id,
  clientId: 'id',
  clientSecret: 'secret',
  scopes: [],
  issuer: undefined,
  endpoints: {},
}));

type Ways = Record<string, string[]>;

async function readWays(db: Db, uid: string): Promise<Ways> {
  const read = async ([table, { of, columns }]: (typeof entries)[number]) => {
    const { rows } = await sql<object>`select ${sql.join(columns.map(column => sql.ref(column)))}
      from ${sql.table(table)} where ${sql.ref(of)} = ${uid}`.execute(db);
    return [table, rows.map(row => JSON.stringify(row)).toSorted()] as const;
  };
  const entries = Object.entries(WAYS);
  return Object.fromEntries(await Promise.all(entries.map(read)));
}

/** The tables in which a way was added or changed, or one ended that needs a proof to end. */
function findChanges(before: Ways, after: Ways): string[] {
  return Object.entries(WAYS).flatMap(([table, { mayEnd }]) => {
    const [old = [], now = []] = [before[table], after[table]];
    const isAdded = now.some(row => !old.includes(row));
    const isEnded = old.some(row => !now.includes(row));
    return isAdded || (isEnded && !mayEnd) ? [table] : [];
  });
}

/** A mail and a notice announce each of their rows that is added or ended. */
const ANNOUNCED = ['accounts', 'passkeys', 'tokens', 'webhooks'];

function isAnnounced(before: Ways, after: Ways): boolean {
  return ANNOUNCED.some(table => String(before[table]) !== String(after[table]));
}

/** Resolves after the work in the background. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise(resolve => setImmediate(resolve));
}

/** Ann, whose session was stolen, and two other people. */
async function createSetup(hasPassword: boolean, { sendsMail = false } = {}) {
  const sent: Mail[] = [];
  const mailer = {
    send: (mail: Mail) => void sent.push(mail),
    sendNow: () => Promise.resolve(undefined),
    deliver: async () => undefined,
    problem: undefined,
  };
  const mail = sendsMail ? { mailer, origin: ORIGIN } : undefined;
  const setup = await createTestApp({ providers: PROVIDERS, mail });
  const { app, db, uid, signUp, uploads } = setup;
  const [admin, other] = [await signUp('Admin'), await signUp('Other')];
  const grant = { uid: admin.uid, admin: true };
  await runJob(db, { mutation: 'set_workspace_admin', caller: { uid: '' }, input: grant });
  if (!hasPassword) {
    await db.deleteFrom('accounts').where('userId', '=', uid).execute();
    await addAccount(db, uid, 'google');
  }

  const createCookie = async (ageMs: number) => {
    const session = createSession(undefined);
    await insertSession(db, uid, session, Date.now() - ageMs);
    return serializeSessionCookie(ORIGIN, session.token, TEST_SECRET).split(';')[0] ?? '';
  };
  const post = async (url: string, body: object, cookie: string) => {
    const request = { method: 'POST', url, headers: { origin: ORIGIN, cookie }, body };
    return app.inject(request as InjectOptions);
  };
  const run = async <Name extends CommandName>(
    owner: InputOwner,
    command: Name,
    input: CommandArguments<Name>,
  ) => {
    const cookies = { author: await createCookie(0), admin: admin.cookie, other: other.cookie };
    const answer = await post(`/api/${command}`, input, cookies[owner]);
    if (answer.statusCode !== 200) throw new Error(`${command}: ${answer.body}`);
    return answer.json<CommandOutput<Name>>();
  };
  const { room } = await run('admin', 'create_room', { name: 'Room', description: 'A room' });
  const source: InputSource = {
    roomId: room.id,
    authorUid: uid,
    otherUid: other.uid,
    guestUid: await addHomelessGuest(db),
    run,
    upload: async () => (await uploads.receive(uid, { name: 'dot.png' }, Readable.from([PNG]))).id,
    ...createStoredInputs(uid, work => work(db)),
  };

  /** None of a session that has ended. */
  const list = async (cookie: string) =>
    (await post('/api/list_notices', {}, cookie)).json<Partial<CommandOutput<'list_notices'>>>().notices ??
    [];
  /** The kinds of those that nobody could list before. */
  const listNew = async (cookie: string, known: readonly Notice[]) =>
    (await list(cookie)).filter(({ id }) => !known.some(notice => notice.id === id)).map(({ kind }) => kind);

  /** Runs it in a session of this age, and returns the tables of ways that it changed. */
  const attempt = async (url: string, body: object, ageMs: number) => {
    const cookie = await createCookie(ageMs);
    const elsewhere = await createCookie(0);
    const [before, known] = [await readWays(db, uid), await list(elsewhere)];
    await settle();
    sent.splice(0);
    const { statusCode, body: answer } = await post(url, body, cookie);
    const after = await readWays(db, uid);
    await settle();
    const mails = sent.filter(({ to }) => to === EMAIL).length;
    return {
      status: statusCode,
      answer,
      changed: findChanges(before, after),
      needsNotice: isAnnounced(before, after),
      mails,
      notices: await listNew(elsewhere, known),
      ownNotices: await listNew(cookie, known),
    };
  };
  return { ...setup, source, attempt };
}

test('S31 every table of the database is known to open accounts or not to', async () => {
  const { db } = await createTestApp();
  const tables = (await db.introspection.getTables()).map(({ name }) => name);
  const unknown = tables.filter(name => !(name in WAYS) && !OTHER_TABLES.includes(name));
  expect(unknown).toEqual([]);
  expect(Object.keys(WAYS).filter(name => !tables.includes(name))).toEqual([]);
});

for (const hasPassword of [true, false]) {
  const person = hasPassword ? 'with a password' : 'without a password';

  test(`S9 S10 S17 S31 S32 no command changes the ways into the account of a person ${person} by an old session alone, and a mail and a notice announce each change`, async () => {
    // On PostgreSQL, mails in the background would share the connection of the test.
    const sendsMail = !isOnPostgres;
    const { source, attempt } = await createSetup(hasPassword, { sendsMail });
    const changing: string[] = [];
    const mails: Record<string, number> = {};
    const notices: [command: string, kinds: string[]][] = [];
    const refusals: [command: string, status: number | undefined][] = [];
    for (const command of Object.keys(COMMANDS) as CommandName[]) {
      const { password: _, ...input } = (await createInput(command, source)) as { password?: string };
      const stolen = await attempt(`/api/${command}`, input, 11 * MINUTE_MS);
      expect([command, stolen.changed]).toEqual([command, []]);
      const { needsProof } = COMMANDS[command] as { needsProof?: true };
      refusals.push([command, needsProof ? stolen.status : undefined]);
      const proof = hasPassword && needsProof ? { password: PASSWORD } : {};
      const own = await attempt(`/api/${command}`, { ...(await createInput(command, source)), ...proof }, 0);
      if (own.changed.length > 0) changing.push(command);
      if (own.needsNotice) mails[command] = own.mails;
      if (own.needsNotice) notices.push([command, own.notices]);
      expect([command, own.ownNotices]).toEqual([command, []]);
    }
    // Each of them would have changed something: so the first half of the test proves something.
    const proven = Object.entries(COMMANDS).filter(([, command]) => 'needsProof' in command);
    expect(changing.toSorted()).toEqual(proven.map(([name]) => name).toSorted());
    const ending = ['revoke_token', 'delete_webhook'];
    expect(mails).toEqual(
      Object.fromEntries([...changing, ...ending].map(command => [command, sendsMail ? 1 : 0])),
    );
    expect(notices.map(([command, kinds]) => [command, kinds.length])).toEqual(
      notices.map(([command]) => [command, 1]),
    );
    expect(new Set(notices.flatMap(([, kinds]) => kinds)).size).toBe(notices.length);
    const statuses = refusals.flatMap(([, status]) => status ?? []);
    expect(statuses).toEqual(proven.map(() => (hasPassword ? 403 : 401)));
  });

  test(`S9 S10 S31 no route changes the ways into the account of a person ${person} by an old session alone`, async () => {
    const { attempt, routes } = await createSetup(hasPassword);
    const own = routes.filter(({ name, isOpen }) => !isOpen && !name.startsWith('GET '));
    expect(own.map(({ name }) => name).toSorted()).toEqual(
      [...Object.keys(ROUTE_BODIES), ...OTHER_ROUTES].toSorted(),
    );
    for (const [route, body] of Object.entries(ROUTE_BODIES)) {
      const { status, changed } = await attempt(route.replace('POST ', ''), body, 11 * MINUTE_MS);
      expect([route, changed]).toEqual([route, []]);
      expect(status).toBeGreaterThanOrEqual(400);
    }
  });
}
