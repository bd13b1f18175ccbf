import { CommandError, type Event, type EventOf, isRoomEvent, type RoomPeople } from '@snug/protocol';
import { Store } from '../base/store.ts';
import type { Connection } from '../connection/connection.ts';
import { Retry } from '../connection/retry.ts';
import type { Environment } from '../environment.ts';
import type { People } from '../people/people.ts';
import { getAddedMessage } from './apply-event.ts';

const MAX_REREAD_DELAY_MS = 5_000;

export type RoomPeopleView = Omit<RoomPeople, 'people'>;

type ViewChange = (view: RoomPeopleView) => RoomPeopleView;

export interface RoomPeopleOptions {
  roomId: string;
  environment: Environment;
  connection: Pick<Connection, 'request' | 'state'>;
  people: Pick<People, 'upsert'>;
}

export class RoomPeopleStore {
  /** How many people have the room open; undefined before the first count, and while this client has the room closed. */
  readonly viewerCount = new Store<number | undefined>(undefined);
  readonly view = new Store<RoomPeopleView | undefined>(undefined);

  readonly #options: RoomPeopleOptions;
  #openCount = 0;
  readonly #retry: Retry;
  /** The number of the current read. Results of earlier ones belong to a lost connection or a closed list. */
  #readNumber = 0;
  /** During a read, whose result can be older. */
  #pendingChanges: ViewChange[] = [];
  #isReadScheduled = false;

  constructor(options: RoomPeopleOptions) {
    this.#options = options;
    this.#retry = new Retry(options, () => this.#openCount > 0 && void this.#read());
  }

  open(): () => void {
    if (this.#openCount++ === 0) void this.#read();
    let isClosed = false;
    return () => {
      if (isClosed) return;
      isClosed = true;
      if (--this.#openCount === 0) this.#close();
    };
  }

  /** For a new connection, which has no subscriptions, and after missed changes. */
  readAgain(): void {
    this.#retry.reset();
    if (this.#openCount > 0) void this.#read();
  }

  apply(event: Event): void {
    if (event.type === 'viewer_count') this.viewerCount.set(event.count);
    if (this.#openCount === 0) return;
    const added = isRoomEvent(event) && getAddedMessage(event);
    if (added) this.#change(view => addWriter(view, added.author.uid));
    if (event.type !== 'viewers_changed') return;
    if (event.more) this.#scheduleRead();
    this.#change(view => applyViewersChanged(view, event));
  }

  #change(change: ViewChange): void {
    const view = this.view.get();
    if (view) this.view.set(change(view));
    else this.#pendingChanges.push(change);
  }

  /** More people came or went than an event names. A random delay spreads the reads of all clients. */
  #scheduleRead(): void {
    if (this.#isReadScheduled) return;
    this.#isReadScheduled = true;
    const { setTimer, random } = this.#options.environment;
    setTimer(() => {
      this.#isReadScheduled = false;
      if (this.#openCount > 0) void this.#read();
    }, random() * MAX_REREAD_DELAY_MS);
  }

  async #read(): Promise<void> {
    if (this.#retry.isWaiting) return;
    const { roomId, connection, people } = this.#options;
    const reading = ++this.#readNumber;
    const isSuperseded = () => reading !== this.#readNumber;
    this.#pendingChanges = [];
    this.view.set(undefined);
    try {
      const { people: named, ...view } = await connection.request('watch_viewers', { roomId });
      this.#retry.reset();
      for (const person of named) people.upsert(person);
      if (!isSuperseded()) this.view.set(this.#pendingChanges.reduce((now, change) => change(now), view));
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      if (error.isRetryable && !isSuperseded()) this.#retry.schedule(error);
    }
  }

  #close(): void {
    this.#readNumber++;
    this.view.set(undefined);
    this.#options.connection.request('unwatch_viewers', { roomId: this.#options.roomId }).catch(() => {
      // The connection is lost, and the subscription with it.
    });
  }
}

function addWriter(view: RoomPeopleView, uid: string): RoomPeopleView {
  if (view.writers.includes(uid)) return view;
  return { ...view, writers: [uid, ...view.writers], writerCount: view.writerCount + 1 };
}

function applyViewersChanged(
  view: RoomPeopleView,
  { entered, left, count }: EventOf<'viewers_changed'>,
): RoomPeopleView {
  const gone = new Set(left);
  const viewers = new Set([...view.viewers.filter(uid => !gone.has(uid)), ...entered]);
  return { ...view, viewers: [...viewers], viewerCount: count };
}
