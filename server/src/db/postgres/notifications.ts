import type { EventOf } from '@snug/protocol';
import { isRoomEvent } from '@snug/protocol';
import type { Publication } from '../mutation.ts';

/** PostgreSQL's limit is 8,000. */
export const MAX_PAYLOAD_BYTES = 7_900;

export const CHANNEL = 'snug';

/** A change of the room's log that is too large for a payload: its receiver reads it. */
export interface Hint {
  roomId: string;
  seq: number;
}

/** The content of one payload. `node`: the sender. */
export interface Notification {
  node: string;
  publications: Publication[];
  hints: Hint[];
}

/** A sent message without the fields that PostgreSQL adds: `seq`, `at` and `author`. */
export interface SentMessage {
  roomId: string;
  incarnation: string;
  id: string;
  text?: string;
}

/** Encodes what a server's transactions notify: `{ v, node, publications }`, `{ v, node, hints }`, or a sent message. */
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

interface SentPayload {
  seq: number;
  at: number;
  author: EventOf<'message_sent'>['message']['author'];
  sent: SentMessage;
}

interface Payload extends Partial<SentPayload> {
  v: number;
  node: string;
  publications?: Publication[];
  hints?: Hint[];
}

/** Undefined for a payload of another version: its receiver compares positions instead. */
export function parseNotification(text: string): Notification | undefined {
  const payload = JSON.parse(text) as Payload;
  if (payload.v !== 1) return undefined;
  const { node, publications = [], hints = [] } = payload;
  if (!payload.sent) return { node, publications, hints };
  const { sent, seq, at, author } = payload as SentPayload;
  const { roomId, incarnation, id, text: words } = sent;
  if (words === undefined) return { node, publications, hints: [{ roomId, seq }] };
  const message = { id, roomId, seq, changedSeq: seq, author, createdAt: at, text: words };
  const event = { type: 'message_sent' as const, roomId, seq, incarnation, message };
  return { node, publications: [{ topic: `room:${roomId}`, event }], hints };
}
