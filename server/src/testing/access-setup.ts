import type { CommandOutput, MessageFile } from '@snug/protocol';
import { PNG } from '@snug/testkit/sample-files.ts';
import type { ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import type { TestSocket } from '@snug/testkit/test-socket.ts';
import { sql } from 'kysely';
import { openDatabase } from '../db/open.ts';
import type { Db } from '../db/schema.ts';
import { setGuestUntil } from '../people/guests/guest-store.ts';
import { ACTORS, type Actor } from './access-matrix.ts';
import type { InputSource } from './command-cases/input-source.ts';
import { createStoredInputs } from './command-cases/stored-inputs.ts';
import { withDatabase } from './database.ts';
import { addToRoomAsGuest, createPrivateRoom, makeGuests } from './guest-people.ts';
import { grantWorkspaceAdmin } from './workspace.ts';

/** A server with all actors of the access matrix, and the data that they try to access. */
export interface AccessSetup {
  server: ServerProcess;
  people: Record<Actor, TestPerson>;
  authorUid: string;
  bystanderUid: string;
  roomId: string;
}

export async function createAccessSetup(server: ServerProcess): Promise<AccessSetup> {
  const people = { nobody: TestPerson.anonymous(server.url) } as Record<Actor, TestPerson>;
  // Checking a password is the slowest step. Only the author needs one, to disconnect a provider.
  for (const actor of ACTORS.slice(1))
    people[actor] = await TestPerson.add(server, actor, { hasPassword: actor === 'author' });
  const roomId = await people.admin.createRoom();
  const otherRoomId = await people.otherAdmin.createRoom();
  const { id: fileId } = await people.author.uploadFile('me.png', PNG);
  const { person } = await people.author.runCommand<CommandOutput<'set_avatar'>>('set_avatar', { fileId });
  await grantWorkspaceAdmin(server, people.workspaceAdmin.uid);
  await people.signedOut.signOut();
  people.pendingSecondStep = await beginSignIn(server, 'Pending');
  await inviteGuests(server, people);
  Object.assign(people, await createPrograms(server, people, [roomId, otherRoomId]));
  return {
    server,
    people,
    authorUid: person.uid,
    bystanderUid: await readUid(await TestPerson.add(server, 'Bystander')),
    roomId,
  };
}

/** Into a private room of the admin, with the author. */
async function inviteGuests(server: ServerProcess, people: Record<Actor, TestPerson>): Promise<void> {
  const { admin, author, guest, removedGuest, endedGuest } = people;
  const roomId = await createPrivateRoom(admin);
  await admin.runCommand('set_member', { roomId, uid: author.uid, member: true });
  await author.runCommand('set_room_options', { roomId, request: null });
  for (const person of [guest, removedGuest, endedGuest])
    await addToRoomAsGuest(server, { inviter: admin, person, roomId });
  await admin.runCommand('set_member', { roomId, uid: removedGuest.uid, member: false });
  await withDatabase(server.data, db => setGuestUntil(db, endedGuest.uid, 1));
}

/** Of somebody with two-step verification, who has typed the password. */
async function beginSignIn(server: ServerProcess, name: string): Promise<TestPerson> {
  const { uid, email } = await TestPerson.signUp(server.url, name);
  await withDatabase(server.data, db =>
    db
      .insertInto('two_step')
      .values({ userId: uid, secret: 'unknown', confirmedAt: 1, lastStep: 0 })
      .execute(),
  );
  return TestPerson.beginSignIn(server.url, email);
}

async function createPrograms(
  server: ServerProcess,
  { author, workspaceAdmin, suspended, guestToken }: Record<Actor, TestPerson>,
  [roomId, otherRoomId]: [string, string],
): Promise<Partial<Record<Actor, TestPerson>>> {
  const { bot } = await author.runCommand<CommandOutput<'create_bot'>>('create_bot', { name: 'Bot' });
  const create = async (person: TestPerson, input: object = {}) => {
    const name = 'A program';
    const created = await person.runProven<CommandOutput<'create_token'>>('create_token', {
      name,
      ...input,
    });
    return { id: created.token.id, program: TestPerson.fromToken(server.url, created.secret) };
  };
  const [expired, revoked, ofSuspended, ofGuest] = [
    await create(author),
    await create(author),
    await create(suspended),
    await create(guestToken),
  ];
  await workspaceAdmin.runCommand('set_suspension', { uid: suspended.uid, suspended: true });
  await author.runCommand('revoke_token', { id: revoked.id });
  await makeGuests(server, [guestToken.uid]);
  await withDatabase(server.data, db =>
    db.updateTable('tokens').set({ expiresAt: 1 }).where('id', '=', expired.id).execute(),
  );
  return {
    suspendedToken: ofSuspended.program,
    expiredToken: expired.program,
    revokedToken: revoked.program,
    guestToken: ofGuest.program,
    bot: (await create(author, { uid: bot.uid, roomIds: [roomId] })).program,
    botElsewhere: (await create(author, { uid: bot.uid, roomIds: [otherRoomId] })).program,
    adminToken: (await create(workspaceAdmin)).program,
  };
}

/** For the setup's room, and the author's messages, uploads and accounts. */
export function createInputSource(setup: AccessSetup): InputSource {
  const { server, people, roomId, authorUid, bystanderUid } = setup;
  const owners = { admin: people.admin, author: people.author, other: people.otherAdmin };
  return {
    roomId,
    authorUid,
    otherUid: bystanderUid,
    guestUid: people.guest.uid,
    run: (owner, command, input) => owners[owner].runCommand(command, input),
    upload: async () => (await createUpload(setup)).id,
    ...createStoredInputs(authorUid, work => withDatabase(server.data, work)),
  };
}

/** Without presence and sessions, which reads change, too. */
const COMPARED_TABLES = [
  'users',
  'accounts',
  'one_time_links',
  'two_step',
  'recovery_codes',
  'passkeys',
  'account_notices',
  'notification_settings',
  'room_activity',
  'room_incarnations',
  'room_names',
  'members',
  'blocks',
  'block_versions',
  'invites',
  'invite_rooms',
  'invite_uses',
  'workspace_admins',
  'suspensions',
  'audit',
  'reports',
  'messages',
  'reactions',
  'mentions',
  'outside_mentions',
  'saved',
  'saved_versions',
  'reads',
  'files',
] as const;

/** Reads the stored data again only if another connection has committed since. */
export class Snapshots {
  readonly #db: Db;
  #version: number | undefined;
  #text = '';

  constructor({ server }: AccessSetup) {
    this.#db = openDatabase(server.data, { readOnly: true });
  }

  /** All stored data, for comparisons. Without deleted rooms, whose data a job erases at any time. */
  async read(): Promise<string> {
    const { rows } = await sql<{ data_version: number }>`pragma data_version`.execute(this.#db);
    if (rows[0]?.data_version !== this.#version) this.#text = await readStoredData(this.#db);
    this.#version = rows[0]?.data_version;
    return this.#text;
  }

  close(): Promise<void> {
    return this.#db.destroy();
  }
}

async function readStoredData(db: Db): Promise<string> {
  const tables = await Promise.all(COMPARED_TABLES.map(table => db.selectFrom(table).selectAll().execute()));
  const rooms = await db.selectFrom('rooms').selectAll().where('deletedAt', 'is', null).execute();
  // Without the time of the last use, which each use may change.
  const tokens = await db.selectFrom('tokens').select(['id', 'hash', 'expiresAt']).execute();
  // Without what became of pushes, which the server sends at any time.
  const devices = await db
    .selectFrom('push_devices')
    .select(['id', 'userId', 'sessionId', 'endpoint'])
    .execute();
  const ids = new Set<unknown>(rooms.map(({ id }) => id));
  const isKept = (row: object) => !('roomId' in row) || row.roomId === null || ids.has(row.roomId);
  return JSON.stringify([rooms, tokens, devices, ...tables.map((rows: object[]) => rows.filter(isKept))]);
}

export function createUpload({ people }: AccessSetup): Promise<MessageFile> {
  return people.author.uploadFile('dot.png', PNG);
}

export async function readAvatar({ people, authorUid }: AccessSetup): Promise<string> {
  const input = { uid: authorUid };
  const { person } = await people.author.runCommand<CommandOutput<'get_profile'>>('get_profile', input);
  return person.avatar ?? '';
}

async function readUid(person: TestPerson): Promise<string> {
  const live: TestSocket = await person.connect();
  await live.request('list_rooms', {});
  live.socket.close();
  return live.getEvents('connected')[0]?.me.uid ?? '';
}
