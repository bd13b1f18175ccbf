import { newId } from '@snug/client';
import {
  type CommandArguments,
  type CommandName,
  type CommandOutput,
  FOREVER,
  HEART,
  type Invite,
} from '@snug/protocol';
import { openDatabase } from '@snug/server/db/open.ts';
import { addAccount } from '@snug/server/testing/database.ts';
import { grantWorkspaceAdmin } from '@snug/server/testing/workspace.ts';
import { PNG } from '@snug/testkit/sample-files.ts';
import type { ServerProcess } from '@snug/testkit/server-process.ts';
import type { TestPerson } from '@snug/testkit/test-person.ts';
import { getTestPerson } from './fixtures.ts';

/** A person with a room, and everything else that a command can refer to. */
export interface TestSetup {
  server: ServerProcess;
  person: TestPerson;
  other: TestPerson;
  uid: string;
  otherUid: string;
  roomId: string;
  messageId: string;
}

/** Uses two of the signed-up people, from `index` on. */
export async function createTestSetup(server: ServerProcess, index = 0): Promise<TestSetup> {
  const [person, other] = await Promise.all([getTestPerson(server, index), getTestPerson(server, index + 1)]);
  const roomId = await person.createRoom();
  const [uid = ''] = await readAdmins(person, roomId);
  const [otherUid = ''] = await readAdmins(other, await other.createRoom());
  const { message } = await person.runCommand<CommandOutput<'send_message'>>('send_message', {
    roomId,
    text: 'hello',
  });
  await grantWorkspaceAdmin(server, uid);
  return { server, person, other, uid, otherUid, roomId, messageId: message.id };
}

async function readAdmins(person: TestPerson, roomId: string): Promise<string[]> {
  return (await person.runCommand<CommandOutput<'open_room'>>('open_room', { roomId })).admins;
}

async function createInvite(person: TestPerson, roomId: string): Promise<Invite> {
  const input = { roomIds: [roomId] };
  return (await person.runCommand<CommandOutput<'create_invite'>>('create_invite', input)).invite;
}

type Input<Name extends CommandName> = CommandArguments<Name> | Promise<CommandArguments<Name>>;

/** Changes something if the command can. */
export const COMMAND_INPUTS: { [Name in CommandName]: (setup: TestSetup) => Input<Name> } = {
  create_room: () => ({ id: newId(), name: 'Garden', description: 'Under the trees' }),
  edit_room: ({ roomId }) => ({ roomId, name: 'Another name', description: 'Other words' }),
  set_admin: ({ roomId, otherUid }) => ({ roomId, uid: otherUid, admin: true }),
  archive_room: async ({ person }) => ({ roomId: await person.createRoom(), archived: true }),
  delete_room: async ({ person }) => ({ roomId: await person.createRoom(), name: 'Room' }),
  join_room: async ({ other }) => ({ roomId: await other.createRoom() }),
  leave_room: async ({ person, otherUid }) => {
    const roomId = await person.createRoom();
    await person.runCommand('set_admin', { roomId, uid: otherUid, admin: true });
    return { roomId };
  },
  set_member: async ({ person, otherUid: uid }) => ({
    roomId: await person.createRoom(),
    uid,
    bannedUntil: FOREVER,
  }),
  list_members: ({ roomId }) => ({ roomId }),
  list_joined: () => ({}),
  set_room_options: async ({ person }) => ({ roomId: await person.createRoom(), favourite: true }),
  open_direct: ({ otherUid }) => ({ uids: [otherUid] }),
  find_people: () => ({ text: 'ann' }),
  set_block: ({ otherUid: uid }) => ({ uid, blocked: true }),
  list_blocks: () => ({}),
  get_mentions: () => ({}),
  set_read: ({ roomId }) => ({ roomId, seq: 0, version: 1, back: true }),
  set_reads: ({ roomId }) => ({ reads: { [roomId]: { seq: 1, version: 1 } } }),
  get_unread: ({ roomId }) => ({ roomIds: [roomId] }),
  create_invite: ({ roomId }) => ({ id: newId(), roomIds: [roomId] }),
  list_invites: ({ roomId }) => ({ roomId }),
  revoke_invite: async ({ person, roomId }) => ({ id: (await createInvite(person, roomId)).id }),
  get_invite: async ({ other }) => ({
    code: (await createInvite(other, await other.createRoom())).code ?? '',
  }),
  redeem_invite: async ({ other }) => ({
    code: (await createInvite(other, await other.createRoom())).code ?? '',
  }),
  list_rooms: () => ({}),
  find_rooms: () => ({ text: 'garden' }),
  watch_rooms: ({ roomId }) => ({ add: { [roomId]: -1 }, remove: [] }),
  watch_list: () => ({ on: true }),
  open_room: ({ roomId }) => ({ roomId }),
  close_room: ({ roomId }) => ({ roomId }),
  catch_up: ({ roomId }) => ({ roomId, since: 0 }),
  get_messages: ({ roomId }) => ({ roomId }),
  send_message: async ({ roomId, person }) => {
    const { id: fileId } = await person.uploadFile('words.txt', 'words');
    return { id: newId(), roomId, text: 'sent once', fileId };
  },
  edit_message: async ({ roomId, person }) => {
    const id = newId();
    await person.runCommand('send_message', { roomId, id, text: 'first' });
    return { roomId, id, text: 'second', revision: 0, editId: newId() };
  },
  remove_message: async ({ roomId, other }) => {
    const id = newId();
    await other.runCommand('send_message', { roomId, id, text: 'short-lived' });
    return { roomId, messageId: id };
  },
  delete_message: async ({ roomId, person }) => {
    const id = newId();
    await person.runCommand('send_message', { roomId, id, text: 'short-lived' });
    return { roomId, messageId: id };
  },
  set_reaction: ({ roomId, messageId }) => ({ roomId, messageId, emoji: HEART, on: true }),
  get_mine: ({ roomId, messageId }) => ({ roomId, messageIds: [messageId] }),
  get_reactions: ({ roomId, messageId }) => ({ roomId, messageId, emoji: HEART }),
  set_pin: ({ roomId, messageId }) => ({ roomId, messageId, on: true }),
  list_pins: ({ roomId }) => ({ roomId }),
  set_saved: ({ roomId, messageId }) => ({ roomId, messageId, on: true, remindAt: 1 }),
  list_saved: () => ({}),
  get_saved: ({ roomId, messageId }) => ({ roomId, messageIds: [messageId] }),
  list_reminders: () => ({}),
  list_files: ({ roomId }) => ({ roomId, kind: 'file' }),
  discard_file: async ({ person }) => ({ fileId: (await person.uploadFile('words.txt', 'words')).id }),
  set_nickname: () => ({ name: 'Another Ann' }),
  set_avatar: async ({ person }) => ({ fileId: (await person.uploadFile('face.png', PNG)).id }),
  get_profile: ({ otherUid: uid }) => ({ uid }),
  watch_people: ({ otherUid }) => ({ uids: [otherUid] }),
  watch_viewers: ({ roomId }) => ({ roomId }),
  unwatch_viewers: ({ roomId }) => ({ roomId }),
  list_accounts: () => ({}),
  unlink_account: async ({ server, uid }) => {
    const db = openDatabase(server.data);
    await addAccount(db, uid, 'github');
    await db.destroy();
    return { provider: 'github' };
  },
  list_sessions: () => ({}),
  get_workspace: () => ({}),
  redeem_setup: () => ({ code: 'x' }),
  list_audit: () => ({}),
  // Must be the last: it ends all sessions of the person.
  sign_out_everywhere: () => ({}),
};
