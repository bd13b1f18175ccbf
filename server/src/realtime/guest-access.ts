import { CLOSE_CODE, roomTopic, summaryTopic, viewersTopic } from '@snug/protocol';
import type { Publication } from '../db/mutation.ts';
import type { AccessCheck } from './access-check.ts';
import type { Hub, Subscriber } from './hub.ts';

export interface GuestAccessOptions {
  hub: Pick<Hub, 'listSubscribers'>;
  checkAccess: AccessCheck['checkSubscriber'];
  onFailure: (error: unknown) => void;
}

/** Ends what a guest loses beside the room that an event is about: with the last private room, the direct ones. */
export class GuestAccess {
  readonly #options: GuestAccessOptions;

  constructor(options: GuestAccessOptions) {
    this.#options = options;
  }

  apply({ topic, event }: Publication): void {
    const { hub } = this.#options;
    if (event.type === 'guest_changed')
      for (const each of hub.listSubscribers(topic)) each.close(CLOSE_CODE.restart);
    if (event.type === 'membership_changed' && event.membership.role === null)
      this.#checkAll(hub.listSubscribers(topic));
    if (event.type === 'room_deleted')
      this.#checkAll(
        [roomTopic, viewersTopic, summaryTopic].flatMap(to => hub.listSubscribers(to(event.roomId))),
      );
  }

  #checkAll(subscribers: readonly Subscriber[]): void {
    for (const subscriber of new Set(subscribers)) this.check(subscriber);
  }

  /** Closes the connection of a guest who may not read one of its rooms any more. */
  readonly check = (subscriber: Subscriber): void => {
    const { checkAccess, onFailure } = this.#options;
    if (!subscriber.guest || !subscriber.roomIds?.length) return;
    checkAccess(subscriber, subscriber.roomIds).catch((error: unknown) => {
      onFailure(error);
      subscriber.close(CLOSE_CODE.restart);
    });
  };
}
