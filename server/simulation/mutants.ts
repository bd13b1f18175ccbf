import { isRoomEvent } from '@snug/protocol';
import type { Publication } from '../src/db/mutation.ts';
import { RoomFeed, type RoomFeedOptions } from '../src/realtime/room-feed.ts';
import type { Faults } from './server.ts';

/** Delivers at once what comes before its turn. */
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

/** Finds nothing in the database that it missed. */
class FeedWithoutGapFill extends RoomFeed {
  constructor(options: RoomFeedOptions) {
    const readSince: RoomFeedOptions['readSince'] = async (roomId, since) => ({
      ...(await options.readSince(roomId, since)),
      seq: since,
    });
    super({ ...options, readSince });
  }
}

interface SimulationMutant {
  faults: Faults;
  /** What the simulation says then. */
  expectedError: RegExp;
}

/** What keeps several servers together, each taken out. */
export const SIMULATION_MUTANTS: Readonly<Record<string, SimulationMutant>> = {
  'the feed holds nothing': {
    faults: { feed: options => new FeedWithoutReordering(options) },
    expectedError: /with a gap between them/,
  },
  'the feed fills no gap': {
    faults: { feed: options => new FeedWithoutGapFill(options) },
    expectedError: /never came to rest|does not see|what .* sees/,
  },
  'batches lock in any order': { faults: { locking: 'unsorted' }, expectedError: /would never end/ },
  'batches read before they lock': {
    faults: { locking: 'late' },
    expectedError: /reactions|what .* sees|each message once/,
  },
  'batches lock nothing': { faults: { locking: 'none' }, expectedError: /was written without/ },
};
