import { distanceToEnd, findPlace, type Place, rowAt, seqOf, topOf } from './scroll-anchor.ts';
import { WayUp } from './upward-scroll.ts';

/** How far from the bottom a reader still counts as being there, as a part of what is in view. */
const NEAR = 0.3;
/** As far from the bottom as rounding may leave who is there, px. */
const ROUNDING = 2;

/**
 * Where somebody is in a list that scrolls. Who is at its end stays there; for everyone else the row that they read stays where
 * it stands on the screen, whatever comes, goes or changes its height around it.
 */
export class Position {
  readonly scroller: HTMLElement;
  #isNear = true;
  #isAtEnd = true;
  #place: Place | undefined;
  readonly #wayUp: WayUp;
  /** As it was when the reader was put or found somewhere the last time. */
  #shape = '';
  #scrollTop = 0;

  /** `onStopped`: called when somebody has been on the way up and goes no further. */
  constructor(scroller: HTMLElement, onStopped: () => void) {
    this.scroller = scroller;
    this.#wayUp = new WayUp(() => {
      // A move of this frame may be noticed only now.
      this.noticeMove();
      if (!this.isGoingUp) onStopped();
    });
  }

  /** Whether the reader is at the end, or so near it that what arrives is followed. */
  get isNear(): boolean {
    return this.#isNear;
  }

  /** Undefined at the end. */
  get place(): Place | undefined {
    return this.#isAtEnd ? undefined : this.#place;
  }

  get isGoingUp(): boolean {
    return this.#wayUp.isGoing;
  }

  /** Nobody reads here any more. */
  leave(): void {
    this.#wayUp.end();
  }

  /** The list was scrolled. `isWhole`: its end is the newest message. */
  scrolled(isWhole: boolean): void {
    const isUp = this.noticeMove() < 0;
    // Something changed its height in the same frame, and nobody has put the reader back yet.
    if (this.#shape !== shapeOf(this.scroller)) this.keep();
    const distance = distanceToEnd(this.scroller);
    this.#isNear = isWhole && distance <= this.scroller.clientHeight * NEAR;
    this.#isAtEnd = isWhole && distance <= (isUp ? 0 : ROUNDING);
    this.#place = findPlace(this.scroller);
    this.#note();
  }

  /** Takes in how far the reader has scrolled since the last look at the list, px: the event may be still to come. */
  noticeMove(): number {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    // Where the list has become shorter, the browser went as far up as it had to. The end may be a fraction further down.
    const end = Math.max(scrollTop, scrollHeight - clientHeight);
    const moved = scrollTop - Math.min(this.#scrollTop, end);
    this.#scrollTop = scrollTop;
    if (this.#place) this.#place = { ...this.#place, top: this.#place.top - moved };
    if (moved < 0 && distanceToEnd(this.scroller) > ROUNDING) {
      this.#isAtEnd = false;
      this.#wayUp.go();
    }
    return moved;
  }

  /** Puts the reader back to where they were, after something has another height. */
  keep(): void {
    this.noticeMove();
    if (this.#isAtEnd) this.toEnd();
    // Without its row, for it was deleted, the next one is as good.
    else if (this.#place && !this.#hold(this.#place)) this.#place = findPlace(this.scroller);
    this.#note();
  }

  toEnd(): void {
    this.#isNear = true;
    this.#isAtEnd = true;
    this.#place = undefined;
    this.scroller.scrollTop = this.scroller.scrollHeight;
    this.#note();
  }

  /** Puts the reader to a row, in the middle of what is in view. */
  toRow(row: Element, isWhole: boolean): void {
    row.scrollIntoView({ block: 'center', behavior: 'instant' });
    this.#note();
    this.scrolled(isWhole);
  }

  /** Keeps the reader at a row that is about to change its height. */
  stayAt(row: HTMLElement): void {
    this.noticeMove();
    this.#isNear = false;
    this.#isAtEnd = false;
    this.#place = { messageId: row.id, seq: seqOf(row), top: topOf(row) };
    this.#note();
  }

  /** Puts the reader to a place; false where its row is not in the list. */
  putBack(place: Place): boolean {
    this.#isNear = false;
    this.#isAtEnd = false;
    this.#place = place;
    return this.#hold(place);
  }

  #hold(place: Place): boolean {
    const row = rowAt(this.scroller, place.seq);
    const moved = row ? topOf(row) - place.top : 0;
    // Less than half a pixel is the browser's rounding.
    if (Math.abs(moved) >= 0.5) this.scroller.scrollTop += moved;
    this.#note();
    return row !== undefined;
  }

  #note(): void {
    this.#shape = shapeOf(this.scroller);
    this.#scrollTop = this.scroller.scrollTop;
  }
}

/** Of what is in view, and of all that can be scrolled. */
function shapeOf({ clientWidth, clientHeight, scrollHeight }: HTMLElement): string {
  return `${clientWidth} ${clientHeight} ${scrollHeight}`;
}
