import {
  Event,
  Id,
  Incarnation,
  isRoomEvent,
  Person,
  parseTopic,
  roomTopic,
  Seq,
  Timestamp,
  TOPIC_KINDS,
  type Topic,
} from '@snug/protocol';
import * as v from 'valibot';
import { parseJson } from '../../base/parse-json.ts';
import type { Publication } from '../../db/mutation.ts';
import { MAX_NOTIFICATION_BYTES, type NotificationEncoder } from '../../db/store.ts';
import { isActivity } from './activity-messages.ts';
import type { Announcement } from './bus.ts';
import { usesDatabase } from './event-routes.ts';

/** A node applies the events of its own version, and the positions of all versions. */
const ENVELOPE_VERSION = 1;

/** `epoch`: the history of the database. Missing if only servers with the same history can receive the envelope. */
interface Sender {
  readonly node: string;
  readonly epoch?: string;
}

export interface Origin extends Sender {
  readonly epoch: string;
}

/** The log of a room has reached `seq`, and its event does not follow. */
interface Hint {
  roomId: string;
  seq: number;
}

export interface BusMessage {
  node: string;
  publications: Publication[];
  hints: Hint[];
  heartbeat?: Heartbeat;
  announcement?: Announcement;
}

export interface Heartbeat {
  /** Positions that rooms reached about a second ago. */
  heads: ReadonlyMap<string, number>;
  /** Whether this node could not send some publications. */
  hasLoss: boolean;
  /** Whether this node stops, and sends nothing more. */
  isLast?: boolean;
}

/** Leaves out an event above `MAX_NOTIFICATION_BYTES`: each node then reads the change from the database. */
export function encodePublication(sender: Sender, publication: Publication): string {
  const { event } = publication;
  const text = JSON.stringify({ v: ENVELOPE_VERSION, ...sender, publications: [publication] });
  if (Buffer.byteLength(text) <= MAX_NOTIFICATION_BYTES) return text;
  if (isRoomEvent(event)) return encodeHint(sender, event.roomId, event.seq);
  return encodeHeartbeat(sender, { heads: new Map(), hasLoss: true });
}

export function encodeHint(sender: Sender, roomId: string, seq: number): string {
  return JSON.stringify({ v: ENVELOPE_VERSION, ...sender, hints: [{ roomId, seq }] });
}

/** In a field of its own if servers of the previous release do not know it: they leave out unknown fields. */
export function encodeAnnouncement(sender: Sender, announcement: Announcement): string {
  return JSON.stringify({
    v: ENVELOPE_VERSION,
    ...sender,
    ...(isActivity(announcement) ? { activity: announcement } : { announcement }),
  });
}

export function encodeHeartbeat(sender: Sender, { heads, hasLoss, isLast }: Heartbeat): string {
  const flags = { ...(hasLoss && { hasLoss }), ...(isLast && { isLast }) };
  return JSON.stringify({ v: ENVELOPE_VERSION, ...sender, heads: Object.fromEntries(heads), ...flags });
}

/** The envelopes of transactions, in whose database all receivers are. `hasBroker`: without the events that use only a broker. */
export function createNotificationEncoder(node: string, hasBroker = false): NotificationEncoder {
  if (hasBroker)
    return {
      encode: publication =>
        usesDatabase(publication.event) ? encodePublication({ node }, publication) : undefined,
    };
  return {
    encode: publication => encodePublication({ node }, publication),
    sentStart: `${JSON.stringify({ v: ENVELOPE_VERSION, node }).slice(0, -1)},`,
  };
}

const TopicName = v.custom<Topic>(isTopic);

/**
 * A message with the author, the position and the time from the database. Without its text, it is a hint. As strict as the
 * schema of the event, so that the event needs no second check.
 */
const Stored = v.object({
  seq: Seq,
  at: Timestamp,
  author: Person,
  sent: v.object({ roomId: Id, incarnation: v.optional(Incarnation), id: Id, text: v.optional(v.string()) }),
});

type Stored = v.InferOutput<typeof Stored>;

const EncodedPublication = v.object({
  topic: TopicName,
  exceptTopic: v.optional(TopicName),
  event: v.looseObject({ type: v.string(), seq: v.optional(v.unknown()) }),
});
type EncodedPublication = v.InferOutput<typeof EncodedPublication>;

/** All versions of the envelope have these fields. */
const Envelope = v.object({
  v: v.number(),
  node: v.string(),
  /** Missing if only servers with the same history can receive the envelope. */
  epoch: v.optional(v.string()),
  publications: v.optional(v.array(EncodedPublication)),
  hints: v.optional(v.array(v.object({ roomId: v.string(), seq: Seq }))),
  heads: v.optional(v.record(v.string(), Seq)),
  hasLoss: v.optional(v.boolean()),
  isLast: v.optional(v.boolean()),
  announcement: v.optional(v.looseObject({ type: v.string(), seq: v.number() })),
  activity: v.optional(v.looseObject({ type: v.string(), seq: v.number() })),
});
type Envelope = v.InferOutput<typeof Envelope>;

/** Undefined for a text of unknown form. Unknown events of a room become hints, and other unknown events are left out. */
export function decodeEnvelope(self: Origin, text: string): BusMessage | undefined {
  const parsed = parseJson(text);
  if (!v.is(Envelope, parsed)) return undefined;
  const { node, publications = [], hints = [], heads, hasLoss = false, isLast } = parsed;
  const announcement = parsed.announcement ?? parsed.activity;
  const message: BusMessage = { node, publications: [], hints: [...hints] };
  if (heads)
    message.heartbeat = { heads: new Map(Object.entries(heads)), hasLoss, ...(isLast && { isLast }) };
  if (announcement && isCurrent(self, parsed)) message.announcement = announcement as unknown as Announcement;
  for (const publication of publications) addPublication(message, publication, self, parsed);
  if (v.is(Stored, parsed)) addStored(message, parsed, self, parsed);
  return message;
}

function addStored(message: BusMessage, stored: Stored, self: Origin, envelope: Envelope): void {
  const { seq, at, author, sent } = stored;
  const { roomId, incarnation, id, text } = sent;
  if (text === undefined || !isCurrent(self, envelope)) return void message.hints.push({ roomId, seq });
  const event = {
    type: 'message_sent' as const,
    roomId,
    seq,
    ...(incarnation !== undefined && { incarnation }),
    message: { id, roomId, seq, changedSeq: seq, author, createdAt: at, text },
  };
  message.publications.push({ topic: roomTopic(roomId), event });
}

function addPublication(
  { publications, hints }: BusMessage,
  publication: EncodedPublication,
  self: Origin,
  envelope: Envelope,
): void {
  const { topic, event } = publication;
  const [kind, roomId] = parseTopic(topic);
  if (canApply(self, envelope, event)) publications.push(publication as Publication);
  else if (kind === 'room' && v.is(Seq, event.seq)) hints.push({ roomId, seq: event.seq });
}

/** Whether the event has this version, this history and a known type. */
function canApply(self: Origin, envelope: Envelope, event: object): boolean {
  if (!isCurrent(self, envelope)) return false;
  // The events of this process need no check, which costs more than everything else here.
  return envelope.node === self.node || v.is(Event, event);
}

function isCurrent(self: Origin, { v: version, epoch = self.epoch }: Envelope): boolean {
  return version === ENVELOPE_VERSION && epoch === self.epoch;
}

function isTopic(value: unknown): boolean {
  return (
    typeof value === 'string' && (TOPIC_KINDS as readonly string[]).includes(parseTopic(value as Topic)[0])
  );
}
