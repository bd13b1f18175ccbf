import type { Event, Person } from '@snug/protocol';
import type { Connection } from './connection.ts';
import type { Environment } from './environment.ts';
import { RoomTyping, type RoomTypingOptions } from './room-typing.ts';
import type { Store } from './store.ts';

export interface TypingSource {
  connection: Pick<Connection, 'request' | 'state'>;
  me: Store<Person | undefined>;
  blocks: Store<ReadonlySet<string>>;
  getRoomPeople: (roomId: string) => { viewerCount: Store<number | undefined> };
}

/** Who is typing, by room. */
export class Typing {
  readonly #options: RoomTypingOptions;
  readonly #rooms = new Map<string, RoomTyping>();

  constructor(environment: Environment, chat: TypingSource) {
    this.#options = {
      environment,
      connection: chat.connection,
      getMe: () => chat.me.get()?.uid,
      isBlocked: uid => chat.blocks.get().has(uid),
      getViewerCount: roomId => chat.getRoomPeople(roomId).viewerCount.get(),
    };
  }

  get(roomId: string): RoomTyping {
    const known = this.#rooms.get(roomId) ?? new RoomTyping(roomId, this.#options);
    this.#rooms.set(roomId, known);
    return known;
  }

  apply(event: Event): void {
    if ('roomId' in event) this.get(event.roomId).apply(event);
  }
}
