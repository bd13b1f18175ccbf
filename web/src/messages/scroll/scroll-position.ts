import {
  findRowBySeq,
  findScrollAnchor,
  measureContentTop,
  measureDistanceToEnd,
  readSeq,
  type ScrollAnchor,
} from './scroll-anchor.ts';
import { UpwardScroll } from './upward-scroll.ts';

/** How far from the bottom a reader still counts as being there, as a part of what is in view. */
const NEAR_END_RATIO = 0.3;
/** As far from the bottom as rounding may leave who is there, px. */
const ROUNDING_PX = 2;

/**
 * Where somebody is in a list that scrolls. Who is at its end stays there; for everyone else the row that they read stays where
 * it stands on the screen, whatever comes, goes or changes its height around it.
 */
export class ScrollPosition {
  readonly scroller: HTMLElement;
  #isNearEnd = true;
  #isAtEnd = true;
  #anchor: ScrollAnchor | undefined;
  readonly #upwardScroll: UpwardScroll;
  /** As it was when the reader was put or found somewhere the last time. */
  #geometry = '';
  #scrollTop = 0;

  /** `onStopped`: called when somebody has been on the way up and goes no further. */
  constructor(scroller: HTMLElement, onStopped: () => void) {
    this.scroller = scroller;
    this.#upwardScroll = new UpwardScroll(() => {
      // A move of this frame may be noticed only now.
      this.trackMove();
      if (!this.isScrollingUp) onStopped();
    });
  }

  /** Whether the reader is at the end, or so near it that what arrives is followed. */
  get isNearEnd(): boolean {
    return this.#isNearEnd;
  }

  /** Undefined at the end. */
  get anchor(): ScrollAnchor | undefined {
    return this.#isAtEnd ? undefined : this.#anchor;
  }

  get isScrollingUp(): boolean {
    return this.#upwardScroll.isActive;
  }

  /** Nobody reads here any more. */
  dispose(): void {
    this.#upwardScroll.cancel();
  }

  /** The list was scrolled. `isWhole`: its end is the newest message. */
  onScroll(isWhole: boolean): void {
    const isUp = this.trackMove() < 0;
    // Something changed its height in the same frame, and nobody has put the reader back yet.
    if (this.#geometry !== describeGeometry(this.scroller)) this.hold();
    const distance = measureDistanceToEnd(this.scroller);
    this.#isNearEnd = isWhole && distance <= this.scroller.clientHeight * NEAR_END_RATIO;
    this.#isAtEnd = isWhole && distance <= (isUp ? 0 : ROUNDING_PX);
    this.#anchor = findScrollAnchor(this.scroller);
    this.#recordGeometry();
  }

  /** Takes in how far the reader has scrolled since the last look at the list, px: the event may be still to come. */
  trackMove(): number {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    // Where the list has become shorter, the browser went as far up as it had to. The end may be a fraction further down.
    const end = Math.max(scrollTop, scrollHeight - clientHeight);
    const moved = scrollTop - Math.min(this.#scrollTop, end);
    this.#scrollTop = scrollTop;
    if (this.#anchor) this.#anchor = { ...this.#anchor, top: this.#anchor.top - moved };
    if (moved < 0 && measureDistanceToEnd(this.scroller) > ROUNDING_PX) {
      this.#isAtEnd = false;
      this.#upwardScroll.touch();
    }
    return moved;
  }

  /** Puts the reader back to where they were, after something has another height. */
  hold(): void {
    this.trackMove();
    if (this.#isAtEnd) this.scrollToEnd();
    // Without its row, for it was deleted, the next one is as good.
    else if (this.#anchor && !this.#alignTo(this.#anchor)) this.#anchor = findScrollAnchor(this.scroller);
    this.#recordGeometry();
  }

  scrollToEnd(): void {
    this.#isNearEnd = true;
    this.#isAtEnd = true;
    this.#anchor = undefined;
    this.scroller.scrollTop = this.scroller.scrollHeight;
    this.#recordGeometry();
  }

  /** Puts the reader to a row, in the middle of what is in view. */
  scrollToRow(row: Element, isWhole: boolean): void {
    row.scrollIntoView({ block: 'center', behavior: 'instant' });
    this.#recordGeometry();
    this.onScroll(isWhole);
  }

  /** Keeps the reader at a row that is about to change its height. */
  holdRow(row: HTMLElement): void {
    this.trackMove();
    this.#isNearEnd = false;
    this.#isAtEnd = false;
    this.#anchor = { messageId: row.id, seq: readSeq(row), top: measureContentTop(row) };
    this.#recordGeometry();
  }

  /** Puts the reader to a place; false where its row is not in the list. */
  restore(place: ScrollAnchor): boolean {
    this.#isNearEnd = false;
    this.#isAtEnd = false;
    this.#anchor = place;
    return this.#alignTo(place);
  }

  #alignTo(place: ScrollAnchor): boolean {
    const row = findRowBySeq(this.scroller, place.seq);
    const moved = row ? measureContentTop(row) - place.top : 0;
    // Less than half a pixel is the browser's rounding.
    if (Math.abs(moved) >= 0.5) this.scroller.scrollTop += moved;
    this.#recordGeometry();
    return row !== undefined;
  }

  #recordGeometry(): void {
    this.#geometry = describeGeometry(this.scroller);
    this.#scrollTop = this.scroller.scrollTop;
  }
}

/** Of what is in view, and of all that can be scrolled. */
function describeGeometry({ clientWidth, clientHeight, scrollHeight }: HTMLElement): string {
  return `${clientWidth} ${clientHeight} ${scrollHeight}`;
}
