import { MAX_EMOJI_NAMES } from '@snug/protocol';
import { toEmoji } from '../../chat/emoji/shortcodes.ts';
import { isReservedShortcode } from '../../chat/emoji/standard-shortcodes.ts';
import type { EmojiLine } from '../../export/format/lines.ts';
import type { Ledger } from '../import/ledger.ts';

/** The emoji that the people of another chat added, with names as Snug has them. */
export class SourceEmoji {
  readonly #ledger: Ledger;
  readonly #linesByKey = new Map<string, EmojiLine>();
  readonly #names = new Set<string>();
  readonly #seen = new Set<string>();

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  get lines(): readonly EmojiLine[] {
    return [...this.#linesByKey.values()];
  }

  /** `key`: its identifier in the source. `addFile`: undefined if the archive does not have the picture. */
  add(key: string, name: string, addFile: () => string | undefined): void {
    if (this.#seen.has(key) || this.#seen.size > MAX_EMOJI_NAMES) return;
    this.#seen.add(key);
    this.#ledger.read('emoji');
    const skip = (reason: string) => this.#ledger.skip({ kind: 'emoji', reason, item: { name } });
    if (this.#seen.size > MAX_EMOJI_NAMES) return skip('emoji.too_many');
    const file = addFile();
    if (file === undefined) return skip('emoji.no_picture');
    const unique = this.#toUniqueName(name);
    if (unique !== name) this.#ledger.change('emoji.renamed');
    this.#names.add(unique);
    this.#linesByKey.set(key, { name: unique, key: unique, file });
  }

  /** Another name of the emoji `key`, which is added already. */
  addAlias(alias: string, key: string): void {
    if (this.#seen.has(alias) || this.#seen.size > MAX_EMOJI_NAMES) return;
    this.#seen.add(alias);
    this.#ledger.read('emoji');
    const line = this.#linesByKey.get(key);
    const skip = (reason: string) => this.#ledger.skip({ kind: 'emoji', reason, item: { name: alias } });
    if (this.#seen.size > MAX_EMOJI_NAMES) return skip('emoji.too_many');
    if (!line && toEmoji(key) === undefined) return skip('emoji.no_picture');
    if (!line || this.#toUniqueName(alias) !== alias) return skip('emoji.other_name');
    this.#names.add(alias);
    this.#linesByKey.set(alias, { name: alias, key: line.key });
  }

  has(key: string): boolean {
    return this.#seen.has(key);
  }

  /** With colons, for texts. Undefined if it does not come along. */
  find(key: string): string | undefined {
    const line = this.#linesByKey.get(key);
    return line && `:${line.name}:`;
  }

  /** By its first name, as reactions have it. */
  findReaction(key: string): string | undefined {
    const line = this.#linesByKey.get(key);
    return line && `:${line.key}:`;
  }

  #toUniqueName(name: string): string {
    const base = name
      .toLowerCase()
      .replaceAll(/[^a-z0-9_+-]/g, '_')
      .slice(0, 36)
      .padEnd(2, '_');
    for (let count = 1; ; count++) {
      const unique = count === 1 ? base : `${base}_${count}`;
      if (!this.#names.has(unique) && toEmoji(unique) === undefined && !isReservedShortcode(unique))
        return unique;
    }
  }
}
