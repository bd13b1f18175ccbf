import type { CommandOutput } from '@snug/protocol';
import { createHttpClient } from './command-client.ts';
import type { Participant } from './participant.ts';

export function createNumbered<Item>(
  name: string,
  count: number,
  make: (name: string, index: number) => Item,
): Item[] {
  return Array.from({ length: count }, (_, index) => make(`${name}${index + 1}`, index));
}

export async function createRooms(
  url: string,
  creator: Participant | undefined,
  count: number,
): Promise<string[]> {
  if (!creator) throw new Error('a load needs a reader');
  const line = createHttpClient({ ...creator, url });
  const create = async (name: string) => {
    const result = await line.request('create_room', { name, description: 'Where a load takes place' });
    return (result as CommandOutput<'create_room'>).room.id;
  };
  return Promise.all(createNumbered('Room', count, create));
}

/** Returns them: the creator, and a quarter of the others. */
export async function grantAdmins(
  url: string,
  [creator, ...others]: Participant[],
  roomIds: string[],
): Promise<Participant[]> {
  if (!creator) return [];
  const line = createHttpClient({ ...creator, url });
  const admins = others.filter((_, index) => index % 4 === 0);
  // Otherwise they would get requests.
  await joinRooms(url, admins, roomIds);
  for (const roomId of roomIds) {
    for (const { uid } of admins) await line.request('set_admin', { roomId, uid, admin: true });
  }
  return [creator, ...admins];
}

/** Only members have read cursors. Writers become members with their first message. */
export async function joinRooms(url: string, people: Participant[], roomIds: string[]): Promise<void> {
  for (const person of people) {
    const line = createHttpClient({ ...person, url });
    for (const roomId of roomIds) await line.request('join_room', { roomId });
  }
}

/** The second reader, and so both of their devices, never count messages of the first writer. */
export async function blockWriter(url: string, people: Participant[], readers: number): Promise<void> {
  const [reader, writer] = [people[1], people[readers]];
  if (!reader || !writer || readers < 2) return;
  await createHttpClient({ ...reader, url }).request('set_block', { uid: writer.uid, blocked: true });
}
