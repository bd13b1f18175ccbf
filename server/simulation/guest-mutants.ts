import { CommandError, type CommandName, type CommandOutput, roomTopic, type Topic } from '@snug/protocol';
import type { CommandCaller, CommandSubscriber } from '../src/commands/command-handler.ts';
import type { Dispatch } from '../src/commands/dispatch.ts';
import type { Publication } from '../src/db/mutation.ts';
import { RoomFeed, type RoomFeedOptions } from '../src/realtime/room-feed.ts';
import type { SimulationMutant } from './read-mutants.ts';
import type { Faults } from './server.ts';

/** The last member who ran a command: a mutant reads what they may know. */
function createLeak(
  leak: (run: Dispatch, member: CommandCaller, guest: CommandCaller, input: object) => Promise<unknown>,
  command: CommandName,
): Pick<Faults, 'dispatch'> {
  let member: CommandCaller | undefined;
  return {
    dispatch: real => async (caller, name, input) => {
      if (!caller.guest) {
        const { subscriber: _, ...rest } = caller;
        member = rest;
      }
      if (!caller.guest || name !== command || !member) return real(caller, name, input);
      return leak(real, member, caller, input as object);
    },
  };
}

function runAsMember(command: CommandName): Pick<Faults, 'dispatch'> {
  return createLeak((run, member, _guest, input) => run(member, command, input), command);
}

/** Delivers a copy of some events of each room to all other rooms whose events it knows. */
class FeedToOtherRooms extends RoomFeed {
  readonly #isCopied: (publication: Publication) => boolean;
  readonly #topics = new Set<Topic>();
  readonly #deliver: RoomFeedOptions['deliver'];

  constructor(options: RoomFeedOptions, isCopied: (publication: Publication) => boolean) {
    super(options);
    this.#isCopied = isCopied;
    this.#deliver = options.deliver;
  }

  override deliver(publications: readonly Publication[]): void {
    super.deliver(publications);
    for (const { topic } of publications) if (topic.startsWith('room:')) this.#topics.add(topic);
    const copied = publications.filter(each => this.#isCopied(each));
    for (const { topic, event } of copied)
      for (const other of this.#topics) if (other !== topic) this.#deliver([{ topic: other, event }]);
  }
}

function copyEvents(type: Publication['event']['type']): Pick<Faults, 'feed'> {
  const isCopied = ({ topic, event }: Publication) =>
    event.type === type && 'roomId' in event && topic === roomTopic(event.roomId);
  return { feed: options => new FeedToOtherRooms(options, isCopied) };
}

async function findStranger(run: Dispatch, member: CommandCaller, guest: CommandCaller) {
  const find = async (caller: CommandCaller) =>
    ((await run(caller, 'find_people', { text: 'person' })) as CommandOutput<'find_people'>).people;
  const known = new Set((await find(guest)).map(({ uid }) => uid));
  return (await find(member)).find(({ uid }) => !known.has(uid));
}

/** Of somebody who is in no room of the guest, beside a person whom the guest knows. */
function showPictureOfStranger(command: 'find_people' | 'watch_people'): Pick<Faults, 'dispatch'> {
  return createLeak(async (run, member, guest, input) => {
    const { people, ...rest } = (await run(guest, command, input)) as CommandOutput<typeof command>;
    const avatar = (await findStranger(run, member, guest))?.avatar;
    return { people: people.map(person => ({ ...person, ...(avatar && { avatar }) })), ...rest };
  }, command);
}

/** With the subscriptions of the guest, by the rights of the member. */
function subscribeAsMember(command: CommandName): Pick<Faults, 'dispatch'> {
  return createLeak((run, member, { subscriber }, input) => {
    const silent: CommandSubscriber | undefined = subscriber && {
      ...bindSubscriber(subscriber),
      sendEvents: () => {},
    };
    return run({ ...member, ...(silent && { subscriber: silent }) }, command, input).then(() => ({
      missing: Object.keys((input as { add?: object }).add ?? {}),
    }));
  }, command);
}

function bindSubscriber(subscriber: CommandSubscriber): CommandSubscriber {
  return {
    subscribe: topic => subscriber.subscribe(topic),
    unsubscribe: topic => subscriber.unsubscribe(topic),
    watchPeople: uids => subscriber.watchPeople(uids),
    watchRooms: (add, remove) => subscriber.watchRooms(add, remove),
    leaveOutBannedRooms: read => subscriber.leaveOutBannedRooms(read),
    sendEvents: events => subscriber.sendEvents(events),
    setActive: isActive => subscriber.setActive(isActive),
  };
}

const LEAK = /the guest .* received/;

/** Each shows a guest something of the rest of the workspace. */
export const GUEST_MUTANTS: Readonly<Record<string, SimulationMutant>> = {
  'guests and others see who is typing in other rooms': {
    faults: copyEvents('typing'),
    seed: 14,
    expectedError: /received typing of a room|the guest .* received/,
  },
  'guests and others receive the notices of other rooms': {
    faults: copyEvents('member_changed'),
    expectedError: /received position|the guest .* received|events out of order/,
  },
  'guests see the viewers of other rooms': {
    faults: runAsMember('watch_viewers'),
    seed: 9,
    expectedError: LEAK,
  },
  'guests see the list of open rooms': { faults: runAsMember('list_rooms'), expectedError: LEAK },
  'guests receive the summaries of all rooms': {
    faults: subscribeAsMember('watch_rooms'),
    expectedError: LEAK,
  },
  'a person who left a room stays known to its guests': {
    faults: { rewrite: statement => statement.replace(' and o."role" is not null limit 1', ' limit 1') },
    expectedError: LEAK,
  },
  'a cursor of a guest names somebody else': {
    faults: createLeak(async (run, member, guest, input) => {
      const found = (await run(guest, 'find_people', input)) as CommandOutput<'find_people'>;
      const stranger = await findStranger(run, member, guest);
      return stranger ? { ...found, next: { by: -1, isInside: false, words: stranger.uid } } : found;
    }, 'find_people'),
    expectedError: LEAK,
  },
  'an error names the person whom a guest may not see': {
    faults: createLeak(async (run, member, guest, input) => {
      const { person } = (await run(member, 'get_profile', input)) as CommandOutput<'get_profile'>;
      return run(guest, 'get_profile', input).catch(() => {
        throw new CommandError('not_found', `${person.name} is in none of your rooms`);
      });
    }, 'get_profile'),
    expectedError: /the guest .* received the name/,
  },
  'a search of a guest returns the address of another picture': {
    faults: showPictureOfStranger('find_people'),
    expectedError: LEAK,
  },
  'a guest receives the address of another picture with the people of the page': {
    faults: showPictureOfStranger('watch_people'),
    expectedError: LEAK,
  },
  'a guest receives a count of all people': {
    faults: createLeak(async (run, member, guest, input) => {
      const { people } = (await run(member, 'find_people', {
        text: 'person',
      })) as CommandOutput<'find_people'>;
      return { ...((await run(guest, 'list_joined', input)) as object), people: people.length };
    }, 'list_joined'),
    expectedError: /the number people/,
  },
  'a guest receives the time of the newest message anywhere': {
    faults: createLeak(async (run, member, guest, input) => {
      const { rooms } = (await run(member, 'list_rooms', {})) as CommandOutput<'list_rooms'>;
      const own = (await run(guest, 'list_rooms', input)) as object;
      return { ...own, changedAt: rooms[0]?.lastMessage?.createdAt ?? 0 };
    }, 'list_rooms'),
    expectedError: /the number changedAt/,
  },
};
