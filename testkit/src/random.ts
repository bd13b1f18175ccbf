import { v7 } from 'uuid';

/** The same seed repeats the same choices. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** 0 (included) to 1 (excluded). Mulberry32, by Tommy Ettinger (public domain). */
  readonly next = (): number => {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };

  below(bound: number): number {
    return Math.floor(this.next() * bound);
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<Item>(items: readonly Item[]): Item | undefined {
    return items[this.below(items.length)];
  }

  shuffle<Item>(items: readonly Item[]): Item[] {
    const keyed = items.map(item => ({ item, at: this.next() }));
    return keyed.toSorted((a, b) => a.at - b.at).map(({ item }) => item);
  }

  /** Picks a key by its weight. */
  pickWeighted<Key extends string>(weights: Record<Key, number>): Key {
    const entries = Object.entries(weights) as [Key, number][];
    let rest = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [key, weight] of entries) {
      rest -= weight;
      if (rest < 0) return key;
    }
    throw new Error('no weights');
  }

  id(now: number): string {
    return v7({
      msecs: now,
      random: Uint8Array.from({ length: 16 }, () => this.below(256)),
      seq: this.below(2 ** 31),
    });
  }
}
