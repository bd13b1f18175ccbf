import { CommandError, type EventOf, HEART } from '@snug/protocol';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { SavedMessages } from '../actions/saved-messages.ts';
import { Store } from '../base/store.ts';
import { ConversationStore } from '../rooms/conversation.ts';
import { FakeEnvironment, flushPromises } from '../testing/fake-environment.ts';
import { makeId, makeMessage, makeNewestPage, ROOM_ID } from '../testing/samples.ts';
import { createSender } from '../testing/test-chat.ts';
import type { ConnectionState } from './connection.ts';
import { Retries, Retry } from './retry.ts';

function createRetry() {
  const environment = new FakeEnvironment();
  const connection = { state: new Store<ConnectionState>({ status: 'connected' }) };
  const runs: number[] = [];
  const start = environment.now();
  const retry = new Retry({ environment, connection }, () => runs.push(environment.now() - start));
  return { environment, connection, retry, runs };
}

test('H7 a retry never comes before the time that the server asks for, and not at one time for all clients', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.option(fc.nat(600), { nil: undefined }),
      fc.nat(20),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      async (retryAfter, failures, roll) => {
        const { environment, retry, runs } = createRetry();
        environment.randomValue = 0;
        for (let failure = 0; failure < failures; failure++) retry.schedule();
        environment.randomValue = roll;
        retry.schedule(new CommandError('rate_limited', '', retryAfter));
        await environment.advance(700_000);
        expect(runs).toHaveLength(1);
        const backoff = (runs[0] ?? 0) - (retryAfter ?? 0) * 1_000;
        expect(backoff).toBeGreaterThanOrEqual(0);
        expect(backoff).toBeCloseTo(roll * Math.min(30_000, 500 * 2 ** failures), 3);
      },
    ),
  );
});

test('H7 the delay begins again after a success, and a lost connection ends it', async () => {
  const { environment, connection, retry, runs } = createRetry();
  for (let failure = 0; failure < 5; failure++) retry.schedule();
  retry.reset();
  retry.schedule();
  expect(retry.isWaiting).toBe(true);
  await environment.advance(500);
  expect([runs.length, retry.isWaiting]).toEqual([1, false]);
  retry.schedule({ retryAfter: 5 });
  connection.state.set({ status: 'disconnected', since: 0 });
  expect(retry.isWaiting).toBe(false);
  retry.schedule();
  expect([retry.isWaiting, environment.timerCount]).toEqual([false, 0]);
  connection.state.set({ status: 'connected' });
  await environment.advance(60_000);
  expect(runs).toHaveLength(1);
});

test('H7 things have separate delays', async () => {
  const { environment, connection } = createRetry();
  const runs: string[] = [];
  const retries = new Retries({ environment, connection }, key => runs.push(key));
  retries.schedule('slow', new CommandError('rate_limited', '', 10));
  retries.schedule('fast', new CommandError('timeout'));
  await environment.advance(500);
  expect([runs, retries.isWaiting('slow'), retries.isWaiting('fast')]).toEqual([['fast'], true, false]);
  retries.reset('slow');
  await environment.advance(60_000);
  expect(runs).toEqual(['fast']);
});

const REFUSED_S = 40;

/** The server refuses all commands but these: the room is open, and so asks for more. */
const ANSWERS: Record<string, unknown> = {
  open_room: { ...makeNewestPage(5), read: { seq: 5, readSeq: 3, version: 1, unread: 2, mentions: 0 } },
};

/** With a message whose own reactions the client does not know. */
function createGap(from: number): EventOf<'room_caught_up'> {
  const to = from + 1;
  const messages = [{ ...makeMessage(from, { changedSeq: to }), reactions: { [HEART]: 1 } }];
  return { type: 'room_caught_up', roomId: ROOM_ID, ...makeNewestPage(to), from, to, reset: false, messages };
}

test('H7 nothing is sent again before the time that the server asks for, whatever happens meanwhile', async () => {
  const setup = await createSender();
  const { chat, environment, room, socket } = setup;
  const open = () => {
    room.open();
    chat.room(makeId(50)).open();
    chat.getRoomPeople(ROOM_ID).open();
    chat.people.watch(makeId(3));
    new SavedMessages(chat, environment).start();
    const conversation = {
      roomId: ROOM_ID,
      messageId: makeId(105),
      room,
      environment,
      isIgnored: () => false,
    };
    new ConversationStore({ ...conversation, connection: chat.connection }).open();
    void chat.outbox.send(ROOM_ID, { text: 'hi' });
    const input = { roomId: ROOM_ID, messageId: makeId(101), emoji: HEART, on: true };
    void chat.actions.enqueue({ key: 'heart', roomId: ROOM_ID, command: 'set_reaction', input });
  };
  open();
  const refusals = new Map<string, number>();
  const early: string[] = [];
  let answered = 0;
  for (let second = 0; second < 2 * REFUSED_S; second++) {
    for (; answered < socket.sent.length; answered++) {
      const command = socket.sent[answered];
      // The pages of a conversation and its count are two reads.
      const { roomId = '', limit = 'page' } = (command?.input ?? {}) as { roomId?: string; limit?: number };
      const key = `${command?.command} ${roomId} ${limit}`;
      const answer = roomId === ROOM_ID && ANSWERS[command?.command ?? ''];
      if (answer) {
        await socket.sendResult(command, answer);
        continue;
      }
      const refusedAt = refusals.get(key);
      if (refusedAt !== undefined && environment.now() < refusedAt + REFUSED_S * 1_000) early.push(key);
      refusals.set(key, environment.now());
      await socket.sendError(command, 'rate_limited', '', REFUSED_S);
    }
    await environment.advance(1_000);
    // What makes a client read again: lost steps, lost events, views that open, and messages.
    const seq = (room.view.get().log?.seq ?? 0) + (second > 30 ? 1 : 0);
    socket.sendEvents({ type: 'heartbeat', rooms: { [ROOM_ID]: seq, [makeId(50)]: 9 } });
    if (second === 3 || second === 9) socket.sendEvents(createGap(second === 3 ? 5 : 6));
    if (second % 5 === 4) {
      socket.sendEvents({ type: 'resync' });
      room.prefetch();
      chat.people.watch(makeId(60 + second));
      chat.getRoomPeople(ROOM_ID).open();
      chat.roomList.setViewport({
        roomIds: [makeId(70 + second)],
        lastIndex: 30 + second,
        isAtHead: second % 2 === 0,
      });
    }
    await flushPromises();
  }
  expect(early).toEqual([]);
  expect([...refusals.keys()].map(key => key.split(' ')[0])).toEqual(
    expect.arrayContaining([
      'open_room',
      'watch_viewers',
      'watch_people',
      'list_rooms',
      'list_joined',
      'list_reminders',
      'watch_rooms',
      'watch_list',
      'get_mine',
      'get_messages',
      'send_message',
      'set_reaction',
    ]),
  );
});
