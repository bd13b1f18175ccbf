import { isRoomEvent } from '@snug/protocol';
import type { Publication } from '../mutation.ts';

/** PostgreSQL's limit is 8,000. */
export const MAX_PAYLOAD_BYTES = 7_900;

export const CHANNEL = 'snug';

/** A sent message without the fields that PostgreSQL adds: `seq`, `at` and `author`. */
export interface SentMessage {
  roomId: string;
  incarnation: string;
  id: string;
  text?: string;
}

/**
 * Encodes what a server's transactions notify, in the form that `realtime/bus/envelope.ts` decodes. The parts of the form that
 * only the bus sends are not here.
 */
export class NotificationEncoder {
  readonly #head: string;

  /** `node` names this server. */
  constructor(node: string) {
    this.#head = `"v":1,"node":${JSON.stringify(node)}`;
  }

  /** Payloads of at most `MAX_PAYLOAD_BYTES`, in the order of the publications. */
  encode(publications: readonly Publication[]): string[] {
    return publications.map(publication => {
      const payload = `{${this.#head},"publications":[${JSON.stringify(publication)}]}`;
      if (Buffer.byteLength(payload) <= MAX_PAYLOAD_BYTES) return payload;
      const { event, topic } = publication;
      if (!isRoomEvent(event)) throw new Error(`an event of ${topic} exceeds ${MAX_PAYLOAD_BYTES} bytes`);
      return `{${this.#head},"hints":[${JSON.stringify({ roomId: event.roomId, seq: event.seq })}]}`;
    });
  }

  /** The end of a JSON object, after the fields that PostgreSQL adds. */
  encodeSent(sent: SentMessage): string {
    return `${this.#head},"sent":${JSON.stringify(sent)}}`;
  }
}
