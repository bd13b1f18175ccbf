import {
  type Event,
  MAX_LISTED_PEOPLE,
  type Message,
  type Person,
  personTopic,
  roomTopic,
  sessionTopic,
  type Topic,
  viewersTopic,
} from '@snug/protocol';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Publication } from '../../db/mutation.ts';
import {
  decodeEnvelope,
  encodeHeartbeat,
  encodePublication,
  encodeUnstamped,
  MAX_ENVELOPE_BYTES,
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

test('an envelope carries any publication unchanged, or the position of its room, within 7,900 bytes', () => {
  fc.assert(
    fc.property(anyPublication, fc.constantFrom(SENDER, RECEIVER), (publication, receiver) => {
      const text = encodePublication(SENDER, publication);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_ENVELOPE_BYTES);
      const position = (publication.event as { seq?: number }).seq;
      const expected = [
        { kind: 'publication', publication },
        ...(text.includes('"event"') ? [] : [{ kind: 'hint', roomId: ROOM, seq: position }]),
      ];
      expect(decodeEnvelope(receiver, text)).toEqual(expected.at(-1));
    }),
  );
});

test('a text of more than 7,900 bytes in UTF-8 is left out, and its room is read', () => {
  const fitting = decodeEnvelope(RECEIVER, encodePublication(SENDER, makeSent(7, 'x'.repeat(7_000))));
  expect(fitting?.kind).toBe('publication');
  for (const text of ['x'.repeat(7_900), '€'.repeat(2_600), '\u0000'.repeat(1_400)])
    expect(decodeEnvelope(RECEIVER, encodePublication(SENDER, makeSent(7, text)))).toEqual({
      kind: 'hint',
      roomId: ROOM,
      seq: 7,
    });
});

test('too many viewers are read from the server', () => {
  const uids = Array.from({ length: MAX_LISTED_PEOPLE }, (_, index) => makeId(index));
  const event: Event = { type: 'viewers_changed', roomId: ROOM, count: 900, entered: uids, left: uids };
  const text = encodePublication(SENDER, { topic: viewersTopic(ROOM), event });
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_ENVELOPE_BYTES);
  const last = uids.slice(-50);
  expect(decodeEnvelope(RECEIVER, text)).toEqual({
    kind: 'publication',
    publication: { topic: viewersTopic(ROOM), event: { ...event, entered: last, left: last, more: true } },
  });
});

test('another event that is too large is reported as lost', () => {
  const person = { ...ANN, name: 'x'.repeat(8_000) };
  const text = encodePublication(SENDER, {
    topic: personTopic(ANN.uid),
    event: { type: 'profile_changed', person },
  });
  expect(decodeEnvelope(RECEIVER, text)).toEqual({
    kind: 'heartbeat',
    node: 'one',
    heads: new Map(),
    hasLoss: true,
  });
});

test('a statement can put position and time before the rest of a message', () => {
  fc.assert(
    fc.property(anySeq, anyText, (seq, text) => {
      const { seq: _, changedSeq: __, createdAt: ___, ...message } = makeMessage(3, text);
      const event = { type: 'message_sent' as const, roomId: ROOM, incarnation: 'i', message };
      const rest = encodeUnstamped(SENDER, roomTopic(ROOM), event);
      const whole = `{"seq":${seq},"at":1790000000000,${rest}`;
      expect(Buffer.byteLength(whole)).toBeLessThanOrEqual(MAX_ENVELOPE_BYTES);
      const stamped = { ...message, seq, changedSeq: seq, createdAt: 1_790_000_000_000 };
      const publication = { topic: roomTopic(ROOM), event: { ...event, seq, message: stamped } };
      const expected = rest.includes('"event"')
        ? { kind: 'publication', publication }
        : { kind: 'hint', roomId: ROOM, seq };
      expect(decodeEnvelope(RECEIVER, whole)).toEqual(expected);
    }),
  );
});

test('a heartbeat carries positions', () => {
  const heads = new Map([[ROOM, 3]]);
  const message = decodeEnvelope(RECEIVER, encodeHeartbeat(SENDER, { heads, hasLoss: false }));
  expect(message).toEqual({ kind: 'heartbeat', node: 'one', heads, hasLoss: false });
});

test('events of other versions, other histories and unknown types are hints; without a position they are ignored', () => {
  const envelope = JSON.parse(encodePublication(SENDER, makeSent(7, 'Hi'))) as { event: object };
  const hint = { kind: 'hint', roomId: ROOM, seq: 7 };
  const changes = [
    { v: 2 },
    { epoch: 'restored' },
    { event: { ...envelope.event, type: 'message_pinned' } },
    { event: { ...envelope.event, message: undefined } },
    { event: undefined },
  ];
  for (const change of changes) {
    expect(decodeEnvelope(RECEIVER, JSON.stringify({ ...envelope, ...change }))).toEqual(hint);
    const person = { ...envelope, ...change, topic: personTopic(ANN.uid) };
    expect(decodeEnvelope(RECEIVER, JSON.stringify(person))).toBeUndefined();
  }
});

test('unknown fields of events stay, for the clients of later versions', () => {
  const publication = makeSent(7, 'Hi');
  const later: Publication = { ...publication, event: Object.assign({ mood: 'happy' }, publication.event) };
  expect(decodeEnvelope(RECEIVER, encodePublication(SENDER, later))).toEqual({
    kind: 'publication',
    publication: later,
  });
});

test('no text makes the decoder throw', () => {
  const valid = encodePublication(SENDER, makeSent(7, 'Hi'));
  const anyField = fc.constantFrom(
    'v',
    'node',
    'epoch',
    'topic',
    'exceptTopic',
    'seq',
    'at',
    'heads',
    'event',
  );
  const anyDamaged = fc.record({ field: anyField, value: fc.jsonValue() }).map(({ field, value }) => {
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
