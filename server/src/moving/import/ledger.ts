/** What an import counts. */
export type LedgerKind =
  | 'person'
  | 'room'
  | 'message'
  | 'reaction'
  | 'file'
  | 'emoji'
  | 'pin'
  | 'mention'
  | 'entry';

export interface Skipped {
  kind: LedgerKind;
  /** A short name such as `notice.channel_join`, with a sentence in `skip-reasons.ts`. */
  reason: string;
  /** Where it was: the name of the room, the time, the entry of the archive. Never a token. */
  room?: string;
  at?: string;
  entry?: string;
  /** The original, without tokens; for `skipped.jsonl`. */
  item?: unknown;
}

/** Proves that an import loses nothing without a word: for each kind, read = stored + skipped. */
export class Ledger {
  readonly #read = new Map<LedgerKind, number>();
  readonly #stored = new Map<LedgerKind, number>();
  readonly #skipped = new Map<string, { kind: LedgerKind; reason: string; count: number }>();
  readonly #changed = new Map<string, number>();
  readonly #onSkip: (skipped: Skipped, count: number) => void;

  constructor(onSkip: (skipped: Skipped, count: number) => void = () => {}) {
    this.#onSkip = onSkip;
  }

  read(kind: LedgerKind, count = 1): void {
    add(this.#read, kind, count);
  }

  store(kind: LedgerKind, count = 1): void {
    add(this.#stored, kind, count);
  }

  skip(skipped: Skipped, count = 1): void {
    const key = `${skipped.kind} ${skipped.reason}`;
    const entry = this.#skipped.get(key) ?? { kind: skipped.kind, reason: skipped.reason, count: 0 };
    entry.count += count;
    this.#skipped.set(key, entry);
    this.#onSkip(skipped, count);
  }

  /** Something arrives in another form: `time.moved`, `message.split`, `style.underline`. */
  change(what: string, count = 1): void {
    add(this.#changed, what, count);
  }

  get counts() {
    return {
      read: Object.fromEntries(this.#read),
      stored: Object.fromEntries(this.#stored),
      skipped: [...this.#skipped.values()],
      changed: Object.fromEntries(this.#changed),
    };
  }

  /** The kinds whose sums differ. */
  findImbalances(): { kind: LedgerKind; read: number; stored: number; skipped: number }[] {
    const kinds = new Set([...this.#read.keys(), ...this.#stored.keys()]);
    for (const { kind } of this.#skipped.values()) kinds.add(kind);
    return [...kinds]
      .map(kind => ({
        kind,
        read: this.#read.get(kind) ?? 0,
        stored: this.#stored.get(kind) ?? 0,
        skipped: [...this.#skipped.values()].reduce(
          (sum, entry) => sum + (entry.kind === kind ? entry.count : 0),
          0,
        ),
      }))
      .filter(({ read, stored, skipped }) => read !== stored + skipped);
  }
}

function add<Key>(counts: Map<Key, number>, key: Key, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}
