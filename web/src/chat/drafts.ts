import { findKeys, readItem, writeItem } from '../ui/browser/local-storage.ts';

type DraftChangeListener = (before: string, now: string) => void;

/**
 * What one person has written and not sent yet, by room. It outlives the page, and other tabs see it; where the browser
 * stores nothing, it lives as long as the page.
 */
export class Drafts {
  readonly #uid: string;
  /** What the browser did not take. */
  readonly #unsaved = new Map<string, string>();
  /** What is on its way out: sent, and not yet known to be safe. */
  readonly #sending = new Map<string, string>();

  constructor(uid: string) {
    this.#uid = uid;
  }

  get(roomId: string): string {
    const text = this.#read(roomId);
    return text === this.#sending.get(roomId) ? '' : text;
  }

  /** An empty text leaves nothing behind. */
  set(roomId: string, text: string): void {
    this.#sending.delete(roomId);
    this.#unsaved.delete(roomId);
    if (!writeItem(this.#key(roomId), text || null)) this.#unsaved.set(roomId, text);
  }

  /** The draft is sent: it is gone, and forgotten once `isSafe`, lest a crash in between loses the words. */
  async send(roomId: string, whenSafe: Promise<void>): Promise<void> {
    const text = this.#read(roomId);
    this.#sending.set(roomId, text);
    await whenSafe;
    // Otherwise something else is written there already.
    if (this.#sending.get(roomId) === text) this.set(roomId, '');
  }

  /** How many drafts this person has in this browser. */
  count(): number {
    const keys = findKeys(this.#key('')).filter(key => !this.#isSending(key));
    const unstored = [...this.#unsaved]
      .filter(([, text]) => text !== '')
      .map(([roomId]) => this.#key(roomId));
    return new Set([...keys, ...unstored]).size;
  }

  /** Calls `listener` after the draft was changed in another tab, until the returned function is called. */
  subscribe(roomId: string, listener: DraftChangeListener): () => void {
    const onStorage = ({ key, oldValue, newValue }: StorageEvent) => {
      if (key === this.#key(roomId)) listener(oldValue ?? '', newValue ?? '');
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
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
