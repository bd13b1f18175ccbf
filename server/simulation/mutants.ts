import { CommandError, type CommandName, isRoomEvent } from '@snug/protocol';
import type { accessFile } from '../src/admin/reports/access.ts';
import type { Publication } from '../src/db/mutation.ts';
import { findFile } from '../src/files/file-store.ts';
import { RoomFeed, type RoomFeedOptions } from '../src/realtime/room-feed.ts';
import { GUEST_MUTANTS } from './guest-mutants.ts';
import { READ_MUTANTS, type SimulationMutant } from './read-mutants.ts';
import type { Faults } from './server.ts';
import { TRIM_MUTANTS } from './trim-mutants.ts';

class FeedWithoutReordering extends RoomFeed {
  readonly #deliverAtOnce: RoomFeedOptions['deliver'];

  constructor(options: RoomFeedOptions) {
    super(options);
    this.#deliverAtOnce = options.deliver;
  }

  override deliver(publications: readonly Publication[]): void {
    for (const publication of publications) {
      if (this.#isEarly(publication)) this.#deliverAtOnce([publication]);
      else super.deliver([publication]);
    }
  }

  #isEarly({ event }: Publication): boolean {
    const position = isRoomEvent(event) ? this.getPosition(event.roomId) : undefined;
    return position !== undefined && isRoomEvent(event) && event.seq > position + 1;
  }
}

class FeedWithoutGapFill extends RoomFeed {
  constructor(options: RoomFeedOptions) {
    const readSince: RoomFeedOptions['readSince'] = async (roomId, since) => ({
      ...(await options.readSince(roomId, since)),
      seq: since,
    });
    super({ ...options, readSince });
  }
}

/** Learns of a lost event only by a later one. */
class FeedWithoutHeadCheck extends RoomFeed {
  override expect(): void {}
}

/** A removal ends no subscription. */
class FeedWithoutEnds extends RoomFeed {
  constructor(options: RoomFeedOptions) {
    const deliver: RoomFeedOptions['deliver'] = publications =>
      options.deliver(
        publications.map(({ event, ...rest }) => ({
          ...rest,
          event: event.type === 'member_changed' ? { ...event, canRead: true } : event,
        })),
      );
    super({ ...options, deliver });
  }
}

/** A cache without the person in its key. */
function shareResults(command: CommandName): NonNullable<Faults['dispatch']> {
  return real => {
    const known = new Map<string, unknown>();
    return async (caller, name, input) => {
      if (name !== command) return real(caller, name, input);
      const key = JSON.stringify(input);
      if (!known.has(key)) known.set(key, await real(caller, name, input));
      return known.get(key);
    };
  };
}

/** Looks only whether the file was sent. */
const accessSentFile: typeof accessFile = async (db, _actor, id) => {
  const file = await findFile(db, id);
  if (!file) throw new CommandError('not_found');
  return file;
};

const SHOWN_TO_OTHERS = /that they could not read/;

/** Each removes one mechanism that keeps several servers and devices consistent. */
export const SIMULATION_MUTANTS: Readonly<Record<string, SimulationMutant>> = {
  'the feed does not reorder events': {
    faults: { feed: options => new FeedWithoutReordering(options) },
    expectedError: /with a gap between them/,
  },
  'the feed does not fill gaps': {
    faults: { feed: options => new FeedWithoutGapFill(options) },
    expectedError: /never became idle|does not see|what .* sees/,
  },
  'the feed compares no positions': {
    faults: { feed: options => new FeedWithoutHeadCheck(options) },
    expectedError: /never became idle|does not see|what .* sees/,
  },
  'a removal ends no subscription': {
    faults: { feed: options => new FeedWithoutEnds(options) },
    seed: 13,
    expectedError: /that they could not read/,
  },
  'searches of all people share their results': {
    faults: { dispatch: shareResults('find_rooms') },
    seed: 19,
    expectedError: SHOWN_TO_OTHERS,
  },
  'searches in messages share their results': {
    faults: { dispatch: shareResults('search_messages') },
    expectedError: SHOWN_TO_OTHERS,
  },
  'counts of all people share their results': {
    faults: { dispatch: shareResults('get_unread') },
    // The counts of others are also wrong in rooms that everyone reads.
    expectedError: /that they could not read|unread messages on device/,
  },
  'lists of members are shared': {
    faults: { dispatch: shareResults('list_members') },
    seed: 6,
    expectedError: SHOWN_TO_OTHERS,
  },
  'everyone downloads sent files': {
    faults: { accessFile: accessSentFile },
    expectedError: SHOWN_TO_OTHERS,
  },
  'servers publish before the commit': {
    faults: { publishesBeforeCommit: true },
    expectedError: /was sent before its commit/,
  },
  'batches lock in any order': { faults: { locking: 'unsorted' }, expectedError: /would never end/ },
  'batches read before they lock': {
    faults: { locking: 'late' },
    expectedError: /reactions|what .* sees|each message once|that they could not read/,
  },
  'batches lock nothing': { faults: { locking: 'none' }, expectedError: /was written without/ },
  ...READ_MUTANTS,
  ...GUEST_MUTANTS,
  ...TRIM_MUTANTS,
};
