import type { ReplyTarget } from '@snug/client';
import type { Mention } from '@snug/protocol';
import { readItem, writeItem } from '../ui/browser/local-storage.ts';
import { type Draft, EMPTY_DRAFT, isSameTarget } from './draft.ts';

/** `text`: what the range covers. A page of an earlier version can change the draft without its ranges. */
interface StoredMention extends Mention {
  text: string;
}

/** `text`: that of the draft, if one step changes both. The item with the text follows. */
type StoredTarget = Partial<ReplyTarget> & { text?: string };

interface StoredItems {
  text: string;
  mentions: string | null;
  target: string | null;
}

/** The items of a draft in the browser, apart from each other, as earlier versions share them. */
export class DraftStorage {
  readonly #keys: Readonly<Record<keyof StoredItems, string>>;
  #known: { items: StoredItems; draft: Draft } = {
    items: { text: '', mentions: null, target: null },
    draft: EMPTY_DRAFT,
  };

  constructor(uid: string, roomId: string) {
    const id = `${uid}:${roomId}`;
    this.#keys = {
      text: `snug:draft:${id}`,
      mentions: `snug:draft-mentions:${id}`,
      target: `snug:reply:${id}`,
    };
  }

  /** The same object as before if nothing has changed. */
  read(): Draft {
    const { text, mentions, target } = this.#keys;
    return this.#parse({
      text: readItem(text) ?? '',
      mentions: readItem(mentions) ?? null,
      target: readItem(target) ?? null,
    });
  }

  /** Returns false if the browser did not store the text or its target. */
  write(next: Draft): boolean {
    const before = this.read();
    const changesBoth = before.text !== next.text && !isSameTarget(before.target, next.target);
    const target = { ...next.target, ...(changesBoth && { text: next.text }) };
    // Other tabs read the mentions when the text changes, and the text with its target before it changes.
    const hasMentions = this.#write('mentions', toStoredMentions(next));
    const hasTarget =
      isSameTarget(before.target, next.target) ||
      this.#write('target', next.target || changesBoth ? JSON.stringify(target) : null);
    const isStored = hasTarget && this.#write('text', next.text || null) && hasMentions;
    if (!next.target) this.#write('target', null);
    return isStored;
  }

  /** The draft after another tab changed an item of it; undefined if the event is about something else. */
  readChange({ key, newValue }: Pick<StorageEvent, 'key' | 'newValue'>): Draft | undefined {
    if (key !== null && !Object.values(this.#keys).includes(key)) return undefined;
    const text = key === this.#keys.target ? parseTarget(newValue).text : undefined;
    if (text === undefined) return this.read();
    return this.#parse({ text, mentions: readItem(this.#keys.mentions) ?? null, target: newValue });
  }

  #write(item: keyof StoredItems, value: string | null): boolean {
    const key = this.#keys[item];
    return readItem(key) === value || writeItem(key, value);
  }

  #parse(items: StoredItems): Draft {
    const { text, mentions, target } = this.#known.items;
    if (text !== items.text || mentions !== items.mentions || target !== items.target)
      this.#known = { items, draft: parseDraft(items) };
    return this.#known.draft;
  }
}

function parseDraft({ text, mentions, target }: StoredItems): Draft {
  const { reply, rootId } = parseTarget(target);
  const hasTarget = reply?.id && rootId;
  return { text, mentions: parseMentions(mentions, text), ...(hasTarget && { target: { reply, rootId } }) };
}

function parseTarget(stored: string | null): StoredTarget {
  return parseJson(stored) ?? {};
}

function parseMentions(stored: string | null, text: string): readonly Mention[] {
  const ranges = parseJson(stored);
  if (!Array.isArray(ranges)) return [];
  return (ranges as StoredMention[])
    .filter(mention => getRange(text, mention) === mention.text)
    .map(({ uid, start, length }) => ({ uid, start, length }));
}

function toStoredMentions({ text, mentions }: Draft): string | null {
  const ranges = mentions.map(
    ({ uid, start, length }): StoredMention => ({
      uid,
      start,
      length,
      text: getRange(text, { start, length }),
    }),
  );
  return ranges.length === 0 ? null : JSON.stringify(ranges);
}

function getRange(text: string, { start, length }: Pick<Mention, 'start' | 'length'>): string {
  return text.slice(start, start + length);
}

function parseJson(stored: string | null): unknown {
  try {
    return JSON.parse(stored ?? 'null');
  } catch {
    return undefined;
  }
}
