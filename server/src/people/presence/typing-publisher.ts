import { CommandError, MAX_TYPING_VIEWERS, type Person, roomTopic, selfTopic } from '@snug/protocol';
import type { Publication } from '../../db/mutation.ts';
import type { RateLimits } from '../../limits/rate-limits.ts';
import type { RoomViewers } from './room-viewers.ts';

export interface TypingPublisherOptions {
  roomViewers: Pick<RoomViewers, 'count'>;
  limits: Pick<RateLimits, 'take'>;
  publish: (publications: readonly Publication[]) => void;
}

export class TypingPublisher {
  readonly #options: TypingPublisherOptions;

  constructor(options: TypingPublisherOptions) {
    this.#options = options;
  }

  /** Only from a room that is open on this node: it knows the number of viewers on all nodes. */
  publish(roomId: string, person: Person): void {
    const { roomViewers, publish } = this.#options;
    const count = roomViewers.count(roomId);
    if (count === 0 || count > MAX_TYPING_VIEWERS || !this.#canPublish(roomId)) return;
    const event = { type: 'typing' as const, roomId, person };
    publish([{ topic: roomTopic(roomId), exceptTopic: selfTopic(person.uid), event }]);
  }

  #canPublish(roomId: string): boolean {
    try {
      this.#options.limits.take('room_typing', roomId);
      return true;
    } catch (error) {
      if (error instanceof CommandError) return false;
      throw error;
    }
  }
}
