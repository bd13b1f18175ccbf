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

/** What the messages of a room have. */
export const ROOM_KINDS = ['message', 'file', 'mention', 'reaction', 'pin'] as const satisfies LedgerKind[];
export type RoomKind = (typeof ROOM_KINDS)[number];

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

export interface Sums<Kind extends LedgerKind = LedgerKind> {
  kind: Kind;
  read: number;
  stored: number;
  skipped: number;
}

/** A reader or a writer has lost something without a reason, which is a fault of Snug. */
export class ImbalanceError extends Error {
  override readonly name = 'ImbalanceError';
  readonly imbalances: readonly Sums[];

  /** `place`: for people. */
  constructor(place: string, imbalances: readonly Sums[]) {
    super(`${place} is not complete`);
    this.imbalances = imbalances;
  }
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

  sumUp<Kind extends LedgerKind>(kinds: readonly Kind[]): Sums<Kind>[] {
    const skipped = new Map<LedgerKind, number>();
    for (const { kind, count } of this.#skipped.values()) add(skipped, kind, count);
    return kinds.map(kind => ({
      kind,
      read: this.#read.get(kind) ?? 0,
      stored: this.#stored.get(kind) ?? 0,
      skipped: skipped.get(kind) ?? 0,
    }));
  }

  /** The kinds whose sums differ. */
  findImbalances(): Sums[] {
    const kinds = new Set([...this.#read.keys(), ...this.#stored.keys()]);
    for (const { kind } of this.#skipped.values()) kinds.add(kind);
    return this.sumUp([...kinds]).filter(({ read, stored, skipped }) => read !== stored + skipped);
  }
}

/** What a room adds to the sums has to balance, too, so that an import that loses something ends at the first such room. */
export class RoomBalance {
  readonly #ledger: Ledger;
  readonly #before: readonly Sums[];

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
    this.#before = ledger.sumUp(ROOM_KINDS);
  }

  /** `countedBefore`: messages of the room that the source had read before. Throws an `ImbalanceError`. */
  check(room: string, countedBefore: number): void {
    const lost = this.#ledger.sumUp(ROOM_KINDS).flatMap((sums, index) => {
      const before = this.#before[index] ?? { ...sums, read: 0, stored: 0, skipped: 0 };
      const read = sums.read - before.read + (sums.kind === 'message' ? countedBefore : 0);
      const [stored, skipped] = [sums.stored - before.stored, sums.skipped - before.skipped];
      return read === stored + skipped ? [] : [{ kind: sums.kind, read, stored, skipped }];
    });
    if (lost.length > 0) throw new ImbalanceError(`The room ${JSON.stringify(room)}`, lost);
  }
}

function add<Key>(counts: Map<Key, number>, key: Key, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}
