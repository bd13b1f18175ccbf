import { Store } from '@snug/client';
import { listKeys } from '../ui/browser/local-storage.ts';
import { RoomDraft } from './room-draft.ts';

/** The drafts of one person in this browser. */
export class Drafts {
  /** The browser could not store all of them: without the page, a text is lost. */
  readonly isVolatile = new Store(false);
  readonly #uid: string;
  readonly #rooms = new Map<string, RoomDraft>();

  constructor(uid: string) {
    this.#uid = uid;
  }

  room(roomId: string): RoomDraft {
    const known = this.#rooms.get(roomId);
    if (known) return known;
    const draft = new RoomDraft(this.#uid, roomId);
    this.#rooms.set(roomId, draft);
    draft.unsaved.subscribe(() => this.isVolatile.set(this.#hasUnsaved()));
    return draft;
  }

  #hasUnsaved(): boolean {
    return [...this.#rooms.values()].some(({ unsaved }) => unsaved.get()?.text);
  }

  /** Those with a text. */
  count(): number {
    const prefix = `snug:draft:${this.#uid}:`;
    const stored = listKeys(prefix).map(key => key.slice(prefix.length));
    const rooms = new Set([...this.#rooms.keys(), ...stored]);
    return [...rooms].filter(roomId => this.room(roomId).get().text !== '').length;
  }
}
