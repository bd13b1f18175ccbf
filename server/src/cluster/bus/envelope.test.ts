import {
  type Event,
  type Message,
  type Person,
  personTopic,
  roomTopic,
  sessionTopic,
  type Topic,
} from '@snug/protocol';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Publication } from '../../db/mutation.ts';
import { MAX_NOTIFICATION_BYTES } from '../../db/store.ts';
import {
  type BusMessage,
  createNotificationEncoder,
  decodeEnvelope,
  encodeHeartbeat,
  encodePublication,
  type Origin,
} from './envelope.ts';

const SENDER: Origin = { node: 'one', epoch: 'epoch' };
const RECEIVER: Origin = { node: 'two', epoch: 'epoch' };

function makeId(number: number): string {
  return `01890a5d-ac96-774b-bcce-${number.toString(16).padStart(12, '0')}`;
}

const ROOM = makeId(1);
const ANN: Person = { uid: makeId(2), name: 'Ann', createdAt: 1, version: 1 };

function makeMessage(seq: number, text: string): Message {
  return { id: makeId(9), roomId: ROOM, seq, changedSeq: seq, author: ANN, createdAt: 5, text };
}

function makeSent(seq: number, text: string): Publication {
  const event: Event = { type: 'message_sent', roomId: ROOM, seq, message: makeMessage(seq, text) };
  return { topic: roomTopic(ROOM), event };
}

const anyTopic = fc.constantFrom<Topic>(roomTopic(ROOM), personTopic(ANN.uid), sessionTopic('s'), 'list');
const anySeq = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const anyText = fc.string({ unit: 'binary', minLength: 1, maxLength: 4_000 });
const anyPublication = fc.oneof(
  fc.record({ seq: anySeq, text: anyText }).map(({ seq, text }) => makeSent(seq, text)),
  fc.record({
    topic: anyTopic,
    exceptTopic: anyTopic,
    event: fc.constantFrom<Event>(
      { type: 'session_ended' },
      { type: 'viewer_count', roomId: ROOM, count: 3 },
      { type: 'profile_changed', person: ANN },
      { type: 'admin_changed', roomId: ROOM, seq: 3, uid: ANN.uid, admin: true, incarnation: 'i' },
    ),
  }),
);

function receive(text: string, receiver = RECEIVER): Partial<BusMessage> {
  const { node: _, ...content }: Partial<BusMessage> = decodeEnvelope(receiver, text) ?? {};
  return content;
}

const HINT = { publications: [], hints: [{ roomId: ROOM, seq: 7 }] };

test('an envelope carries any publication unchanged, or the position of its room, within 7,900 bytes', () => {
  fc.assert(
    fc.property(anyPublication, fc.constantFrom(SENDER, RECEIVER), (publication, receiver) => {
      const text = encodePublication(SENDER, publication);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_NOTIFICATION_BYTES);
      const { seq } = publication.event as { seq?: number };
      const expected = text.includes('"hints"')
        ? { publications: [], hints: [{ roomId: ROOM, seq }] }
        : { publications: [publication], hints: [] };
      expect(receive(text, receiver)).toEqual(expected);
    }),
  );
});

test('a text of more than 7,900 bytes in UTF-8 is left out, and its room is read', () => {
  const fitting = makeSent(7, 'x'.repeat(7_000));
  expect(receive(encodePublication(SENDER, fitting)).publications).toEqual([fitting]);
  for (const text of ['x'.repeat(7_900), '€'.repeat(2_600), '\u0000'.repeat(1_400)])
    expect(receive(encodePublication(SENDER, makeSent(7, text)))).toEqual(HINT);
});

test('another event that is too large is reported as lost', () => {
  const person = { ...ANN, name: 'x'.repeat(8_000) };
  const topic = personTopic(ANN.uid);
  const publication: Publication = { topic, event: { type: 'profile_changed', person } };
  for (const text of [
    encodePublication(SENDER, publication),
    createNotificationEncoder('one').encode(publication) ?? '',
  ])
    expect(receive(text)).toEqual({
      publications: [],
      hints: [],
      heartbeat: { heads: new Map(), hasLoss: true },
    });
});

test('a message can have its author, position and time from the statement that stored it', () => {
  const { seq, changedSeq: _, createdAt: at, author, roomId, ...rest } = makeMessage(7, 'Hi');
  const sent = { ...rest, roomId, incarnation: 'i' };
  const stored = { v: 1, node: 'one', seq, at, author, sent };
  const event: Event = {
    type: 'message_sent',
    roomId,
    seq,
    incarnation: 'i',
    message: makeMessage(7, 'Hi'),
  };
  for (const receiver of [SENDER, RECEIVER])
    expect(receive(JSON.stringify(stored), receiver)).toEqual({
      publications: [{ topic: roomTopic(ROOM), event }],
      hints: [],
    });
  const tooLong = { ...stored, sent: { ...sent, text: undefined } };
  for (const other of [tooLong, { ...stored, v: 2 }]) expect(receive(JSON.stringify(other))).toEqual(HINT);
});

test('a heartbeat carries positions', () => {
  const heartbeat = { heads: new Map([[ROOM, 3]]), hasLoss: false };
  expect(decodeEnvelope(RECEIVER, encodeHeartbeat(SENDER, heartbeat))).toEqual({
    node: 'one',
    publications: [],
    hints: [],
    heartbeat,
  });
});

test('events of other versions, other histories and unknown types are hints; without a position they are left out', () => {
  const publication = makeSent(7, 'Hi');
  const { event } = publication;
  const text = JSON.parse(encodePublication(SENDER, publication)) as object;
  const changes: [envelope: object, event: object][] = [
    [{ v: 2 }, event],
    [{ epoch: 'restored' }, event],
    [{}, { ...event, type: 'message_pinned' }],
    [{}, { ...event, message: undefined }],
  ];
  for (const [envelope, changed] of changes) {
    const encode = (topic: Topic) =>
      JSON.stringify({ ...text, ...envelope, publications: [{ topic, event: changed }] });
    expect(receive(encode(roomTopic(ROOM)))).toEqual(HINT);
    expect(receive(encode(personTopic(ANN.uid)))).toEqual({ publications: [], hints: [] });
  }
});

test('unknown fields of events stay, for the clients of later versions', () => {
  const publication = makeSent(7, 'Hi');
  const later: Publication = { ...publication, event: Object.assign({ mood: 'happy' }, publication.event) };
  expect(receive(encodePublication(SENDER, later)).publications).toEqual([later]);
});

test('no text makes the decoder throw', () => {
  const valid = encodePublication(SENDER, makeSent(7, 'Hi'));
  const anyField = fc.constantFrom('v', 'node', 'epoch', 'publications', 'hints', 'heads', 'seq', 'sent');
  const anyValue = fc.oneof(fc.jsonValue(), fc.array(fc.record({ topic: anyTopic, event: fc.jsonValue() })));
  const anyDamaged = fc.record({ field: anyField, value: anyValue }).map(({ field, value }) => {
    return JSON.stringify({ ...(JSON.parse(valid) as object), [field]: value });
  });
  const anyCut = fc.nat(valid.length).map(length => valid.slice(0, length));
  const anyPayload = fc.oneof(fc.string(), fc.json(), anyDamaged, anyCut);
  fc.assert(
    fc.property(anyPayload, fc.constantFrom(SENDER, RECEIVER), (text, receiver) => {
      expect(() => decodeEnvelope(receiver, text)).not.toThrow();
    }),
    { numRuns: 2_000 },
  );
});

test('with a broker, a transaction notifies only of what uses the database', () => {
  const encoder = createNotificationEncoder('one', true);
  expect(encoder.sentStart).toBeUndefined();
  expect(encoder.encode(makeSent(1, 'x'))).toBeUndefined();
  const event: Event = { type: 'room_deleted', roomId: ROOM, seq: 2 };
  expect(encoder.encode({ topic: roomTopic(ROOM), event })).toBe(
    encodePublication({ node: 'one' }, { topic: roomTopic(ROOM), event }),
  );
});

test('a heartbeat says whether it is the last one', () => {
  const heartbeat = { heads: new Map([[ROOM, 3]]), hasLoss: true, isLast: true };
  expect(receive(encodeHeartbeat(SENDER, heartbeat)).heartbeat).toEqual(heartbeat);
  expect(receive(encodeHeartbeat(SENDER, { heads: new Map(), hasLoss: false })).heartbeat).toEqual({
    heads: new Map(),
    hasLoss: false,
  });
});
