import type { Mention } from '@snug/protocol';
import { readItem, writeItem } from '../ui/browser/local-storage.ts';

/** `text`: what the range covers. A page of an earlier version can change the draft without its ranges. */
interface StoredMention extends Mention {
  text: string;
}

/** The mentions in drafts, apart from their texts, which earlier versions share. */
export class DraftMentions {
  readonly #uid: string;
  /** Those that the browser could not store. */
  readonly #unsaved = new Map<string, string>();

  constructor(uid: string) {
    this.#uid = uid;
  }

  get(roomId: string, text: string): readonly Mention[] {
    const stored = this.#unsaved.get(roomId) ?? readItem(this.#key(roomId));
    return typeof stored !== 'string' ? [] : parseMentions(stored, text);
  }

  set(roomId: string, text: string, mentions: readonly Mention[]): void {
    const stored = mentions.map((mention): StoredMention => ({ ...mention, text: getRange(text, mention) }));
    const value = stored.length === 0 ? null : JSON.stringify(stored);
    this.#unsaved.delete(roomId);
    if (!writeItem(this.#key(roomId), value) && value !== null) this.#unsaved.set(roomId, value);
  }

  #key(roomId: string): string {
    return `snug:draft-mentions:${this.#uid}:${roomId}`;
  }
}

function parseMentions(stored: string, text: string): readonly Mention[] {
  try {
    return (JSON.parse(stored) as StoredMention[])
      .filter(mention => getRange(text, mention) === mention.text)
      .map(({ uid, start, length }) => ({ uid, start, length }));
  } catch {
    return [];
  }
}

function getRange(text: string, { start, length }: Mention): string {
  return text.slice(start, start + length);
}
