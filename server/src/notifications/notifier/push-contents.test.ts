import type { Message, PushPayload } from '@snug/protocol';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import { MAX_PAYLOAD_BYTES } from '../sending/push-encryption.ts';
import { type RoomContents, toReadPush, toReminderPush, toRoomPush, toSummaryPush } from './push-contents.ts';

const FRAME = { origin: 'https://chat.example', epoch: newId(), badge: 3 };
/** A family with skin tones: one character of 41 bytes. */
const FAMILY = '👩🏽‍❤️‍💋‍👨🏿';
const text = (maxLength: number) =>
  fc.oneof(
    fc.string({ unit: 'grapheme', maxLength }),
    fc.string({ unit: 'binary', maxLength }),
    fc.nat(maxLength).map(length => FAMILY.repeat(length)),
  );

function createMessage(author: string, written: string | undefined): Message {
  const person = { uid: newId(), name: author, version: 1 };
  const message = { id: newId(), roomId: newId(), seq: 7, author: person, createdAt: 1, edits: 0 };
  return { ...message, ...(written !== undefined && { text: written }) } as unknown as Message;
}

function createContents(name: string, messages: readonly Message[]): RoomContents {
  const room = { id: newId(), name, kind: 'open' as const };
  return { ...FRAME, room, count: messages.length, seq: 7, messages, hidden: undefined, isSilent: false };
}

test('PN4 whatever people write and are called, a push fits, and cuts no character', () => {
  const messages = fc.array(fc.tuple(text(160), text(2_000)), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(text(160), messages, (name, written) => {
      const all = written.map(([author, each]) => createMessage(author, each));
      const contents = createContents(name, all);
      const reminder = { ...contents, message: all[0] as Message, at: 1 };
      for (const payload of [toRoomPush(contents), toReminderPush(reminder)]) {
        expect(Buffer.byteLength(payload)).toBeLessThanOrEqual(MAX_PAYLOAD_BYTES);
        const { snug } = JSON.parse(payload) as PushPayload;
        if (!('kind' in snug)) throw new Error('it shows nothing');
        for (const line of snug.lines)
          expect(written.some(([author, each]) => author === line.author && each.startsWith(line.text))).toBe(
            true,
          );
        for (const line of snug.lines.filter(({ text: shown }) => shown.endsWith('👩')))
          expect(line.text).toMatch(/(?:^|[^\u200d])👩$/u);
      }
    }),
    { numRuns: 60 },
  );
});

test('PN4 names that are too long for a push are left out, and the number stays', () => {
  const long = FAMILY.repeat(160);
  const payload = toRoomPush(createContents(long, [createMessage(long, 'hi')]));
  expect(JSON.parse(payload)).toMatchObject({
    notification: { title: 'Snug' },
    snug: { hidden: 'all', count: 1, seq: 7, lines: [] },
  });
});

test('PN6 a push that takes the notifications of 1,000 rooms away fits, with those that were pushed last', () => {
  const rooms = Array.from({ length: 1_000 }, (_, at) => ({
    roomId: newId(),
    seq: 9_000_000_000_000_000,
    at,
  }));
  const { epoch, badge } = FRAME;
  const payload = toReadPush({ epoch, badge, rooms, summariesUntil: 1_764_000_000_000 });
  expect(Buffer.byteLength(payload)).toBeLessThanOrEqual(MAX_PAYLOAD_BYTES);
  const { snug } = JSON.parse(payload) as PushPayload;
  expect(snug.read).toMatchObject({ [`room-${rooms.at(-1)?.roomId}`]: 9_000_000_000_000_000 });
  expect(snug.read).toMatchObject({ summary: 1_764_000_000_000 });
});

test('PN4 what a person hides is nowhere in a push', () => {
  const message = createMessage('Zoltan', 'zucchini');
  const file = { name: 'zebra.png', contentType: 'image/png' };
  const picture = { ...createMessage('Zoltan', undefined), file } as unknown as Message;
  const contents = createContents('Zimmer', [message, picture]);
  const summary = { ...FRAME, count: 3, rooms: [{ roomId: 'r1', seq: 7 }], at: 1, isSilent: false };
  const reminder = { ...contents, message, at: 1 };
  const build = (hidden: 'text' | 'all' | undefined) => [
    toRoomPush({ ...contents, hidden }),
    toReminderPush({ ...reminder, hidden }),
    toSummaryPush({ ...summary, hidden }),
  ];
  expect(build(undefined).join()).toMatch(/Zoltan.*zucchini.*zebra/);
  expect(build('text').join()).toContain('Zimmer');
  expect(build('text').join()).not.toMatch(/Zoltan|zucchini|zebra/);
  expect(build('all').join()).not.toMatch(/Zimmer|Zoltan|zucchini|zebra/);
});
