import type { CommandOutput } from '@snug/protocol';
import { Random } from '@snug/testkit/random.ts';
import { Journal } from '../journal.ts';
import { createHttpClient, ReconnectingSocketClient } from './command-client.ts';
import { LoadState } from './load-state.ts';
import { OutboxWriter } from './outbox-writer.ts';
import { type Participant, signUpParticipant } from './participant.ts';
import { Reader } from './reader.ts';
import { type Actions, Writer } from './writer.ts';

export interface ParticipantOptions {
  url: string;
  /** The addresses for all but the first reader in turn, for example of a fault proxy or of several servers. */
  urls: readonly string[];
  /** Signed-up people, at any address. Missing ones sign up. */
  people: readonly Participant[];
  seed: number;
  writers: number;
  readers: number;
  rooms: number;
  actions: Actions;
  /** The longest pause of a writer between two operations, in ms. */
  pauseMs: number;
  /** The share of operations that are sent twice at once. */
  duplicateShare: number;
}

export interface Participants {
  state: LoadState;
  readers: Reader[];
  writers: (Writer | OutboxWriter)[];
}

/**
 * A third of the writers each uses HTTP, a socket, and the client with its outbox; the latter are readers, too. The first
 * reader connects directly to the server.
 */
export async function createParticipants(options: ParticipantOptions): Promise<Participants> {
  const { url, seed } = options;
  const people = await signUpParticipants(options);
  const roomIds = await createRooms(url, people[0], options.rooms);
  const state = new LoadState(
    new Journal(),
    roomIds,
    people.map(({ uid }) => uid),
  );
  await grantAdmins(url, people, roomIds);
  const random = (person: Participant) => new Random(seed * 1_000 + people.indexOf(person));
  const reader = (person: Participant) => new Reader(person, state.journal.observed, random(person), roomIds);
  const readers = people.slice(0, options.readers).map(reader);
  const writers = people.slice(options.readers).map((person, index) => {
    const own = { person, state, random: random(person), ...options };
    if (index % 3 === 0) return new Writer({ ...own, line: createHttpClient(person) });
    if (index % 3 === 1) return new Writer({ ...own, line: new ReconnectingSocketClient(person) });
    const app = reader(person);
    readers.push(app);
    return new OutboxWriter(app, state, own.random, options.pauseMs);
  });
  return { state, readers, writers };
}

async function signUpParticipants({
  url,
  urls,
  people,
  readers,
  writers,
}: ParticipantOptions): Promise<Participant[]> {
  const person = async (name: string, index: number): Promise<Participant> => {
    const through = index === 0 ? url : (urls[index % urls.length] ?? url);
    const address = { origin: url, url: through };
    return { ...(people[index] ?? (await signUpParticipant(url, name))), ...address };
  };
  return Promise.all(createNumbered('Person', readers + writers, person));
}

function createNumbered<Item>(
  name: string,
  count: number,
  make: (name: string, index: number) => Item,
): Item[] {
  return Array.from({ length: count }, (_, index) => make(`${name}${index + 1}`, index));
}

async function createRooms(url: string, creator: Participant | undefined, count: number): Promise<string[]> {
  if (!creator) throw new Error('a load needs a reader');
  const line = createHttpClient({ ...creator, url });
  const create = async (name: string) => {
    const result = await line.request('create_room', { name, description: 'Where a load takes place' });
    return (result as CommandOutput<'create_room'>).room.id;
  };
  return Promise.all(createNumbered('Room', count, create));
}

async function grantAdmins(
  url: string,
  [creator, ...others]: Participant[],
  roomIds: string[],
): Promise<void> {
  if (!creator) return;
  const line = createHttpClient({ ...creator, url });
  const admins = others.filter((_, index) => index % 4 === 0);
  for (const roomId of roomIds) {
    for (const { uid } of admins) await line.request('set_admin', { roomId, uid, admin: true });
  }
}
