import type { RoomLog, RoomStore, Store } from '@snug/client';
import { distanceToEnd, findPlace, type Place, rowAt } from './place.ts';

/** How far from the bottom a reader still counts as being there, as a part of what is in view. */
const NEAR = 0.3;
/** As far from the bottom as rounding may leave who is there, px. */
const ROUNDING = 2;

/** Who is going up is not pulled back by what arrives; who has stopped near the end for so long is, ms. */
const GOING_UP_MS = 300;

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

/**
 * Somebody who reads a room. Who is at its newest message stays there; for everyone else the row that they read stays where it
 * stands on the screen, whatever comes, goes or changes its height around it. What they come to is brought in.
 */
export class Reading {
  readonly #options: ReadingOptions;
  #log: RoomLog | undefined;
  /** At the newest message there is, or so near that an arrival is followed. */
  #isNear = true;
  #isAtEnd = true;
  #place: Place | undefined;
  #wentUpAt = Number.NEGATIVE_INFINITY;
  #following: ReturnType<typeof setTimeout> | undefined;
  /** As it was when the reader was put or found somewhere the last time. */
  #shape = '';
  #scrollTop = 0;
  /** The newest page is asked for, and is where the reader goes. */
  #isLeaving = false;
  #isFinding = false;

  constructor(options: ReadingOptions) {
    this.#options = options;
  }

  /** Begins at a message, or where somebody left, or else at the end. */
  begin(log: RoomLog | undefined, messageId: string | undefined, left: LeftAt | undefined): void {
    this.#log = log;
    const row = messageId === undefined ? null : document.getElementById(messageId);
    if (row) {
      row.scrollIntoView({ block: 'center', behavior: 'instant' });
      this.#noteShape();
      this.scrolled();
    } else if (left) this.#resume(left);
    else this.#toEnd();
    this.#look();
  }

  /** Where the reader leaves, unless at the newest message. */
  leave(): LeftAt | undefined {
    clearTimeout(this.#following);
    const seen = this.#options.seen.get();
    return this.#isAtEnd || !this.#place ? undefined : { ...this.#place, seen: seen ?? this.#arrivals };
  }

  /** The list was scrolled. */
  scrolled(): void {
    const { scroller, seen } = this.#options;
    const moved = scroller.scrollTop - this.#scrollTop;
    const isUp = moved < 0;
    if (isUp) this.#wentUpAt = performance.now();
    // Something changed its height in the same frame, and nobody has put the reader back yet.
    if (this.#shape !== shapeOf(scroller)) this.#keepAfter(moved);
    const isWhole = !this.#log?.hasNewer;
    const distance = distanceToEnd(scroller);
    this.#isNear = isWhole && distance <= scroller.clientHeight * NEAR;
    this.#isAtEnd = isWhole && distance <= (isUp ? 0 : ROUNDING);
    this.#place = findPlace(scroller);
    this.#noteShape();
    seen.set(this.#isNear ? undefined : (seen.get() ?? this.#arrivals));
    this.#look();
  }

  #follow(): void {
    const wait = this.#wentUpAt + GOING_UP_MS - performance.now();
    clearTimeout(this.#following);
    if (wait <= 0 || this.#isLeaving) return this.#toEnd();
    this.keep();
    this.#following = setTimeout(() => this.#isNear && this.#follow(), wait);
  }

  #keepAfter(moved: number): void {
    if (moved < 0) this.#isAtEnd = false;
    if (this.#place) this.#place = { ...this.#place, top: this.#place.top - moved };
    this.keep();
  }

  /** The list is drawn anew, of `log`. */
  changed(log: RoomLog | undefined): void {
    const before = this.#log;
    this.#log = log;
    const hasNewest = !log?.hasNewer && log?.messages.at(-1)?.id !== before?.messages.at(-1)?.id;
    if (hasNewest && (this.#isNear || this.#isLeaving)) this.#follow();
    else if (this.#place && log && before && isElsewhere(log, before)) this.#return(this.#place);
    else this.keep();
    this.#look();
    const count = log?.messages.length ?? 0;
    if (count > MOST) this.#options.pages.trim(KEPT, this.#isNear ? undefined : this.#place?.seq);
  }

  /** Puts the reader back to where they were, after something has another height. */
  keep(): void {
    if (this.#isAtEnd) this.#toEnd();
    // Without its row, for it was deleted, the next one is as good.
    else if (this.#place && !this.#putBack(this.#place)) this.#place = findPlace(this.#options.scroller);
    this.#noteShape();
  }

  #noteShape(): void {
    const { scroller } = this.#options;
    this.#shape = shapeOf(scroller);
    this.#scrollTop = scroller.scrollTop;
  }

  /** Goes to the newest message. Rejects with a `CommandError`. */
  async goToEnd(): Promise<void> {
    if (!this.#log?.hasNewer) return this.#toEnd();
    this.#isLeaving = true;
    try {
      await this.#options.pages.loadNewest();
    } catch (error) {
      this.#isLeaving = false;
      throw error;
    }
  }

  get #arrivals(): number {
    return this.#log?.arrivals ?? 0;
  }

  #toEnd(): void {
    const { scroller, seen } = this.#options;
    this.#isNear = true;
    this.#isAtEnd = true;
    this.#isLeaving = false;
    seen.set(undefined);
    scroller.scrollTop = scroller.scrollHeight;
    this.#noteShape();
  }

  #resume(left: LeftAt): void {
    this.#isNear = false;
    this.#isAtEnd = false;
    this.#place = left;
    this.#return(left);
  }

  /** Goes back to a place that may not be here any more, as when the newest page came after a long time away. */
  #return(place: Place): void {
    if (this.#putBack(place) || this.#isFinding) return;
    this.#isFinding = true;
    this.#options.pages
      .loadAround(place.messageId)
      .catch(() => this.#toEnd())
      .finally(() => {
        this.#isFinding = false;
      });
  }

  /** False where the row is not in the list. */
  #putBack({ seq, top }: Place): boolean {
    const { scroller } = this.#options;
    const row = rowAt(scroller, seq);
    const moved = row ? row.getBoundingClientRect().top - top : 0;
    // Less than half a pixel is the browser's rounding.
    if (Math.abs(moved) >= 0.5) scroller.scrollTop += moved;
    return row !== undefined;
  }

  #look(): void {
    const { scroller, pages, onView } = this.#options;
    onView(scroller);
    const isNearEnd = distanceToEnd(scroller) < scroller.clientHeight;
    // What fails here is tried again by the next look.
    if (this.#log?.hasNewer && isNearEnd && !this.#isFinding) pages.loadNewer().catch(() => {});
  }
}

/** Of what is in view, and of all that can be scrolled. */
function shapeOf({ clientWidth, clientHeight, scrollHeight }: HTMLElement): string {
  return `${clientWidth} ${clientHeight} ${scrollHeight}`;
}

/** Whether the log shows another part of the room than before. */
function isElsewhere({ messages: now }: RoomLog, { messages: before }: RoomLog): boolean {
  const isAfter = (one: typeof now, other: typeof now) => (one[0]?.seq ?? 0) > (other.at(-1)?.seq ?? 0);
  return isAfter(now, before) || isAfter(before, now);
}
