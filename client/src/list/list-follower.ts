import type { Connection } from '../connection/connection.ts';
import type { Environment } from '../environment.ts';
import { HeadSubscriber } from './head-subscriber.ts';
import { SummarySubscriber } from './summary-subscriber.ts';

/** Changes on screen within this time share one command. */
const UPDATE_DELAY_MS = 100;

/** `roomIds`, `lastIndex`, `isAtHead`: of the other open rooms on screen. `lastIndex` is -1 if there are none. */
export interface ListViewport {
  roomIds: readonly string[];
  lastIndex: number;
  isAtHead: boolean;
  /** Of this person's rooms. */
  lastOwnIndex?: number;
}

interface ListFollowerOptions {
  environment: Environment;
  connection: Pick<Connection, 'request' | 'state'>;
  getOpenRoomIds: () => readonly string[];
  /** In the order in which they are followed. */
  getOwnRoomIds: () => readonly string[];
  getSeq: (roomId: string) => number;
  onMissing: (roomIds: readonly string[]) => void;
  onUpdate: (isAtHead: boolean) => void;
  /** The server sends the head of the list from now on. */
  onHeadSubscribed: () => void;
}

/** Declares to the server which rooms this client follows. */
export class ListFollower {
  readonly #options: ListFollowerOptions;
  readonly #subscriber: SummarySubscriber;
  readonly #headSubscriber: HeadSubscriber;
  /** Programs without a screen see the head. */
  #viewport: ListViewport = { roomIds: [], lastIndex: 0, isAtHead: true };
  #isUpdateScheduled = false;

  constructor(options: ListFollowerOptions) {
    this.#options = options;
    const { environment, connection, getSeq, onMissing, onHeadSubscribed } = options;
    this.#headSubscriber = new HeadSubscriber({ environment, connection, onSubscribed: onHeadSubscribed });
    this.#subscriber = new SummarySubscriber({ environment, connection, getSeq, onMissing });
  }

  get lastIndex(): number {
    return this.#viewport.lastIndex;
  }

  /** -1 if none of them is on screen. */
  get lastOwnIndex(): number {
    return this.#viewport.lastOwnIndex ?? -1;
  }

  onReconnected(): void {
    this.#headSubscriber.onReconnected(this.#viewport.isAtHead);
    this.#subscriber.onReconnected();
  }

  /** Summaries may be lost. The subscriptions stand. */
  resync(): void {
    this.#subscriber.resync();
  }

  /** After a person joins a room again, its subscription may be over. */
  followAgain(roomId: string): void {
    this.#subscriber.subscribeAgain(roomId);
  }

  /** After a read of the joined rooms, which may name rooms that were missing. */
  retryMissing(): void {
    this.#subscriber.retryMissing();
  }

  has(roomId: string): boolean {
    return this.#subscriber.has(roomId);
  }

  setViewport(viewport: ListViewport): void {
    this.#viewport = viewport;
    this.scheduleUpdate();
  }

  scheduleUpdate(): void {
    if (this.#isUpdateScheduled) return;
    this.#isUpdateScheduled = true;
    this.#options.environment.setTimer(() => {
      this.#isUpdateScheduled = false;
      this.#update();
    }, UPDATE_DELAY_MS);
  }

  #update(): void {
    const { getOpenRoomIds, getOwnRoomIds, onUpdate } = this.#options;
    const { isAtHead, roomIds } = this.#viewport;
    // The server sends the head of the list anyway.
    const onScreen = isAtHead ? [] : roomIds;
    this.#subscriber.setRooms([...getOpenRoomIds(), ...onScreen, ...getOwnRoomIds()]);
    onUpdate(isAtHead);
    this.#headSubscriber.set(isAtHead);
  }
}
