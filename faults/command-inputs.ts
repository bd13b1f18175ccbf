import { newId } from '@snug/client';
import { type CommandArguments, type CommandName, type CommandOutput, HEART } from '@snug/protocol';
import { openDatabase } from '@snug/server/db/open.ts';
import { addAccount } from '@snug/server/testing/database.ts';
import { PNG } from '@snug/testkit/sample-files.ts';
import type { ServerProcess } from '@snug/testkit/server-process.ts';
import type { TestPerson } from '@snug/testkit/test-person.ts';
import { getTestPerson } from './fixtures.ts';

/** A person with a room, and everything else that a command can refer to. */
export interface TestSetup {
  server: ServerProcess;
  person: TestPerson;
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
  return { server, person, uid, otherUid, roomId, messageId: message.id };
}

async function readAdmins(person: TestPerson, roomId: string): Promise<string[]> {
  return (await person.runCommand<CommandOutput<'open_room'>>('open_room', { roomId })).admins;
}

type Input<Name extends CommandName> = CommandArguments<Name> | Promise<CommandArguments<Name>>;

/** Changes something if the command can. */
export const COMMAND_INPUTS: { [Name in CommandName]: (setup: TestSetup) => Input<Name> } = {
  create_room: () => ({ id: newId(), name: 'Garden', description: 'Under the trees' }),
  edit_room: ({ roomId }) => ({ roomId, name: 'Another name', description: 'Other words' }),
  set_admin: ({ roomId, otherUid }) => ({ roomId, uid: otherUid, admin: true }),
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
  delete_message: async ({ roomId, person }) => {
    const id = newId();
    await person.runCommand('send_message', { roomId, id, text: 'short-lived' });
    return { roomId, messageId: id };
  },
  set_reaction: ({ roomId, messageId }) => ({ roomId, messageId, emoji: HEART, on: true }),
  get_mine: ({ roomId, messageId }) => ({ roomId, messageIds: [messageId] }),
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
  // Must be the last: it ends all sessions of the person.
  sign_out_everywhere: () => ({}),
};
