import type { Person } from '@snug/protocol';
import type { Store } from '../base/store.ts';
import type { Connection } from '../connection/connection.ts';
import type { Environment } from '../environment.ts';
import { RoomTyping, type RoomTypingOptions } from './room-typing.ts';

export interface TypingSource {
  connection: Pick<Connection, 'request' | 'state' | 'events'>;
  me: Store<Person | undefined>;
  blocks: Store<ReadonlySet<string>>;
  getRoomPeople: (roomId: string) => { viewerCount: Store<number | undefined> };
}

/** Who is typing, by room. Loaded on first use. */
export class Typing {
  readonly #connection: TypingSource['connection'];
  readonly #options: RoomTypingOptions;
  readonly #rooms = new Map<string, RoomTyping>();

  constructor(environment: Pick<Environment, 'now' | 'setTimer'>, chat: TypingSource) {
    this.#connection = chat.connection;
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

  /** Stops when the returned function is called. */
  start(): () => void {
    return this.#connection.events.subscribe(event => {
      if ('roomId' in event) this.get(event.roomId).apply(event);
    });
  }
}
