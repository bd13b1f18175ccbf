import { CommandError, type Event, type EventOf, type RoomPeople } from '@snug/protocol';
import { backoffMs } from './backoff.ts';
import type { Connection } from './connection.ts';
import type { Environment } from './environment.ts';
import type { People } from './people.ts';
import { Store } from './store.ts';

const READ_WITHIN_MS = 5_000;

export type RoomPeopleView = Omit<RoomPeople, 'people'>;

export interface RoomPeopleOptions {
  roomId: string;
  environment: Environment;
  connection: Pick<Connection, 'request' | 'state'>;
  people: Pick<People, 'see'>;
}

/** Who has one room open, and who wrote in it. */
export class RoomPeopleStore {
  /** How many people have the room open, while this client has; undefined until it is told. */
  readonly count = new Store<number | undefined>(undefined);
  /** Undefined until it is known, and while nobody looks. */
  readonly view = new Store<RoomPeopleView | undefined>(undefined);

  readonly #options: RoomPeopleOptions;
  #viewers = 0;
  #attempt = 0;
  /** The reading that counts: an earlier one belongs to a connection or a look that is over. */
  #reading = 0;
  /** What was told while the list was being read. */
  #early: EventOf<'here_changed'>[] = [];
  #readsSoon = false;

  constructor(options: RoomPeopleOptions) {
    this.#options = options;
  }

  /** Keeps `view` up to date until the returned function is called. */
  open(): () => void {
    if (this.#viewers++ === 0) void this.#read();
    let isClosed = false;
    return () => {
      if (isClosed) return;
      isClosed = true;
      if (--this.#viewers === 0) this.#close();
    };
  }

  /** The connection is new: nothing is subscribed on it. */
  reconnected(): void {
    this.#attempt = 0;
    if (this.#viewers > 0) void this.#read();
  }

  apply(event: Event): void {
    if (event.type === 'here_count') this.count.set(event.count);
    if (event.type === 'message_sent') this.#wrote(event.message.author.uid);
    if (event.type !== 'here_changed' || this.#viewers === 0) return;
    if (event.more) this.#readSoon();
    const view = this.view.get();
    if (view) this.view.set(afterMoves(view, event));
    else this.#early.push(event);
  }

  /** More came or went than an event names. The list stays as it is until then, and all who look do not ask at once. */
  #readSoon(): void {
    if (this.#readsSoon) return;
    this.#readsSoon = true;
    const { setTimer, random } = this.#options.environment;
    setTimer(() => {
      this.#readsSoon = false;
      if (this.#viewers > 0) void this.#read();
    }, random() * READ_WITHIN_MS);
  }

  async #read(): Promise<void> {
    const { roomId, connection, people, environment } = this.#options;
    const reading = ++this.#reading;
    const isOver = () => reading !== this.#reading;
    this.#early = [];
    this.view.set(undefined);
    try {
      const { people: named, ...view } = await connection.request('watch_room', { roomId });
      for (const person of named) people.see(person);
      if (!isOver()) this.view.set(this.#early.reduce(afterMoves, view));
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      // Without a connection, the next one starts the reading again.
      if (isOver() || !error.retry || connection.state.get().status !== 'connected') return;
      const wait = backoffMs(this.#attempt++, environment.random);
      environment.setTimer(() => !isOver() && void this.#read(), wait);
    }
  }

  #wrote(uid: string): void {
    const view = this.view.get();
    if (!view || view.writers.includes(uid)) return;
    this.view.set({ ...view, writers: [uid, ...view.writers], writerCount: view.writerCount + 1 });
  }

  #close(): void {
    this.#reading++;
    this.view.set(undefined);
    this.#options.connection.request('unwatch_room', { roomId: this.#options.roomId }).catch(() => {
      // The connection is gone, and the subscription with it.
    });
  }
}

function afterMoves(view: RoomPeopleView, { entered, left, count }: EventOf<'here_changed'>): RoomPeopleView {
  const gone = new Set(left);
  const here = new Set([...view.here.filter(uid => !gone.has(uid)), ...entered]);
  return { ...view, here: [...here], hereCount: count };
}
