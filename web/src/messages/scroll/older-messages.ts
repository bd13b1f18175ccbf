import { type RoomLog, type RoomStore, Store } from '@snug/client';
import { PAGE_SIZE } from '@snug/protocol';

/** Within so many screens of the oldest message shown, the next page is fetched. */
const AHEAD_SCREENS = 2;
/** After this pause, so that going through rooms costs nothing, ms. */
const AHEAD_MS = 150;
/** So near the oldest message shown, older ones are shown to whoever scrolls up, px. */
const NEAR_TOP = 600;
/** So long after a touch of the wheel or the screen the list may still be scrolling, ms. */
const INPUT_MS = 5_000;

interface OlderMessagesOptions {
  pages: Pick<RoomStore['pages'], 'loadOlder'>;
  log: RoomLog | undefined;
  /** Whether the reader begins at the newest message, and so with one page. */
  isAtEnd: boolean;
  onRefusal: (error: unknown) => void;
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
  #inputAt = Number.NEGATIVE_INFINITY;
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
  changed(log: RoomLog | undefined): void {
    this.#log = log;
  }

  /** Shows the page before, or, where it is not here, loads it and shows it then. */
  readonly show = (): void => {
    const { messages = [], hasOlder = false } = this.#log ?? {};
    const start = startOf(messages, this.from.get());
    if (start > 0) this.from.set(messages[Math.max(0, start - PAGE_SIZE)]?.seq ?? 0);
    else if (hasOlder) {
      this.from.set(0);
      this.#load(this.#options.onRefusal);
    }
  };

  /** Fetches the page before where the reader comes near it. */
  readonly look = ({ scrollTop, clientHeight }: Pick<HTMLElement, 'scrollTop' | 'clientHeight'>): void => {
    const isNear = scrollTop < Math.max(NEAR_TOP, AHEAD_SCREENS * clientHeight);
    if (!isNear || !this.#lacksPage()) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#fetch();
    }, AHEAD_MS);
  };

  /** Follows how the list is scrolled, until the returned function is called. */
  listen(scroller: HTMLElement): () => void {
    this.#scrollTop = scroller.scrollTop;
    const stop = new AbortController();
    const options = { passive: true, signal: stop.signal };
    scroller.addEventListener('scroll', event => this.#scrolled(scroller, event.timeStamp), options);
    scroller.addEventListener('wheel', event => this.#input(scroller, event, event.deltaY < 0), options);
    scroller.addEventListener('touchmove', event => this.#touched(scroller, event), options);
    scroller.addEventListener(
      'keydown',
      event => event.key === 'PageUp' && this.#input(scroller, event, true),
      options,
    );
    // Its scrollbar.
    scroller.addEventListener(
      'pointerdown',
      event => event.target === scroller && this.#input(scroller, event, false),
      options,
    );
    return () => {
      stop.abort();
      clearTimeout(this.#timer);
      this.#timer = undefined;
    };
  }

  #lacksPage(): boolean {
    const { messages = [], hasOlder = false } = this.#log ?? {};
    return hasOlder && startOf(messages, this.from.get()) < PAGE_SIZE;
  }

  #fetch(): void {
    const { messages = [] } = this.#log ?? {};
    // While a page that the reader asked for is on its way, `from` has to stay where it shows that page.
    if (this.#isLoading || !this.#lacksPage()) return;
    // What is shown already stays as it is.
    const first = messages[startOf(messages, this.from.get())];
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

  #input({ scrollTop }: HTMLElement, { timeStamp }: Event, isUp: boolean): void {
    this.#inputAt = timeStamp;
    // A list that cannot be scrolled any further tells nothing by itself.
    if (isUp && scrollTop <= 0) this.show();
  }

  #touched(scroller: HTMLElement, event: TouchEvent): void {
    const y = event.touches[0]?.clientY ?? 0;
    this.#input(scroller, event, y > this.#touchY && this.#touchY > 0);
    this.#touchY = y;
  }

  #scrolled({ scrollTop }: HTMLElement, now: number): void {
    const isUp = scrollTop < this.#scrollTop;
    this.#scrollTop = scrollTop;
    if (isUp && scrollTop < NEAR_TOP && now - this.#inputAt < INPUT_MS) this.show();
  }
}

/** A log without the messages that are not shown yet. */
export function shownOf(log: RoomLog, from: number): RoomLog {
  const start = startOf(log.messages, from);
  return start === 0 ? log : { ...log, messages: log.messages.slice(start), hasOlder: true };
}

/** The index of the first message that is shown. Of another part of the room, which has none after `from`, all are. */
function startOf(messages: RoomLog['messages'], from: number): number {
  return Math.max(
    0,
    messages.findIndex(({ seq }) => seq >= from),
  );
}
