import type { CommandName } from '@snug/protocol';

/** Decides when a page applies what it has received. */
export interface Pacer {
  /**
   * Calls `run` once; the last one counts. `mayGoOn` returns false if the rest should be scheduled again. `isUrgent`: runs in the next
   * task.
   */
  schedule(run: (mayGoOn: () => boolean) => void, isUrgent?: boolean): void;
}

export interface EntryOptions {
  /** The command of which it is the result. Its caller goes on before the next entry is applied. */
  result?: CommandName | undefined;
  /** Neither it nor the entries before it wait for the pacer. So is the result of what a person does. */
  isUrgent?: boolean;
}

/** Sent because of what has arrived: nobody waits for their results. */
const FOLLOW_UPS: ReadonlySet<CommandName> = new Set([
  'set_read',
  'set_reads',
  'get_unread',
  'get_mine',
  'catch_up',
  'watch_people',
  'watch_rooms',
  'set_typing',
  'close_room',
]);

interface Entry {
  apply: () => void;
  isResult: boolean;
}

/** What a socket has received, in its order. A page renders the entries of one turn together. */
export class Inbox {
  readonly #pacer: Pacer;
  readonly #entries: Entry[] = [];
  /** The number of entries up to the last urgent one. */
  #urgentCount = 0;

  constructor(pacer: Pacer) {
    this.#pacer = pacer;
  }

  add(apply: () => void, { result, isUrgent: isHurried = false }: EntryOptions = {}): void {
    const isResult = result !== undefined;
    const isUrgent = isHurried || (isResult && !FOLLOW_UPS.has(result));
    this.#entries.push({ apply, isResult });
    if (isUrgent) this.#urgentCount = this.#entries.length;
    this.#schedule(isUrgent);
  }

  clear(): void {
    this.#entries.length = 0;
    this.#urgentCount = 0;
  }

  /** Applies all that waits. */
  release(): void {
    while (this.#entries.length > 0) this.#applyNext();
  }

  #schedule(isUrgent: boolean | undefined): void {
    this.#pacer.schedule(this.#applyTurn, isUrgent);
  }

  readonly #applyTurn = (mayGoOn: () => boolean): void => {
    let isResult: boolean | undefined = false;
    try {
      do isResult = this.#applyNext();
      while (!isResult && this.#entries.length > 0 && (this.#urgentCount > 0 || mayGoOn()));
    } finally {
      if (this.#entries.length > 0) this.#schedule(isResult || this.#urgentCount > 0);
    }
  };

  /** Returns whether the entry was a result. */
  #applyNext(): boolean | undefined {
    const entry = this.#entries.shift();
    this.#urgentCount = Math.max(0, this.#urgentCount - 1);
    entry?.apply();
    return entry?.isResult;
  }
}
