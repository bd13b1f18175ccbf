import type { CommandOutput } from '@snug/protocol';
import { Random } from '@snug/testkit/random.ts';
import { Journal } from '../journal.ts';
import { httpLine, SocketLine } from './command-client.ts';
import { Scene } from './load-state.ts';
import { OutboxWriter } from './outbox-writer.ts';
import { type Person, signUp } from './participant.ts';
import { Reader } from './reader.ts';
import { type Actions, Writer } from './writer.ts';

export interface CastOptions {
  /** The server's own address. */
  url: string;
  /** Where all but the first reader go, such as a fault proxy. */
  through: string;
  /** Who is signed up already, in any address of theirs; whoever is missing signs up. */
  people: readonly Person[];
  seed: number;
  writers: number;
  readers: number;
  rooms: number;
  /** What those writers do that have no outbox. */
  actions: Actions;
  /** The longest pause of a writer between two operations, in ms. */
  pauseMs: number;
  /** The share of operations that are asked for twice at once. */
  doubles: number;
}

/** The people of a load, and where they are. */
export interface Cast {
  scene: Scene;
  readers: Reader[];
  writers: (Writer | OutboxWriter)[];
}

/**
 * Signs everyone up and creates the rooms. Of the writers a third each uses HTTP, a socket, and the client with its
 * outbox, who are readers, too; the first reader goes straight to the server.
 */
export async function assemble(options: CastOptions): Promise<Cast> {
  const { url, seed } = options;
  const people = await gather(options);
  const roomIds = await createRooms(url, people[0], options.rooms);
  const scene = new Scene(
    new Journal(),
    roomIds,
    people.map(({ uid }) => uid),
  );
  await makeAdmins(url, people, roomIds);
  const random = (person: Person) => new Random(seed * 1_000 + people.indexOf(person));
  const reader = (person: Person) => new Reader(person, scene.journal.told, random(person), roomIds);
  const readers = people.slice(0, options.readers).map(reader);
  const writers = people.slice(options.readers).map((person, index) => {
    const own = { person, scene, random: random(person), ...options };
    if (index % 3 === 0) return new Writer({ ...own, line: httpLine(person) });
    if (index % 3 === 1) return new Writer({ ...own, line: new SocketLine(person) });
    const app = reader(person);
    readers.push(app);
    return new OutboxWriter(app, scene, own.random, options.pauseMs);
  });
  return { scene, readers, writers };
}

/** Readers and writers, the first of whom goes straight to the server. */
async function gather({ url, through, people, readers, writers }: CastOptions): Promise<Person[]> {
  const person = async (name: string, index: number): Promise<Person> => {
    const address = { origin: url, url: index === 0 ? url : through };
    return { ...(people[index] ?? (await signUp(url, name))), ...address };
  };
  return Promise.all(numbered('Person', readers + writers, person));
}

function numbered<Item>(name: string, count: number, make: (name: string, index: number) => Item): Item[] {
  return Array.from({ length: count }, (_, index) => make(`${name}${index + 1}`, index));
}

async function createRooms(url: string, creator: Person | undefined, count: number): Promise<string[]> {
  if (!creator) throw new Error('a load needs a reader');
  const line = httpLine({ ...creator, url });
  const create = async (name: string) => {
    const answer = await line.ask('create_room', { name, description: 'Where a load takes place' });
    return (answer as CommandOutput<'create_room'>).room.id;
  };
  return Promise.all(numbered('Room', count, create));
}

/** One in four of the people may edit. */
async function makeAdmins(url: string, [creator, ...others]: Person[], roomIds: string[]): Promise<void> {
  if (!creator) return;
  const line = httpLine({ ...creator, url });
  const admins = others.filter((_, index) => index % 4 === 0);
  for (const roomId of roomIds) {
    for (const { uid } of admins) await line.ask('set_admin', { roomId, uid, admin: true });
  }
}
