import type { ListedRoom } from '@snug/protocol';
import { Signal } from '../base/signal.ts';

export interface Trim {
  roomId: string;
  /** Messages with a lower seq are gone. */
  before: number;
}

/** Where the logs of rooms begin, as far as a row, a room or an event has named it. */
export class Trims {
  /** Also the first time that this client receives the beginning of a log: its stored copies can be older. */
  readonly trimmed = new Signal<Trim>();
  readonly #before = new Map<string, number>();

  note({ id: roomId, trimmedBefore: before = 0 }: Pick<ListedRoom, 'id' | 'trimmedBefore'>): void {
    if (before <= this.get(roomId)) return;
    this.#before.set(roomId, before);
    this.trimmed.emit({ roomId, before });
  }

  /** 0 for a room that was never trimmed. */
  get(roomId: string): number {
    return this.#before.get(roomId) ?? 0;
  }

  list(): Trim[] {
    return [...this.#before].map(([roomId, before]) => ({ roomId, before }));
  }

  /** The server has another history. */
  clear(): void {
    this.#before.clear();
  }
}
