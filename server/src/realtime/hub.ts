import {
  CLOSE_CODE,
  type Event,
  parseTopic,
  roomTopic,
  summaryTopic,
  type Topic,
  viewersTopic,
} from '@snug/protocol';
import type { Publication, TokenScope } from '../db/mutation.ts';
import type { BannedRooms } from './banned-rooms.ts';
import { createFrame, type Frame } from './frame.ts';

export interface Subscriber {
  readonly uid: string;
  /** Whether the person is a guest, who receives the changes of people only while they may see them. */
  readonly guest?: boolean;
  readonly roomIds?: readonly string[];
  readonly scope?: TokenScope | undefined;
  /** For events of rooms. */
  send(frame: Frame): void;
  /** For all other events, such as rows of lists. */
  sendInBackground(frame: Frame): void;
  close(code: number): void;
  unsubscribe(topic: Topic): void;
  readonly bannedRooms: BannedRooms;
}

/** Decides whether a guest receives a change of a person. */
export interface PersonGate {
  send(subscriber: Subscriber, uid: string, frame: Frame): void;
}

export interface TopicSource {
  /** Resolves when every later publication arrives. */
  subscribe(topic: Topic): Promise<void>;
  unsubscribe(topic: Topic): void;
}

const RESOLVED = Promise.resolve();

/** Encodes each event once, for all subscribers of its topic. */
export class Hub {
  readonly #source: TopicSource;
  readonly #subscribers = new Map<Topic, Set<Subscriber>>();
  readonly #pendingSubscriptions = new Map<Topic, Promise<void>>();
  readonly #guestGate: PersonGate;

  /** `guestGate`: without one, guests receive no changes of people. */
  constructor(source: TopicSource, guestGate: PersonGate = { send: () => {} }) {
    this.#source = source;
    this.#guestGate = guestGate;
  }

  /** Delivers from now on. Resolves when every later publication arrives. */
  subscribe(topic: Topic, subscriber: Subscriber): Promise<void> {
    const known = this.#subscribers.get(topic);
    if (known) known.add(subscriber);
    else this.#openTopic(topic, subscriber);
    return this.#pendingSubscriptions.get(topic) ?? RESOLVED;
  }

  unsubscribe(topic: Topic, subscriber: Subscriber): void {
    const subscribers = this.#subscribers.get(topic);
    if (!subscribers?.delete(subscriber) || subscribers.size > 0) return;
    this.#subscribers.delete(topic);
    this.#pendingSubscriptions.delete(topic);
    this.#source.unsubscribe(topic);
  }

  #openTopic(topic: Topic, subscriber: Subscriber): void {
    this.#subscribers.set(topic, new Set([subscriber]));
    const opening = this.#source.subscribe(topic);
    this.#pendingSubscriptions.set(topic, opening);
    const markSubscribed = () => {
      if (this.#pendingSubscriptions.get(topic) === opening) this.#pendingSubscriptions.delete(topic);
    };
    // If it fails, all waiting subscribers unsubscribe, and the next `subscribe` tries again.
    opening.then(markSubscribed, () => {});
  }

  readonly hasSubscribers = (topic: Topic): boolean => this.#subscribers.has(topic);

  countSubscribers(topic: Topic): number {
    return this.#subscribers.get(topic)?.size ?? 0;
  }

  listSubscribers(topic: Topic): Subscriber[] {
    return [...(this.#subscribers.get(topic) ?? [])];
  }

  publish(publications: readonly Publication[]): void {
    for (const [topic, some] of Map.groupBy(publications, ({ topic }) => topic)) this.#deliver(topic, some);
  }

  /** Ends the subscriptions of a person and of their bots to a room, or of everyone. */
  endAccess(roomId: string, uid?: string): void {
    for (const topic of [roomTopic(roomId), viewersTopic(roomId), summaryTopic(roomId)])
      for (const subscriber of this.listSubscribers(topic))
        if (uid === undefined || subscriber.uid === uid || subscriber.scope?.ownerId === uid)
          subscriber.unsubscribe(topic);
  }

  /** Begins to leave a room out of the lists of a person, or ends that. */
  setBanned(roomId: string, uid: string, isBanned: boolean): void {
    for (const subscriber of this.#subscribers.get('list') ?? [])
      if (subscriber.uid === uid) subscriber.bannedRooms.change(roomId, isBanned);
  }

  #deliver(topic: Topic, publications: readonly Publication[]): void {
    const subscribers = this.#subscribers.get(topic);
    if (!subscribers) return;
    if (topic === 'list') return deliverList(subscribers, publications);
    const frames = new FilteredFrames(publications.map(({ event }) => event));
    const exceptSubscribers = publications.map(
      ({ exceptTopic }) => exceptTopic && this.#subscribers.get(exceptTopic),
    );
    const isKnown = exceptSubscribers.some(known => known !== undefined);
    const [kind, id] = parseTopic(topic);
    for (const subscriber of subscribers) {
      const content = isKnown
        ? frames.without(exceptSubscribers.map(known => known?.has(subscriber) ?? false))
        : frames.all;
      if (!content) continue;
      if (kind === 'person' && subscriber.guest) this.#guestGate.send(subscriber, id, content);
      else if (kind === 'room') subscriber.send(content);
      else subscriber.sendInBackground(content);
      if (kind === 'session') subscriber.close(CLOSE_CODE.unauthenticated);
    }
  }
}

/** The frame of all events, and the frames of the subsets without already delivered events. */
class FilteredFrames {
  readonly all: Frame;
  readonly #events: readonly Event[];
  readonly #some = new Map<string, Frame | undefined>();

  constructor(events: readonly Event[]) {
    this.all = createFrame({ events });
    this.#events = events;
  }

  /** `isKnown` has one element per event. Returns undefined if the subscriber has all events already. */
  without(isKnown: readonly boolean[]): Frame | undefined {
    if (!isKnown.includes(true)) return this.all;
    const key = isKnown.join();
    if (!this.#some.has(key))
      this.#some.set(key, createEventsFrame(this.#events.filter((_, index) => !isKnown[index])));
    return this.#some.get(key);
  }
}

/** Subscribers that are banned from the same of the listed rooms share a frame. */
function deliverList(subscribers: ReadonlySet<Subscriber>, publications: readonly Publication[]): void {
  const events = publications.map(({ event }) => event);
  const roomIds = [...new Set(events.flatMap(listRoomIds))];
  const frames = new Map<string, Frame | undefined>();
  for (const subscriber of subscribers) {
    if (!subscriber.bannedRooms.isKnown) {
      subscriber.bannedRooms.skip();
      continue;
    }
    const banned = subscriber.bannedRooms.select(roomIds);
    const key = banned.join(' ');
    if (!frames.has(key)) frames.set(key, createEventsFrame(withoutRooms(events, new Set(banned))));
    const frame = frames.get(key);
    if (frame) subscriber.sendInBackground(frame);
  }
}

function listRoomIds(event: Event): string[] {
  return event.type === 'list_changed' ? [...event.rooms.map(({ id }) => id), ...(event.removed ?? [])] : [];
}

/** Without events that then report nothing. */
function withoutRooms(events: readonly Event[], roomIds: ReadonlySet<string>): readonly Event[] {
  if (roomIds.size === 0) return events;
  return events.flatMap(event => {
    if (event.type !== 'list_changed') return event;
    const rooms = event.rooms.filter(({ id }) => !roomIds.has(id));
    const removed = event.removed?.filter(id => !roomIds.has(id));
    const isEmpty = rooms.length === 0 && !removed?.length && !event.more;
    return isEmpty ? [] : { ...event, rooms, ...(removed && { removed }) };
  });
}

function createEventsFrame(events: readonly Event[]): Frame | undefined {
  return events.length > 0 ? createFrame({ events }) : undefined;
}
