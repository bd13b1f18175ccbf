import type { Arrival, Chat } from '@snug/client';
import { getLevel } from '@snug/client/rooms/room-level.ts';
import type { NotificationSettings, PushPayload } from '@snug/protocol';
import { createArrivalNotice } from './arrival-notice.ts';
import { findCallingArrivals } from './calling-arrivals.ts';

/** As the server does with pushes (PN5). Further ones only change what is shown. */
const MAX_ALERTS_A_MINUTE = 6;
const MINUTE_MS = 60_000;
const MAX_FOUND = 200;

interface Parts
  extends Pick<Chat, 'cursors' | 'findOpenRoom' | 'getEpoch' | 'me' | 'memberships' | 'roomList'> {
  connection: Pick<Chat['connection'], 'command'>;
}

export interface ArrivalNoticesOptions {
  chat: Parts;
  /** Undefined until they are known: then nobody knows what may show. */
  getSettings: () => NotificationSettings | undefined;
  isUnread: (arrival: Arrival) => boolean;
  now: () => number;
  send: (payload: PushPayload) => void;
}

/** What the server does for devices with a subscription, in a browser without one. Loaded on first use. */
export class ArrivalNotices {
  readonly #options: ArrivalNoticesOptions;
  /** Messages that call by a word or by a followed conversation: the numbers of the room do not count them. */
  #found: readonly Arrival[] = [];
  #alertedAt: readonly number[] = [];

  constructor(options: ArrivalNoticesOptions) {
    this.#options = options;
  }

  async findCalling(others: readonly Arrival[]): Promise<readonly Arrival[]> {
    const { chat, getSettings } = this.#options;
    const settings = getSettings();
    if (!settings) return [];
    const found = await findCallingArrivals(chat, settings, others);
    this.#found = [...this.#found, ...found].slice(-MAX_FOUND);
    return found;
  }

  /** One notification a room, for its newest message. */
  show(arrivals: readonly Arrival[]): void {
    const { chat, getSettings, send } = this.#options;
    const shows = getSettings()?.shows ?? 'nothing';
    for (const [roomId, ofRoom] of Map.groupBy(arrivals, arrival => arrival.roomId)) {
      const newest = ofRoom.reduce((last, arrival) => (arrival.seq > last.seq ? arrival : last));
      const options = { shows, count: this.#count(roomId), isSilent: !this.#takeAlert() };
      send(createArrivalNotice(chat, newest, options));
    }
  }

  /** Unread messages of the room that call the person. */
  #count(roomId: string): number {
    const { cursors, memberships, roomList } = this.#options.chat;
    const { unread = 0, mentions = 0 } = cursors.get(roomId) ?? {};
    const level = getLevel(memberships, { id: roomId, kind: roomList.getRow(roomId)?.kind });
    this.#found = this.#found.filter(this.#options.isUnread);
    const found = this.#found.filter(arrival => arrival.roomId === roomId).length;
    return Math.max(1, level === 'everything' ? unread : mentions + found);
  }

  #takeAlert(): boolean {
    const now = this.#options.now();
    this.#alertedAt = this.#alertedAt.filter(at => now - at < MINUTE_MS);
    if (this.#alertedAt.length >= MAX_ALERTS_A_MINUTE) return false;
    this.#alertedAt = [...this.#alertedAt, now];
    return true;
  }
}
