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
  /** The command of a result, whose caller continues before the next entry is applied. It is urgent if a person waits for it. */
  result?: CommandName | undefined;
  /** This entry and those before it are applied in the next task. */
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

/** The received frames that are not applied yet, in their order. A page renders the entries of one turn together. */
export class Inbox {
  readonly #pacer: Pacer;
  readonly #entries: Entry[] = [];
  /** The number of entries up to the last urgent one. */
  #urgentCount = 0;

  constructor(pacer: Pacer) {
    this.#pacer = pacer;
  }

  add(
    apply: () => void,
    { result, isUrgent = result !== undefined && !FOLLOW_UPS.has(result) }: EntryOptions = {},
  ): void {
    this.#entries.push({ apply, isResult: result !== undefined });
    if (isUrgent) this.#urgentCount = this.#entries.length;
    this.#pacer.schedule(this.#applyTurn, isUrgent);
  }

  clear(): void {
    this.#entries.length = 0;
    this.#urgentCount = 0;
  }

  /** Applies all that waits. */
  release(): void {
    while (this.#entries.length > 0) this.#applyNext();
  }

  readonly #applyTurn = (mayGoOn: () => boolean): void => {
    let isResult = false;
    try {
      do isResult = this.#applyNext();
      while (!isResult && this.#entries.length > 0 && (this.#urgentCount > 0 || mayGoOn()));
    } finally {
      if (this.#entries.length > 0) this.#pacer.schedule(this.#applyTurn, isResult || this.#urgentCount > 0);
    }
  };

  /** Returns whether the entry was a result. */
  #applyNext(): boolean {
    const entry = this.#entries.shift();
    if (!entry) return false;
    this.#urgentCount = Math.max(0, this.#urgentCount - 1);
    entry.apply();
    return entry.isResult;
  }
}
