import { listKeys } from '../ui/browser/local-storage.ts';
import { RoomDraft } from './room-draft.ts';

/** The drafts of one person in this browser. */
export class Drafts {
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
    return draft;
  }

  /** Those with a text. */
  count(): number {
    const prefix = `snug:draft:${this.#uid}:`;
    const stored = listKeys(prefix).map(key => key.slice(prefix.length));
    const rooms = new Set([...this.#rooms.keys(), ...stored]);
    return [...rooms].filter(roomId => this.room(roomId).get().text !== '').length;
  }
}
