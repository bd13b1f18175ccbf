import { keysOf, store, stored } from '../ui/browser/local-storage.ts';

type Change = (before: string, now: string) => void;

/**
 * What one person has written and not sent yet, by room. It outlives the page, and other tabs see it; where the browser
 * stores nothing, it lives as long as the page.
 */
export class Drafts {
  readonly #uid: string;
  /** What the browser did not take. */
  readonly #unstored = new Map<string, string>();
  /** What is on its way out: sent, and not yet known to be safe. */
  readonly #leaving = new Map<string, string>();

  constructor(uid: string) {
    this.#uid = uid;
  }

  get(roomId: string): string {
    const text = this.#read(roomId);
    return text === this.#leaving.get(roomId) ? '' : text;
  }

  /** An empty text leaves nothing behind. */
  set(roomId: string, text: string): void {
    this.#leaving.delete(roomId);
    this.#unstored.delete(roomId);
    if (!store(this.#key(roomId), text || null)) this.#unstored.set(roomId, text);
  }

  /** The draft is sent: it is gone, and forgotten once `isSafe`, lest a crash in between loses the words. */
  async send(roomId: string, isSafe: Promise<void>): Promise<void> {
    const text = this.#read(roomId);
    this.#leaving.set(roomId, text);
    await isSafe;
    // Otherwise something else is written there already.
    if (this.#leaving.get(roomId) === text) this.set(roomId, '');
  }

  /** How many drafts this person has in this browser. */
  count(): number {
    const keys = keysOf(this.#key('')).filter(key => !this.#isLeaving(key));
    const unstored = [...this.#unstored]
      .filter(([, text]) => text !== '')
      .map(([roomId]) => this.#key(roomId));
    return new Set([...keys, ...unstored]).size;
  }

  /** Calls `listener` after the draft was changed in another tab, until the returned function is called. */
  watch(roomId: string, listener: Change): () => void {
    const hear = ({ key, oldValue, newValue }: StorageEvent) => {
      if (key === this.#key(roomId)) listener(oldValue ?? '', newValue ?? '');
    };
    window.addEventListener('storage', hear);
    return () => window.removeEventListener('storage', hear);
  }

  #isLeaving(key: string): boolean {
    return [...this.#leaving].some(([roomId, text]) => this.#key(roomId) === key && stored(key) === text);
  }

  #read(roomId: string): string {
    return this.#unstored.get(roomId) ?? stored(this.#key(roomId)) ?? '';
  }

  #key(roomId: string): string {
    return `snug:draft:${this.#uid}:${roomId}`;
  }
}
