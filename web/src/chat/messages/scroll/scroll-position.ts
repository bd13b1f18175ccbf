import {
  findRowBySeq,
  findScrollAnchor,
  getRows,
  measureContentTop,
  measureDistanceToEnd,
  readSeq,
  type ScrollAnchor,
} from './scroll-anchor.ts';
import { UpwardScroll } from './upward-scroll.ts';

/** A reader within this part of the view's height from the end follows new messages. */
const NEAR_END_RATIO = 0.3;
/** Browsers round scroll offsets: the end may be this far away. */
const ROUNDING_PX = 2;

/** At the end, the list stays at the end. Elsewhere, the anchor row keeps its place on the screen when other rows change. */
export class ScrollPosition {
  readonly scroller: HTMLElement;
  #isNearEnd = true;
  #isAtEnd = true;
  #anchor: ScrollAnchor | undefined;
  readonly #upwardScroll: UpwardScroll;
  /** Of the last scroll or alignment, as is `#scrollTop`. */
  #geometry = '';
  #scrollTop = 0;
  /** Of the list from the top of the view on, in px. */
  #heightBelow = 0;

  /** `onStopped` runs when an upward scroll ends. */
  constructor(scroller: HTMLElement, onStopped: () => void) {
    this.scroller = scroller;
    this.#upwardScroll = new UpwardScroll(() => {
      // The scroll event of this frame may not have arrived yet.
      this.trackMove();
      if (!this.isScrollingUp) onStopped();
    });
  }

  /** Whether the list follows new messages. */
  get isNearEnd(): boolean {
    return this.#isNearEnd;
  }

  get anchor(): ScrollAnchor | undefined {
    return this.#isAtEnd ? undefined : this.#anchor;
  }

  get isScrollingUp(): boolean {
    return this.#upwardScroll.isActive;
  }

  dispose(): void {
    this.#upwardScroll.cancel();
  }

  /** `includesNewest`: the end of the list is the newest message. */
  onScroll(includesNewest: boolean): void {
    const isUp = this.trackMove() < 0;
    // A height changed in this frame, and the resize observer has not called `hold` yet.
    if (this.#geometry !== describeGeometry(this.scroller)) this.hold();
    const distance = measureDistanceToEnd(this.scroller);
    this.#isNearEnd = includesNewest && distance <= this.scroller.clientHeight * NEAR_END_RATIO;
    this.#isAtEnd = includesNewest && distance <= (isUp ? 0 : ROUNDING_PX);
    this.#anchor = findScrollAnchor(this.scroller);
    this.#recordGeometry();
  }

  /** Follows a scroll whose event may not have arrived yet. Returns the distance in px, negative if upwards. */
  trackMove(): number {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    // If the list became shorter, the browser scrolled up by itself. The true end may be a fraction below the rounded one.
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

  hold(): void {
    this.trackMove();
    if (this.#isAtEnd) this.scrollToEnd();
    else if (this.#anchor) this.#holdAnchor(this.#anchor);
    this.#recordGeometry();
  }

  scrollToEnd(): void {
    this.#isNearEnd = true;
    this.#isAtEnd = true;
    this.#anchor = undefined;
    this.scroller.scrollTop = this.scroller.scrollHeight;
    this.#recordGeometry();
  }

  scrollTo(element: Element, block: ScrollLogicalPosition, includesNewest: boolean): void {
    element.scrollIntoView({ block, behavior: 'instant' });
    this.#recordGeometry();
    this.onScroll(includesNewest);
  }

  holdRow(row: HTMLElement): void {
    this.trackMove();
    this.#isNearEnd = false;
    this.#isAtEnd = false;
    this.#anchor = { messageId: row.id, seq: readSeq(row), top: measureContentTop(row) };
    this.#recordGeometry();
  }

  /** Returns false if the row of the anchor is not in the list. */
  restore(anchor: ScrollAnchor): boolean {
    this.#isNearEnd = false;
    this.#isAtEnd = false;
    this.#anchor = anchor;
    return this.#alignTo(anchor);
  }

  #holdAnchor(anchor: ScrollAnchor): void {
    const heightBelow = this.#heightBelow;
    if (this.#alignTo(anchor)) return;
    // The log lost its beginning, and the rows below it keep their places. A deleted row moves them.
    if (readSeq(getRows(this.scroller)[0]) > anchor.seq)
      this.scroller.scrollTop = this.scroller.scrollHeight - heightBelow;
    this.#anchor = findScrollAnchor(this.scroller);
  }

  #alignTo(anchor: ScrollAnchor): boolean {
    const row = findRowBySeq(this.scroller, anchor.seq);
    const moved = row ? measureContentTop(row) - anchor.top : 0;
    // Smaller differences are the browser's rounding.
    if (Math.abs(moved) >= 0.5) this.scroller.scrollTop += moved;
    this.#recordGeometry();
    return row !== undefined;
  }

  #recordGeometry(): void {
    this.#geometry = describeGeometry(this.scroller);
    this.#scrollTop = this.scroller.scrollTop;
    this.#heightBelow = this.scroller.scrollHeight - this.#scrollTop;
  }
}

function describeGeometry({ clientWidth, clientHeight, scrollHeight }: HTMLElement): string {
  return `${clientWidth} ${clientHeight} ${scrollHeight}`;
}
