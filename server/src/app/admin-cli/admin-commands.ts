import { CommandError, Id, MAX_REASON_LENGTH, plainText } from '@snug/protocol';
import * as v from 'valibot';
import { nameCommand } from '../../base/command-name.ts';
import { newId } from '../../base/ids.ts';
import { createSecretCode, hashSecretCode } from '../../base/secret-code.ts';
import { StartError } from '../../base/start-error.ts';
import { listHolds } from '../../chat/retention/holds.ts';
import type { Db } from '../../db/schema.ts';
import { isWorkspaceAdmin, listWorkspaceAdmins } from '../../workspace/workspace-admin-store.ts';
import { type AdminStore, findByEmail, type NamedPerson, runMutation } from './admin-store.ts';

/** Each returns the line to print. */

export async function changeRole(store: AdminStore, email: string, admin: boolean): Promise<string> {
  const { id: uid, name } = await findByEmail(store.read, email);
  const { hasChanged } = await runMutation(store, 'set_workspace_admin', { uid, admin });
  return `${name} is ${admin ? 'a' : 'no'} workspace admin${hasChanged ? ' now' : ' already'}.`;
}

export async function createRecoveryLink(store: AdminStore, email: string, origin: string): Promise<string> {
  const { id: uid, name } = await findByEmail(store.read, email);
  const code = createSecretCode();
  await runMutation(store, 'create_recovery_link', { uid, hash: hashSecretCode(code) });
  return [
    `${name} sets a new password with this link, once and within 15 minutes: ${origin}/recover/${code}`,
    'Its use signs them out everywhere, and removes their linked accounts, passkeys, access tokens and outgoing webhooks.',
  ].join('\n');
}

export interface JoinOptions {
  /** Its id, or its link. */
  room: string;
  reason: string | undefined;
  /** The email address of the workspace admin. */
  as: string | undefined;
}

export async function joinRoom(store: AdminStore, { room, ...options }: JoinOptions): Promise<string> {
  const roomId = parseRoom(room);
  const reason = parseReason(options.reason, 'everyone in the room sees it');
  const { id: uid, name } = await findAdmin(store.read, options.as);
  const input = { uid, roomId, reason, messageId: newId() };
  const { hasJoined } = await requireRoom(roomId, runMutation(store, 'join_as_admin', input));
  return hasJoined
    ? `${name} is in the room now, and everyone there sees the reason.`
    : `${name} is in the room already.`;
}

/** Keeps everything in a room, also after its deletion. */
export async function holdRoom(
  store: AdminStore,
  { room, ...options }: Pick<JoinOptions, 'room' | 'reason'>,
): Promise<string> {
  const roomId = parseRoom(room);
  const reason = parseReason(options.reason, 'workspace admins see it in the audit log');
  const { hasChanged } = await requireRoom(roomId, runMutation(store, 'hold_room', { roomId, reason }));
  return hasChanged
    ? 'The room is held: the server removes nothing from it, also after its deletion.'
    : 'The room is held already.';
}

export async function releaseRoom(store: AdminStore, room: string): Promise<string> {
  const roomId = parseRoom(room);
  const { hasChanged } = await requireRoom(roomId, runMutation(store, 'release_room', { roomId }));
  return hasChanged ? 'The room is not held any more.' : 'The room was not held.';
}

/** A line for each held room. */
export async function printHolds(store: AdminStore): Promise<string> {
  const holds = await listHolds(store.read);
  const lines = holds.map(({ roomId, heldAt, kind, deletedAt, reason }) =>
    [roomId, new Date(heldAt).toISOString(), deletedAt === null ? kind : `${kind}, deleted`, reason].join(
      '  ',
    ),
  );
  return lines.length > 0 ? lines.join('\n') : 'No room is held.';
}

/** Throws a `StartError`. */
async function requireRoom<Output>(roomId: string, running: Promise<Output>): Promise<Output> {
  try {
    return await running;
  } catch (error) {
    if (error instanceof CommandError && error.code === 'not_found')
      throw new StartError(`There is no room with the id ${roomId}.`);
    throw error;
  }
}

function parseRoom(text: string): string {
  const id = text.split(/[?#]/)[0]?.split('/').at(-1);
  if (!v.is(Id, id)) throw new StartError(`${text} is neither the link nor the id of a room.`);
  return id;
}

function parseReason(text = '', readers: string): string {
  const { success, output, issues } = v.safeParse(plainText(MAX_REASON_LENGTH), text);
  if (success) return output;
  throw new StartError(`The reason ${issues[0].message}. Add --reason "...": ${readers}.`);
}

/** By default, the only one. */
async function findAdmin(read: Db, email: string | undefined): Promise<NamedPerson> {
  if (email === undefined) return findOnlyAdmin(read);
  const person = await findByEmail(read, email);
  if (await isWorkspaceAdmin(read, person.id)) return person;
  throw new StartError(
    `${person.name} is no workspace admin. Run "${nameCommand('admin', `grant ${email}`)}" before that.`,
  );
}

async function findOnlyAdmin(read: Db): Promise<NamedPerson> {
  const uids = await listWorkspaceAdmins(read);
  if (uids.length === 0)
    throw new StartError(
      `There is no workspace admin. Run "${nameCommand('admin', 'grant EMAIL')}" before that.`,
    );
  const admins = await read
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('id', 'in', uids)
    .orderBy('email')
    .execute();
  const [only] = admins;
  if (only && admins.length === 1) return only;
  const emails = admins.map(({ email }) => email).join(', ');
  throw new StartError(`There are several workspace admins: ${emails}. Add --as EMAIL for one of them.`);
}
