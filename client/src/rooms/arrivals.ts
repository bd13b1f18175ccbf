import { type Event, type EventOf, isRoomEvent, type Message } from '@snug/protocol';
import { Signal } from '../base/signal.ts';
import { getAddedMessage } from './apply-event.ts';

/** `rootId`: of the conversation, if it is a reply. `everyone`: it mentions everyone in the room. */
export interface Arrival {
  roomId: string;
  seq: number;
  rootId?: string | undefined;
  everyone?: boolean | undefined;
}

/** Each new message of another person in an open or followed room, once. */
export class Arrivals {
  readonly #isSilent: (authorId: string) => boolean;
  readonly #signal = new Signal<Arrival>();
  readonly #lastSeqs = new Map<string, number>();
  readonly subscribe = this.#signal.subscribe;
  /** A message began to mention this person or to answer them, or stopped doing so. */
  readonly mentions = new Signal<EventOf<'mention_changed'>>();

  /** `isSilent`: true for this person, and for those whom they have blocked. */
  constructor(isSilent: (authorId: string) => boolean) {
    this.#isSilent = isSilent;
  }

  apply(event: Event): void {
    if (event.type === 'mention_changed') this.mentions.emit(event);
    for (const { roomId, seq, rootId, author, mentions } of getNewMessages(event))
      this.#emit({ roomId, seq, rootId, everyone: mentions?.some(({ uid }) => uid === null) }, author.uid);
  }

  applySummary({ room, changes }: EventOf<'room_summary'>): void {
    for (const { kind, seq, rootId, everyone, authorId } of changes)
      if (kind === 'added') this.#emit({ roomId: room.id, seq, rootId, everyone }, authorId);
  }

  clear(): void {
    this.#lastSeqs.clear();
  }

  /** A message may arrive twice: in an event of its room and in a summary. */
  #emit(arrival: Arrival, authorId: string): void {
    const { roomId, seq } = arrival;
    if (seq <= (this.#lastSeqs.get(roomId) ?? 0)) return;
    this.#lastSeqs.set(roomId, seq);
    if (!this.#isSilent(authorId)) this.#signal.emit(arrival);
  }
}

function getNewMessages(event: Event): readonly Message[] {
  if (isRoomEvent(event)) return [getAddedMessage(event)].filter(message => message !== undefined);
  if (event.type !== 'room_caught_up' || event.reset) return [];
  return event.messages.filter(({ seq, deletedAt }) => seq > event.from && deletedAt === undefined);
}
