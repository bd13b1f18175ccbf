import type { Arrival } from '@snug/client';
import type { ArrivalBurst } from './arrivals.ts';

interface AnnouncerOptions {
  /** Whether this browser shows notifications. With a subscription, pushes of the server cause them. */
  isNotifying: () => boolean;
  /** Somebody looks at the page: a notification would be in the way. */
  isFocused: () => boolean;
  /** Quiet hours or a pause. */
  isQuiet: () => boolean;
  /** Those that call this person by their words or by a conversation that they follow. Never rejects. */
  findCalling: (others: readonly Arrival[]) => Promise<readonly Arrival[]>;
  notify: (arrivals: readonly Arrival[]) => void;
  playSound: () => void;
}

/** For each burst of messages a notification of the system or a sound, and never both for one message. */
export class Announcer {
  readonly #options: AnnouncerOptions;
  #notified: Promise<ReadonlySet<Arrival>> = Promise.resolve(new Set<Arrival>());

  constructor(options: AnnouncerOptions) {
    this.#options = options;
  }

  /** Before the sounds of the same burst. */
  notify(burst: ArrivalBurst): void {
    this.#notified = this.#notify(burst);
  }

  async #notify({ calling, others }: ArrivalBurst): Promise<ReadonlySet<Arrival>> {
    const { isNotifying, isFocused, isQuiet, findCalling, notify, playSound } = this.#options;
    // Also while it is quiet: the next notification counts them.
    const found = others.length > 0 ? await findCalling(others) : [];
    const all = [...calling, ...found];
    if (all.length === 0 || isQuiet()) return new Set();
    if (isNotifying() && !isFocused()) {
      notify(all);
      return new Set(all);
    }
    if (found.length > 0) playSound();
    return new Set();
  }

  async sound({ calling }: ArrivalBurst): Promise<void> {
    const notified = await this.#notified;
    const { isQuiet, playSound } = this.#options;
    if (calling.some(arrival => !notified.has(arrival)) && !isQuiet()) playSound();
  }
}
