import { distanceToEnd, findPlace, type Place, rowAt } from './place.ts';

/** How far from the bottom a reader still counts as being there, as a part of what is in view. */
const NEAR = 0.3;
/** As far from the bottom as rounding may leave who is there, px. */
const ROUNDING = 2;
/** So long after the last move upwards somebody is still on the way up, ms. */
const GOING_UP_MS = 300;

/**
 * Where somebody is in a list that scrolls. Who is at its end stays there; for everyone else the row that they read stays where
 * it stands on the screen, whatever comes, goes or changes its height around it.
 */
export class Position {
  readonly scroller: HTMLElement;
  #isNear = true;
  #isAtEnd = true;
  #place: Place | undefined;
  #wentUpAt = Number.NEGATIVE_INFINITY;
  /** As it was when the reader was put or found somewhere the last time. */
  #shape = '';
  #scrollTop = 0;

  constructor(scroller: HTMLElement) {
    this.scroller = scroller;
  }

  /** Whether the reader is at the end, or so near it that what arrives is followed. */
  get isNear(): boolean {
    return this.#isNear;
  }

  /** Undefined at the end. */
  get place(): Place | undefined {
    return this.#isAtEnd ? undefined : this.#place;
  }

  /** How long the reader is still to be taken to be on the way up, ms; not positive for who is not. */
  get goesUpFor(): number {
    return this.#wentUpAt + GOING_UP_MS - performance.now();
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
    const moved = this.scroller.scrollTop - this.#scrollTop;
    this.#scrollTop = this.scroller.scrollTop;
    if (this.#place) this.#place = { ...this.#place, top: this.#place.top - moved };
    if (moved < 0 && distanceToEnd(this.scroller) > ROUNDING) {
      this.#isAtEnd = false;
      this.#wentUpAt = performance.now();
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

  /** Puts the reader to a place; false where its row is not in the list. */
  putBack(place: Place): boolean {
    this.#isNear = false;
    this.#isAtEnd = false;
    this.#place = place;
    return this.#hold(place);
  }

  #hold(place: Place): boolean {
    const row = rowAt(this.scroller, place.seq);
    const moved = row ? row.getBoundingClientRect().top - place.top : 0;
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
