import type { RoomLog, RoomStore, Store } from '@snug/client';
import { measureDistanceToEnd, type ScrollAnchor } from './scroll-anchor.ts';
import { ScrollPosition } from './scroll-position.ts';

/** How many messages of a room stay here once there are more than `MOST`. */
const TRIM_TO_COUNT = 300;
const TRIM_ABOVE_COUNT = 400;

/** How somebody left a room. `seen`: the `arrivals` of its log when they were at its newest message. */
export interface SavedScroll extends ScrollAnchor {
  seenArrivals: number;
}

interface ScrollControllerOptions {
  /** The element that scrolls. */
  scroller: HTMLElement;
  pages: RoomStore['pages'];
  /** The `arrivals` when the reader went up from the newest message; undefined while they are there. */
  seenArrivals: Store<number | undefined>;
  /** Called when something else may be in view. */
  onViewChange: (scroller: HTMLElement) => void;
}

/** Somebody who reads a room, and is kept at their place in it. What they come to is brought in, what is far away let go of. */
export class ScrollController {
  readonly #options: ScrollControllerOptions;
  readonly #position: ScrollPosition;
  #log: RoomLog | undefined;
  /** Something arrived while the reader was on the way up from the end. */
  #hasHeldArrivals = false;
  /** The newest page is asked for, and is where the reader goes. */
  #isGoingToNewest = false;
  #isRestoring = false;

  constructor(options: ScrollControllerOptions) {
    this.#options = options;
    this.#position = new ScrollPosition(options.scroller, () => this.#onUpwardScrollEnd());
  }

  /** Begins at a message, or where somebody left, or else at the end. */
  start(log: RoomLog | undefined, messageId: string | undefined, left: SavedScroll | undefined): void {
    this.#log = log;
    const row = messageId === undefined ? null : document.getElementById(messageId);
    if (row) this.#position.scrollToRow(row, this.#includesNewest);
    else if (left) this.#restore(left);
    else this.#position.scrollToEnd();
    this.#onViewChange();
  }

  /** Where the reader leaves, unless at the newest message. */
  stop(): SavedScroll | undefined {
    this.#position.dispose();
    const { anchor } = this.#position;
    return anchor && { ...anchor, seenArrivals: this.#options.seenArrivals.get() ?? this.#arrivals };
  }

  /** The list was scrolled. */
  onScroll(): void {
    this.#position.onScroll(this.#includesNewest);
    this.#onViewChange();
  }

  /** The list is drawn anew, of `log`. */
  setLog(log: RoomLog | undefined): void {
    const before = this.#log;
    this.#log = log;
    const { isNearEnd, anchor } = this.#position;
    const hasNewest = this.#includesNewest && log?.messages.at(-1)?.id !== before?.messages.at(-1)?.id;
    if (hasNewest && (isNearEnd || this.#isGoingToNewest)) this.#followArrivals();
    else if (anchor && log && before && isDisjoint(log, before)) this.#restore(anchor);
    else this.hold();
    this.#onViewChange();
    if ((log?.messages.length ?? 0) > TRIM_ABOVE_COUNT)
      this.#options.pages.trim(TRIM_TO_COUNT, isNearEnd ? undefined : anchor?.seq);
  }

  /** Puts the reader back to where they were, after something has another height. */
  hold(): void {
    this.#position.hold();
  }

  /** Keeps the reader at a row that is about to change its height. */
  holdRow(row: HTMLElement): void {
    this.#position.holdRow(row);
    this.#onViewChange();
  }

  /** Goes to the newest message. Rejects with a `CommandError`. */
  async goToEnd(): Promise<void> {
    if (this.#includesNewest) return this.#scrollToEnd();
    this.#isGoingToNewest = true;
    try {
      await this.#options.pages.loadNewest();
    } catch (error) {
      this.#isGoingToNewest = false;
      throw error;
    }
  }

  /** Whether the list goes up to the newest message of the room. */
  get #includesNewest(): boolean {
    return !this.#log?.hasNewer;
  }

  get #arrivals(): number {
    return this.#log?.arrivalCount ?? 0;
  }

  #scrollToEnd(): void {
    this.#isGoingToNewest = false;
    this.#position.scrollToEnd();
    this.#onViewChange();
  }

  /** Goes to what has arrived, unless the reader is on the way up. */
  #followArrivals(): void {
    this.#position.trackMove();
    this.#hasHeldArrivals = this.#position.isScrollingUp && !this.#isGoingToNewest;
    if (this.#hasHeldArrivals) this.hold();
    else this.#scrollToEnd();
  }

  /** The reader goes no further up. */
  #onUpwardScrollEnd(): void {
    if (this.#hasHeldArrivals && this.#position.isNearEnd) this.#scrollToEnd();
    this.#hasHeldArrivals = false;
  }

  /** Goes back to a place that may not be here any more, as when the newest page came after a long time away. */
  #restore(place: ScrollAnchor): void {
    if (this.#position.restore(place) || this.#isRestoring) return;
    this.#isRestoring = true;
    this.#options.pages
      .loadAround(place.messageId)
      .catch(() => this.#scrollToEnd())
      .finally(() => {
        this.#isRestoring = false;
      });
  }

  /** Something else may be in view. */
  #onViewChange(): void {
    const { scroller, pages, seenArrivals, onViewChange } = this.#options;
    seenArrivals.set(this.#position.isNearEnd ? undefined : (seenArrivals.get() ?? this.#arrivals));
    onViewChange(scroller);
    const isNearEnd = measureDistanceToEnd(scroller) < scroller.clientHeight;
    // What fails here is tried again at the next move.
    if (!this.#includesNewest && isNearEnd && !this.#isRestoring) pages.loadNewer().catch(() => {});
  }
}

/** Whether the log shows another part of the room than before. */
function isDisjoint({ messages: now }: RoomLog, { messages: before }: RoomLog): boolean {
  const isAfter = (one: typeof now, other: typeof now) => (one[0]?.seq ?? 0) > (other.at(-1)?.seq ?? 0);
  return isAfter(now, before) || isAfter(before, now);
}
