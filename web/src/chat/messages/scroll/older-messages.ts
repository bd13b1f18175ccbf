import { type RoomLog, type RoomStore, Store } from '@snug/client';
import { PAGE_SIZE } from '@snug/protocol';

/** Fetches the next page if the oldest visible message is at most this many screens away. */
const PREFETCH_SCREENS = 2;
/** A reader who passes through rooms fetches nothing. */
const PREFETCH_DELAY_MS = 150;
/** Scrolling up this near to the oldest visible message shows older ones. */
const NEAR_TOP_PX = 600;
/** A list may scroll on for this long after the last input. */
const SCROLL_INPUT_MS = 5_000;

interface OlderMessagesOptions {
  pages: Pick<RoomStore['pages'], 'loadOlder'>;
  log: RoomLog | undefined;
  /** Whether the reader begins at the newest message; only the newest page is visible then. */
  isAtEnd: boolean;
  onError: (error: unknown) => void;
}

/** Shows a prefetched page when the reader scrolls up or asks for it, but not when the program scrolls. */
export class OlderMessages {
  /** The seq of the oldest visible message; 0 shows all messages, also pages that load later. */
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

  setLog(log: RoomLog | undefined): void {
    this.#log = log;
  }

  readonly showPage = (): void => {
    const { messages = [], hasOlder = false } = this.#log ?? {};
    const start = findStartIndex(messages, this.from.get());
    if (start > 0) this.from.set(messages[Math.max(0, start - PAGE_SIZE)]?.seq ?? 0);
    else if (hasOlder) {
      this.from.set(0);
      this.#load(this.#options.onError);
    }
  };

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

  readonly onPageUp = (scroller: HTMLElement, event: Pick<Event, 'timeStamp'>): void =>
    this.#onInput(scroller, event, true);

  attach(scroller: HTMLElement): () => void {
    this.#scrollTop = scroller.scrollTop;
    const controller = new AbortController();
    const options = { passive: true, signal: controller.signal };
    scroller.addEventListener('scroll', event => this.#onScroll(scroller, event.timeStamp), options);
    scroller.addEventListener('wheel', event => this.#onInput(scroller, event, event.deltaY < 0), options);
    scroller.addEventListener('touchmove', event => this.#onTouchMove(scroller, event), options);
    scroller.addEventListener(
      'keydown',
      event => event.key === 'PageUp' && this.onPageUp(scroller, event),
      options,
    );
    // The scrollbar.
    scroller.addEventListener(
      'pointerdown',
      event => event.target === scroller && this.#onInput(scroller, event, false),
      options,
    );
    return () => {
      controller.abort();
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
    // While a requested page loads, `from` must stay 0, which shows that page.
    if (this.#isLoading || !this.#needsPage()) return;
    // Only the visible messages stay visible.
    const first = messages[findStartIndex(messages, this.from.get())];
    if (first) this.from.set(first.seq);
    // The reader did not ask for this page: a failure shows no error, and the next scroll retries.
    this.#load(() => {});
  }

  #load(onError: (error: unknown) => void): void {
    if (this.#isLoading) return;
    this.#isLoading = true;
    this.#options.pages
      .loadOlder()
      .catch(onError)
      .finally(() => {
        this.#isLoading = false;
      });
  }

  #onInput({ scrollTop }: HTMLElement, { timeStamp }: Pick<Event, 'timeStamp'>, isUp: boolean): void {
    this.#lastInputAt = timeStamp;
    // A list at its top sends no scroll event.
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

/** The visible part of a log. `from`: the seq of its first message. */
export function sliceLog(log: RoomLog, from: number): RoomLog {
  const start = findStartIndex(log.messages, from);
  return start === 0 ? log : { ...log, messages: log.messages.slice(start), hasOlder: true };
}

/** 0 if no message is at or after `from`: then the log is another part of the room, and all of it is visible. */
function findStartIndex(messages: RoomLog['messages'], from: number): number {
  return Math.max(
    0,
    messages.findIndex(({ seq }) => seq >= from),
  );
}
