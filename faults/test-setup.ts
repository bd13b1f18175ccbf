import type { CommandOutput } from '@snug/protocol';
import type { InputSource } from '@snug/server/testing/command-cases/input-source.ts';
import { createStoredInputs } from '@snug/server/testing/command-cases/stored-inputs.ts';
import { withDatabase } from '@snug/server/testing/database.ts';
import { makeGuests } from '@snug/server/testing/guest-people.ts';
import { grantWorkspaceAdmin } from '@snug/server/testing/workspace.ts';
import { PNG } from '@snug/testkit/sample-files.ts';
import type { ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { getTestPerson } from './fixtures.ts';

/** A person with a room, and everything else that a command can refer to. */
export interface TestSetup {
  server: ServerProcess;
  person: TestPerson;
  other: TestPerson;
  uid: string;
  otherUid: string;
  guestUid: string;
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
  const { uid: guestUid } = await TestPerson.add(server, 'Gil');
  await makeGuests(server, [guestUid]);
  return { server, person, other, uid, otherUid, guestUid, roomId, messageId: message.id };
}

async function readAdmins(person: TestPerson, roomId: string): Promise<string[]> {
  return (await person.runCommand<CommandOutput<'open_room'>>('open_room', { roomId })).admins;
}

/** For the person's own room, messages, uploads and accounts. */
export function createInputSource({
  server,
  person,
  other,
  uid,
  otherUid,
  guestUid,
  roomId,
}: TestSetup): InputSource {
  return {
    roomId,
    authorUid: uid,
    otherUid,
    guestUid,
    run: (owner, command, input) => (owner === 'other' ? other : person).runCommand(command, input),
    upload: async () => (await person.uploadFile('face.png', PNG)).id,
    ...createStoredInputs(uid, work => withDatabase(server.data, work)),
  };
}
