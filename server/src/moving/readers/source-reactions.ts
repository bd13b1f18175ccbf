import type { Ledger } from '../import/ledger.ts';

/** Collects the people of each emoji of one message. */
export class SourceReactions {
  readonly #ledger: Ledger;
  readonly #uids = new Map<string, Set<string>>();

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  /** `emoji`: undefined for one that does not come along. */
  add(emoji: string | undefined, uid: string, name: string): void {
    this.#ledger.read('reaction');
    if (emoji === undefined)
      return this.#ledger.skip({ kind: 'reaction', reason: 'reaction.emoji', item: { name } });
    const uids = this.#uids.get(emoji) ?? new Set();
    if (uids.has(uid))
      return this.#ledger.skip({ kind: 'reaction', reason: 'reaction.twice', item: { name } });
    this.#uids.set(emoji, uids.add(uid));
  }

  /** People who are counted only. */
  addUnknown(count: number, name: string): void {
    if (count <= 0) return;
    this.#ledger.read('reaction', count);
    this.#ledger.skip({ kind: 'reaction', reason: 'reaction.person', item: { name } }, count);
  }

  finish(): Record<string, string[]> | undefined {
    if (this.#uids.size === 0) return undefined;
    return Object.fromEntries([...this.#uids].map(([emoji, uids]) => [emoji, [...uids]]));
  }

  /** The message of the reactions does not come along. */
  skipAll(): void {
    const count = [...this.#uids.values()].reduce((sum, uids) => sum + uids.size, 0);
    if (count > 0) this.#ledger.skip({ kind: 'reaction', reason: 'reaction.message' }, count);
  }
}
