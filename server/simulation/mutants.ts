import { isRoomEvent } from '@snug/protocol';
import type { Publication } from '../src/db/mutation.ts';
import { RoomFeed, type RoomFeedOptions } from '../src/realtime/room-feed.ts';
import type { Faults } from './server.ts';

/** Delivers at once what comes before its turn. */
class FeedWithoutHold extends RoomFeed {
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
    const position = isRoomEvent(event) ? this.positionOf(event.roomId) : undefined;
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

interface Removal {
  faults: Faults;
  /** What the simulation says then. */
  finds: RegExp;
}

/** What keeps several servers together, each taken out. */
export const REMOVALS: Readonly<Record<string, Removal>> = {
  'the feed holds nothing': {
    faults: { feed: options => new FeedWithoutHold(options) },
    finds: /with a gap between them/,
  },
  'the feed fills no gap': {
    faults: { feed: options => new FeedWithoutGapFill(options) },
    finds: /never came to rest|does not see|what .* sees/,
  },
  'batches lock in any order': { faults: { locking: 'unsorted' }, finds: /would never end/ },
  'batches read before they lock': {
    faults: { locking: 'late' },
    finds: /reactions|what .* sees|each message once/,
  },
  'batches lock nothing': { faults: { locking: 'none' }, finds: /was written without/ },
};
