import { Signal } from '@snug/client';
import type { Mention } from '@snug/protocol';
import { listKeys, readItem, writeItem } from '../ui/browser/local-storage.ts';
import { DraftMentions } from './draft-mentions.ts';

type DraftChangeListener = (before: string, now: string) => void;

/** The drafts of one person in this browser, shared between tabs. If the browser stores nothing, they last as long as the page. */
export class Drafts {
  readonly #uid: string;
  readonly #mentions: DraftMentions;
  /** Drafts that the browser could not store. */
  readonly #unsaved = new Map<string, string>();
  /** Sent drafts, until `whenSafe` resolves. */
  readonly #sending = new Map<string, string>();
  readonly #appended = new Signal<{ roomId: string; before: string; now: string }>();

  constructor(uid: string) {
    this.#uid = uid;
    this.#mentions = new DraftMentions(uid);
  }

  get(roomId: string): string {
    const text = this.#read(roomId);
    return text === this.#sending.get(roomId) ? '' : text;
  }

  getMentions(roomId: string): readonly Mention[] {
    return this.#mentions.get(roomId, this.get(roomId));
  }

  set(roomId: string, text: string, mentions: readonly Mention[] = []): void {
    this.#sending.delete(roomId);
    this.#unsaved.delete(roomId);
    // First, because other tabs read them when the text changes.
    this.#mentions.set(roomId, text, mentions);
    if (!writeItem(this.#key(roomId), text || null)) this.#unsaved.set(roomId, text);
  }

  /** Adds a paragraph to the draft. False if the browser cannot store it; then nothing changes. */
  append(roomId: string, text: string, mentions: readonly Mention[] = []): boolean {
    const before = this.get(roomId);
    const known = this.getMentions(roomId);
    const now = [before, text].filter(Boolean).join('\n');
    if (!writeItem(this.#key(roomId), now)) return false;
    const offset = now.length - text.length;
    const added = mentions.map(mention => ({ ...mention, start: mention.start + offset }));
    this.#mentions.set(roomId, now, [...known, ...added]);
    this.#sending.delete(roomId);
    this.#unsaved.delete(roomId);
    this.#appended.emit({ roomId, before, now });
    return true;
  }

  /** Puts a paragraph in front of the draft. */
  prepend(roomId: string, text: string, mentions: readonly Mention[] = []): void {
    const before = this.get(roomId);
    const now = [text, before].filter(Boolean).join('\n');
    const offset = now.length - before.length;
    const known = this.getMentions(roomId).map(mention => ({ ...mention, start: mention.start + offset }));
    this.set(roomId, now, [...mentions.map(({ uid, start, length }) => ({ uid, start, length })), ...known]);
    this.#appended.emit({ roomId, before, now });
  }

  /** Empties the draft at once, but keeps it stored until `whenSafe` resolves: a crash in between would lose the text. */
  async send(roomId: string, whenSafe: Promise<void>): Promise<void> {
    const text = this.#read(roomId);
    this.#sending.set(roomId, text);
    await whenSafe;
    // The person may have written a new draft meanwhile.
    if (this.#sending.get(roomId) === text) this.set(roomId, '');
  }

  count(): number {
    const keys = listKeys(this.#key('')).filter(key => !this.#isSending(key));
    const unstored = [...this.#unsaved]
      .filter(([, text]) => text !== '')
      .map(([roomId]) => this.#key(roomId));
    return new Set([...keys, ...unstored]).size;
  }

  /** Calls `listener` after `append`, `prepend` or another tab changed the draft. Returns a function that unsubscribes. */
  subscribe(roomId: string, listener: DraftChangeListener): () => void {
    const onStorage = ({ key, oldValue, newValue }: StorageEvent) => {
      if (key === this.#key(roomId)) listener(oldValue ?? '', newValue ?? '');
    };
    window.addEventListener('storage', onStorage);
    const stopAppended = this.#appended.subscribe(change => {
      if (change.roomId === roomId) listener(change.before, change.now);
    });
    return () => {
      window.removeEventListener('storage', onStorage);
      stopAppended();
    };
  }

  #isSending(key: string): boolean {
    return [...this.#sending].some(([roomId, text]) => this.#key(roomId) === key && readItem(key) === text);
  }

  #read(roomId: string): string {
    return this.#unsaved.get(roomId) ?? readItem(this.#key(roomId)) ?? '';
  }

  #key(roomId: string): string {
    return `snug:draft:${this.#uid}:${roomId}`;
  }
}
