import type { RoomLog, RoomPlace, RoomStore, Store } from '@snug/client';
import { CommandError } from '@snug/protocol';
import type { SavedScroll } from '../../../state/saved-scroll.ts';
import { NEW_LINE_ID } from '../../unread/new-line-id.ts';
import { findRowAfter, measureDistanceToEnd, type ScrollAnchor } from './scroll-anchor.ts';
import { ScrollPosition } from './scroll-position.ts';

/** Trims a log of more than `TRIM_ABOVE_COUNT` messages. */
const TRIM_TO_COUNT = 300;
const TRIM_ABOVE_COUNT = 400;

interface ScrollControllerOptions {
  scroller: HTMLElement;
  pages: RoomStore['pages'];
  /** The `arrivalCount` when the reader scrolled up from the end; undefined at the end. */
  seenArrivals: Store<number | undefined>;
  onViewChange: (scroller: HTMLElement) => void;
}

/** Loads messages near the reader and trims distant ones. */
export class ScrollController {
  readonly #options: ScrollControllerOptions;
  readonly #position: ScrollPosition;
  #log: RoomLog | undefined;
  /** New messages arrived during an upward scroll from the end. */
  #hasHeldArrivals = false;
  #isGoingToNewest = false;
  /** A send could not show its message, because the connection was interrupted. */
  #owesNewest = false;
  #isRestoring = false;

  constructor(options: ScrollControllerOptions) {
    this.#options = options;
    this.#position = new ScrollPosition(options.scroller, () => this.#onUpwardScrollEnd());
  }

  /** Begins at a message, at the "New" line, at the saved position, or else at the end. */
  start(log: RoomLog | undefined, place: RoomPlace | undefined, saved: SavedScroll | undefined): void {
    this.#log = log;
    const element = place === undefined ? undefined : findPlace(this.#options.scroller, place);
    const block = typeof place === 'number' ? 'start' : 'center';
    if (element) this.#position.scrollTo(element, block, this.#includesNewest);
    else if (saved) this.#restore(saved);
    else this.#position.scrollToEnd();
    this.#onViewChange();
  }

  stop(): SavedScroll | undefined {
    this.#position.dispose();
    const { anchor } = this.#position;
    return anchor && { ...anchor, seenArrivals: this.#options.seenArrivals.get() ?? this.#arrivals };
  }

  onScroll(): void {
    this.#position.onScroll(this.#includesNewest);
    if (this.#position.isScrollingUp) this.#owesNewest = false;
    this.#onViewChange();
  }

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

  hold(): void {
    this.#position.hold();
  }

  /** Makes a row the anchor, before its height changes. */
  holdRow(row: HTMLElement): void {
    this.#position.holdRow(row);
    this.#onViewChange();
  }

  /** Shows what the person has sent; after an interruption with `retryNewest`. Rejects with any other `CommandError`. */
  async showSent(): Promise<void> {
    try {
      await this.goToEnd();
    } catch (error) {
      if (!(error instanceof CommandError && error.code === 'unavailable')) throw error;
      this.#owesNewest = true;
    }
  }

  /** Call it with a new connection. */
  async retryNewest(): Promise<void> {
    if (this.#owesNewest) await this.showSent();
  }

  /** Goes to the newest message. Rejects with a `CommandError`. */
  async goToEnd(): Promise<void> {
    this.#owesNewest = false;
    if (this.#includesNewest) return this.#scrollToEnd();
    this.#isGoingToNewest = true;
    try {
      await this.#options.pages.loadNewest();
    } catch (error) {
      this.#isGoingToNewest = false;
      throw error;
    }
  }

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

  /** Scrolls to new messages, or waits until an upward scroll ends. */
  #followArrivals(): void {
    this.#position.trackMove();
    this.#hasHeldArrivals = this.#position.isScrollingUp && !this.#isGoingToNewest;
    if (this.#hasHeldArrivals) this.hold();
    else this.#scrollToEnd();
  }

  #onUpwardScrollEnd(): void {
    if (this.#hasHeldArrivals && this.#position.isNearEnd) this.#scrollToEnd();
    this.#hasHeldArrivals = false;
  }

  /** Loads the part of the room around the anchor if a reset removed it from the log. */
  #restore(anchor: ScrollAnchor): void {
    if (this.#position.restore(anchor) || this.#isRestoring) return;
    this.#isRestoring = true;
    this.#options.pages
      .loadAround(anchor.messageId)
      .catch(() => this.#scrollToEnd())
      .finally(() => {
        this.#isRestoring = false;
      });
  }

  #onViewChange(): void {
    const { scroller, pages, seenArrivals, onViewChange } = this.#options;
    seenArrivals.set(this.#position.isNearEnd ? undefined : (seenArrivals.get() ?? this.#arrivals));
    onViewChange(scroller);
    const isNearEnd = measureDistanceToEnd(scroller) < scroller.clientHeight;
    // The next scroll retries after a failure.
    if (!this.#includesNewest && isNearEnd && !this.#isRestoring) pages.loadNewer().catch(() => {});
  }
}

/** If the person's own messages, of which none is unread, fill the page, the line is further down. */
function findPlace(scroller: HTMLElement, place: RoomPlace): Element | null | undefined {
  if (typeof place === 'string') return document.getElementById(place);
  return document.getElementById(NEW_LINE_ID) ?? findRowAfter(scroller, place);
}

function isDisjoint({ messages: now }: RoomLog, { messages: before }: RoomLog): boolean {
  // Nothing is after a log that lost all its messages.
  const isAfter = (one: typeof now, other: typeof now) =>
    (one[0]?.seq ?? 0) > (other.at(-1)?.seq ?? Number.POSITIVE_INFINITY);
  return isAfter(now, before) || isAfter(before, now);
}
