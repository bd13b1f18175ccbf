import { type CommandName, type CommandOutput, HEART, type Invite, type MessageFile } from '@snug/protocol';
import { PNG } from '@snug/testkit/sample-files.ts';
import type { ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import type { TestSocket } from '@snug/testkit/test-socket.ts';
import { openDatabase } from '../db/open.ts';
import { newId } from '../ids.ts';
import { ACTORS, type Actor } from './access-matrix.ts';
import { addAccount } from './database.ts';
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
  for (const actor of ACTORS.slice(1)) people[actor] = await TestPerson.add(server, actor);
  const roomId = await people.admin.createRoom();
  await people.otherAdmin.createRoom();
  const { id: fileId } = await people.author.uploadFile('me.png', PNG);
  const { person } = await people.author.runCommand<CommandOutput<'set_avatar'>>('set_avatar', { fileId });
  await grantWorkspaceAdmin(server, people.workspaceAdmin.uid);
  await people.signedOut.signOut();
  return {
    server,
    people,
    authorUid: person.uid,
    bystanderUid: await readUid(await TestPerson.add(server, 'Bystander')),
    roomId,
  };
}

/** Creates the input of each command, for the setup's room or the author's message, upload or account. */
export const COMMAND_INPUTS: Readonly<Record<CommandName, (setup: AccessSetup) => object | Promise<object>>> =
  {
    create_room: () => ({ name: 'Room', description: 'A room' }),
    edit_room: ({ roomId }) => ({ roomId, description: newId() }),
    set_admin: ({ roomId, bystanderUid }) => ({ roomId, uid: bystanderUid, admin: true }),
    archive_room: async ({ people }) => ({ roomId: await people.admin.createRoom(), archived: true }),
    delete_room: async ({ people }) => ({ roomId: await people.admin.createRoom(), name: 'Room' }),
    join_room: ({ roomId }) => ({ roomId }),
    leave_room: async ({ people }) => ({ roomId: await people.admin.createRoom() }),
    set_member: ({ roomId, people }) => ({ roomId, uid: people.another.uid, member: true }),
    list_members: ({ roomId }) => ({ roomId }),
    list_joined: () => ({}),
    set_room_options: async ({ people }) => ({ roomId: await people.admin.createRoom(), muted: true }),
    open_direct: ({ bystanderUid }) => ({ uids: [bystanderUid] }),
    find_people: () => ({ text: 'a' }),
    set_block: ({ bystanderUid }) => ({ uid: bystanderUid, blocked: true }),
    list_blocks: () => ({}),
    create_invite: async ({ people }) => ({ roomIds: [await people.admin.createRoom()] }),
    list_invites: () => ({}),
    revoke_invite: async setup => ({ id: (await createInvite(setup)).id }),
    get_invite: async setup => ({ code: (await createInvite(setup)).code }),
    redeem_invite: async setup => ({ code: (await createInvite(setup)).code }),
    list_rooms: () => ({}),
    find_rooms: () => ({ text: 'room' }),
    watch_rooms: ({ roomId }) => ({ add: { [roomId]: -1 }, remove: [] }),
    watch_list: () => ({ on: true }),
    open_room: ({ roomId }) => ({ roomId }),
    close_room: ({ roomId }) => ({ roomId }),
    catch_up: ({ roomId }) => ({ roomId, since: 0 }),
    get_messages: ({ roomId }) => ({ roomId }),
    send_message: ({ roomId }) => ({ roomId, text: 'hello' }),
    delete_message: async setup => ({ roomId: setup.roomId, messageId: await createMessage(setup) }),
    remove_message: async setup => ({ roomId: setup.roomId, messageId: await createMessage(setup) }),
    edit_message: async setup => ({
      roomId: setup.roomId,
      id: await createMessage(setup),
      text: 'changed',
      revision: 0,
      editId: newId(),
    }),
    get_mentions: () => ({}),
    set_read: async ({ people }) => ({
      roomId: await people.admin.createRoom(),
      seq: 0,
      version: 1,
      back: true,
    }),
    set_reads: ({ roomId }) => ({ marks: true, reads: { [roomId]: { seq: 1, version: 0 } } }),
    get_unread: ({ roomId }) => ({ roomIds: [roomId] }),
    set_reaction: async setup => ({
      roomId: setup.roomId,
      messageId: await createMessage(setup),
      emoji: HEART,
      on: true,
    }),
    get_mine: async setup => ({ roomId: setup.roomId, messageIds: [await createMessage(setup)] }),
    get_reactions: async setup => ({
      roomId: setup.roomId,
      messageId: await createMessage(setup),
      emoji: HEART,
    }),
    set_pin: async setup => ({ roomId: setup.roomId, messageId: await createMessage(setup), on: true }),
    list_pins: ({ roomId }) => ({ roomId }),
    set_saved: async setup => ({ roomId: setup.roomId, messageId: await createMessage(setup), on: true }),
    list_saved: () => ({}),
    get_saved: async setup => ({ roomId: setup.roomId, messageIds: [await createMessage(setup)] }),
    list_reminders: () => ({}),
    list_files: ({ roomId }) => ({ roomId, kind: 'picture' }),
    discard_file: async setup => ({ fileId: (await createUpload(setup)).id }),
    set_nickname: () => ({ name: newId() }),
    set_avatar: async setup => ({ fileId: (await createUpload(setup)).id }),
    get_profile: ({ authorUid }) => ({ uid: authorUid }),
    watch_people: ({ authorUid }) => ({ uids: [authorUid] }),
    watch_viewers: ({ roomId }) => ({ roomId }),
    unwatch_viewers: ({ roomId }) => ({ roomId }),
    list_accounts: () => ({}),
    unlink_account: async setup => ({ provider: await createLink(setup) }),
    list_sessions: () => ({}),
    sign_out_everywhere: () => ({}),
    get_workspace: () => ({}),
    redeem_setup: () => ({ code: 'x' }),
    list_audit: () => ({}),
  };

/** Without presence and sessions, which reads change, too. */
const COMPARED_TABLES = [
  'users',
  'accounts',
  'rooms',
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
  'audit',
  'messages',
  'reactions',
  'mentions',
  'saved',
  'saved_versions',
  'reads',
  'files',
] as const;

/** All stored data, for comparisons. */
export async function snapshot({ server }: AccessSetup): Promise<string> {
  const db = openDatabase(server.data, { readOnly: true });
  const tables = await Promise.all(COMPARED_TABLES.map(table => db.selectFrom(table).selectAll().execute()));
  await db.destroy();
  return JSON.stringify(tables);
}

export function createUpload({ people }: AccessSetup): Promise<MessageFile> {
  return people.author.uploadFile('dot.png', PNG);
}

export async function readAvatar({ people, authorUid }: AccessSetup): Promise<string> {
  const input = { uid: authorUid };
  const { person } = await people.author.runCommand<CommandOutput<'get_profile'>>('get_profile', input);
  return person.avatar ?? '';
}

async function createMessage({ people, roomId }: AccessSetup): Promise<string> {
  const id = newId();
  await people.author.runCommand('send_message', { roomId, id, text: 'of the author' });
  return id;
}

async function createInvite({ people }: AccessSetup): Promise<Invite> {
  const input = { roomIds: [await people.admin.createRoom()] };
  return (await people.admin.runCommand<CommandOutput<'create_invite'>>('create_invite', input)).invite;
}

async function createLink({ server, authorUid }: AccessSetup): Promise<string> {
  const db = openDatabase(server.data);
  await addAccount(db, authorUid, 'github');
  await db.destroy();
  return 'github';
}

async function readUid(person: TestPerson): Promise<string> {
  const live: TestSocket = await person.connect();
  await live.request('list_rooms', {});
  live.socket.close();
  return live.getEvents('connected')[0]?.me.uid ?? '';
}
