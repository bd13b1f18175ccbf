import { createHmac } from 'node:crypto';

/** RFC 8030, 5.4. */
const TOPIC_LENGTH = 32;

/**
 * The topics of a device: a push replaces what waits with the same one. A device has few, because some push services keep only a
 * few apart. They tell a push service nothing about rooms.
 */
export class PushTopics {
  readonly #secret: string;

  /** `secret`: of the server. */
  constructor(secret: string) {
    this.#secret = secret;
  }

  get(deviceId: string, slot: number): string {
    const mac = createHmac('sha256', this.#secret).update(`push topic ${deviceId} ${slot}`);
    return mac.digest('base64url').slice(0, TOPIC_LENGTH);
  }
}

/** Of pushes that belong to no room: a summary, a test, the end of a session. */
export const OTHER_SLOT = 3;
