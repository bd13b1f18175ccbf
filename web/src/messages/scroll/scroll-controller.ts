import type { RoomLog, RoomStore, Store } from '@snug/client';
import { distanceToEnd, type Place } from './scroll-anchor.ts';
import { Position } from './scroll-position.ts';

/** How many messages of a room stay here once there are more than `MOST`. */
const KEPT = 300;
const MOST = 400;

/** How somebody left a room. `seen`: the `arrivals` of its log when they were at its newest message. */
export interface LeftAt extends Place {
  seen: number;
}

interface ReadingOptions {
  /** The element that scrolls. */
  scroller: HTMLElement;
  pages: RoomStore['pages'];
  /** The `arrivals` when the reader went up from the newest message; undefined while they are there. */
  seen: Store<number | undefined>;
  /** Called when something else may be in view. */
  onView: (scroller: HTMLElement) => void;
}

/** Somebody who reads a room, and is kept at their place in it. What they come to is brought in, what is far away let go of. */
export class Reading {
  readonly #options: ReadingOptions;
  readonly #position: Position;
  #log: RoomLog | undefined;
  /** Something arrived while the reader was on the way up from the end. */
  #isFollowing = false;
  /** The newest page is asked for, and is where the reader goes. */
  #isLeaving = false;
  #isFinding = false;

  constructor(options: ReadingOptions) {
    this.#options = options;
    this.#position = new Position(options.scroller, () => this.#stopped());
  }

  /** Begins at a message, or where somebody left, or else at the end. */
  begin(log: RoomLog | undefined, messageId: string | undefined, left: LeftAt | undefined): void {
    this.#log = log;
    const row = messageId === undefined ? null : document.getElementById(messageId);
    if (row) this.#position.toRow(row, this.#isWhole);
    else if (left) this.#return(left);
    else this.#position.toEnd();
    this.#moved();
  }

  /** Where the reader leaves, unless at the newest message. */
  leave(): LeftAt | undefined {
    this.#position.leave();
    const { place } = this.#position;
    return place && { ...place, seen: this.#options.seen.get() ?? this.#arrivals };
  }

  /** The list was scrolled. */
  scrolled(): void {
    this.#position.scrolled(this.#isWhole);
    this.#moved();
  }

  /** The list is drawn anew, of `log`. */
  changed(log: RoomLog | undefined): void {
    const before = this.#log;
    this.#log = log;
    const { isNear, place } = this.#position;
    const hasNewest = this.#isWhole && log?.messages.at(-1)?.id !== before?.messages.at(-1)?.id;
    if (hasNewest && (isNear || this.#isLeaving)) this.#follow();
    else if (place && log && before && isElsewhere(log, before)) this.#return(place);
    else this.keep();
    this.#moved();
    if ((log?.messages.length ?? 0) > MOST) this.#options.pages.trim(KEPT, isNear ? undefined : place?.seq);
  }

  /** Puts the reader back to where they were, after something has another height. */
  keep(): void {
    this.#position.keep();
  }

  /** Keeps the reader at a row that is about to change its height. */
  stayAt(row: HTMLElement): void {
    this.#position.stayAt(row);
    this.#moved();
  }

  /** Goes to the newest message. Rejects with a `CommandError`. */
  async goToEnd(): Promise<void> {
    if (this.#isWhole) return this.#toEnd();
    this.#isLeaving = true;
    try {
      await this.#options.pages.loadNewest();
    } catch (error) {
      this.#isLeaving = false;
      throw error;
    }
  }

  /** Whether the list goes up to the newest message of the room. */
  get #isWhole(): boolean {
    return !this.#log?.hasNewer;
  }

  get #arrivals(): number {
    return this.#log?.arrivals ?? 0;
  }

  #toEnd(): void {
    this.#isLeaving = false;
    this.#position.toEnd();
    this.#moved();
  }

  /** Goes to what has arrived, unless the reader is on the way up. */
  #follow(): void {
    this.#position.noticeMove();
    this.#isFollowing = this.#position.isGoingUp && !this.#isLeaving;
    if (this.#isFollowing) this.keep();
    else this.#toEnd();
  }

  /** The reader goes no further up. */
  #stopped(): void {
    if (this.#isFollowing && this.#position.isNear) this.#toEnd();
    this.#isFollowing = false;
  }

  /** Goes back to a place that may not be here any more, as when the newest page came after a long time away. */
  #return(place: Place): void {
    if (this.#position.putBack(place) || this.#isFinding) return;
    this.#isFinding = true;
    this.#options.pages
      .loadAround(place.messageId)
      .catch(() => this.#toEnd())
      .finally(() => {
        this.#isFinding = false;
      });
  }

  /** Something else may be in view. */
  #moved(): void {
    const { scroller, pages, seen, onView } = this.#options;
    seen.set(this.#position.isNear ? undefined : (seen.get() ?? this.#arrivals));
    onView(scroller);
    const isNearEnd = distanceToEnd(scroller) < scroller.clientHeight;
    // What fails here is tried again at the next move.
    if (!this.#isWhole && isNearEnd && !this.#isFinding) pages.loadNewer().catch(() => {});
  }
}

/** Whether the log shows another part of the room than before. */
function isElsewhere({ messages: now }: RoomLog, { messages: before }: RoomLog): boolean {
  const isAfter = (one: typeof now, other: typeof now) => (one[0]?.seq ?? 0) > (other.at(-1)?.seq ?? 0);
  return isAfter(now, before) || isAfter(before, now);
}
