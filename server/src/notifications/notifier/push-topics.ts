import { createHmac } from 'node:crypto';

/** RFC 8030 permits no longer ones. */
const LENGTH = 32;

/** A room of a person has one of these while something of it is unread: push services keep few different topics for a device. */
export const ROOM_SLOTS = [0, 1, 2] as const;
export const SUMMARY_SLOT = 3;

/** Names from which a push service learns nothing. */
export class PushTopics {
  readonly #secret: string;

  constructor(secret: string) {
    this.#secret = secret;
  }

  get(deviceId: string, slot: number): string {
    const topic = createHmac('sha256', this.#secret).update(`push topic ${deviceId} ${slot}`);
    return topic.digest('base64url').slice(0, LENGTH);
  }
}
