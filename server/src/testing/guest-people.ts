import type { CommandOutput } from '@snug/protocol';
import type { ServerProcess } from '@snug/testkit/server-process.ts';
import type { TestPerson } from '@snug/testkit/test-person.ts';
import { openDatabase } from '../db/open.ts';
import { makeGuest } from '../people/guests/guest-store.ts';

export async function createPrivateRoom(owner: TestPerson, name = 'Private'): Promise<string> {
  const input = { name, description: 'For guests, too', kind: 'private' };
  return (await owner.runCommand<CommandOutput<'create_room'>>('create_room', input)).room.id;
}

/** Of a running server with a data folder. */
export async function makeGuests(
  { data }: Pick<ServerProcess, 'data'>,
  uids: readonly string[],
): Promise<void> {
  const db = openDatabase(data);
  for (const uid of uids) await makeGuest(db, uid, { inviter: null, until: null });
  await db.destroy();
}

/** Makes a person a guest of a running server with a data folder, who then joins by an invitation. */
export async function addToRoomAsGuest(
  { data }: Pick<ServerProcess, 'data'>,
  { inviter, person, roomId }: { inviter: TestPerson; person: TestPerson; roomId: string },
): Promise<void> {
  const db = openDatabase(data);
  await makeGuest(db, person.uid, { inviter: inviter.uid, until: null });
  await db.destroy();
  const input = { roomIds: [roomId], guest: true };
  const { invite } = await inviter.runLive<CommandOutput<'create_invite'>>('create_invite', input);
  await person.runLive('redeem_invite', { code: invite.code });
}
