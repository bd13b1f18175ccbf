import { Random } from '@snug/testkit/random.ts';
import { Journal } from '../journal.ts';
import type { Weights } from './actions/actions.ts';
import { createHttpClient, ReconnectingSocketClient } from './command-client.ts';
import { LoadState } from './load-state.ts';
import { OutboxWriter } from './outbox-writer.ts';
import { type Participant, signUpParticipant } from './participant.ts';
import { blockWriter, createNumbered, createRooms, grantAdmins, joinRooms } from './prepare-rooms.ts';
import { Reader } from './reader.ts';
import { SecondDevice } from './second-device.ts';
import { Writer } from './writer.ts';

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
  actions: Weights;
  /** The longest pause of a writer between two operations, in ms. */
  pauseMs: number;
  /** The share of operations that are sent twice at once. */
  duplicateShare: number;
}

export interface Participants {
  people: readonly Participant[];
  state: LoadState;
  readers: Reader[];
  writers: (Writer | OutboxWriter | SecondDevice)[];
}

/**
 * A third of the writers each uses HTTP, a socket, and the client with its outbox; the latter are readers, too. The first
 * reader connects directly to the server. The second reader and the first person with the outbox have a second device.
 */
export async function createParticipants(options: ParticipantOptions): Promise<Participants> {
  const { url, urls, seed } = options;
  const people = await signUpParticipants(options);
  const roomIds = await createRooms(url, people[0], options.rooms);
  const state = new LoadState(new Journal(), roomIds, people);
  const admins = await grantAdmins(url, people, roomIds);
  await joinRooms(url, people.slice(1, options.readers), roomIds);
  for (const { uid } of [...admins, ...people.slice(0, options.readers)]) state.journal.joined.add(uid);
  await blockWriter(url, people, options.readers);
  const random = (person: Participant) => new Random(seed * 1_000 + people.indexOf(person));
  const reader = (person: Participant) => new Reader(person, state.journal.observed, random(person), roomIds);
  const readers = people.slice(0, options.readers).map(reader);
  const writers: Participants['writers'] = people.slice(options.readers).map((person, index) => {
    const own = { person, state, random: random(person), ...options };
    if (index % 3 === 0) return new Writer({ ...own, line: createHttpClient(person) });
    if (index % 3 === 1) return new Writer({ ...own, line: new ReconnectingSocketClient(person) });
    const app = reader(person);
    readers.push(app);
    return new OutboxWriter(app, state, own.random, options.pauseMs);
  });
  for (const [index, { person }] of [readers[1], readers[options.readers]].filter(isDefined).entries()) {
    const device = reader({ ...person, url: urls[index % urls.length] ?? person.url });
    readers.push(device);
    writers.push(new SecondDevice(device, state, random(person)));
  }
  return { people, state, readers, writers };
}

function isDefined<Value>(value: Value | undefined): value is Value {
  return value !== undefined;
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
