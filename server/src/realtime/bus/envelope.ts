import { Event, type EventOf, isRoomEvent, parseTopic, TOPIC_KINDS, type Topic } from '@snug/protocol';
import * as v from 'valibot';
import type { Publication } from '../../db/mutation.ts';
import { parseJson } from '../frame.ts';

/** A node ignores the events of other versions, but not the positions in them. */
const ENVELOPE_VERSION = 1;

/** PostgreSQL rejects notifications of 8,000 bytes. */
export const MAX_ENVELOPE_BYTES = 7_900;
/** The digits of a position and a time, with their names. */
const STAMP_BYTES = 60;

/** More people than these are read from the server. */
const MAX_SENT_VIEWERS = 50;

/** The node that sends an envelope, and the history of its database. */
export interface Origin {
  readonly node: string;
  readonly epoch: string;
}

/** `hint`: the log of a room has reached `seq`, and its event does not follow. */
export type BusMessage =
  | { kind: 'publication'; publication: Publication }
  | { kind: 'hint'; roomId: string; seq: number }
  | { kind: 'heartbeat'; node: string; heads: ReadonlyMap<string, number>; hasLoss: boolean };

export interface Heartbeat {
  /** Positions that rooms reached about a second ago. */
  heads: ReadonlyMap<string, number>;
  /** Whether this node could not send some publications. */
  hasLoss: boolean;
}

/** A `message_sent` before the database has given it a position and a time. */
export type UnstampedMessage = Omit<EventOf<'message_sent'>, 'seq' | 'message'> & {
  message: Omit<EventOf<'message_sent'>['message'], 'seq' | 'changedSeq' | 'createdAt'>;
};

/**
 * The text of a notification, of at most `MAX_ENVELOPE_BYTES`. Leaves out an event that does not fit: each node then reads the
 * change from the database.
 */
export function encodePublication(origin: Origin, publication: Publication): string {
  const { topic, event, exceptTopic } = publication;
  const position = isRoomEvent(event) ? { seq: event.seq } : {};
  const header = { v: ENVELOPE_VERSION, ...origin, topic, ...position };
  const text = JSON.stringify({ ...header, exceptTopic, event });
  if (fits(text)) return text;
  if (isRoomEvent(event)) return JSON.stringify(header);
  if (event.type === 'viewers_changed') return JSON.stringify({ ...header, event: truncate(event) });
  return encodeHeartbeat(origin, { heads: new Map(), hasLoss: true });
}

/**
 * For a statement that stores a message: the statement puts `{"seq":<position>,"at":<ms since 1970>,` before this text, and
 * sends the result.
 */
export function encodeUnstamped(origin: Origin, topic: Topic, event: UnstampedMessage): string {
  const header = { v: ENVELOPE_VERSION, ...origin, topic };
  const text = JSON.stringify({ ...header, event });
  return (fits(text, STAMP_BYTES) ? text : JSON.stringify(header)).slice(1);
}

export function encodeHeartbeat(origin: Origin, { heads, hasLoss }: Heartbeat): string {
  const loss = hasLoss ? { hasLoss } : {};
  return JSON.stringify({ v: ENVELOPE_VERSION, ...origin, heads: Object.fromEntries(heads), ...loss });
}

/** All versions of the envelope have these fields. */
const Envelope = v.object({
  v: v.number(),
  node: v.string(),
  epoch: v.string(),
  topic: v.optional(v.custom<Topic>(isTopic)),
  exceptTopic: v.optional(v.custom<Topic>(isTopic)),
  seq: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
  at: v.optional(v.number()),
  heads: v.optional(v.record(v.string(), v.pipe(v.number(), v.safeInteger(), v.minValue(0)))),
  hasLoss: v.optional(v.boolean()),
  event: v.optional(v.unknown()),
});
type Envelope = v.InferOutput<typeof Envelope>;

/** Returns undefined for a text that `self` cannot use. */
export function decodeEnvelope(self: Origin, text: string): BusMessage | undefined {
  const parsed = parseJson(text);
  if (!v.is(Envelope, parsed)) return undefined;
  const { node, heads, hasLoss = false } = parsed;
  if (heads) return { kind: 'heartbeat', node, heads: new Map(Object.entries(heads)), hasLoss };
  const publication = toPublication(self, parsed);
  return publication ? { kind: 'publication', publication } : toHint(parsed);
}

/** Returns undefined for an event of another version or another history, and for an unknown event. */
function toPublication(self: Origin, envelope: Envelope): Publication | undefined {
  const { v: version, node, epoch, topic, exceptTopic } = envelope;
  if (version !== ENVELOPE_VERSION || epoch !== self.epoch || !topic || !envelope.event) return undefined;
  const event = stamp(envelope);
  // The events of this process need no check, which costs more than everything else here.
  if (node !== self.node && !v.is(Event, event)) return undefined;
  return { topic, event: event as Event, ...(exceptTopic && { exceptTopic }) };
}

function toHint({ topic, seq }: Envelope): BusMessage | undefined {
  const [kind, roomId] = topic ? parseTopic(topic) : [];
  return kind === 'room' && roomId && seq !== undefined ? { kind: 'hint', roomId, seq } : undefined;
}

function stamp({ seq, at, event }: Envelope): unknown {
  if (at === undefined) return event;
  const { message, ...rest } = event as UnstampedMessage;
  return { ...rest, seq, message: { ...message, seq, changedSeq: seq, createdAt: at } };
}

function isTopic(value: unknown): boolean {
  return (
    typeof value === 'string' && (TOPIC_KINDS as readonly string[]).includes(parseTopic(value as Topic)[0])
  );
}

function truncate(event: EventOf<'viewers_changed'>): EventOf<'viewers_changed'> {
  const { entered, left } = event;
  return {
    ...event,
    entered: entered.slice(-MAX_SENT_VIEWERS),
    left: left.slice(-MAX_SENT_VIEWERS),
    more: true,
  };
}

function fits(text: string, extraBytes = 0): boolean {
  return Buffer.byteLength(text) + extraBytes <= MAX_ENVELOPE_BYTES;
}
