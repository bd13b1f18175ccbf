import { CLOSE_CODE, roomTopic, summaryTopic, viewersTopic } from '@snug/protocol';
import type { Hub, Subscriber } from './hub.ts';

const CHUNK_SIZE = 500;

export interface AccessCheckOptions {
  hub: Pick<Hub, 'listSubscribers'>;
  findReaders: (roomId: string, uids: readonly string[]) => Promise<{ has: (uid: string) => boolean }>;
  findReadable: (uid: string, roomIds: readonly string[]) => Promise<ReadonlySet<string>>;
  findBans: (uid: string) => Promise<ReadonlySet<string>>;
}

/** For use after lost events, which may have ended access. Clients reconnect to the rooms that they may read. */
export class AccessCheck {
  readonly #options: AccessCheckOptions;

  constructor(options: AccessCheckOptions) {
    this.#options = options;
  }

  readonly checkRoom = async (roomId: string): Promise<void> => {
    const { hub, findReaders } = this.#options;
    const topics = [roomTopic(roomId), viewersTopic(roomId), summaryTopic(roomId)];
    const subscribers = new Set(topics.flatMap(topic => hub.listSubscribers(topic)));
    const byUid = Map.groupBy(subscribers, ({ uid }) => uid);
    const uids = [...byUid.keys()];
    for (let from = 0; from < uids.length; from += CHUNK_SIZE) {
      const some = uids.slice(from, from + CHUNK_SIZE);
      const readers = await findReaders(roomId, some);
      for (const uid of some)
        if (!readers.has(uid)) for (const each of byUid.get(uid) ?? []) disconnect(each);
    }
  };

  readonly checkSubscriber = async (subscriber: Subscriber, roomIds: readonly string[]): Promise<void> => {
    const { findReadable, findBans } = this.#options;
    const { uid, bannedRooms } = subscriber;
    if (bannedRooms.isKnown) await bannedRooms.read(() => findBans(uid));
    const readable = await findReadable(uid, roomIds);
    if (roomIds.some(roomId => !readable.has(roomId))) disconnect(subscriber);
  };
}

function disconnect(subscriber: Subscriber): void {
  subscriber.close(CLOSE_CODE.restart);
}
