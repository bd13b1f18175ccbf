import { type RoomLog, type RoomStore, Store } from '@snug/client';
import { PAGE_SIZE } from '@snug/protocol';

/** Within so many screens of the oldest message shown, the next page is fetched. */
const PREFETCH_SCREENS = 2;
/** After this pause, so that going through rooms costs nothing, ms. */
const PREFETCH_DELAY_MS = 150;
/** So near the oldest message shown, older ones are shown to whoever scrolls up, px. */
const NEAR_TOP_PX = 600;
/** So long after a touch of the wheel or the screen the list may still be scrolling, ms. */
const SCROLL_INPUT_MS = 5_000;

interface OlderMessagesOptions {
  pages: Pick<RoomStore['pages'], 'loadOlder'>;
  log: RoomLog | undefined;
  /** Whether the reader begins at the newest message, and so with one page. */
  isAtEnd: boolean;
  onError: (error: unknown) => void;
}

/**
 * Which of a room's messages are shown. The page before them is fetched ahead, and shown when the reader scrolls up or asks for
 * it. Only a person's own scrolling counts: a list that is scrolled by a program shows nothing more.
 */
export class OlderMessages {
  /** The position of the oldest message that is shown; 0 shows all, also those that are still to come. */
  readonly from: Store<number>;
  readonly #options: OlderMessagesOptions;
  #log: RoomLog | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isLoading = false;
  #lastInputAt = Number.NEGATIVE_INFINITY;
  #scrollTop = 0;
  #touchY = 0;

  constructor(options: OlderMessagesOptions) {
    const { log, isAtEnd } = options;
    this.#options = options;
    this.#log = log;
    const first = isAtEnd ? (log?.messages.at(-PAGE_SIZE) ?? log?.messages[0]) : log?.messages[0];
    this.from = new Store(first?.seq ?? 0);
  }

  /** The messages that are here have changed. */
  setLog(log: RoomLog | undefined): void {
    this.#log = log;
  }

  /** Shows the page before, or, where it is not here, loads it and shows it then. */
  readonly showPage = (): void => {
    const { messages = [], hasOlder = false } = this.#log ?? {};
    const start = findStartIndex(messages, this.from.get());
    if (start > 0) this.from.set(messages[Math.max(0, start - PAGE_SIZE)]?.seq ?? 0);
    else if (hasOlder) {
      this.from.set(0);
      this.#load(this.#options.onError);
    }
  };

  /** Fetches the page before where the reader comes near it. */
  readonly prefetch = ({
    scrollTop,
    clientHeight,
  }: Pick<HTMLElement, 'scrollTop' | 'clientHeight'>): void => {
    const isNear = scrollTop < Math.max(NEAR_TOP_PX, PREFETCH_SCREENS * clientHeight);
    if (!isNear || !this.#needsPage()) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#fetch();
    }, PREFETCH_DELAY_MS);
  };

  /** Follows how the list is scrolled, until the returned function is called. */
  attach(scroller: HTMLElement): () => void {
    this.#scrollTop = scroller.scrollTop;
    const stop = new AbortController();
    const options = { passive: true, signal: stop.signal };
    scroller.addEventListener('scroll', event => this.#onScroll(scroller, event.timeStamp), options);
    scroller.addEventListener('wheel', event => this.#onInput(scroller, event, event.deltaY < 0), options);
    scroller.addEventListener('touchmove', event => this.#onTouchMove(scroller, event), options);
    scroller.addEventListener(
      'keydown',
      event => event.key === 'PageUp' && this.#onInput(scroller, event, true),
      options,
    );
    // Its scrollbar.
    scroller.addEventListener(
      'pointerdown',
      event => event.target === scroller && this.#onInput(scroller, event, false),
      options,
    );
    return () => {
      stop.abort();
      clearTimeout(this.#timer);
      this.#timer = undefined;
    };
  }

  #needsPage(): boolean {
    const { messages = [], hasOlder = false } = this.#log ?? {};
    return hasOlder && findStartIndex(messages, this.from.get()) < PAGE_SIZE;
  }

  #fetch(): void {
    const { messages = [] } = this.#log ?? {};
    // While a page that the reader asked for is on its way, `from` has to stay where it shows that page.
    if (this.#isLoading || !this.#needsPage()) return;
    // What is shown already stays as it is.
    const first = messages[findStartIndex(messages, this.from.get())];
    if (first) this.from.set(first.seq);
    // Nobody asked for it. What fails here is tried again at the next move.
    this.#load(() => {});
  }

  #load(onRefusal: (error: unknown) => void): void {
    if (this.#isLoading) return;
    this.#isLoading = true;
    this.#options.pages
      .loadOlder()
      .catch(onRefusal)
      .finally(() => {
        this.#isLoading = false;
      });
  }

  #onInput({ scrollTop }: HTMLElement, { timeStamp }: Event, isUp: boolean): void {
    this.#lastInputAt = timeStamp;
    // A list that cannot be scrolled any further tells nothing by itself.
    if (isUp && scrollTop <= 0) this.showPage();
  }

  #onTouchMove(scroller: HTMLElement, event: TouchEvent): void {
    const y = event.touches[0]?.clientY ?? 0;
    this.#onInput(scroller, event, y > this.#touchY && this.#touchY > 0);
    this.#touchY = y;
  }

  #onScroll({ scrollTop }: HTMLElement, now: number): void {
    const isUp = scrollTop < this.#scrollTop;
    this.#scrollTop = scrollTop;
    if (isUp && scrollTop < NEAR_TOP_PX && now - this.#lastInputAt < SCROLL_INPUT_MS) this.showPage();
  }
}

/** A log without the messages that are not shown yet. */
export function sliceLog(log: RoomLog, from: number): RoomLog {
  const start = findStartIndex(log.messages, from);
  return start === 0 ? log : { ...log, messages: log.messages.slice(start), hasOlder: true };
}

/** The index of the first message that is shown. Of another part of the room, which has none after `from`, all are. */
function findStartIndex(messages: RoomLog['messages'], from: number): number {
  return Math.max(
    0,
    messages.findIndex(({ seq }) => seq >= from),
  );
}
