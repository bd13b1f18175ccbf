import type { Arrival, Arrivals } from '@snug/client';
import type { NotificationLevel } from '@snug/protocol';

/** The time in which another tab can report that the message is on screen there. */
const GRACE_PERIOD_MS = 300;
/** A mention and its message arrive in either order, up to a second apart. */
const MAX_UNPAIRED = 100;
/** Of a burst. */
const MAX_OTHERS = 100;

/** Unseen messages that came together. */
export interface ArrivalBurst {
  /** Those that the level of their room asks for: the newest one of each room and conversation. */
  calling: readonly Arrival[];
  /** The rest of rooms with the level "mentions", oldest first. */
  others: readonly Arrival[];
}

interface ArrivalsOptions {
  arrivals: Pick<Arrivals, 'subscribe' | 'mentions'>;
  /** Of which messages of the room this person wants to know. */
  getLevel: (roomId: string) => NotificationLevel;
  isUnread: (arrival: Arrival) => boolean;
  isVisible: (roomId: string) => boolean;
  onBurst: (burst: ArrivalBurst) => void;
}

/** Calls `onBurst` once for each burst of unseen messages, until the returned function is called. */
export function subscribeToArrivals({
  arrivals,
  getLevel,
  isUnread,
  isVisible,
  onBurst,
}: ArrivalsOptions): () => void {
  /** By room and conversation, which can be read apart. */
  const newest = new Map<string, Arrival>();
  const others: Arrival[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isUnseen = (arrival: Arrival) => !isVisible(arrival.roomId) && isUnread(arrival);
  const flush = () => {
    timer = undefined;
    const calling = [...newest.values()].filter(isUnseen);
    const rest = others.splice(0).filter(arrival => isUnseen(arrival) && !calling.includes(arrival));
    newest.clear();
    if (calling.length + rest.length > 0) onBurst({ calling, others: rest });
  };
  const add = (arrival: Arrival) => {
    const { roomId, rootId = '' } = arrival;
    if (isVisible(roomId)) return;
    newest.set(`${roomId} ${rootId}`, arrival);
    timer ??= setTimeout(flush, GRACE_PERIOD_MS);
  };
  const addOther = (arrival: Arrival) => {
    mentioning.addMessage(arrival);
    if (isVisible(arrival.roomId)) return;
    others.push(arrival);
    if (others.length > MAX_OTHERS) others.shift();
    timer ??= setTimeout(flush, GRACE_PERIOD_MS);
  };
  const mentioning = new MentioningArrivals(add);
  const stops = [
    arrivals.subscribe(arrival => {
      const level = getLevel(arrival.roomId);
      if (level === 'everything' || (level === 'mentions' && arrival.everyone)) add(arrival);
      else if (level === 'mentions') addOther(arrival);
    }),
    arrivals.mentions.subscribe(({ on, roomId, messageSeq }) => {
      if (on && getLevel(roomId) === 'mentions') mentioning.addMention(roomId, messageSeq);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    clearTimeout(timer);
  };
}

/** Finds the messages that mention or answer this person. */
class MentioningArrivals {
  readonly #onFound: (arrival: Arrival) => void;
  /** Messages without a mention, and mentions without a message. */
  readonly #unpaired = new Map<string, Arrival | undefined>();

  constructor(onFound: (arrival: Arrival) => void) {
    this.#onFound = onFound;
  }

  addMessage(arrival: Arrival): void {
    const key = toKey(arrival.roomId, arrival.seq);
    if (this.#unpaired.delete(key)) this.#onFound(arrival);
    else this.#keep(key, arrival);
  }

  addMention(roomId: string, seq: number): void {
    const key = toKey(roomId, seq);
    const arrival = this.#unpaired.get(key);
    if (!arrival) return this.#keep(key, undefined);
    this.#unpaired.delete(key);
    this.#onFound(arrival);
  }

  #keep(key: string, arrival: Arrival | undefined): void {
    this.#unpaired.set(key, arrival);
    const [oldest] = this.#unpaired.keys();
    if (this.#unpaired.size > MAX_UNPAIRED && oldest !== undefined) this.#unpaired.delete(oldest);
  }
}

function toKey(roomId: string, seq: number): string {
  return `${roomId} ${seq}`;
}
