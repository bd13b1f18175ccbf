import type { setTimer } from '../../../ui/browser/set-timer.ts';

/** The minimum time on a row: pointers and keys also pass over rows. */
const DWELL_MS = 60;

interface RoomPrefetchOptions {
  prefetch: (roomId: string) => void;
  setTimer: typeof setTimer;
}

/** Prepares the room whose row has the pointer or the focus. */
export class RoomPrefetch {
  readonly #options: RoomPrefetchOptions;
  #roomId: string | undefined;
  #stopTimer = (): void => {};

  constructor(options: RoomPrefetchOptions) {
    this.#options = options;
  }

  attach(list: HTMLElement): () => void {
    const controller = new AbortController();
    const { signal } = controller;
    for (const type of ['pointerover', 'focusin'])
      list.addEventListener(type, ({ target }) => this.rest(findRoomId(target)), { signal });
    for (const type of ['pointerleave', 'focusout'])
      list.addEventListener(type, () => this.rest(undefined), { signal });
    list.addEventListener('pointerdown', ({ target }) => this.press(findRoomId(target)), { signal });
    return () => {
      this.rest(undefined);
      controller.abort();
    };
  }

  /** Moves within a row do not begin again. */
  rest(roomId: string | undefined): void {
    if (roomId === this.#roomId) return;
    this.#stopTimer();
    this.#roomId = roomId;
    if (roomId !== undefined)
      this.#stopTimer = this.#options.setTimer(() => this.#options.prefetch(roomId), DWELL_MS);
  }

  press(roomId: string | undefined): void {
    this.#stopTimer();
    if (roomId !== undefined) this.#options.prefetch(roomId);
  }
}

function findRoomId(target: EventTarget | null): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>('[data-room]')?.dataset['room'] : undefined;
}
